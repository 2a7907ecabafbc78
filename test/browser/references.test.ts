/** Parquet sets of several writers over HTTP in a real Chromium: values, and how many requests they take. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setValues, unpackParquetSets } from "../formats/references/parquet-sets.ts";
import { openPage, type TestPage } from "./page.ts";

declare const hyperslab: typeof import("../../src/index.ts");

describe("Chromium, Parquet sets", () => {
  let folder: string;
  let opened: TestPage;
  beforeAll(async () => {
    folder = unpackParquetSets();
    opened = await openPage(folder);
  });
  afterAll(async () => {
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(["kerchunk", "pyarrow", "trimmed", "consolidated"])("%s: the values, each file read once", async (name) => {
    opened.requests();
    const address = `${opened.data}/${name}.parq`;
    const values = await opened.page.evaluate(
      async (at) => Array.from((await (await hyperslab.openArray(at)).read()).data as Float32Array),
      `${address}::values`,
    );
    expect(values).toEqual([...setValues()]);
    const asked = opened.requests();
    const records = asked.filter((request) => request.includes("/refs."));
    expect([...records].sort()).toEqual([0, 1, 2].map((record) => `${name}.parq/values/refs.${record}.parq`));
    const targets = asked.filter((request) => request.includes(".bin"));
    expect(targets.length).toBeLessThanOrEqual(3);
  });
});
