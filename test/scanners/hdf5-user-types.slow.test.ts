/** netCDF-4 files with types that groups define: `dump` prints what ncdump prints of them, with its options. */
import { describe, expect, test } from "vitest";
import { dumped, OPTIONS, textOf, userTypesFiles } from "./user-types-truth.ts";

describe.each(Object.keys(OPTIONS).filter((option) => option !== "plain"))("%s", (option) => {
  const known = userTypesFiles.filter((name) => textOf(name, option) !== undefined);
  test.each(known)("%s", async (name) => {
    expect(await dumped(name, OPTIONS[option])).toBe(textOf(name, option));
  });
});
