/**
 * Files that xarray writes, combined by scan: the variables, dimensions, dates and values that open_mfdataset gives. GDAL reads the
 * same values from the sets.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { type CfDate, type Group, open, type ScanOptions, scan } from "../../src/index.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";

interface Variable {
  readonly dims: readonly string[];
  readonly values?: unknown;
  readonly dates?: readonly string[];
}
interface Case {
  readonly files: readonly string[];
  readonly variables: Readonly<Record<string, Variable>>;
}

interface GdalAnswer {
  readonly arrays?: Readonly<Record<string, { readonly shape: readonly number[]; readonly values: readonly number[] }>>;
  readonly error?: string;
}

let folder: string;
let gdal: Readonly<Record<".json" | ".parq", LinePeer<GdalAnswer>>>;
let truth: Readonly<Record<string, Case>>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-combine-"));
  const python = ensureEnvironment("mfdataset");
  const { status, stdout, stderr } = spawnSync(python, ["test/interop/combine_peer.py", folder], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  expect(status, stderr).toBe(0);
  truth = JSON.parse(stdout);
  const other = ensureEnvironment("gdal");
  gdal = {
    ".json": startLinePeer(other, ["test/interop/gdal_peer.py", "rasterio"]),
    ".parq": startLinePeer(other, ["test/interop/gdal_peer.py", "pyogrio"]),
  };
});
afterAll(() => {
  for (const peer of Object.values(gdal ?? {})) peer.close();
  rmSync(folder, { recursive: true });
});

const two = (number: number): string => String(number).padStart(2, "0");

async function compare(group: Group, { variables }: Case): Promise<void> {
  expect((await group.children()).map(({ path }) => path).sort()).toEqual(Object.keys(variables).sort());
  for (const [name, { dims, values, dates }] of Object.entries(variables)) {
    const array = await group.openArray(name);
    expect(array.dims, name).toEqual(dims);
    if (dates === undefined) expect((await array.read()).toNested(), name).toEqual(values);
    else {
      const { data } = await array.read(undefined, { decode: { times: "dates" } });
      const text = ({ year, month, day, hour, minute, second }: CfDate): string =>
        `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
      expect(Array.from(data as readonly CfDate[], text), name).toEqual(dates);
    }
  }
}

/** Numbers as open_mfdataset gives them; times as we read them, whose dates were compared with its own. */
async function compareWithGdal(set: string, ending: keyof typeof gdal, { variables }: Case): Promise<void> {
  const group = (await open(set, { allow: [folder] })) as Group;
  const path = ending === ".json" ? `ZARR:"/vsikerchunk_json_ref/{${set}}"` : `ZARR:"${set}"`;
  const { arrays, error } = await gdal[ending].ask({ path, names: Object.keys(variables) });
  expect(error).toBe(undefined);
  for (const [name, { values }] of Object.entries(variables)) {
    const { shape, data } = await (await group.openArray(name)).read();
    const numbers = values === undefined ? Array.from(data as ArrayLike<number>, Number) : [values].flat(9);
    expect(arrays![name], name).toEqual({ shape: [...shape], values: numbers });
  }
}

const CASES: readonly (readonly [string, ScanOptions])[] = [
  ...["standard", "proleptic_gregorian", "noleap", "all_leap", "360_day", "julian"].map(
    (calendar) => [`calendar-${calendar}`, { concat: "time" }] as const,
  ),
  ...["NETCDF3_CLASSIC", "NETCDF3_64BIT", "NETCDF4"].map((kind) => [`numbers-${kind}`, { concat: "time" }] as const),
  ["uneven", { concat: "time" }],
  ["reversed", { concat: "time" }],
  ["members", { concat: "member" }],
  ["merged", { merge: true }],
  ["both", { concat: "time", merge: true }],
];

test.each(CASES)("%s", async (name, options) => {
  const found = truth[name]!;
  const result = await scan(join(folder, name, "*.nc"), options);
  await compare(result.group, found);
  // And what is saved, by a process that knows the set alone.
  const set = join(folder, `${name}.json`);
  await result.save(set);
  await compare((await open(set, { allow: [folder] })) as Group, found);
  await compareWithGdal(set, ".json", found);
});

test.each(["calendar-noleap", "numbers-NETCDF3_CLASSIC", "uneven", "members", "both"])(
  "Parquet of %s, read by GDAL",
  async (name) => {
    const [, options] = CASES.find(([known]) => known === name)!;
    const set = join(folder, `${name}.parq`);
    await (await scan(join(folder, name, "*.nc"), options)).save(set);
    await compareWithGdal(set, ".parq", truth[name]!);
  },
);

test("there is a case for every answer", () => {
  expect(CASES.map(([name]) => name).sort()).toEqual(Object.keys(truth).sort());
});
