/** Random datasets as CDL: what is printed is read as the same. */
import { expect, it } from "vitest";
import { parseCdl } from "../../src/cdl/parse/parse.ts";
import { dump, memoryStore } from "../../src/index.ts";
import { writeDataset } from "../../src/operations/gen/gen.ts";
import { datasetOf, modelOf, visible } from "../interop/netcdf-model.ts";
import { randomDataset } from "../interop/random-netcdf.ts";

it("40 random datasets are read from their own text", async () => {
  for (let seed = 1; seed <= 40; seed++) {
    // CDL does not say how long an unlimited dimension is that no variable has.
    const model = randomDataset(seed, { unlimited: false, strings: true, scalars: true });
    const store = memoryStore();
    await writeDataset(store, datasetOf(model), { format: "nczarr" });
    let text = "";
    for await (const part of dump(store, { name: "model", floatDigits: 9, doubleDigits: 17 })) text += part;
    const { root, values } = parseCdl(new TextEncoder().encode(text));
    expect(visible(modelOf(root, values)), `seed ${seed}`).toEqual(visible(model));
  }
});
