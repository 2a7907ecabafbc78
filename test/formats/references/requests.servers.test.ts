/** What the values of reference sets cost on real servers: requests as nginx notes them, and as they arrive at Ceph's gateway. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openArray, openGroup } from "../../../src/index.ts";
import { cephBucket } from "../../stores/ceph-bucket.ts";
import { type CountingRelay, countingRelay } from "../../stores/counting-relay.ts";
import { type ServedFolder, serveFolder } from "../../stores/web-server.ts";
import { bytesAsked, filesIn, keyAsked, setValues, unpackParquetSets } from "./parquet-sets.ts";

const folder = unpackParquetSets();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const parquet = filesIn(folder).filter(([key]) => key.startsWith("kerchunk.parq/") || key.endsWith(".bin"));

const KiB = 1024;
/** 64 chunks of 16 KiB in one file, 1 KiB between each two; the last one lies 8 MiB after the others. */
const CHUNKS = 64;
const offsetOf = (chunk: number): number => chunk * 17 * KiB + (chunk === CHUNKS - 1 ? 8192 * KiB : 0);
const target = new Uint8Array(offsetOf(CHUNKS - 1) + 16 * KiB);
for (let chunk = 0; chunk < CHUNKS; chunk++) target.fill(chunk + 1, offsetOf(chunk), offsetOf(chunk) + 16 * KiB);

function jsonSet(): Uint8Array {
  const refs: Record<string, unknown> = {
    ".zarray": {
      zarr_format: 2,
      shape: [CHUNKS * 16 * KiB],
      chunks: [16 * KiB],
      dtype: "|u1",
      compressor: null,
      fill_value: 0,
      order: "C",
      filters: null,
    },
  };
  for (let chunk = 0; chunk < CHUNKS; chunk++) refs[chunk] = ["data.nc", offsetOf(chunk), 16 * KiB];
  return new TextEncoder().encode(JSON.stringify({ version: 1, refs }));
}

const entries: [string, Uint8Array][] = [["refs.json", jsonSet()], ["data.nc", target], ...parquet];

interface Server {
  readonly root: string;
  readonly store?: object;
  /** Requests since the last call, without the path to the root. */
  asked(): Promise<string[]>;
}

function expectCounts(server: () => Server): void {
  test("a JSON set is one file; a value is one request, neighbours are few", async () => {
    const { root, store, asked } = server();
    const array = await openArray(`${root}/refs.json`, { store });
    expect(new Set((await asked()).map(keyAsked))).toEqual(new Set(["refs.json"]));
    const { data } = await array.read("81920:81924");
    expect([...data]).toEqual([6, 6, 6, 6]);
    // The chunk is not compressed: only what is wanted of it is asked for.
    expect(await asked()).toEqual([`GET data.nc bytes=${offsetOf(5)}-${offsetOf(5) + 3}`]);
    const all = await array.read();
    expect((all.data as Uint8Array).every((value, at) => value === Math.floor(at / (16 * KiB)) + 1)).toBe(true);
    const requests = await asked();
    expect(new Set(requests.map(keyAsked))).toEqual(new Set(["data.nc"]));
    // Sixteen chunks at a time are read at once; the last one lies far from the others.
    expect(requests.length).toBeLessThanOrEqual(CHUNKS / 16 + 1);
    // Gaps of 1 KiB are read over, the one of 8 MiB is not.
    expect(requests.reduce((sum, request) => sum + bytesAsked(request), 0)).toBeLessThanOrEqual(CHUNKS * 17 * KiB);
  });

  test("a Parquet set is its document, then one file of references per record, once", async () => {
    const { root, store, asked } = server();
    const array = await (await openGroup(`${root}/kerchunk.parq`, { store })).openArray("values");
    expect((await asked()).map(keyAsked)).toEqual(["kerchunk.parq/zarr.json", "kerchunk.parq/.zmetadata"]);
    expect((await array.read()).data).toEqual(setValues());
    const requests = await asked();
    const records = requests.map(keyAsked).filter((key) => key.includes("/refs."));
    expect(records.sort()).toEqual([0, 1, 2].map((record) => `kerchunk.parq/values/refs.${record}.parq`));
    const targets = requests.filter((request) => request.includes(".bin"));
    expect(targets.length).toBeLessThanOrEqual(3);
    expect(targets.reduce((sum, request) => sum + bytesAsked(request), 0)).toBe(6 * 640);
  });
}

describe("nginx", () => {
  let served: ServedFolder;
  let root: string;
  beforeAll(async () => {
    served = await serveFolder("nginx", "");
    root = served.add(entries);
  });
  afterAll(() => served?.close());
  expectCounts(() => ({
    root,
    asked: async () => (await served.requests()).map((line) => line.replace(/ \/\d+\//, " ")),
  }));
});

describe("Ceph", () => {
  const bucket = cephBucket("sets");
  let relay: CountingRelay;
  beforeAll(async () => {
    for (const [key, bytes] of entries) await bucket.store().set!(key, bytes);
    relay = await countingRelay(bucket.settings().endpoint);
  }, 600_000);
  afterAll(() => relay?.close());
  expectCounts(() => ({
    root: "s3://sets",
    store: { endpoint: relay.origin },
    asked: async () => relay.requests().map((line) => line.replace(" /sets/", " ")),
  }));
});
