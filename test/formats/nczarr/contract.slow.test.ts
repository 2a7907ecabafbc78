/** The contract of formats for the dialects of NCZarr that can be changed, without the default one. */
import { describe, expect, test } from "vitest";
import { create, memoryStore, openGroup } from "../../../src/index.ts";
import { describeDialect } from "./dialect-contract.ts";

for (const dialect of ["4.9.2", "4.9.3", "4.9.0", "v3"]) describeDialect(dialect);

describe("NCZarr 4.8.0", () => {
  test("is made, and then only read", async () => {
    const store = memoryStore();
    const made = await create(store, { format: "nczarr", dialect: "4.8.0", attributes: { title: "first" } });
    const array = await made.create("v", { shape: [3], dtype: "int32" });
    await array.write(undefined, Int32Array.of(1, 2, 3));
    const again = await openGroup(store);
    expect(again.hierarchy).toMatchObject({ format: "nczarr", dialect: "4.8.0" });
    expect((await (await again.openArray("v")).read()).data).toEqual(Int32Array.of(1, 2, 3));
    const refused = /read, but not changed/;
    await expect(again.create("g")).rejects.toThrow(/read, but not changed.*copy/s);
    await expect(again.setAttributes({ title: "second" })).rejects.toThrow(refused);
    await expect(again.delete("v")).rejects.toThrow(refused);
    await expect(again.rename("v", "w")).rejects.toThrow(refused);
    expect((await (await again.openArray("v")).read()).data).toEqual(Int32Array.of(1, 2, 3));
  });
});
