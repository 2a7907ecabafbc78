/**
 * References to the foreign files of the fixtures, as scan writes them: other readers of references read the values that the native
 * peer recorded, or refuse. What they refuse, and why, is in docs/scan.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureEnvironment, pythonOf } from "../../scripts/peers/environments.mjs";
import { isHyperslabError } from "../../src/errors.ts";
import { scan } from "../../src/index.ts";
import { type NativeFile, nativeFiles } from "../scanners/native-files.ts";
import { startLinePeer } from "./line-peer.ts";

type Answer = Readonly<Record<string, string | { readonly shape: readonly number[]; readonly sha256: string }>>;

/** Arrays that each peer must read at least: others have codecs or types that it lacks. */
const LEAST: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  fsspec: { hdf5: 600, netcdf3: 500, fits: 14, tiff: 60 },
  xarray: { hdf5: 100, netcdf3: 400, tiff: 20 },
  virtualizarr: { hdf5: 100, netcdf3: 400, tiff: 20 },
};
/** VirtualiZarr takes the Base64 of a fill value of texts, as Zarr v2 spells it, for the text itself. */
const WRONG: Readonly<Record<string, RegExp>> = { virtualizarr: /^fills-\w+\.h5: s$/ };

const files = nativeFiles();
const folder = mkdtempSync(join(tmpdir(), "hyperslab-scanned-"));
let peer: ReturnType<typeof startLinePeer<Answer>>;
beforeAll(() => {
  peer = startLinePeer<Answer>(pythonOf("kerchunk"), ["test/interop/scanned_peer.py"]);
});
afterAll(() => {
  peer?.close();
  rmSync(folder, { recursive: true });
});

async function saved(file: NativeFile): Promise<string | undefined> {
  const set = join(folder, `${file.file}.json`);
  try {
    await (await scan(resolve(file.folder, file.file), { format: file.format })).save(set, { overwrite: true });
    return set;
  } catch (error) {
    // What references cannot say is refused when they are made.
    if (isHyperslabError(error, "unsupported")) return undefined;
    throw error;
  }
}

const cases = Object.entries(LEAST).flatMap(([name, formats]) =>
  Object.entries(formats).map(([format, least]) => [name, format, least] as const),
);

test.each(cases)("%s reads %s", (name, format, least) => compare(peer, name, format, least));

test("fsspec reads grib with kerchunk's codec, which is ecCodes", async () => {
  const own = startLinePeer<Answer>(ensureEnvironment("grib"), ["test/interop/scanned_peer.py"]);
  try {
    await compare(own, "fsspec", "grib", 40);
  } finally {
    own.close();
  }
});

async function compare(asked: typeof peer, name: string, format: string, least: number): Promise<void> {
  let equal = 0;
  const different: string[] = [];
  for (const file of files.filter((one) => one.format === format)) {
    const set = await saved(file);
    if (set === undefined) continue;
    const names = Object.keys(file.arrays).filter((path) => file.arrays[path]!.sha256 !== undefined);
    const answer = await asked.ask({ peer: name, path: set, names });
    for (const path of names) {
      const found = answer[path]!;
      const { shape, sha256 } = file.arrays[path]!;
      if (typeof found === "string") continue;
      if (found.sha256 === sha256 && String(found.shape) === String(shape)) equal += 1;
      else different.push(`${file.file}: ${path}`);
    }
  }
  expect(different.filter((array) => WRONG[name]?.test(array) !== true)).toEqual([]);
  expect(equal).toBeGreaterThanOrEqual(least);
}
