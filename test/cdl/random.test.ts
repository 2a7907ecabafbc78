/** Random datasets as CDL: what is printed is read as the same. */
import { expect, it } from "vitest";
import { parseCdl } from "../../src/cdl/parse/parse.ts";
import { dump, memoryStore } from "../../src/index.ts";
import { writeDataset } from "../../src/operations/gen/gen.ts";
import { datasetOf, type ModelGroup, modelOf, visible } from "../interop/netcdf-model.ts";
import { randomDataset } from "../interop/random-netcdf.ts";

it.each([false, true])(
  "40 random datasets are read from their own text; with unlimited dimensions: %s",
  async (unlimited) => {
    let open = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomDataset(seed, { unlimited, strings: true, scalars: true });
      // CDL does not say how long an unlimited dimension is that no variable has: there is nothing along it.
      const model = unlimited ? withoutIdle(random, usedIn(random)) : random;
      open += openCount(model);
      const store = memoryStore();
      await writeDataset(store, datasetOf(model), { format: "nczarr" });
      let text = "";
      for await (const part of dump(store, { name: "model", floatDigits: 9, doubleDigits: 17 })) text += part;
      const { root, values } = parseCdl(new TextEncoder().encode(text));
      expect(visible(modelOf(root, values)), `seed ${seed}\n${text}`).toEqual(visible(model));
    }
    expect(open > 20).toBe(unlimited);
  },
);

function usedIn({ variables, groups }: ModelGroup): ReadonlySet<string> {
  return new Set([
    ...variables.flatMap(({ dimensions }) => dimensions),
    ...groups.flatMap((group) => [...usedIn(group)]),
  ]);
}

function withoutIdle(group: ModelGroup, used: ReadonlySet<string>, path = ""): ModelGroup {
  return {
    ...group,
    dimensions: group.dimensions.map((dimension) =>
      dimension.unlimited && !used.has(`${path}/${dimension.name}`) ? { ...dimension, length: 0 } : dimension,
    ),
    groups: group.groups.map((inner) => withoutIdle(inner, used, `${path}/${inner.name}`)),
  };
}

/** Unlimited dimensions that have grown. */
function openCount({ dimensions, groups }: ModelGroup): number {
  const own = dimensions.filter(({ unlimited, length }) => unlimited && length > 0).length;
  return groups.reduce((sum, group) => sum + openCount(group), own);
}
