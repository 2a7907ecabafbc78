/**
 * Names that every JavaScript object has: `constructor`, `__proto__`, `toString`. Where a name has to be a known one they
 * are refused as any other word is; where the user chooses it they are names like any other.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memorySource } from "../src/bytes/source/byte-source.ts";
import {
  append,
  appendObjectsFrom,
  type CreateArrayOptions,
  copy,
  create,
  doctor,
  dump,
  exportArray,
  info,
  isHyperslabError,
  listKeys,
  memoryTarget,
  open,
  openArray,
  openGroup,
  openStore,
  pack,
  packObjects,
  packObjectsFrom,
  readKey,
  readObject,
  tree,
  unpackObjects,
  writeKey,
} from "../src/index.ts";
import { decodeContent } from "../src/stores/http/content-coding.ts";
import { parseIndex } from "../src/stores/http/directory-index.ts";
import { openLocation, parseLocation } from "../src/stores/location/location.ts";

const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "__defineGetter__"];

type Files = Map<string, Uint8Array>;

const array: CreateArrayOptions = { shape: [4, 6], dtype: "int16", chunks: [2, 3], dims: ["y", "x"] };

async function sample(options: Partial<CreateArrayOptions> & { readonly format?: string } = {}): Promise<Files> {
  const map: Files = new Map();
  const made = await create(map, { ...array, ...options } as CreateArrayOptions);
  await made.write(undefined, 7);
  return map;
}

/** A document with some words of it replaced. */
function edited(map: Files, key: string, from: string, to: string): Files {
  const text = new TextDecoder().decode(map.get(key));
  if (!text.includes(from)) throw new Error(`${from} is not in ${text}`);
  return new Map(map).set(key, new TextEncoder().encode(text.replace(from, to)));
}

async function drained(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-names-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * What takes a name that has to be known, and one that is. Values that no type allows come from JavaScript, JSON and command
 * lines.
 */
const calls: Readonly<Record<string, readonly [known: string | undefined, run: (name: never) => Promise<unknown>]>> = {
  "create: format": ["zarr2", (format) => create(new Map(), { ...array, format })],
  "create: dtype": ["int8", (dtype) => create(new Map(), { ...array, dtype })],
  "create: dtype of a field": [
    "int8",
    (dtype) => create(new Map(), { ...array, dtype: { fields: [{ name: "a", dtype }] } }),
  ],
  "create: dtype of an optional": [
    "int8",
    (item) => create(new Map(), { ...array, dtype: { name: "optional", item } }),
  ],
  "create: name of a type": ["optional", (name) => create(new Map(), { ...array, dtype: { name, item: "int8" } })],
  "create: complex dtype": [
    "float32",
    (name) => create(new Map(), { ...array, dtype: ["complex", String(name)].join("_") }),
  ],
  "create: unit of a time": ["s", (name) => create(new Map(), { ...array, dtype: `datetime64[${String(name)}]` })],
  "create: codec": ["gzip", (name) => create(new Map(), { ...array, codecs: [name] })],
  "create: codec with a configuration": [
    "crc32c",
    (name) => create(new Map(), { ...array, codecs: [{ name, configuration: {} }] }),
  ],
  "create: member of a configuration": [
    "level",
    (name) =>
      create(new Map(), { ...array, codecs: [{ name: "gzip", configuration: Object.fromEntries([[name, 1]]) }] }),
  ],
  "create: compressor of Blosc": [
    "lz4",
    (cname) =>
      create(new Map(), {
        ...array,
        codecs: [{ name: "blosc", configuration: { cname, clevel: 1, shuffle: "shuffle", typesize: 2, blocksize: 0 } }],
      }),
  ],
  "create: shuffle of Blosc": [
    "shuffle",
    (shuffle) =>
      create(new Map(), {
        ...array,
        codecs: [{ name: "blosc", configuration: { cname: "lz4", clevel: 1, shuffle, typesize: 2, blocksize: 0 } }],
      }),
  ],
  "create: byte order": [
    "big",
    (endian) => create(new Map(), { ...array, codecs: [{ name: "bytes", configuration: { endian } }] }),
  ],
  "create: rounding": [
    "towards-zero",
    (rounding) =>
      create(new Map(), {
        ...array,
        dtype: "float64",
        codecs: [{ name: "cast_value", configuration: { data_type: "int8", rounding } }],
      }),
  ],
  "create: cast to a type": [
    "int32",
    (data_type) => create(new Map(), { ...array, codecs: [{ name: "cast_value", configuration: { data_type } }] }),
  ],
  "create: mode of zfp": [
    "reversible",
    (mode) => create(new Map(), { ...array, dtype: "float32", codecs: [{ name: "zfp", configuration: { mode } }] }),
  ],
  "create: chunks as a size": ["auto", (name) => create(new Map(), { ...array, chunks: name })],
  "create: unit of a size": ["KiB", (name) => create(new Map(), { ...array, chunks: `16${String(name)}` })],
  "create: chunks of a dimension": [
    "y",
    (name) =>
      create(new Map(), {
        ...array,
        chunks: Object.fromEntries([
          ["x", 2],
          [name, 2],
        ]),
      }),
  ],
  "create: shards of a dimension": [
    "x",
    (name) => create(new Map(), { ...array, shards: Object.fromEntries([[name, 6]]) }),
  ],
  "create: kind of chunk keys": ["v2", (kind) => create(new Map(), { ...array, chunkKeys: { kind } })],
  "create: separator of chunk keys": [
    "/",
    (separator) => create(new Map(), { ...array, format: "zarr2", chunkKeys: { separator } }),
  ],
  "open: format": ["zarr3", async (format) => open(await sample(), { format })],
  "read: as": ["float64", async (as) => (await openArray(await sample())).read(undefined, { as })],
  "read: as, of texts": [
    undefined,
    async (as) => (await create(new Map(), { data: ["a", "b"], dtype: "string" })).read(undefined, { as }),
  ],
  "read: as, of complex numbers": [
    "complex128",
    async (as) => (await create(new Map(), { shape: [2], dtype: "complex64" })).read(undefined, { as }),
  ],
  "read: missing": ["error", async (missing) => (await openArray(await sample())).read(undefined, { missing })],
  "read: dimension": ["x", async (name) => (await openArray(await sample())).read(Object.fromEntries([[name, 0]]))],
  "read: selection": ["0", async (name) => (await openArray(await sample())).read(name)],
  "read: item": ["0, 0", async (name) => (await openArray(await sample())).item(name)],
  "write: dimension": [
    "x",
    async (name) => (await openArray(await sample())).write(Object.fromEntries([[name, 0]]), 1),
  ],
  "resize: dimension": ["x", async (name) => (await openArray(await sample())).resize(Object.fromEntries([[name, 8]]))],
  "append: dimension": ["y", async (name) => (await openArray(await sample())).append(rows, name)],
  "group: child": [
    "known",
    async (name) => {
      const group = await create(new Map(), {});
      await group.create("known", {});
      return group.open(name);
    },
  ],
  "open: node": ["", async (name) => openArray(await sample(), { path: name })],
  "copy: format": ["zarr2", async (format) => copy(await sample(), new Map(), { format })],
  "copy: codec": ["gzip", async (name) => copy(await sample(), new Map(), { codecs: [name] })],
  "copy: chunks of a dimension": [
    "x",
    async (name) => copy(await sample(), new Map(), { chunks: Object.fromEntries([[name, 2]]) }),
  ],
  "export: format": ["npy", async (format) => drained(exportArray(await openArray(await sample()), { format }))],
  "dump: as": ["json", async (as) => drained(dump(await sample(), { as }))],
  "dump: variable": [
    "known",
    async (name) => {
      const map: Files = new Map();
      await (await create(map, {})).create("known", array);
      return drained(dump(map, { variables: [name] }));
    },
  ],
  "pack: codec": ["lz4", (codec) => pack(memorySource(new Uint8Array(9)), memoryTarget(), { codec })],
  "pack: checksum": ["md5", (checksum) => pack(memorySource(new Uint8Array(9)), memoryTarget(), { checksum })],
  "pack: chunk size": ["1M", (chunkSize) => pack(memorySource(new Uint8Array(9)), memoryTarget(), { chunkSize })],
  "append: codec": [
    "lz4",
    async (codec) => {
      const target = memoryTarget();
      await pack(memorySource(new Uint8Array(9)), target);
      await append(target, memorySource(new Uint8Array(9)), { codec });
    },
  ],
  "packObjects: type": ["string", (type) => packObjects(["a"], memoryTarget(), { type })],
  "packObjects: checksum": ["md5", (checksum) => packObjects(["a"], memoryTarget(), { checksum })],
  "packObjectsFrom: source": [
    "lines",
    (kind) => packObjectsFrom(lines(), kind, join(folder, "from.blp"), { overwrite: true }),
  ],
  "appendObjectsFrom: source": [
    "lines",
    async (kind) => {
      await packObjects(["a"], join(folder, "more.blp"), { overwrite: true });
      await appendObjectsFrom(join(folder, "more.blp"), lines(), kind);
    },
  ],
  "unpackObjects: form": [
    "json",
    async (as) => {
      await packObjects(["a"], join(folder, "objects.blp"), { overwrite: true });
      await unpackObjects(join(folder, "objects.blp"), join(folder, "objects"), { as, overwrite: true });
    },
  ],
  "address: step": ["zip", (name) => openStore(`memory:names/x.zip|${String(name)}:`)],
  "address: mode": ["zarr", (name) => openStore(`https://127.0.0.1:1/x#mode=${String(name)}`)],
  "address: option": ["zarr", (name) => openStore(`https://127.0.0.1:1/x#${String(name)}`)],
  "address: option with a value": ["aws.region", (name) => openStore(`https://127.0.0.1:1/x#${String(name)}=1`)],
  "location: scheme": ["memory", (scheme) => openLocation({ base: { scheme, path: "names" }, steps: [] })],
  "location: step": [
    "node",
    (name) => openLocation({ base: { scheme: "memory", path: "names" }, steps: [{ name, path: "" }] }),
  ],
};

const rows = { data: new Int16Array(6), shape: [1, 6] };

function lines(): string {
  const file = join(folder, "lines.txt");
  writeFileSync(file, "a\nb\n");
  return file;
}

/** The same in documents, which others write. */
const documents: Readonly<
  Record<string, readonly [format: string, key: string, from: string, to: (n: string) => string]>
> = {
  "v3: data type": ["zarr3", "zarr.json", '"int16"', (n) => `"${n}"`],
  "v3: data type with a configuration": [
    "zarr3",
    "zarr.json",
    '"int16"',
    (n) => `{ "name": "${n}", "configuration": {} }`,
  ],
  "v3: codec": ["zarr3", "zarr.json", '"zstd"', (n) => `"${n}"`],
  "v3: bytes codec": ["zarr3", "zarr.json", '"little"', (n) => `"${n}"`],
  "v3: chunk grid": ["zarr3", "zarr.json", '"regular"', (n) => `"${n}"`],
  "v3: chunk keys": ["zarr3", "zarr.json", '"default"', (n) => `"${n}"`],
  "v3: node type": ["zarr3", "zarr.json", '"array"', (n) => `"${n}"`],
  "v3: fill value": ["zarr3", "zarr.json", '"fill_value": 0', (n) => `"fill_value": "${n}"`],
  "v3: member": ["zarr3", "zarr.json", '"zarr_format"', (n) => `"${n}": { "must_understand": true }, "zarr_format"`],
  "v3: storage transformer": [
    "zarr3",
    "zarr.json",
    '"zarr_format"',
    (n) => `"storage_transformers": [{ "name": "${n}" }], "zarr_format"`,
  ],
  "v2: data type": ["zarr2", ".zarray", '"<i2"', (n) => `"${n}"`],
  "v2: compressor": ["zarr2", ".zarray", '"id": "zstd"', (n) => `"id": "${n}"`],
  "v2: filter": ["zarr2", ".zarray", '"filters": null', (n) => `"filters": [{ "id": "${n}" }]`],
  "v2: order": ["zarr2", ".zarray", '"order": "C"', (n) => `"order": "${n}"`],
  "v2: separator": ["zarr2", ".zarray", '"dimension_separator": "."', (n) => `"dimension_separator": "${n}"`],
  "v2: fill value": ["zarr2", ".zarray", '"fill_value": 0', (n) => `"fill_value": "${n}"`],
};

async function outcome(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => "done",
    (error: unknown) => (isHyperslabError(error) ? "refused" : `${error}`),
  );
}

test.each(Object.keys(calls).filter((call) => calls[call]![0] !== undefined))(
  "%s takes a name that is known",
  async (call) => {
    const [known, run] = calls[call]!;
    expect(await outcome(Promise.resolve().then(() => run(known as never)))).toBe("done");
  },
);

describe.each(NAMES)("%s is refused", (name) => {
  test.each(Object.keys(calls))("%s", async (call) => {
    expect(await outcome(Promise.resolve().then(() => calls[call]![1](name as never)))).toBe("refused");
  });

  test.each(Object.keys(documents))("document of %s", async (which) => {
    const [format, key, from, to] = documents[which]!;
    const map = edited(await sample({ format }), key, from, to(name));
    expect(await outcome(openArray(map).then((opened) => opened.read()))).toBe("refused");
  });

  // Others have an underscore, which no scheme has: they are paths.
  test.skipIf(name.includes("_"))("address: scheme", async () => {
    expect(await outcome(openStore(`${name}://bucket/key`))).toBe("refused");
    expect(await outcome(doctor(`${name}://bucket/key`))).toBe("refused");
  });
});

test("whose document is as it was written is read", async () => {
  for (const format of ["zarr3", "zarr2"])
    expect((await (await openArray(await sample({ format }))).read()).data[0]).toBe(7);
});

describe.each(NAMES)("%s is a name like any other", (name) => {
  const by = <T>(value: T): Record<string, T> => Object.fromEntries([[name, value]]);

  test.each(["zarr3", "zarr2", "zarr3-draft"] as const)("of nodes, dimensions and attributes of %s", async (format) => {
    const map: Files = new Map();
    // Formats keep names that begin with two underscores for themselves.
    const path = name.replace(/^__/, "");
    const root = await create(map, { format, attributes: by({ a: 1 }) });
    const made = await root.create(path, { ...array, dims: ["y", name], attributes: { ...by("text"), other: 2 } });
    await made.write(by("1:3"), 5);
    await root.consolidate().catch(() => {});
    const group = await openGroup(map);
    expect(Object.entries(group.attributes)).toEqual([[name, { a: 1 }]]);
    expect((await group.children()).map(({ path }) => path)).toEqual([path]);
    const opened = await openArray(map, { path });
    expect(Object.keys(opened.attributes)).toEqual(expect.arrayContaining([name, "other"]));
    expect((await opened.read({ ...by(2) })).data).toEqual(Int16Array.of(5, 5, 5, 5));
    if (format !== "zarr3-draft") expect(opened.dims).toEqual(["y", name]);
    const copied = new Map<string, Uint8Array>();
    await copy(map, copied);
    expect((await (await openArray(copied, { path })).read(by(1))).data).toEqual(Int16Array.of(5, 5, 5, 5));
    expect(JSON.stringify(await info(map))).toContain(name);
    expect(JSON.stringify(await tree(map))).toContain(name);
    await drained(dump(map, {}));
  });

  test("of dimensions in chunks, shards and lengths", async () => {
    const options = { ...array, dims: ["y", name] };
    // A dimension that is not named among the chunks is whole.
    expect((await create(new Map(), { ...options, chunks: { y: 2 } })).chunks).toEqual([2, 6]);
    expect((await create(new Map(), { ...options, chunks: by(2) })).chunks).toEqual([4, 2]);
    const sharded = await create(new Map(), { ...options, chunks: { y: 2, ...by(3) }, shards: by(6) });
    expect(sharded.chunks).toEqual([2, 3]);
    await sharded.resize(by(8));
    expect(sharded.shape).toEqual([4, 8]);
    await sharded.append(new Int16Array(4), name);
    expect(sharded.shape).toEqual([4, 9]);
    const copied = new Map<string, Uint8Array>();
    await copy(await sample({ dims: ["y", name] }), copied, { chunks: { y: 4 } });
    expect((await openArray(copied)).chunks).toEqual([4, 6]);
  });

  test("of fields, texts, keys and objects", async () => {
    const dtype = {
      fields: [
        { name, dtype: "int16" },
        { name: "b", dtype: "float32" },
      ],
    };
    const fields = await create(new Map(), { shape: [2], dtype, fillValue: { ...by(3), b: 1 } });
    expect(Object.entries((await fields.item("0")) as object)).toEqual([
      [name, 3],
      ["b", 1],
    ]);
    const texts = await create(new Map(), { data: [name, "b"], dtype: "string" });
    expect((await texts.read()).data).toEqual([name, "b"]);
    const values = await create(new Map(), { shape: [1], dtype: "object", format: "zarr2" });
    await values.write(undefined, [by([1])] as never);
    expect(Object.entries((await values.item("0")) as object)).toEqual([[name, [1]]]);
    const map: Files = new Map();
    await writeKey(map, name, Uint8Array.of(1));
    for await (const bytes of readKey(map, name)) expect(bytes).toEqual(Uint8Array.of(1));
    const keys: string[] = [];
    for await (const { key } of listKeys(map)) keys.push(key);
    expect(keys).toEqual([name]);
    const store = await openLocation(parseLocation(`memory:${name}/${name}`));
    await store.set!(name, Uint8Array.of(2));
    expect(await store.get(name)).toEqual(Uint8Array.of(2));
    const target = memoryTarget();
    await packObjects([by(1), by(2)], target, { type: "json", attributes: by("x") });
    const object = new TextDecoder().decode(await readObject(memorySource(target.bytes()), 1));
    expect(JSON.parse(object)).toEqual(by(2));
  });
});

describe.each(NAMES)("%s from a server", (name) => {
  test("is no encoding of an answer", async () => {
    const run = decodeContent(Uint8Array.of(1), name, 10, {});
    await expect(run).rejects.toThrow(/an unexpected content encoding/);
  });

  test("is no entity of a page, and a name like any other", () => {
    const link = (text: string): string => `<a href="${text}">x</a>`;
    const page = `<title>Index of /</title><h1>Index of /</h1>${link(name)}${link(`&${name};`)}`;
    const index = parseIndex(new TextEncoder().encode(page), "text/html", new URL("http://h/"));
    expect(index?.keys).toEqual([`&${name};`, name].sort());
  });
});
