/** Plain Zarr v2 with text beyond ASCII reads as equal in netCDF-C of every version, zarr-python 2 and 3, and TensorStore. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { NetcdfName } from "../../scripts/peers/environments.mjs";
import { create, openGroup } from "../../src/index.ts";
import { writeDataset } from "../../src/operations/gen/gen.ts";
import {
  closePeers,
  datasetOf,
  differenceOf,
  type ModelAttribute,
  type ModelGroup,
  type ModelVariable,
  seenByUs,
  sharedPeer,
  visible,
} from "./netcdf-model.ts";
import { startPeer } from "./peer.ts";
import { randomDataset } from "./random-netcdf.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-plain-"));
afterAll(() => {
  closePeers();
  rmSync(folder, { recursive: true, force: true });
});

const RANDOM = Number(process.env["HYPERSLAB_NETCDF_RUNS"] ?? 50);
const VERSIONS: readonly NetcdfName[] = ["netcdf490", "netcdf491", "netcdf494", "netcdf4101"];

const TEXTS = { título: "naïve 世界 😀 \u007f", "😀": [1.5, 2], units: "°C" };
/** Without types, 4.9.0 takes the smallest integer, and lists of texts make it abort. */
const OTHERS = { größe: 1, texts: ["é", "ö"] };

interface Way {
  readonly dialect: string;
  readonly separator: "." | "/";
  readonly consolidate: boolean;
}

const WAYS: readonly Way[] = ["xarray", "noxarray"].flatMap((dialect) =>
  [false, true].flatMap((consolidate) =>
    ([".", "/"] as const).map((separator) => ({ dialect, separator, consolidate })),
  ),
);

let datasets = 0;

const attributesFor = (reader: string): Readonly<Record<string, string | number | readonly (string | number)[]>> =>
  reader === "netcdf490" ? TEXTS : { ...TEXTS, ...OTHERS };

async function made({ dialect, separator, consolidate }: Way, reader: string): Promise<string> {
  const path = join(folder, String(datasets++));
  const attributes = attributesFor(reader);
  const root = await create(path, { format: "zarr2", dialect, attributes });
  const layout = { chunks: [2, 2], dims: ["längd", "世界"], codecs: [], chunkKeys: { separator } } as const;
  const size = { shape: [3, 4], dtype: "int32", attributes, ...layout } as const;
  await (await root.create("größe", size)).write(
    undefined,
    Int32Array.from({ length: 12 }, (_, i) => i * 7),
  );
  const group = await root.create("flöde", { attributes });
  await (await group.create("tår", size)).write(
    undefined,
    Int32Array.from({ length: 12 }, (_, i) => -i),
  );
  if (consolidate) await root.consolidate();
  return path;
}

interface FlatVariable extends Omit<ModelVariable, "name"> {
  readonly path: string;
}

/** Variables by their paths, without the groups of dimensions: before 4.10, netCDF-C put all into the root. */
function flat({ variables, attributes, groups }: ModelGroup, path = ""): readonly (FlatVariable | ModelAttribute)[] {
  return [
    ...attributes,
    ...variables.map(({ name, ...variable }) => ({
      ...variable,
      path: `${path}/${name}`,
      dimensions: variable.dimensions.map((one) =>
        one.slice(one.lastIndexOf("/") + 1).replace(/^_zdim/, "_Anonymous_Dim"),
      ),
    })),
    ...groups.flatMap((group) => flat(group, `${path}/${group.name}`)),
  ];
}

const words = ({ consolidate }: Way): string => (consolidate ? ",consolidated" : "");

describe.each(WAYS)("$dialect, separator $separator, consolidated: $consolidate", (way) => {
  it.each(VERSIONS)("read by %s", async (reader) => {
    const path = await made(way, reader);
    const ours = visible(await seenByUs(await openGroup(path)));
    expect(ours.attributes.map(({ name }) => name)).toEqual(Object.keys(attributesFor(reader)));
    const answer = await sharedPeer(reader).ask({ op: "read", url: `file://${path}#mode=zarr,file${words(way)}` });
    expect(answer.error).toBeUndefined();
    expect(flat(visible(answer))).toEqual(flat(ours));
    if (reader === "netcdf4101") expect(visible(answer)).toEqual(ours);
  });

  it.each(["zarr", "zarr2", "tensorstore"] as const)("read by %s", async (reader) => {
    const path = await made(way, reader);
    const peer = startPeer(reader);
    const isZarr = reader !== "tensorstore";
    const names = way.dialect === "xarray" ? { _ARRAY_DIMENSIONS: ["längd", "世界"] } : {};
    for (const node of ["größe", "flöde/tår"]) {
      const { error, values, attributes } = await peer.read(path, node);
      expect(error).toBeUndefined();
      const { data } = await (await (await openGroup(path)).openArray(node)).read(undefined, { as: "bytes" });
      expect(values).toBe(Buffer.from(data as Uint8Array).toString("base64"));
      if (isZarr) expect(attributes).toEqual({ ...attributesFor(reader), ...names });
    }
    if (isZarr) {
      expect((await peer.read(path, "flöde")).attributes).toEqual(attributesFor(reader));
      expect((await peer.read(path)).children).toMatchObject({ größe: "array", flöde: "group" });
    }
    peer.close();
  });
});

it("after a change, too", async () => {
  const path = await made({ dialect: "xarray", separator: ".", consolidate: true }, "netcdf490");
  await (await openGroup(path)).setAttributes({ título: "ändrad" });
  await (await openGroup(path)).rename("größe", "größe 2");
  for (const key of [".zattrs", ".zmetadata"]) {
    const text = readFileSync(join(path, key), "utf8");
    expect(text).toContain("ändrad");
    expect(text).not.toContain("\\u");
  }
  const ours = visible(await seenByUs(await openGroup(path)));
  for (const reader of VERSIONS) {
    const answer = await sharedPeer(reader).ask({ op: "read", url: `file://${path}#mode=zarr,file` });
    expect(flat(visible(answer))).toEqual(flat(ours));
  }
});

/**
 * What plain Zarr can record: no types of attributes but those that a reader infers, no characters, and dimensions in the
 * group of their variable. 4.9.0 infers the smallest integer.
 */
function plain(model: ModelGroup, reader: NetcdfName): ModelGroup {
  const isRecorded = ({ type }: ModelAttribute): boolean =>
    type === "char" || (reader !== "netcdf490" && (type === "int" || type === "double"));
  const { variables, attributes } = model;
  return {
    ...model,
    attributes: attributes.filter(isRecorded),
    variables: variables
      .filter(({ type, dimensions }) => type !== "char" && dimensions.length > 0)
      .map((variable) => ({ ...variable, attributes: variable.attributes.filter(isRecorded) })),
    groups: [],
  };
}

describe.each(VERSIONS)("random datasets read by %s", (reader) => {
  it(`${RANDOM} of them`, { timeout: 300_000 + 2000 * RANDOM }, async () => {
    const wrong: string[] = [];
    for (let seed = 2001; seed <= 2000 + RANDOM; seed++) {
      const model = plain(randomDataset(seed, { unlimited: false, strings: false, scalars: false }), reader);
      const path = join(folder, `random-${reader}-${seed}`);
      await writeDataset(path, datasetOf(model), { format: "zarr2", dialect: seed % 2 === 0 ? "xarray" : "noxarray" });
      const ours = visible(await seenByUs(await openGroup(path)));
      const answer = await sharedPeer(reader).ask({ op: "read", url: `file://${path}#mode=zarr,file` });
      const difference = answer.error ?? differenceOf(flat(visible(answer)), flat(ours));
      if (difference !== undefined) wrong.push(`${seed}: ${difference}`);
      const given = [...model.variables].map(({ name, values }) => `${name} ${values}`);
      const seen = ours.variables.map(({ name, values }) => `${name} ${values}`);
      if (given.sort().join("\n") !== seen.sort().join("\n")) wrong.push(`${seed}: written otherwise`);
      rmSync(path, { recursive: true, force: true });
    }
    expect(wrong).toEqual([]);
  });
});
