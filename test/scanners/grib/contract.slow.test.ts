/** GRIB files wherever they may lie, and cut off: the contract of scanners. Values are those of cfgrib (scripts/fixtures/grib.py). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeScanner, type ExpectedArray } from "../../contracts/scanner-contract.ts";
import { unpack } from "../../fixture-sets.ts";

interface Dataset {
  readonly variables: Readonly<Record<string, { dims: string[]; shape: number[]; sha256: string }>>;
  readonly coordinates: Readonly<Record<string, { dims: string[]; values: (number | null)[] }>>;
}
interface Truth {
  readonly messages: readonly object[];
  readonly datasets?: Readonly<Record<string, Dataset>>;
}

const ARCHIVE = "fixtures/grib/grib.tar.gz";
const truth: Readonly<Record<string, Truth>> = JSON.parse(readFileSync(join(unpack(ARCHIVE), "truth.json"), "utf8"));
const WHOLE = ["number", "time", "valid_time"];

function arraysOf(group: string, { variables, coordinates }: Dataset): [string, ExpectedArray][] {
  const path = (name: string): string => (group === "" ? name : `${group}/${name}`);
  const lengths = new Map(
    Object.values(variables).flatMap(({ dims, shape }) => dims.map((dim, axis) => [dim, shape[axis]!] as const)),
  );
  return [
    ...Object.entries(variables).map(([name, { dims, shape, sha256 }]): [string, ExpectedArray] => [
      path(name),
      { dataType: "float32", dims, shape, sha256 },
    ]),
    ...Object.entries(coordinates).map(([name, { dims }]): [string, ExpectedArray] => [
      path(name),
      { dataType: WHOLE.includes(name) ? "int64" : "float64", dims, shape: dims.map((dim) => lengths.get(dim)!) },
    ]),
  ];
}

describeScanner("grib", {
  archive: ARCHIVE,
  files: Object.entries(truth).flatMap(([name, { datasets }]) => {
    if (datasets === undefined) return [];
    const arrays = Object.entries(datasets).flatMap(([group, dataset]) => arraysOf(group, dataset));
    return [{ file: `${name}.grib`, arrays: Object.fromEntries(arrays) }];
  }),
  cuts: 12,
  // A file that ends after a whole message is a whole file: nothing tells how many there were.
  isCut: ({ file }) => truth[file.slice(0, -".grib".length)]!.messages.length === 1,
});
