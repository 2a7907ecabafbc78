/** Rounds of changes through handles that were opened apart, after each of which nothing may be lost or told wrong. */
import { expect } from "vitest";
import { type AddressInput, create, openArray, openGroup } from "../../src/index.ts";
import { toldBy } from "./consolidated-truth.ts";

export async function roundsApart(format: "zarr3" | "zarr2", input: AddressInput, rounds: number): Promise<void> {
  const root = await create(input, { format });
  await root.create("array", { shape: [4], dtype: "int8" });
  await root.create("group");
  await root.create("moved0", { attributes: { name: "old" } });
  await root.create("new0");
  await root.consolidate();
  const expected = { root: {}, array: {}, group: {} };
  for (let round = 1; round <= rounds; round++) {
    const [one, two, three] = [await openGroup(input), await openGroup(input), await openGroup(input)];
    const [array, group] = [await openArray(input, { path: "array" }), await openGroup(input, { path: "group" })];
    await Promise.all([
      one.setAttributes({ [`a${round}`]: round }),
      two.setAttributes({ [`b${round}`]: round }),
      three.create(`new${round}`, { attributes: { round } }),
      three.delete(`new${round - 1}`),
      array.setAttributes({ [`c${round}`]: round }),
      array.resize([round]),
      group.setAttributes({ [`d${round}`]: round }),
      one.rename(`moved${round - 1}`, `moved${round}`),
    ]);
    Object.assign(expected.root, { [`a${round}`]: round, [`b${round}`]: round });
    Object.assign(expected.array, { [`c${round}`]: round });
    Object.assign(expected.group, { [`d${round}`]: round });
    const { block, said, stored } = await toldBy(input);
    expect(block).toBe(true);
    expect(said).toEqual(stored);
    expect(stored).toEqual({
      "": expected.root,
      array: [expected.array, [round]],
      group: expected.group,
      [`moved${round}`]: { name: "old" },
      [`new${round}`]: { round },
    });
  }
}
