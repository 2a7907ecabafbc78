/** Very many very small chunks on real workers, on the built package. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";

const entry = pathToFileURL(resolve("dist/lib/index.js")).href;
const library: typeof import("../../src/index.ts") = await import(entry);
const folder = mkdtempSync(join(tmpdir(), "hyperslab-tiny-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("are written and read in batches of any number", async () => {
  const count = 40 * 1024 * 1024;
  const large = await library.create(join(folder, "large.zarr"), { shape: [count], dtype: "uint8" });
  // So that workers run, and smaller calls use them.
  await large.write(":", 1);
  const values = Uint8Array.from({ length: 2304 * 1024 }, (_, i) => 1 + (i % 251));
  const place = join(folder, "small.zarr");
  const options = { shape: [values.length], chunks: [256], dtype: "uint8", codecs: ["zstd"] } as const;
  const small = await library.create(place, options);
  await small.write(":", values);
  const { data } = await (await library.openArray(place)).read(":");
  expect(Buffer.compare(data as Uint8Array, values)).toBe(0);
});

/** Fills 2^52 chunks of one byte until it hears of the first; prints how it ended. */
const PROGRAM = `
  const { create } = await import(process.argv[1]);
  const array = await create(process.argv[2], { shape: [2 ** 52], chunks: [1], dtype: "uint8", fillValue: 0 });
  const controller = new AbortController();
  const onProgress = ({ done }) => done > 0 && controller.abort(new Error("enough"));
  await array.write(":", Number(process.argv[3]), { signal: controller.signal, onProgress })
    .catch((error) => console.log(error.message));
`;

it.each([0, 5])("a write of %i to 2^52 of them hears the signal, in little memory", (value) => {
  const place = join(folder, `endless-${value}.zarr`);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--max-old-space-size=200", "--input-type=module", "-e", PROGRAM, entry, place, String(value)],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
  expect(stdout.trim()).toBe("enough");
});
