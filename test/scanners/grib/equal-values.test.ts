/** Fields of equal values have no bits. ecCodes 2.50 gives their reference as it is, whatever the decimal factor. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Group, type NdArray, open } from "../../../src/index.ts";
import { unpack } from "../../fixture-sets.ts";

const folder = unpack("fixtures/grib/grib.tar.gz");

/** Values of the first field, after two bytes were set. */
async function valuesWith(name: string, at: number, ...decimal: readonly [number, number]): Promise<Set<number>> {
  const bytes = new Uint8Array(readFileSync(join(folder, `${name}.grib`)));
  bytes.set(decimal, at);
  const root = (await open(new Map([["a.grib", bytes]]), { path: "a.grib" })) as Group;
  const children = (await root.children()) as NdArray[];
  const field = children.find(({ attributes }) => "GRIB_packing" in attributes)!;
  return new Set((await field.read()).data as Float32Array);
}

function section(name: string, number: number): number {
  const bytes = readFileSync(join(folder, `${name}.grib`));
  for (let at = 16; ; at += bytes.readUInt32BE(at)) if (bytes[at + 4] === number) return at;
}

test("of edition 2, in simple packing, and in the other packings of whole numbers", async () => {
  const at = section("constant2", 5);
  expect(await valuesWith("constant2", at + 17, 0, 2)).toEqual(new Set([5.25]));
  expect(await valuesWith("constant2", at + 17, 0x80, 3)).toEqual(new Set([5.25]));
  expect(await valuesWith("constant2_bitmap", section("constant2_bitmap", 5) + 17, 0, 2)).toEqual(
    new Set([5.25, Number.NaN]),
  );
});

test("of edition 1", async () => {
  expect(await valuesWith("constant1", 8 + 26, 0, 2)).toEqual(new Set([-3.5]));
});
