/** Arrays of Zarr 1 and Zarr 0.4 that Hyperslab writes: what zarr-python 2 makes of the former, and c-blosc of the latter. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pythonOf } from "../../scripts/peers/environments.mjs";
import { fixedBytes } from "../../src/dataset/array/fixed-bytes.ts";
import { create, type NewArrayOptions } from "../../src/index.ts";

const reversed = { name: "transpose", configuration: { order: [1, 0] } };
const blosc = (cname: string, shuffle: string, typesize: number) => ({
  name: "blosc",
  configuration: { cname, clevel: 5, shuffle, typesize, blocksize: 0 },
});

type LegacyCase = Pick<NewArrayOptions, "dtype" | "fillValue" | "codecs">;

const TYPES: readonly LegacyCase[] = [
  { dtype: "bool", fillValue: true },
  { dtype: "int32", fillValue: -7 },
  { dtype: "uint64" },
  { dtype: "float32", fillValue: Number.NaN },
  { dtype: "float64", fillValue: 1e300 },
  { dtype: "U3", fillValue: "éß" },
  ...["blosclz", "lz4", "lz4hc", "zlib"].flatMap((cname) =>
    ["noshuffle", "shuffle", "bitshuffle"].map((shuffle) => ({ dtype: "int16", codecs: [blosc(cname, shuffle, 2)] })),
  ),
];
/** `migrate_1to2` takes no fill values of byte strings and times over. */
const ONLY_V0: readonly LegacyCase[] = [{ dtype: "S5" }, { dtype: "datetime64[s]" }];
const ONLY_V1: readonly LegacyCase[] = [
  { dtype: "int16", codecs: [reversed, blosc("lz4", "shuffle", 2)] },
  { dtype: "int16", codecs: [] },
  { dtype: "int16", codecs: ["zlib"] },
  { dtype: "int16", codecs: ["bz2"] },
  { dtype: "int16", codecs: [{ name: "lzma", configuration: { format: 1, check: 0, preset: 1, filters: null } }] },
];

/** The item of each type at a place. */
function itemOf(dtype: LegacyCase["dtype"], index: number): unknown {
  if (dtype === "bool") return index % 3 === 0;
  if (dtype === "S5" || dtype === "U3") return `t${index}`;
  return dtype === "uint64" || dtype === "datetime64[s]" ? BigInt(index) : index;
}

const ATTRIBUTES = { zeta: 1.5, alpha: ["é", null, true] };

async function write(format: "zarr0" | "zarr1", options: LegacyCase, path: string): Promise<Uint8Array> {
  const made = await create(path, { ...options, format, shape: [5, 7], chunks: [3, 4] });
  const rows = [0, 1, 2].map((row) => Array.from({ length: 7 }, (_, i) => itemOf(options.dtype, 7 * row + i)));
  await made.write("0:3", rows);
  await made.setAttributes(ATTRIBUTES);
  await made.resize([6, 7]);
  return fixedBytes((await made.read(undefined, { as: "bytes" })).data);
}

it.each([
  ["zarr0", [...TYPES, ...ONLY_V0]],
  ["zarr1", [...TYPES, ...ONLY_V1]],
] as const)("%s", async (format, cases) => {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-legacy-"));
  const paths = cases.map((_, index) => join(folder, `${index}`));
  const written: Uint8Array[] = [];
  for (const [index, options] of cases.entries()) written.push(await write(format, options, paths[index]!));
  const peer = ["test/interop/legacy_peer.py", format, ...paths];
  const lines = execFileSync(pythonOf("zarr2"), peer, { encoding: "utf8" }).trim().split("\n");
  expect(lines).toHaveLength(cases.length);
  for (const [index, options] of cases.entries()) {
    const values = Buffer.from(written[index]!).toString("base64");
    expect(JSON.parse(lines[index]!), JSON.stringify(options)).toEqual({ values, attributes: ATTRIBUTES });
  }
  rmSync(folder, { recursive: true });
});
