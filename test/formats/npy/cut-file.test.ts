/** A .npy file that was not copied completely. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openArray } from "../../../src/index.ts";
import { unpack } from "../../fixture-sets.ts";
import { scratchFolder } from "../../scratch-folder.ts";

it("is refused when its values are read, by its name", async () => {
  const path = join(scratchFolder(), "cut.npy");
  writeFileSync(path, readFileSync(join(unpack("fixtures/numpy/files.tar.gz"), "f4.npy")).subarray(0, -8));
  const array = await openArray(path);
  await expect(array.read()).rejects.toThrow(
    /leads to bytes 128 to \d+ of this file, which ends before that \(.*cut\.npy/,
  );
});
