/** What other libraries stored, in spellings of their own: whole arrays (scripts/fixtures/foreign.py), and documents. */
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { ArrayToArrayCodec, BytesToBytesCodec } from "../../src/codecs/codec.ts";
import { create, openArray, registerCodec } from "../../src/index.ts";
import { typedToBytes } from "../../src/model/values/typed-to-bytes.ts";

import { failure, openArrayDocuments } from "../formats/open-documents.ts";

interface Case {
  readonly name: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly elements: string;
}

const folder = new URL("../../fixtures/foreign/", import.meta.url);

for (const file of readdirSync(folder)) {
  const { cases } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as { readonly cases: readonly Case[] };
  describe(file, () => {
    test.each(cases)("$name", async ({ keys, elements }) => {
      const array = await openArray(
        new Map(Object.entries(keys).map(([key, text]) => [key, new Uint8Array(Buffer.from(text, "base64"))])),
      );
      const { data } = await array.read();
      expect(Buffer.from(typedToBytes(array.dataType, data)).toString("base64")).toBe(elements);
    });
  });
}

const LITTLE = { name: "bytes", configuration: { endian: "little" } };

function v3(changes: object): Record<string, unknown> {
  return {
    zarr_format: 3,
    node_type: "array",
    shape: [2],
    data_type: "int16",
    chunk_grid: { name: "regular", configuration: { chunk_shape: [2] } },
    chunk_key_encoding: { name: "default" },
    fill_value: 0,
    codecs: [LITTLE],
    ...changes,
  };
}

function v2(changes: object): Record<string, unknown> {
  const rest = { fill_value: null, order: "C", compressor: null, filters: null };
  return { zarr_format: 2, shape: [2], chunks: [2], dtype: "<i2", ...rest, ...changes };
}

function stored(documents: Readonly<Record<string, unknown>>, chunks: Readonly<Record<string, Uint8Array>> = {}) {
  const texts = Object.entries(documents).map(([key, document]): [string, Uint8Array] => {
    return [key, new TextEncoder().encode(JSON.stringify(document))];
  });
  return new Map([...texts, ...Object.entries(chunks)]);
}

const CHUNK = Uint8Array.of(1, 0, 2, 0);

describe("documents", () => {
  test.each([
    ["zarr.json", v3({ fill_value: "-7" })],
    [".zarray", v2({ fill_value: "-7" })],
  ])("%s with an integer fill value as text", async (key, document) => {
    expect([...(await (await openArray(stored({ [key]: document }))).read()).data]).toEqual([-7, -7]);
    expect((await openArrayDocuments({ [key]: document })).notes.join()).toMatch(/an integer in quotes/);
  });

  test("an integer fill value as text that does not fit is refused", async () => {
    const error = await failure(openArray(stored({ "zarr.json": v3({ fill_value: "40000" }) })));
    expect(error.message).toMatch(/from -32768 to 32767/);
  });

  test("bytes without endian is little-endian, with a note", async () => {
    const document = v3({ codecs: ["bytes"] });
    const array = await openArray(stored({ "zarr.json": document }, { "c/0": CHUNK }));
    expect([...(await array.read()).data]).toEqual([1, 2]);
    expect((await openArrayDocuments({ "zarr.json": document })).notes.join()).toMatch(/endian is missing; little/);
  });

  test("a codec that need not be understood is skipped, with a note", async () => {
    const document = v3({ codecs: [LITTLE, { name: "example.hint", must_understand: false }] });
    const array = await openArray(stored({ "zarr.json": document }, { "c/0": CHUNK }));
    expect([...(await array.read()).data]).toEqual([1, 2]);
    expect((await openArrayDocuments({ "zarr.json": document })).notes.join()).toMatch(/example.hint.*skipped/);
    const strict = v3({ codecs: [LITTLE, { name: "example.hint" }] });
    expect((await failure(openAndRead(strict))).code).toBe("unsupported");
  });

  async function openAndRead(document: object): Promise<unknown> {
    return (await openArray(stored({ "zarr.json": document }, { "c/0": CHUNK }))).read();
  }

  test.each([
    ["blosc", { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 2, blocksize: 0, nthreads: 4 }, "nthreads"],
    ["gzip", { level: 5, mtime: 0 }, "mtime"],
    ["zstd", { level: 0, checksum: false, threads: 1 }, "threads"],
    ["crc32c", { seed: 0 }, "seed"],
  ])("an unknown member of %s is noted", async (name, configuration, member) => {
    const { notes } = await openArrayDocuments({ "zarr.json": v3({ codecs: [LITTLE, { name, configuration }] }) });
    expect(notes.join()).toContain(`${member}: ${name} has no such member; it is ignored`);
    const v2Notes = (await openArrayDocuments({ ".zarray": v2({ compressor: { id: name, ...configuration } }) })).notes;
    expect(v2Notes.join()).toContain(member);
  });

  const settings: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["gzip", { level: 99 }],
    ["gzip", { level: -7 }],
    ["numcodecs.zlib", { level: 12 }],
    ["zstd", { level: 100 }],
    ["blosc", { cname: "lz4", clevel: 42, shuffle: "shuffle", typesize: 0, blocksize: -1 }],
    ["numcodecs.bz2", { level: 0 }],
    ["numcodecs.bz2", { level: 11 }],
    ["numcodecs.lzma", { preset: 12 }],
    ["numcodecs.pcodec", { level: 13, delta_encoding_order: 9, equal_pages_up_to: 0 }],
    ["brotli", { level: 12, lgwin: 30 }],
    ["lz4f", { level: 13 }],
    ["numcodecs.lz4", { acceleration: 2 ** 40 }],
  ];

  test.each(settings)("a setting of the encoder never prevents reading: %s %j", async (name, configuration) => {
    const store = new Map<string, Uint8Array>();
    const written = await create(store, { data: Int16Array.of(1, 2, 3), codecs: [name] });
    const text = new TextDecoder().decode(store.get("zarr.json"));
    const document = JSON.parse(text) as { codecs: { name: string; configuration?: unknown }[] };
    const codecs = document.codecs.map((codec) => (codec.name === name ? { name, configuration } : codec));
    expect(codecs).not.toEqual(document.codecs);
    store.set("zarr.json", new TextEncoder().encode(JSON.stringify({ ...document, codecs })));
    expect((await (await openArray(store)).read()).data).toEqual((await written.read()).data);
    // Changes are written with the nearest setting that there is.
    await (await openArray(store)).write([0], 7);
    expect([...(await (await openArray(store)).read()).data]).toEqual([7, 2, 3]);
    const made = create(new Map(), { data: Int16Array.of(1), codecs: [{ name, configuration }] });
    await expect(made).rejects.toThrow(/expected a(n integer| preset) from/);
  });

  // Made by numcodecs 0.16: MsgPack().encode(np.array([b"ab", b"", "x", 1, None], dtype=object)), and so on.
  test.each([
    ["|O", [5], "97c4026162c400a17801c0a27c4f9105", [Uint8Array.of(97, 98), new Uint8Array(0), "x", 1, null]],
    [
      "|O",
      [2, 2],
      "9492c4026162c4017192c400c40200ffa27c4f920202",
      [[97, 98], [113], [], [0, 255]].map((bytes) => Uint8Array.from(bytes)),
    ],
    ["|S3", [3], "95c4026162c400c403616263a37c53339103", ["ab", "", "abc"]],
  ])("msgpack2 with bytes in %s", async (dtype, shape, hex, values) => {
    const document = v2({ dtype, shape, chunks: shape, filters: [{ id: "msgpack2" }] });
    const chunk = new Uint8Array(Buffer.from(hex, "hex"));
    const key = shape.map(() => 0).join(".");
    const store = stored({ ".zarray": document }, { [key]: chunk });
    const array = await openArray(store);
    const { data } = await array.read();
    expect([...data]).toEqual(values);
    // The same bytes are written.
    store.delete(key);
    await array.write(undefined, { data, shape });
    expect(Buffer.from(store.get(key)!).toString("hex")).toBe(hex);
  });

  test("bytes are not written as JSON", async () => {
    const made = await create(new Map(), { shape: [1], dtype: "object", codecs: ["numcodecs.json2"], format: "zarr2" });
    const written = made.write(undefined, { data: [Uint8Array.of(1)], shape: [1] });
    await expect(written).rejects.toThrow("JSON cannot hold");
  });

  test("bitround with more bits than there are keeps all", async () => {
    const filters = [{ id: "bitround", keepbits: 60 }];
    const chunk = new Uint8Array(Float32Array.of(0.1, -3).buffer);
    const array = await openArray(stored({ ".zarray": v2({ dtype: "<f4", filters }) }, { 0: chunk }));
    expect([...(await array.read()).data]).toEqual([Math.fround(0.1), -3]);
  });
});

describe("codec ids of Zarr v2 that numcodecs does not have", () => {
  const removals: (() => void)[] = [];
  afterEach(() => {
    for (const remove of removals.splice(0)) remove();
  });
  const flip: BytesToBytesCodec<undefined> = {
    kind: "bytes-to-bytes",
    parse: () => undefined,
    bind: (_, { length }) => ({
      encodedLength: length,
      encode: (bytes) => bytes.map((byte) => ~byte),
      decode: (bytes) => bytes.map((byte) => ~byte),
    }),
  };

  test.each(["jpeg", "imagecodecs_jpegxl", "bitinformation"])("%s is named in the refusal", async (id) => {
    const store = stored({ ".zarray": v2({ compressor: { id } }) }, { 0: CHUNK });
    const error = await failure((async () => (await openArray(store)).read())());
    expect(error.code).toBe("unsupported");
    expect(error.what).toContain(`the codec "${id}"`);
  });

  test.each(["jpeg", "imagecodecs_jpegxl", "bitinformation"])("%s can be registered", async (id) => {
    removals.push(registerCodec({ name: id, kind: "bytes-to-bytes", codec: flip }));
    const store = stored({ ".zarray": v2({ compressor: { id, level: 3 } }) }, { 0: CHUNK.map((byte) => ~byte) });
    expect([...(await (await openArray(store)).read()).data]).toEqual([1, 2]);
    const written = new Map<string, Uint8Array>();
    await create(written, { data: Int16Array.of(1, 2), codecs: [id], format: "zarr2" });
    expect(JSON.parse(new TextDecoder().decode(written.get(".zarray"))).compressor).toEqual({ id });
    expect([...(await (await openArray(written)).read()).data]).toEqual([1, 2]);
  });

  test("one that is registered later counts, though equal documents were read before", async () => {
    const documents = { ".zarray": v2({ filters: [{ id: "late" }] }) };
    const before = await openArrayDocuments(documents);
    expect(before.codecs.map(({ name }) => name)).toEqual(["bytes", "late"]);
    const codec: ArrayToArrayCodec<undefined> = {
      kind: "array-to-array",
      parse: () => undefined,
      bind: () => expect.unreachable(),
    };
    removals.push(registerCodec({ name: "late", kind: "array-to-array", codec }));
    const after = await openArrayDocuments(documents);
    expect(after.codecs.map(({ name }) => name)).toEqual(["late", "bytes"]);
  });

  test.each(["snappy", "brotli", "lz4f"])("%s is read under its own name", async (id) => {
    const { codecs } = await openArrayDocuments({ ".zarray": v2({ compressor: { id } }) });
    expect(codecs.map(({ name }) => name)).toEqual(["bytes", id]);
  });
});
