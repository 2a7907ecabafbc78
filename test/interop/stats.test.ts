/** Random arrays: what `stats` counts and what xarray counts of the same store, decoded and stored, whole and in part. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { type ArrayStats, create, stats } from "../../src/index.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";

interface Counted {
  readonly error?: string;
  readonly count: number;
  readonly min: number | string | null;
  readonly max: number | string | null;
  readonly sum: number | null;
  readonly mean: number | string | null;
  readonly std: number | null;
  readonly median: number | null;
}

let peer: LinePeer<Counted>;
beforeAll(() => {
  peer = startLinePeer(ensureEnvironment("xarray"), ["test/interop/stats_peer.py"]);
});
afterAll(() => peer.close());

/** The same numbers at every run (Lehmer). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const TYPES = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"] as const;

function near(found: unknown, wanted: number | null, size: number): void {
  if (wanted === null) expect(found).toBeNull();
  else expect(Math.abs(Number(found) - wanted)).toBeLessThanOrEqual(1e-11 * Math.max(Math.abs(wanted), size));
}

function expectEqual(found: ArrayStats, told: Counted): void {
  expect(found.count).toBe(told.count);
  if (told.count === 0) {
    expect([found.min, found.max, found.mean]).toEqual([null, null, null]);
    return;
  }
  expect([Number(found.min), Number(found.max)]).toEqual([told.min, told.max]);
  const largest = Math.max(Math.abs(Number(told.min)), Math.abs(Number(told.max)));
  near(found.sum, told.sum, largest);
  near(found.mean, Number(told.mean), largest);
  near(found.std, told.std, largest);
  near(found.quantiles?.[0]?.value, told.median, largest);
}

it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))("counts as xarray does, case %i", async (seed) => {
  const next = numbers(seed * 7919);
  const among = (count: number): number => Math.floor(next() * count);
  const dtype = TYPES[among(TYPES.length)]!;
  const isFloat = dtype.startsWith("float");
  const shape = [1 + among(40), 1 + among(30)];
  const fill = among(3) === 0 ? undefined : 5;
  const format = among(2) === 0 ? "zarr2" : "zarr3";
  // In Zarr v3, xarray spells masks of floats in Base64.
  const mask = isFloat && format === "zarr3" ? "missing_value" : "_FillValue";
  const attributes = {
    ...(among(2) === 0 && { scale_factor: 0.25 * (1 + among(8)) }),
    ...(among(2) === 0 && { add_offset: among(100) - 50.5 }),
    ...(fill !== undefined && { [mask]: fill }),
  };
  const folder = join(scratchFolder(), "s.zarr");
  const group = await create(folder, { format });
  const chunks = shape.map((length) => 1 + among(length));
  // The mask is the fill value in Zarr v2; zeros are not missing here.
  const fillValue = format === "zarr2" ? (fill ?? 101) : undefined;
  const array = await group.create("a", {
    shape,
    dtype,
    chunks,
    attributes,
    dims: ["y", "x"],
    ...(fillValue !== undefined && { fillValue }),
  });
  const value = (): number => {
    if (among(9) === 0) return 5;
    if (isFloat && among(9) === 0) return Number.NaN;
    return isFloat ? (next() - 0.5) * 1000 : among(100);
  };
  const rows = 1 + among(shape[0]!);
  await array.write(`:${rows}`, { data: Array.from({ length: rows * shape[1]! }, value), shape: [rows, shape[1]!] });
  const selection = among(2) === 0 ? undefined : `::${1 + among(3)}, ${among(shape[1]!)}:`;
  for (const decode of [true, false]) {
    const told = await peer.ask({ path: folder, name: "a", decode, selection: selection ?? ":, :" });
    expect(told.error).toBeUndefined();
    const found = (await stats(`${folder}::a`, { selection, decode, quantiles: [0.5] })).arrays[0]!;
    expectEqual(found, told);
    expect(found.size).toBe(found.count + found.missing + found.nan);
  }
});
