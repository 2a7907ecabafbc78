/** Whatever is wrong with a store is a typed error with its place, never a fill value, a crash or a hang. */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { create, type ErrorCode, type HyperslabError, isHyperslabError, NdArray, open } from "../../src/index.ts";
import { scratchFolder } from "../scratch-folder.ts";

const encoder = new TextEncoder();

interface BadCase {
  readonly what: string;
  /** Documents and chunks that replace those of a sound array. */
  readonly change: (store: Map<string, Uint8Array>) => void | Promise<void>;
  readonly code: ErrorCode;
  /** What the message must speak of. */
  readonly says: RegExp;
  readonly selection?: string;
}

async function soundV3(): Promise<Map<string, Uint8Array>> {
  const store = new Map<string, Uint8Array>();
  const array = await create(store, {
    shape: [8, 8],
    dtype: "int32",
    chunks: [2, 2],
    shards: [4, 4],
    codecs: ["crc32c"],
  });
  await array.write(
    undefined,
    Int32Array.from({ length: 64 }, (_, i) => i + 1),
  );
  return store;
}

async function soundV2(): Promise<Map<string, Uint8Array>> {
  const store = new Map<string, Uint8Array>();
  const array = await create(store, { shape: [8], dtype: "int32", chunks: [4], format: "zarr2", codecs: ["zlib"] });
  await array.write(
    undefined,
    Int32Array.from({ length: 8 }, (_, i) => i + 1),
  );
  return store;
}

type Document = Record<string, unknown>;

function edit(key: string, change: (document: Document) => unknown): BadCase["change"] {
  return (store) => {
    const document = JSON.parse(new TextDecoder().decode(store.get(key)));
    const changed = change(document) ?? document;
    store.set(key, encoder.encode(JSON.stringify(changed)));
  };
}

function replace(key: string, change: (bytes: Uint8Array) => Uint8Array): BadCase["change"] {
  return (store) => {
    store.set(key, change(Uint8Array.from(store.get(key)!)));
  };
}

const flip =
  (at: number) =>
  (bytes: Uint8Array): Uint8Array => {
    const index = at < 0 ? bytes.length + at : at;
    bytes[index] = bytes[index]! ^ 0x40;
    return bytes;
  };

const grid = (chunkShape: unknown): unknown => ({ name: "regular", configuration: { chunk_shape: chunkShape } });

const V3: readonly BadCase[] = [
  {
    what: "a torn document",
    change: replace("zarr.json", (bytes) => bytes.subarray(0, 100)),
    code: "invalid-data",
    says: /zarr\.json:\d+:\d+/,
  },
  {
    what: "an empty document",
    change: replace("zarr.json", () => new Uint8Array()),
    code: "invalid-data",
    says: /zarr\.json/,
  },
  {
    what: "a document that is no object",
    change: replace("zarr.json", () => encoder.encode("[1, 2]")),
    code: "invalid-data",
    says: /object/,
  },
  {
    what: "an HTML page in place of a document",
    change: replace("zarr.json", () => encoder.encode("<!doctype html><title>404</title>")),
    code: "invalid-data",
    says: /zarr\.json/,
  },
  { what: "invalid UTF-8", change: replace("zarr.json", flip(20)), code: "invalid-data", says: /zarr\.json/ },
  {
    what: "a deep nest",
    change: replace("zarr.json", () => encoder.encode("[".repeat(100_000))),
    code: "unsupported",
    says: /deep|depth|nest/,
  },
  {
    what: "a negative length",
    change: edit("zarr.json", (d) => void (d["shape"] = [8, -8])),
    code: "invalid-data",
    says: /shape\[1\]/,
  },
  {
    what: "a fractional length",
    change: edit("zarr.json", (d) => void (d["shape"] = [8, 8.5])),
    code: "invalid-data",
    says: /shape\[1\]/,
  },
  {
    what: "a length beyond 2^53",
    change: replace("zarr.json", (b) =>
      encoder.encode(new TextDecoder().decode(b).replace(/"shape":\s*\[\s*8/, '"shape": [99999999999999999999')),
    ),
    code: "invalid-data",
    says: /shape\[0\]/,
  },
  {
    what: "a shape that is text",
    change: edit("zarr.json", (d) => void (d["shape"] = "8,8")),
    code: "invalid-data",
    says: /shape/,
  },
  {
    what: "chunks of length 0",
    change: edit("zarr.json", (d) => void (d["chunk_grid"] = grid([0, 4]))),
    code: "invalid-data",
    says: /chunk_shape\[0\]/,
  },
  {
    what: "chunks of another rank",
    change: edit("zarr.json", (d) => void (d["chunk_grid"] = grid([4]))),
    code: "invalid-data",
    says: /chunk/,
  },
  {
    what: "shards that inner chunks do not divide",
    change: edit("zarr.json", (d) => void (d["chunk_grid"] = grid([3, 4]))),
    code: "invalid-data",
    says: /divid|multiple/,
  },
  {
    what: "a fill value out of range",
    change: edit("zarr.json", (d) => void (d["fill_value"] = 2 ** 31)),
    code: "invalid-data",
    says: /fill_value/,
  },
  {
    what: "a fill value of another type",
    change: edit("zarr.json", (d) => void (d["fill_value"] = "many")),
    code: "invalid-data",
    says: /fill_value/,
  },
  {
    what: "a missing field",
    change: edit("zarr.json", (d) => void delete d["data_type"]),
    code: "invalid-data",
    says: /data_type/,
  },
  {
    what: "an unknown data type",
    change: edit("zarr.json", (d) => void (d["data_type"] = "float512")),
    code: "unsupported",
    says: /float512/,
  },
  {
    what: "an unknown codec",
    change: edit(
      "zarr.json",
      (d) => void (d["codecs"] = [{ name: "bytes", configuration: { endian: "little" } }, { name: "rot13" }]),
    ),
    code: "unsupported",
    says: /rot13/,
  },
  {
    what: "an unknown future version",
    change: edit("zarr.json", (d) => void (d["zarr_format"] = 4)),
    code: "unsupported",
    says: /zarr_format|version/,
  },
  {
    what: "a field that must be understood",
    change: edit("zarr.json", (d) => void (d["quantum"] = { must_understand: true })),
    code: "unsupported",
    says: /quantum/,
  },
  {
    what: "wrong dimension names",
    change: edit("zarr.json", (d) => void (d["dimension_names"] = ["x"])),
    code: "invalid-data",
    says: /dimension_names/,
  },
  {
    what: "a codec chain in the wrong order",
    change: edit(
      "zarr.json",
      (d) =>
        void (d["codecs"] = [
          { name: "gzip", configuration: { level: 1 } },
          { name: "bytes", configuration: { endian: "little" } },
        ]),
    ),
    code: "invalid-data",
    says: /bytes|gzip/,
  },
  {
    what: "an empty shard",
    change: replace("c/0/0", () => new Uint8Array()),
    code: "invalid-data",
    says: /c\/0\/0.*chunk 0\.0/s,
  },
  {
    what: "a shard cut in its index",
    change: replace("c/0/0", (bytes) => bytes.subarray(0, bytes.length - 3)),
    code: "invalid-data",
    says: /c\/0\/0/,
  },
  {
    what: "a shard cut in its chunks",
    change: replace("c/1/0", (bytes) => bytes.subarray(10)),
    code: "invalid-data",
    says: /c\/1\/0/,
  },
  {
    what: "a flipped bit in the index",
    change: replace("c/0/1", flip(-20)),
    code: "invalid-data",
    says: /crc32c|checksum/,
  },
  {
    what: "a flipped bit in a chunk with a checksum",
    change: replace("c/0/1", flip(3)),
    code: "invalid-data",
    says: /crc32c|checksum/,
  },
  {
    what: "a flipped bit in a chunk, read as a part",
    change: replace("c/0/0", flip(3)),
    code: "invalid-data",
    says: /crc32c|checksum/,
    selection: "0, 0",
  },
];

const V2: readonly BadCase[] = [
  {
    what: "a torn document",
    change: replace(".zarray", (bytes) => bytes.subarray(0, 60)),
    code: "invalid-data",
    says: /\.zarray:\d+:\d+/,
  },
  {
    what: "an unknown dtype",
    change: edit(".zarray", (d) => void (d["dtype"] = "<q9")),
    code: "unsupported",
    says: /dtype|<q9/,
  },
  {
    what: "an unknown order",
    change: edit(".zarray", (d) => void (d["order"] = "Z")),
    code: "invalid-data",
    says: /order/,
  },
  {
    what: "chunks of length 0",
    change: edit(".zarray", (d) => void (d["chunks"] = [0])),
    code: "invalid-data",
    says: /chunks/,
  },
  {
    what: "an unknown compressor",
    change: edit(".zarray", (d) => void (d["compressor"] = { id: "middle-out" })),
    code: "unsupported",
    says: /middle-out/,
  },
  {
    what: "attributes that are no object",
    change: (store) => void store.set(".zattrs", encoder.encode("3")),
    code: "invalid-data",
    says: /\.zattrs/,
  },
  {
    what: "an empty chunk",
    change: replace("0", () => new Uint8Array()),
    code: "invalid-data",
    says: /chunk 0.*zlib|zlib.*chunk 0/s,
  },
  {
    what: "a truncated chunk",
    change: replace("0", (bytes) => bytes.subarray(0, bytes.length - 2)),
    code: "invalid-data",
    says: /chunk 0/,
  },
  {
    what: "a chunk with bytes after its end",
    change: replace("1", (bytes) => Uint8Array.of(...bytes, 1, 2, 3)),
    code: "invalid-data",
    says: /chunk 1/,
  },
  {
    what: "a chunk of another length",
    change: edit(".zarray", (d) => void (d["chunks"] = [5])),
    code: "invalid-data",
    says: /length|bytes/,
  },
  {
    what: "a chunk of another type",
    change: edit(".zarray", (d) => void (d["dtype"] = "<i8")),
    code: "invalid-data",
    says: /length|bytes/,
  },
  {
    what: "a chunk of another codec",
    change: edit(".zarray", (d) => void (d["compressor"] = { id: "gzip", level: 1 })),
    code: "invalid-data",
    says: /gzip/,
  },
];

async function failure(store: Map<string, Uint8Array> | string, selection?: string): Promise<HyperslabError> {
  const attempt = async (): Promise<unknown> => {
    const node = await open(store);
    return node instanceof NdArray ? node.read(selection) : node;
  };
  const error = await attempt().then(
    (value) => expect.fail(`it was accepted: ${String(value)}`),
    (reason: unknown) => reason,
  );
  if (!isHyperslabError(error)) expect.fail(`not a Hyperslab error: ${error instanceof Error ? error.stack : error}`);
  return error;
}

describe.each([
  ["zarr3", soundV3, V3],
  ["zarr2", soundV2, V2],
] as const)("%s", (_, sound, cases) => {
  it.each(cases)("$what", async ({ change, code, says, selection }) => {
    const store = await sound();
    await change(store);
    const before = new Map([...store].map(([key, bytes]) => [key, Uint8Array.from(bytes)]));
    const error = await failure(store, selection);
    expect(error.message).toMatch(says);
    expect(error.code, error.message).toBe(code);
    expect(store).toEqual(before);
  });
});

describe("places that hold nothing", () => {
  it("an empty directory", async () => {
    const error = await failure(scratchFolder());
    expect(error.code).toBe("not-found");
  });

  it("a path that does not exist", async () => {
    expect((await failure(join(tmpdir(), "hyperslab-no-such-place"))).code).toBe("not-found");
  });

  it("a file", async () => {
    const file = join(scratchFolder(), "notes.txt");
    writeFileSync(file, "hello");
    const error = await failure(file);
    expect(error.code).toBe("unsupported");
    expect(error.message).toContain('the file is not of a known format: it begins with "hello"');
    expect(error.message).toContain(file);
  });

  it("a directory of other things", async () => {
    const error = await failure("docs");
    expect(error.code).toBe("not-found");
    expect(error.message).toContain("design");
  });
});

describe("what cannot be made", () => {
  const cases: readonly [string, Record<string, unknown>, RegExp][] = [
    ["a negative length", { shape: [-1], dtype: "int8" }, /-1/],
    ["an unknown data type", { shape: [1], dtype: "floot32" }, /float32/],
    ["chunks of another rank", { shape: [4, 4], dtype: "int8", chunks: [2] }, /2 dimensions|rank/],
    ["shards that are no multiples", { shape: [8], dtype: "int8", chunks: [3], shards: [8] }, /multiple/],
    ["a fill value out of range", { shape: [1], dtype: "int8", fillValue: 300 }, /300/],
    ["an unknown codec", { shape: [1], dtype: "int8", codecs: ["rot13"] }, /rot13/],
    [
      "a bad codec option",
      { shape: [1], dtype: "int8", codecs: [{ name: "gzip", configuration: { level: 99 } }] },
      /level/,
    ],
    ["shards in Zarr v2", { shape: [8], dtype: "int8", chunks: [2], shards: [8], format: "zarr2" }, /shard/],
  ];
  it.each(cases)("%s", async (_, options, says) => {
    const store = new Map<string, Uint8Array>();
    const error = await create(store, { shape: [1], dtype: "int8", ...options }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isHyperslabError(error), String(error)).toBe(true);
    expect(String(error)).toMatch(says);
    expect(store.size).toBe(0);
  });
});
