// Appends to a packed file, for a test that kills it: kill-append.mjs DIST PACKED FILE. Says when it begins.
import { pathToFileURL } from "node:url";

const [dist, packed, file] = process.argv.slice(2);
const { append } = await import(pathToFileURL(dist).href);
process.stdout.write("begin\n");
await append(packed, file, { workers: false, typeSize: 4 });
process.stdout.write("end\n");
