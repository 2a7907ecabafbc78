/** Every case of fixtures/stats: counts and ends equal, sums, means and deviations to 1e-12, with workers and without. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ArrayStats, stats } from "../../../src/index.ts";
import { unpack } from "../../fixture-sets.ts";

type Told = number | string | null;

interface Counted {
  readonly size: number;
  readonly count: number;
  readonly missing: number;
  readonly nan: number;
  readonly min: Told;
  readonly max: Told;
  readonly sum?: Told;
  readonly mean: Told;
  readonly std: Told;
  readonly quantiles?: readonly Told[];
  readonly histogram?: { readonly edges: readonly Told[]; readonly counts: readonly number[] } | null;
}

interface Case {
  readonly path: string;
  readonly raw: Counted;
  readonly decoded?: Counted;
  readonly times?: Counted;
  readonly part?: Counted;
  readonly xarray?: { readonly count: number; readonly min: Told; readonly max: Told };
  readonly chunks: number;
}

const folder = unpack(join("fixtures", "stats", "datasets.tar.gz"));
const fixture: { readonly shares: readonly number[]; readonly parts: number; readonly cases: readonly Case[] } =
  JSON.parse(readFileSync(join("fixtures", "stats", "expected.json"), "utf8"));
const { shares, parts, cases } = fixture;

/** Numbers as the fixtures spell them; integers are texts of digits. */
function numberOf(told: Told): number {
  if (told === "inf" || told === "-inf") return told === "inf" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return told === null || told === "nan" ? Number.NaN : Number(told);
}

/** Relative to the larger of both, or to a given size. */
function expectNear(found: unknown, told: Told, size = 0): void {
  const wanted = numberOf(told);
  const given = Number(found);
  if (!Number.isFinite(wanted) || !Number.isFinite(given)) expect(given).toBe(wanted);
  else expect(Math.abs(given - wanted)).toBeLessThanOrEqual(1e-12 * Math.max(Math.abs(wanted), size));
}

function expectExact(found: ArrayStats["min"], told: Told): void {
  if (told === null) expect(found).toBeNull();
  else if (typeof told === "string" && /^-?\d+$/.test(told))
    expect(BigInt(Number(found) === Number(told) ? (found as bigint) : 0)).toBe(BigInt(told));
  else expect(found).toBe(numberOf(told));
}

function expectCounted(found: ArrayStats, told: Counted): void {
  const { size, count, missing, nan } = found;
  expect({ size, count, missing, nan }).toEqual({
    size: told.size,
    count: told.count,
    missing: told.missing,
    nan: told.nan,
  });
  const isBoolean = found.valueType === "bool";
  expectExact(isBoolean && found.min !== null ? Number(found.min) : found.min, told.min);
  expectExact(isBoolean && found.max !== null ? Number(found.max) : found.max, told.max);
  if (told.mean === null) {
    expect([found.mean, found.std]).toEqual([null, null]);
    return;
  }
  // A sum may be nearly zero: then it is as exact as the values are large.
  const largest = Math.max(Math.abs(numberOf(told.min)), Math.abs(numberOf(told.max)));
  if (typeof told.sum === "string" && /^-?\d+$/.test(told.sum)) expect(BigInt(found.sum!)).toBe(BigInt(told.sum));
  else expectNear(found.sum, told.sum!, Number.isFinite(largest) ? largest : 0);
  expectNear(found.mean, told.mean, Number.isFinite(largest) ? largest : 0);
  expectNear(found.std, told.std);
  if (told.quantiles !== undefined) {
    expect(found.quantiles?.map(({ share }) => share)).toEqual(shares);
    found.quantiles?.forEach(
      ({ value }, index) => void expectNear(Number(value), told.quantiles![index]!, largest * 1e-3),
    );
  }
  if (told.histogram === null || told.histogram === undefined) expect(found.histogram).toBeUndefined();
  else {
    expect(found.histogram?.counts).toEqual(told.histogram.counts);
    found.histogram?.edges.forEach((edge, index) => void expectNear(edge, told.histogram!.edges[index]!, largest));
  }
}

async function one(path: string, options: Parameters<typeof stats>[1]): Promise<ArrayStats> {
  const [version, name] = path.split("/");
  const { arrays } = await stats(`${join(folder, version!)}::${name}`, options);
  return arrays[0]!;
}

const ALL = { quantiles: shares, histogram: parts };

describe("what NumPy, xarray and cftime count", () => {
  it("has cases", () => expect(cases.length).toBeGreaterThan(180));

  it.each(cases)("$path", async ({ path, raw, decoded, times, part, xarray, chunks }) => {
    const stored = await one(path, { ...ALL, decode: false });
    expectCounted(stored, raw);
    expect(stored.chunks.count).toBe(chunks);
    const meant = await one(path, ALL);
    if (decoded !== undefined) expectCounted(meant, decoded);
    if (xarray !== undefined) {
      expect({ count: meant.count, min: meant.min, max: meant.max }).toEqual({
        count: xarray.count,
        min: numberOf(xarray.min),
        max: numberOf(xarray.max),
      });
    }
    if (times !== undefined) {
      const { size, count, missing, nan, min, max } = meant;
      expect({ size, count, missing, nan, min, max }).toEqual({
        size: times.size,
        count: times.count,
        missing: times.missing,
        nan: times.nan,
        min: times.min,
        max: times.max,
      });
      if (times.mean !== null) expect(meant.mean).toBe(times.mean);
      if (times.std !== null) expectNear(meant.std, times.std);
      expect(meant.sum).toBeNull();
    }
    if (part !== undefined) expectCounted(await one(path, { ...ALL, selection: "2::3, 1:4" }), part);
  });

  it("counts absent chunks without reading them", async () => {
    const float = await one("v3/absent-float-v3", {});
    expect(float.chunks).toEqual({ count: 100, absent: 98, bytes: 2 * 4 * 4 * 4 });
    expect((await one("v3/absent-all-v3", {})).chunks).toEqual({ count: 21, absent: 21, bytes: 0 });
    expect((await one("v3/absent-float-v3", { selection: "0:4, 0:9" })).chunks).toEqual({
      count: 3,
      absent: 2,
      bytes: null,
    });
  });

  it("gives the same with worker threads", async () => {
    for (const path of ["v3/many-float32-v3", "v3/many-int64-v3", "v3/packed-both-v3", "v3/sharded-v3"]) {
      expect(await one(path, { ...ALL, workers: true })).toEqual(await one(path, { ...ALL, workers: false }));
    }
  });
});
