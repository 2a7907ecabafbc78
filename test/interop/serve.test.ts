/** zarr-python, xarray and TensorStore read over HTTP what `serve` makes of formats that they do not know. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { copy, create, memoryStore, openArray, type Served, type ServeOptions, serve } from "../../src/index.ts";
import { fixtureFile } from "../formats/bloscpack/fixture-files.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";

interface PeerAnswer {
  readonly error?: string;
  readonly shape?: readonly number[];
  readonly values?: string;
  readonly names?: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), "hyperslab-serve-peers-"));
const values = Float32Array.from({ length: 30 * 40 }, (_, i) => i / 3);
const layout = { shape: [30, 40], dtype: "float32", chunks: [10, 16], dims: ["y", "x"] } as const;
let peer: LinePeer<PeerAnswer>;

beforeAll(async () => {
  peer = startLinePeer(await ensureEnvironment("web"), ["test/interop/serve_peer.py"]);
});
afterAll(() => {
  peer.close();
  rmSync(folder, { recursive: true, force: true });
});

async function withServer(
  address: string,
  options: ServeOptions,
  use: (server: Served) => Promise<void>,
): Promise<void> {
  const server = await serve(address, options);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

/** All of them, or those that know the data type. */
async function readBy(readers: readonly string[], server: Served, path: string, expected: Uint8Array): Promise<void> {
  for (const reader of readers) {
    const { error, values: found } = await peer.ask({ url: server.url, path, reader, format: server.served });
    expect(error, reader).toBeUndefined();
    expect(Buffer.from(found ?? "", "base64").equals(expected), `${reader} reads other values`).toBe(true);
  }
}

const bytes = new Uint8Array(values.buffer);

describe.each(["zarr1", "bloscpack", "zarr3-draft"] as const)("an array of %s", (format) => {
  it("is read by zarr-python and TensorStore", async () => {
    const memory = memoryStore();
    const { dims: _, ...plain } = layout;
    await (await create(memory, plain)).write(undefined, values);
    const address = join(folder, format === "bloscpack" ? "a.blp" : `${format}.zarr`);
    await copy(memory, address, { format });
    await withServer(address, {}, (server) => readBy(["zarr", "tensorstore"], server, "", bytes));
  });
});

it("Bloscpack files that bloscpack made", async () => {
  for (const name of ["numpy-be_f4", "numpy-order-F", "numpy-zstd-bitshuffle", "numpy-le_i2"]) {
    const { path } = fixtureFile(name);
    const expected = await (await openArray(path)).read(undefined, { as: "bytes" });
    const server = await serve(path);
    const { error, values: found, shape } = await peer.ask({ url: server.url, path: "", reader: "zarr" });
    await server.close();
    expect([name, error]).toEqual([name, undefined]);
    expect(shape).toEqual(expected.shape.slice(0, shape?.length));
    expect(Buffer.from(found!, "base64").byteLength).toBe((expected.data as Uint8Array).byteLength);
    const order = name === "numpy-be_f4" ? swapped(expected.data as Uint8Array) : (expected.data as Uint8Array);
    expect(
      [order, expected.data].some((one) => Buffer.from(found!, "base64").equals(one as Uint8Array)),
      name,
    ).toBe(true);
  }
});

/** NumPy keeps the order of bytes that a document says; the library gives the machine's. */
function swapped(words: Uint8Array): Uint8Array {
  const turned = Buffer.from(words);
  turned.swap32();
  return turned;
}

describe.each(["zarr2", "zarr3"] as const)("references to %s", (format) => {
  it("are read by all of them, by consolidated metadata too", async () => {
    const memory = memoryStore();
    const root = await create(memory, { format });
    await (await root.create("air", layout)).write(undefined, values);
    await (await root.create("deep/more", { ...layout, shape: [40, 30] })).write(undefined, 5);
    const refs: Record<string, unknown> = {};
    const parts: Uint8Array[] = [];
    let end = 0;
    for await (const { key } of memory.list!("")) {
      const value = (await memory.get(key))!;
      if (/\.z\w+$|zarr\.json$/.test(key)) refs[key] = new TextDecoder().decode(value);
      else {
        refs[key] = [`${format}.bin`, end, value.byteLength];
        parts.push(value);
        end += value.byteLength;
      }
    }
    writeFileSync(join(folder, `${format}.bin`), Buffer.concat(parts));
    writeFileSync(join(folder, `${format}.json`), JSON.stringify({ version: 1, refs }));
    await withServer(join(folder, `${format}.json`), {}, async (server) => {
      expect(server.served).toBe(format);
      await readBy(["zarr", "xarray", "tensorstore"], server, "air", bytes);
      const { names } = await peer.ask({ url: server.url, path: "", reader: "consolidated" });
      expect(names).toEqual(["air", "deep", "deep/more"]);
    });
  });
});

it("NCZarr, and a directory whose index fsspec follows", async () => {
  const address = join(folder, "nc.zarr");
  const root = await create(address, { format: "nczarr" });
  await (await root.create("t", layout)).write(undefined, values);
  await withServer(address, {}, (server) => readBy(["zarr", "xarray", "tensorstore"], server, "t", bytes));
  await withServer(folder, { as: "files" }, async (server) => {
    const { names } = await peer.ask({ url: server.url, path: "nc.zarr", reader: "list" });
    expect(names).toContain("t");
    expect(names).toContain(".zgroup");
  });
});
