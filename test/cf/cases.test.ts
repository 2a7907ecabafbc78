/** Every case of fixtures/cf, decoded: numbers equal to the bit, times to the string, what xarray refuses refused. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isoText } from "../../src/cf/time/date.ts";
import { type CfDate, type DecodedData, type Group, open, openGroup, type Slab } from "../../src/index.ts";
import { typedToBytes } from "../../src/model/values/typed-data.ts";
import { unpack } from "../fixture-sets.ts";

interface Case {
  readonly path: string;
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly hex?: string;
  readonly times?: readonly string[];
  readonly values?: readonly (string | boolean | null)[];
  readonly error?: string;
}

const folder = join(unpack(join("fixtures", "cf", "datasets.tar.gz")));
const { cases }: { readonly cases: readonly Case[] } = JSON.parse(
  readFileSync(join("fixtures", "cf", "expected.json"), "utf8"),
);

function isDate(value: unknown): value is CfDate {
  return typeof value === "object" && value !== null && "calendar" in value;
}

function hexOf(slab: Slab<DecodedData>): string {
  return Buffer.from(typedToBytes(slab.dataType, slab.data)).toString("hex");
}

describe("what xarray decodes", () => {
  const versions = new Map<string, Promise<Group>>();
  const groupOf = (version: string): Promise<Group> => {
    const known = versions.get(version) ?? openGroup(join(folder, version));
    versions.set(version, known);
    return known;
  };

  it("has cases", () => expect(cases.length).toBeGreaterThan(700));

  it.each(cases)("$name", async ({ path, shape, dtype, hex, times, values, error }) => {
    const [version, name] = path.split("/");
    const array = await (await groupOf(version!)).openArray(name!);
    await array.read();
    if (error !== undefined) {
      await expect(array.read(null, { decode: true })).rejects.toThrow(
        /attribute (units|calendar|scale_factor|_FillValue)/,
      );
      return;
    }
    const slab = await array.read(null, { decode: true });
    expect(slab.shape).toEqual(shape);
    if (dtype === "cftime") {
      expect(Array.from<unknown, unknown>(slab.data, (date) => (isDate(date) ? isoText(date) : date))).toEqual(times);
      return;
    }
    if (values !== undefined) expect(slab.data).toEqual(values);
    if (hex !== undefined) expect({ dtype: slab.dataType.name, hex: hexOf(slab) }).toEqual({ dtype, hex });
    if (times !== undefined && dtype === "datetime64[ns]" && array.dataType.kind !== "datetime") {
      const texts = await array.read(null, { decode: { times: "iso" } });
      expect(texts.data).toEqual(times);
    }
  });
});

it("opens with decoding", async () => {
  const group = await open(folder, { path: "v2", decode: true });
  expect(group.kind).toBe("group");
});
