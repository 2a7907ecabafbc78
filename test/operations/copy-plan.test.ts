/** Plans of copies are data: they survive JSON, hold no secrets, and give what a direct copy gives. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CopyPlan, copy, create, openArray, planCopy, runCopy } from "../../src/index.ts";
import { runUnits } from "../../src/operations/copy/copy.ts";
import { objectServer } from "../stores/object-server.ts";
import { filesOf, PLAN_CASES } from "./copy-plan-cases.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hyperslab-plan-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function throughJson(plan: CopyPlan): CopyPlan {
  return JSON.parse(JSON.stringify(plan));
}

type Bytes = Map<string, Uint8Array>;

async function numbers(store: Bytes | string, chunks: readonly number[] = [4, 5]): Promise<void> {
  await create(store, { data: { data: Int32Array.from({ length: 120 }, (_, i) => i), shape: [10, 12] }, chunks });
}

describe.each(PLAN_CASES)("$name", ({ name, make, options, ways, extension = "" }) => {
  it("is planned as plain JSON, writes nothing, and runs as a direct copy", async () => {
    const at = (end: string): string => join(folder, `${name} ${end}`);
    await make(at("source"));
    const plan = await planCopy(at("source"), at(`target${extension}`), options);
    expect(plan.arrays.map(({ way }) => way)).toEqual(ways);
    await expect(filesOf(at(`target${extension}`))).rejects.toThrow("ENOENT");
    expect(throughJson(plan)).toEqual(plan);
    const direct = await copy(at("source"), at(`direct${extension}`), options);
    expect(await runCopy(throughJson(plan))).toEqual(direct);
    expect(await filesOf(at(`target${extension}`))).toEqual(await filesOf(at(`direct${extension}`)));
  });
});

describe("a plan", () => {
  it("names both ends by addresses that do not depend on the working directory", async () => {
    const source = join(folder, "named.zarr");
    await numbers(source);
    const plan = await planCopy(relative(process.cwd(), source), join(folder, "out.zarr"), { path: "a/b" });
    expect(plan.source.address).toBe(source);
    expect(plan.target.address).toBe(`${join(folder, "out.zarr")}::a/b`);
    await runCopy(throughJson(plan));
    expect((await openArray(join(folder, "out.zarr"), { path: "a/b" })).shape).toEqual([10, 12]);
  });

  it("describes a million units in a few bytes", async () => {
    const source: Bytes = new Map();
    await create(source, { shape: [1000, 1000], dtype: "uint8", chunks: [1, 1] });
    // A store that cannot list is asked for every chunk, whatever the limits are.
    const unlisted = { get: async (key: string) => source.get(key.replace(/^\//, "")) };
    const plan = await planCopy(unlisted, new Map());
    expect(plan.arrays[0]).toMatchObject({ units: { count: 1_000_000 }, chunks: 1_000_000, bytes: 1_000_000 });
    expect(JSON.stringify(plan).length).toBeLessThan(1000);
  });

  it("of objects is run by a caller that names them", async () => {
    const [source, target]: Bytes[] = [new Map(), new Map()];
    await numbers(source!);
    const plan = throughJson(await planCopy(source!, target!, { path: "x", format: "zarr2" }));
    expect(plan.source.address).toBeUndefined();
    await expect(runCopy(plan)).rejects.toThrow("the plan does not hold an address of its source");
    await expect(runCopy(plan, { source: source! })).rejects.toThrow("does not hold an address of its target");
    await expect(runCopy(plan, { source: source!, target: target! })).rejects.toThrow("the target is not the one");
    expect(await runCopy(plan, { source: source!, target: target!, path: "x" })).toMatchObject({ passed: 9 });
  });

  it("holds no secrets of an address", async () => {
    const source: Bytes = new Map();
    await numbers(source);
    const server = await objectServer();
    const address = `${server.add(source)}?signature=hush`;
    const plan = await planCopy(address, new Map()).finally(() => server.close());
    expect(plan.source.address).toBeUndefined();
    expect(plan.source.location).toContain(server.origin);
    expect(JSON.stringify(plan)).not.toContain("hush");
  });

  it("is refused where something is, unless that is to be replaced or resumed", async () => {
    const [source, target]: Bytes[] = [new Map(), new Map()];
    await numbers(source!);
    await numbers(target!);
    await expect(planCopy(source!, target!)).rejects.toMatchObject({ code: "exists" });
    expect((await planCopy(source!, target!, { overwrite: true })).arrays).toHaveLength(1);
    expect((await planCopy(source!, target!, { resume: true })).arrays).toHaveLength(1);
  });

  it("of another version, or something else, is refused", async () => {
    const source: Bytes = new Map();
    await numbers(source);
    const plan = await planCopy(source, new Map());
    const later: CopyPlan = JSON.parse(JSON.stringify({ ...plan, version: 3 }));
    await expect(runCopy(later)).rejects.toMatchObject({ code: "unsupported" });
    const other: CopyPlan = JSON.parse('{"version":2}');
    await expect(runCopy(other)).rejects.toThrow("not a copy plan");
  });

  it("is refused if the source has changed since", async () => {
    const [source, target]: Bytes[] = [new Map(), new Map()];
    await numbers(source!);
    const plan = throughJson(await planCopy(source!, target!));
    source!.clear();
    await numbers(source!, [5, 5]);
    const run = runCopy(plan, { source: source!, target: target! });
    await expect(run).rejects.toThrow("the source is no longer the array that was planned");
    expect(target!.size).toBe(0);
  });

  it("is refused if its units do not fit its grid", async () => {
    const [source, target]: Bytes[] = [new Map(), new Map()];
    await numbers(source!);
    const plan = await planCopy(source!, target!);
    for (const units of [
      { count: 10 },
      { count: 2, runs: [8, 2] },
      { count: 3, runs: [0, 2] },
      { count: 0, runs: [-1, 0] },
    ]) {
      const wrong = { ...plan, arrays: plan.arrays.map((array) => ({ ...array, units })) };
      await expect(runCopy(wrong, { source: source!, target: target! })).rejects.toThrow("that was planned");
    }
  });
});

describe("parts of a plan", () => {
  it.each(PLAN_CASES.filter(({ ways }) => !ways.includes("file")))(
    "$name: run apart, then finished",
    async (planCase) => {
      const at = (end: string): string => join(folder, `${planCase.name} parts ${end}`);
      await planCase.make(at("source"));
      const direct = await copy(at("source"), at("direct"), planCase.options);
      const plan = throughJson(await planCopy(at("source"), at("target"), planCase.options));
      const total = plan.arrays.reduce((sum, { units }) => sum + units.count, 0);
      let moved = 0;
      for (let first = total; first > 0; first -= 2) {
        const { passed, encoded } = await runUnits(plan, Math.max(0, first - 2), first);
        moved += passed + encoded;
      }
      expect(moved).toBe(direct.passed + direct.encoded);
      const { passed, encoded, kept } = await runCopy(plan, { resume: true });
      expect(kept).toBeGreaterThan(0);
      expect(passed + encoded + kept).toBe(moved);
      expect(await filesOf(at("target"))).toEqual(await filesOf(at("direct")));
    },
  );
});
