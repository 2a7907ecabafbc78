/** `dump` of every netCDF-3, netCDF-4 and HDF5 file among the fixtures is the text of ncdump, or differs for a reason. */
import { expect, test } from "vitest";
import { differenceOf, dumpedFiles, dumpOptions, dumpText, textHash } from "./ncdump-texts.ts";

/** Those that show most; all for a thorough run. */
const MOST = ["", "-hs", "-c"];
const isTaken = (option: string): boolean => process.env["HYPERSLAB_THOROUGH"] === "1" || MOST.includes(option);

test("there are files", () => expect(dumpedFiles.length).toBeGreaterThan(390));

test.each(dumpedFiles.map((file) => [file.name, file] as const))("%s", async (name, file) => {
  const found: Record<string, string> = {};
  for (const [option, hash] of Object.entries(file.texts)) {
    if (!isTaken(option)) continue;
    const same = textHash(await dumpText(file.path, dumpOptions(option, file))) === hash;
    const reason = differenceOf(name, option);
    if (!same && reason === undefined) found[option] = "differs";
  }
  expect(found).toEqual({});
});

test("every reason is one", async () => {
  const reasons = new Map<string, boolean>();
  for (const file of dumpedFiles) {
    for (const [option, hash] of Object.entries(file.texts)) {
      const reason = differenceOf(file.name, option);
      if (reason === undefined || reasons.get(reason) === true) continue;
      reasons.set(reason, textHash(await dumpText(file.path, dumpOptions(option, file))) !== hash);
    }
  }
  expect([...reasons].filter(([, isOne]) => !isOne)).toEqual([]);
});
