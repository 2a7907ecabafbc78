// Appends objects over and over, for a test that kills it: kill-append.mjs LIBRARY PACKED FIRST. Says when it begins, and when an append is done.
import { pathToFileURL } from "node:url";

const [library, packed, first] = process.argv.slice(2);
const { appendObjects } = await import(pathToFileURL(library).href);
process.stdout.write("begin\n");
for (let next = Number(first); ; next += 20) {
  const objects = Array.from({ length: 20 }, (_, i) => `object ${next + i} `.repeat(1 + ((next + i) % 300)));
  await appendObjects(packed, objects, { level: 1 });
  process.stdout.write("appended\n");
}
