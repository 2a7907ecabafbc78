/**
 * The two later spellings of NCZarr's first layout, with objects of its own beside those of Zarr. No release of netCDF-C wrote them:
 * builds between 4.8.0 and 4.8.1 wrote the one that 4.8.1 and 4.9.0 read, and 4.9.1 reads the other, which its own test data
 * has. So they are made of the datasets that 4.8.0 wrote, by the known differences:
 *
 *   early-4.8.1   `.nczarray` for `.nczvar`, `.nczattrs` for `.nczattr`, fill values that are no lists
 *   read-by-4.9.1 the same, types of attributes by NumPy's names, characters as `>S1`
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const FIRST_LAYOUTS = ["early-4.8.1", "read-by-4.9.1"] as const;

export type FirstLayout = (typeof FIRST_LAYOUTS)[number];

const OBJECTS: Readonly<Record<string, string>> = { ".nczvar": ".nczarray", ".nczattr": ".nczattrs" };

/** NumPy's names of netCDF's types by their numbers, which start at 1. */
const TYPES = ["<i1", ">S1", "<i2", "<i4", "<f4", "<f8", "<u1", "<u2", "<u4", "<i8", "<u8"];

/** Writes the dataset of 4.8.0 in `from` to the folder `to` in a later spelling. */
export function respell(from: string, to: string, layout: FirstLayout): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (entry.isDirectory()) {
      respell(source, join(to, entry.name), layout);
      continue;
    }
    writeFileSync(
      join(to, OBJECTS[entry.name] ?? entry.name),
      respelled(entry.name, readFileSync(source), layout === "read-by-4.9.1"),
    );
  }
}

function respelled(name: string, bytes: Buffer, isLater: boolean): Buffer {
  if (name === ".zarray") {
    const plain = bytes.toString().replace(/"fill_value": \[(.*?)\](?=, ?")/, '"fill_value": $1');
    return Buffer.from(isLater ? plain.replace('"dtype": "<U1"', '"dtype": ">S1"') : plain);
  }
  if (name !== ".nczattr" || !isLater) return bytes;
  const { types } = JSON.parse(bytes.toString()) as { types: Readonly<Record<string, string>> };
  const named = Object.entries(types).map(([attribute, number]) => [attribute, TYPES[Number(number) - 1]]);
  return Buffer.from(JSON.stringify({ types: Object.fromEntries(named) }));
}
