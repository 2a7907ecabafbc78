/** What gen writes, read by zarr-python, holds the values that HDF5 reads from ncgen's netCDF-4 file of the same text. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { findProgram } from "../../scripts/programs.mjs";
import { parseCdl } from "../../src/cdl/parse/parse.ts";
import { gen } from "../../src/index.ts";
import { variablesOf } from "../cdl/read-text.ts";
import { unpack } from "../fixture-sets.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { ensureNetcdfPrograms } from "./netcdf-programs.ts";
import { type Peer, startPeer } from "./peer.ts";

const texts = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr", "cdl");
const names = readdirSync(texts).map((name) => basename(name, ".cdl"));

interface PeerVariable {
  readonly shape: readonly number[];
  readonly values: string | readonly string[];
}

const wanted = new Map<string, Readonly<Record<string, PeerVariable>>>();

const folder = mkdtempSync(join(tmpdir(), "hyperslab-gen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  ensureNetcdfPrograms();
  const files = names.map((name) => join(folder, `${name}.nc`));
  for (const [i, file] of files.entries()) {
    const run = spawnSync(findProgram("ncgen")!, ["-k", "nc4", "-o", file, join(texts, `${names[i]}.cdl`)], {
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(run.status, run.stderr).toBe(0);
  }
  const read = spawnSync(ensureEnvironment("hdf5"), ["test/interop/gen_peer.py", ...files], { encoding: "utf8" });
  expect(read.status, read.stderr).toBe(0);
  for (const [i, line] of read.stdout.trim().split("\n").entries()) wanted.set(names[i]!, JSON.parse(line));
});

describe.each([
  ["zarr3", "zarr"],
  ["zarr2", "zarr"],
  ["zarr2", "zarr2"],
] as const)("%s, read by %s", (format, peerName) => {
  let peer: Peer;
  beforeAll(() => {
    peer = startPeer(peerName);
  });
  afterAll(() => peer.close());

  it.each(names)("%s", async (name) => {
    const text = readFileSync(join(texts, `${name}.cdl`));
    const target = join(scratchFolder(), `${name}.zarr`);
    await gen(new Uint8Array(text), target, { format });
    const theirs = wanted.get(name)!;
    const variables = variablesOf(parseCdl(new Uint8Array(text)).root);
    expect(Object.keys(theirs).sort()).toEqual(variables.map(({ path }) => path).sort());
    for (const { path, type, dimensions } of variables) {
      const found = await peer.read(target, path);
      expect(found.error, path).toBeUndefined();
      // zarr-python 3 gives the bytes of such a scalar as an object, of which the peer sends the address.
      if (peerName === "zarr" && type === "char" && dimensions.length === 0) continue;
      expect({ shape: found.shape, values: found.values }, path).toEqual(theirs[path]);
      expect(found.dims ?? [], path).toEqual(dimensions.map((dimension) => dimension.name));
    }
  });
});
