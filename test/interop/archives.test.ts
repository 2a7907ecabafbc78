/**
 * References to files that are stored in archives, which Python made: fsspec with zarr-python, xarray and GDAL read in them what
 * MFDataset reads in the files themselves.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { scan } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";
import type { ScannedAnswer } from "./scanned-sets.ts";

const files = unpack("fixtures/scan/files.tar.gz");
const expected = JSON.parse(readFileSync("fixtures/scan/expected.json", "utf8"));
/** netCDF-3, and netCDF-4 with compressed chunks. */
const CASES = ["months", "shorter-last"] as const;

/** Neither library compresses unless it is told to. */
const MAKERS = {
  zip: "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w') as archive:\n  for name in sys.argv[2:]: archive.write(name)",
  tar: "import sys, tarfile\nwith tarfile.open(sys.argv[1], 'w') as archive:\n  for name in sys.argv[2:]: archive.add(name)",
} as const;

let python: LinePeer<ScannedAnswer>;
let gdal: LinePeer<{ readonly arrays?: ScannedAnswer; readonly error?: string }>;
let maker: string;
let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "hyperslab-archives-"));
  maker = ensureEnvironment("kerchunk");
  python = startLinePeer(maker, ["test/interop/scanned_peer.py"]);
  gdal = startLinePeer(ensureEnvironment("gdal"), ["test/interop/gdal_peer.py", "rasterio"]);
});
afterAll(() => {
  python?.close();
  gdal?.close();
  rmSync(scratch, { recursive: true });
});

describe.each(["zip", "tar"] as const)("members of a %s archive", (kind) => {
  describe.each(CASES)("%s", (name) => {
    let json: string;
    let parquet: string;
    const rows: readonly (readonly number[])[] = expected[name].t;
    const sha256 = createHash("sha256").update(Int16Array.from(rows.flat())).digest("hex");
    const wanted = { t: { shape: [rows.length, 3], sha256 } };
    beforeAll(async () => {
      const folder = join(scratch, `${name}-${kind}`);
      mkdirSync(folder);
      const archive = join(folder, `files.${kind}`);
      const members = readdirSync(join(files, name));
      execFileSync(maker, ["-c", MAKERS[kind], archive, ...members], { cwd: join(files, name) });
      const { save } = await scan(`${archive}|${kind}:*.nc`, { concat: "time" });
      [json, parquet] = [join(folder, `${name}.json`), join(folder, `${name}.parq`)];
      for (const set of [json, parquet]) await save(set);
      // Nothing but the archive is there to be read.
      expect(readdirSync(folder).sort()).toEqual([`files.${kind}`, `${name}.json`, `${name}.parq`].sort());
      expect(readFileSync(json, "utf8")).toContain(JSON.stringify(archive));
    });

    it.each(["fsspec", "xarray"])("read by %s", async (peer) => {
      for (const path of [json, parquet]) {
        expect(await python.ask({ peer, path, names: ["t"] }), path).toEqual(wanted);
      }
    });

    it("read by GDAL", async () => {
      const path = `ZARR:"/vsikerchunk_json_ref/{${json}}"`;
      expect(await gdal.ask({ path, names: ["t"], digests: true })).toEqual({ arrays: wanted });
    });
  });
});
