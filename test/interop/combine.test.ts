/** Files that xarray writes, combined by scan: the variables, dimensions, dates and values that open_mfdataset gives. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { type CfDate, type Group, open, type ScanOptions, scan } from "../../src/index.ts";

interface Variable {
  readonly dims: readonly string[];
  readonly values?: unknown;
  readonly dates?: readonly string[];
}
interface Case {
  readonly files: readonly string[];
  readonly variables: Readonly<Record<string, Variable>>;
}

let folder: string;
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
});
afterAll(() => rmSync(folder, { recursive: true }));

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

const CASES: readonly (readonly [string, ScanOptions])[] = [
  ...["standard", "proleptic_gregorian", "noleap", "all_leap", "360_day", "julian"].map(
    (calendar) => [`calendar-${calendar}`, { concat: "time" }] as const,
  ),
  ...["NETCDF3_CLASSIC", "NETCDF3_64BIT", "NETCDF4"].map((kind) => [`numbers-${kind}`, { concat: "time" }] as const),
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
});

test("there is a case for every answer", () => {
  expect(CASES.map(([name]) => name).sort()).toEqual(Object.keys(truth).sort());
});
