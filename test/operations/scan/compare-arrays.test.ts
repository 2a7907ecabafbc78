/** Numbers that print alike are not the same number in all types. */
import { expect, it } from "vitest";
import { jsonFloat } from "../../../src/bytes/json/make.ts";
import { create, memoryStore } from "../../../src/index.ts";
import { dataTypeNamed } from "../../../src/model/data-types/data-type.ts";
import type { ArrayNode } from "../../../src/model/node.ts";
import { checkSameArray } from "../../../src/operations/scan/combine/compare-arrays.ts";

async function scaledBy(value: number, type?: string): Promise<ArrayNode> {
  const { node } = await create(memoryStore(), { shape: [2], dtype: "int16" });
  const dataType = type === undefined ? undefined : dataTypeNamed(type)!;
  return {
    ...node,
    attributes: new Map([["scale_factor", { value: jsonFloat(value), ...(dataType && { dataType }) }]]),
  };
}

it.each([
  ["float32", "float32", 0.1, true],
  ["float32", "float64", 0.1, false],
  ["float64", "float32", 0.1, false],
  ["float32", "float64", 0.5, true],
  ["float32", "float64", Number.NaN, true],
  // Zarr does not record types.
  ["float32", undefined, 0.1, true],
] as const)("%s and %s of %d", async (one, other, value, isSame) => {
  const check = async () => {
    const [a, b] = [await scaledBy(value, one), await scaledBy(value, other)];
    checkSameArray({ file: "a.nc", node: a }, { file: "b.nc", node: b });
  };
  if (isSame) await check();
  else
    await expect(check()).rejects.toThrow(
      /the attribute scale_factor of .* differs: 0\.1.* in a\.nc, but 0\.1.* in b\.nc/,
    );
});
