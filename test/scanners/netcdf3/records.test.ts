/** Variables that share records: their slices are read in spans of many records, with the values and errors of each. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { limitSettings, setLimits } from "../../../src/bytes/limit.ts";
import { memoryStore, openGroup } from "../../../src/index.ts";
import { type ObjectServer, objectServer } from "../../stores/object-server.ts";
import { expectNative, nativeFiles } from "../native-files.ts";
import { type RecordVariable, recordFile, valueAt } from "./record-file.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-records-"));
const usual = limitSettings();
let server: ObjectServer;
beforeAll(async () => {
  server = await objectServer();
});
afterEach(() => setLimits(usual));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

/** With a distance of 36 bytes, which is no multiple of 8. */
const VARIABLES: readonly RecordVariable[] = [
  { name: "time", type: "float64", inner: 1 },
  { name: "odd", type: "int8", inner: 3 },
  { name: "short", type: "int16", inner: 5 },
  { name: "wide", type: "int32", inner: 3 },
];

/** Spans of this many records of `VARIABLES`. */
const TOGETHER = 4;
const lowered = { "formats.spanBytes": TOGETHER * 36 + 35 };

async function opened(bytes: Uint8Array) {
  const store = memoryStore();
  await store.set!("a.nc", bytes);
  const requests: (readonly [offset: number, length: number])[] = [];
  const get: typeof store.get = (key, options) => {
    const range = options?.range;
    if (range !== undefined && "offset" in range) requests.push([range.offset, range.length ?? 0]);
    return store.get(key, options);
  };
  const root = await openGroup({ ...store, get }, { path: "a.nc" });
  requests.length = 0;
  return { store, root, requests };
}

const indices = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const COUNTS = [1, 2, TOGETHER - 1, TOGETHER, TOGETHER + 1, 2 * TOGETHER, 3 * TOGETHER + 1];

describe.each(COUNTS)("of %i records", (records) => {
  const all = indices(records);
  it.each(VARIABLES)("$name has the same values whole and in part", async ({ name, inner }) => {
    setLimits({ tiny: false, values: lowered });
    const { root } = await opened(recordFile(VARIABLES, records).bytes);
    const array = await root.openArray(name);
    expect(array.chunks).toEqual([1, inner]);
    const selections: readonly (readonly [string, readonly number[]])[] = [
      [":", all],
      ["1:", all.slice(1)],
      [":-1", all.slice(0, -1)],
      ["::2", all.filter((index) => index % 2 === 0)],
      ["::-1", all.toReversed()],
      ["::-3", all.toReversed().filter((_, index) => index % 3 === 0)],
      ["-1", all.slice(-1)],
    ];
    for (const [rows, selected] of selections) {
      for (const along of inner === 1 ? [[0]] : [indices(inner), [inner - 1], indices(inner).toReversed()]) {
        const columns = along.length === 1 ? `${along[0]}` : along[0] === 0 ? ":" : "::-1";
        const { data } = await array.read(`${rows}, ${columns}`);
        const expected = selected.flatMap((record) => along.map((index) => valueAt(record, index)));
        expect(Array.from(data as ArrayLike<number>), `${rows}, ${columns}`).toEqual(expected);
      }
    }
    const list = [records - 1, 0, Math.floor(records / 2), 0];
    const { data } = await array.read([list, [0]]);
    expect(Array.from(data as ArrayLike<number>)).toEqual(list.map((record) => valueAt(record, 0)));
  });
});

it("the files of netCDF-C, scipy and ncgen have the same values in spans of any length", async () => {
  for (const spanBytes of [64, 200, 4096]) {
    setLimits({ tiny: false, values: { "formats.spanBytes": spanBytes } });
    for (const file of nativeFiles().filter(({ format }) => format === "netcdf3")) {
      await expectNative(await openGroup(join(file.folder, file.file), { format: "netcdf3" }), file);
    }
  }
});

it("one read per span, of no more than the records that are selected", async () => {
  setLimits({ tiny: false, values: lowered });
  const { bytes, begin, step } = recordFile(VARIABLES, 3 * TOGETHER + 1);
  const { root, requests } = await opened(bytes);
  const time = await root.openArray("time");
  await time.read();
  const starts = [0, 1, 2, 3].map((span) => begin + span * TOGETHER * step);
  expect(requests.sort(([a], [b]) => a - b)).toEqual(
    starts.map((at, span) => [at, span === 3 ? 8 : (TOGETHER - 1) * step + 8]),
  );
  requests.length = 0;
  await time.read(`${TOGETHER + 1}:${TOGETHER + 2}`);
  expect(requests).toEqual([[begin + (TOGETHER + 1) * step, 8]]);
});

it("records that are far apart are read one by one, as are distant ones of a selection", async () => {
  const variables = [VARIABLES[0]!, { name: "large", type: "int32", inner: 10_000 }] as const;
  const { bytes, begin, step } = recordFile(variables, 20);
  const { root, requests } = await opened(bytes);
  await (await root.openArray("time")).read();
  expect(requests).toEqual(indices(20).map((record) => [begin + record * step, 8]));
  const near = recordFile(VARIABLES, 3000);
  const other = await opened(near.bytes);
  const time = await other.root.openArray("time");
  expect(Array.from((await time.read("::1000")).data as ArrayLike<number>)).toEqual(
    [0, 1000, 2000].map((record) => valueAt(record, 0)),
  );
  expect(other.requests).toEqual([0, 1000, 2000].map((record) => [near.begin + record * near.step, 8]));
});

it("on a server, a whole variable of 5,000 records takes one request", async () => {
  const { bytes } = recordFile(VARIABLES, 5000);
  const root = await openGroup(`${server.add([["a.nc", bytes]])}/a.nc`);
  server.seen.length = 0;
  const { data } = await (await root.openArray("short")).read(":, 1");
  expect(Array.from(data as ArrayLike<number>)).toEqual(indices(5000).map((record) => valueAt(record, 1)));
  expect(server.seen.length).toBe(1);
});

it("errors name the first record of a span", async () => {
  setLimits({ tiny: false, values: lowered });
  const path = join(folder, "short.nc");
  // Of several spans that are missing, any may fail first.
  const { bytes, begin, step } = recordFile(VARIABLES, 2 * TOGETHER);
  writeFileSync(path, bytes);
  const time = await (await openGroup(path)).openArray("time");
  truncateSync(path, begin + (TOGETHER + 1) * step);
  await expect(time.read(`${TOGETHER}:`)).rejects.toMatchObject({
    code: "invalid-data",
    place: { node: "time", chunk: [TOGETHER, 0], key: `time/${TOGETHER}-${2 * TOGETHER - 1}` },
  });
});

it("a file that was replaced is an error, not values of both", async () => {
  setLimits({ tiny: false, values: lowered });
  const path = join(folder, "replaced.nc");
  writeFileSync(path, recordFile(VARIABLES, 3 * TOGETHER).bytes);
  const time = await (await openGroup(path)).openArray("time");
  await time.read("0:2");
  writeFileSync(path, recordFile(VARIABLES, 5 * TOGETHER).bytes);
  await expect(time.read()).rejects.toMatchObject({ code: "invalid-data" });
});

it.each(COUNTS.slice(2, 5))("records that the file lacks are errors: %i of more", async (stored) => {
  setLimits({ tiny: false, values: lowered });
  const { root } = await opened(recordFile(VARIABLES, stored, stored + 2).bytes);
  const time = await root.openArray("time");
  expect(Array.from((await time.read(`:${stored}`)).data as ArrayLike<number>)).toEqual(
    indices(stored).map((at) => valueAt(at, 0)),
  );
  const what = `the header counts ${stored + 2} records, but the file ends in record ${stored} of time`;
  for (const rows of [":", `${stored - 1}:${stored + 1}`, `${stored}`]) {
    await expect(time.read(rows)).rejects.toMatchObject({ what });
  }
});
