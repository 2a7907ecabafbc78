/** Large HDF5 files that h5py makes: what it takes to open them, and long chunk indexes. */
import { spawnSync } from "node:child_process";
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pythonOf } from "../../scripts/peers/environments.mjs";
import type { ByteSource } from "../../src/bytes/source/byte-source.ts";
import type { VirtualDataset } from "../../src/model/virtual/virtual-dataset.ts";
import { hdf5 } from "../../src/scanners/hdf5/hdf5.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-hdf5-"));
afterAll(() => rmSync(folder, { recursive: true }));

function make(script: string): string {
  const run = spawnSync(pythonOf("hdf5"), ["-c", script, folder], { encoding: "utf8" });
  expect(run.stderr).toBe("");
  return run.stdout;
}

/** Counts what it is asked for. */
function counted(path: string): {
  readonly source: ByteSource;
  readonly counts: { reads: number; bytes: number };
  close(): void;
} {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const counts = { reads: 0, bytes: 0 };
  const source: ByteSource = {
    read: async (range) => {
      const { offset, length } = range as { readonly offset: number; readonly length: number };
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      readSync(file, bytes, 0, bytes.byteLength, offset);
      counts.reads += 1;
      counts.bytes += bytes.byteLength;
      return bytes;
    },
    size: async () => size,
  };
  return { source, counts, close: () => closeSync(file) };
}

async function scan(source: ByteSource): Promise<VirtualDataset> {
  return (await hdf5.scan({ source, place: {}, name: "a.h5" }))!;
}

test("1 GB is opened with 12 reads and 8 MiB, and a chunk of it found with two more", async () => {
  make(`
import h5py, numpy as np, sys
with h5py.File(sys.argv[1] + "/big.h5", "w") as f:
    for n in range(20):
        f.create_dataset(f"v{n}", data=np.arange(1000.0)).attrs["units"] = "K"
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_chunk((1, 512, 512))
    plist.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    plist.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
    h5py.h5d.create(f.id, b"d", h5py.h5t.IEEE_F32LE, h5py.h5s.create_simple((1024, 512, 512)), plist)
    for n in range(20):
        f.create_dataset(f"w{n}", data=np.arange(1000.0)).attrs["units"] = "K"
`);
  const { source, counts, close } = counted(join(folder, "big.h5"));
  const dataset = await scan(source);
  expect(dataset.nodes.size).toBe(42);
  expect(counts.reads).toBeLessThanOrEqual(12);
  expect(counts.bytes).toBeLessThanOrEqual(8 * 2 ** 20);
  const before = counts.reads;
  expect(await dataset.pending!.get("d")!.find([700, 0, 0])).toMatchObject({ reference: { length: 2 ** 20 } });
  expect(counts.reads - before).toBeLessThanOrEqual(2);
  close();
});

test("pages of long extensible and fixed arrays lead to the chunks of h5py", async () => {
  const places = make(`
import h5py, json, sys
at = [0, 3, 4, 100, 5000, 131055, 131056, 140000, 199999]
with h5py.File(sys.argv[1] + "/long.h5", "w", libver="v110") as f:
    found = {}
    for name, most in {"grows": (None,), "fixed": (200000,)}.items():
        d = f.create_dataset(name, shape=(200000,), maxshape=most, chunks=(1,), dtype="u1")
        for i in at:
            d[i] = i % 251
    f.flush()
    for name in f:
        found[name] = [[i, f[name].id.get_chunk_info_by_coord((i,)).byte_offset] for i in at]
print(json.dumps(found))
`);
  const { source, close } = counted(join(folder, "long.h5"));
  const { pending, references } = await scan(source);
  for (const [name, chunks] of Object.entries(JSON.parse(places) as Record<string, [number, number][]>)) {
    for (const [coord, offset] of chunks) {
      expect(await pending!.get(name)!.find([coord]), `${name} ${coord}`).toMatchObject({ reference: { offset } });
    }
    expect(await pending!.get(name)!.find([150_000])).toBeUndefined();
    await pending!.get(name)!.load();
    expect([...references.table.keys(name)].length).toBe(chunks.length);
  }
  close();
});
