/** Documents of Zarr v3: spellings that are accepted, with what is noted about them, and documents that are refused. */
import { describe, expect, it } from "vitest";
import { fromPlain } from "../../src/bytes/json/make.ts";
import { printJson } from "../../src/bytes/json/print.ts";
import { zarrV3 } from "../../src/formats/zarr-v3/zarr-v3.ts";
import { describeDataType } from "../../src/model/data-types/data-type.ts";
import { chunkShapeOf } from "../../src/model/grid/chunk-grid.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { bitsOf, chainText, failure, openArrayDocuments, openDocuments, storeOf, v3Array } from "./open-documents.ts";
import { arrayNode, arrayOf, codec, groupNode, named } from "./sample-nodes.ts";

const open = (changes: Readonly<Record<string, unknown>>) => openArrayDocuments(v3Array(changes));
const bytes = { name: "bytes", configuration: { endian: "little" } };
const object = (name: string, configuration: unknown) => ({ name, configuration });

describe("data types", () => {
  const cases: readonly (readonly [unknown, string, unknown?])[] = [
    ["bool", "bool", false],
    [{ name: "int16" }, "int16"],
    [object("float64", {}), "float64"],
    ["r24", "r24", [1, 2, 255]],
    [object("raw_bytes", { length_bytes: 3 }), "r24", "AQL/"],
    ["complex_float32", "complex64", [0, 0]],
    ["complex_bfloat16", "complex_bfloat16", [0, 0]],
    ["float8_e5m2", "float8_e5m2"],
    ["int2", "int2"],
    ["string", "string", ""],
    ["bytes", "bytes", "AAH/"],
    ["variable_length_bytes", "bytes", ""],
    ["binary", "bytes", [0, 1, 255]],
    [object("fixed_length_utf32", { length_bytes: 20 }), "U5", ""],
    [object("null_terminated_bytes", { length_bytes: 5 }), "S5", "YWI="],
    [object("numpy.datetime64", { unit: "μs", scale_factor: 25 }), "datetime64[25us]", "NaT"],
    [object("numpy.timedelta64", { unit: "generic", scale_factor: 1 }), "timedelta64[generic]", -1],
    [
      object("struct", {
        fields: [
          { name: "a", data_type: "int16" },
          { name: "b", data_type: "float64" },
        ],
      }),
      "struct{a: int16, b: float64}",
      { a: 1, b: "NaN" },
    ],
    [
      object("structured", {
        fields: [
          ["a", "int16"],
          ["b", "bool"],
        ],
      }),
      "struct{a: int16, b: bool}",
      "AQAB",
    ],
    [{ name: "mystery", configuration: {}, fallback: "int64" }, "int64"],
  ];
  for (const [data_type, expected, fill_value = 0] of cases) {
    it(`${JSON.stringify(data_type)} is ${expected}`, async () => {
      const serializers: Readonly<Record<string, string>> = { string: "vlen-utf8", bytes: "vlen-bytes" };
      const name = serializers[expected];
      const node = await open({ data_type, fill_value, codecs: [name === undefined ? bytes : { name }] });
      expect(describeDataType(node.dataType)).toBe(expected);
    });
  }

  const bad: readonly (readonly [unknown, string, RegExp])[] = [
    ["float128", "unsupported", /"float128" is not known/],
    ["S5", "unsupported", /not known/],
    ["r12", "unsupported", /not known/],
    ["r8000000000", "unsupported", /elements of 1000000000 bytes/],
    ["datetime64[ns]", "unsupported", /not known/],
    [{ configuration: {} }, "invalid-data", /"name" is missing/],
    [7, "invalid-data", /object/],
    [object("fixed_length_utf32", { length_bytes: 5 }), "invalid-data", /not a whole number/],
    [object("fixed_length_utf32", { length_bytes: 2 ** 40 }), "invalid-data", /integer/],
    [object("numpy.datetime64", { unit: "eon", scale_factor: 1 }), "invalid-data", /not a unit of time/],
    [object("numpy.datetime64", { unit: "s", scale_factor: 0 }), "invalid-data", /integer/],
    [object("numpy.datetime64", { unit: "s" }), "invalid-data", /scale_factor/],
    [object("struct", { fields: [] }), "invalid-data", /struct/],
    [object("struct", { fields: [{ name: "a", data_type: "string" }] }), "invalid-data", /fixed size/],
    [
      object("struct", {
        fields: [
          ["a", "int8"],
          ["a", "int8"],
        ],
      }),
      "invalid-data",
      /two fields/,
    ],
  ];
  it.each(bad)("%j is refused", async (data_type, code, what) => {
    const error = await failure(open({ data_type }));
    expect(error.message).toMatch(what);
    expect(error.code).toBe(code);
    expect(error.place).toMatchObject({ key: "zarr.json", line: 1 });
  });
});

describe("fill values", () => {
  const exact: readonly (readonly [string, string, string])[] = [
    ["float32", '"NaN"', "7fc00000"],
    ["float32", '"0x7fc00001"', "7fc00001"],
    ["float32", '"0xFFC00000"', "ffc00000"],
    ["float32", '"0x1"', "00000001"],
    ["float32", '"-Infinity"', "ff800000"],
    ["float32", "0.1", "3dcccccd"],
    ["float32", "-0.0", "80000000"],
    ["float32", "16777217", "4b800000"],
    ["float64", "0.1", "3fb999999999999a"],
    ["float64", "9007199254740993", "4340000000000000"],
    ["float64", "5e-324", "0000000000000001"],
    ["float64", '"0x7ff8deadbeef0001"', "7ff8deadbeef0001"],
    ["float16", "65504", "7bff"],
    ["bfloat16", "1", "3f80"],
    ["float8_e4m3fn", '"NaN"', "7f"],
    ["float8_e4m3fnuz", '"NaN"', "80"],
    ["float4_e2m1fn", "6", "07"],
    ["int64", "9223372036854775807", "7fffffffffffffff"],
    ["int64", "-9223372036854775808", "8000000000000000"],
    ["uint64", "18446744073709551615", "ffffffffffffffff"],
    ["int8", "-1", "ff"],
    ["int4", "-8", "f8"],
    ["uint2", "3", "03"],
    ["complex64", '["NaN", "0xffc00001"]', "ffc000017fc00000"],
    ["r16", "[1, 2]", "0201"],
    ["r16", '"AQI="', "0201"],
  ];
  it.each(exact)("%s %s is 0x%s", async (data_type, text, bits) => {
    const document = JSON.stringify(v3Array({ data_type, fill_value: "FILL" })["zarr.json"]);
    const node = await openArrayDocuments({ "zarr.json": document.replace('"FILL"', text) });
    expect(bitsOf(node)).toBe(bits);
    expect(node.notes).toEqual([]);
  });

  const odd: readonly (readonly [string, string, string, RegExp])[] = [
    ["float32", "NaN", "7fc00000", /bare word NaN/],
    ["float64", "-Infinity", "fff0000000000000", /bare word -Infinity/],
    ["float64", '"+Infinity"', "7ff0000000000000", /legacy/],
    ["float64", "1e400", "7ff0000000000000", /infinite/],
    ["float32", "1e39", "7f800000", /infinite/],
    ["float32", "null", "00000000", /null/],
    ["float32", '"1.5"', "3fc00000", /quotes/],
    ["float8_e8m0fnu", "0.0", "00", /no zero/],
    ["int32", "2.0", "00000002", /2\.0/],
    ["bool", "1", "01", /boolean/],
    ["complex64", "1", "000000003f800000", /imaginary/],
  ];
  it.each(odd)("%s %s is taken as 0x%s and noted", async (data_type, text, bits, note) => {
    const document = JSON.stringify(v3Array({ data_type, fill_value: "FILL" })["zarr.json"]);
    const node = await openArrayDocuments({ "zarr.json": document.replace('"FILL"', text) });
    expect(bitsOf(node)).toBe(bits);
    expect(node.notes.join()).toMatch(note);
  });

  const bad: readonly (readonly [unknown, unknown, RegExp])[] = [
    ["int8", 128, /from -128 to 127/],
    ["uint8", -1, /from 0 to 255/],
    ["int4", 8, /from -8 to 7/],
    ["int32", 1.5, /integer/],
    ["int32", "7x", /integer/],
    ["int32", 1e300, /integer/],
    ["bool", "true", /true or false/],
    ["bool", 2, /integer/],
    ["float32", "0x1ffffffff", /more bits/],
    ["float32", "nan", /NaN/],
    ["float32", [1], /number/],
    ["float8_e4m3fn", 1000, /cannot hold/],
    ["float8_e4m3fn", "Infinity", /cannot hold/],
    ["float6_e2m3fn", "NaN", /cannot hold/],
    ["complex64", [1, 2, 3], /3 parts/],
    ["r16", [1], /1 bytes for an element of 2/],
    ["r16", [1, 256], /255/],
    ["r16", "AQ", /Base64/],
    [object("null_terminated_bytes", { length_bytes: 2 }), "YWJj", /3 bytes for an element of 2/],
    [object("fixed_length_utf32", { length_bytes: 4 }), "ab", /2 code points/],
    [object("numpy.datetime64", { unit: "s", scale_factor: 1 }), "now", /NaT/],
    [object("struct", { fields: [{ name: "a", data_type: "int8" }] }), { b: 1 }, /unknown member/],
    [object("struct", { fields: [{ name: "a", data_type: "int8" }] }), {}, /missing/],
  ];
  it.each(bad)("%j %j is refused", async (data_type, fill_value, what) => {
    const error = await failure(open({ data_type, fill_value }));
    expect(error.code).toBe("invalid-data");
    expect(error.message).toMatch(what);
    expect(error.place.field).toMatch(/^fill_value/);
  });

  it("texts are kept as they are", async () => {
    const node = await open({ data_type: "string", fill_value: "ü\u0000😀", codecs: ["vlen-utf8"] });
    expect(node.fillValue).toBe("ü\u0000😀");
  });
});

describe("chunk grids", () => {
  const grid = (name: string, configuration: unknown) => open({ chunk_grid: { name, configuration } });

  it("regular chunks", async () => {
    expect(chunkShapeOf((await grid("regular", { chunk_shape: [7, 1] })).grid)).toEqual([7, 1]);
  });

  it("rectilinear chunks: lengths, runs, one length for all", async () => {
    const node = await grid("rectilinear", { kind: "inline", chunk_shapes: [[2, [1, 3], 9], 3] });
    expect(node.grid).toMatchObject([
      { kind: "varying", sizes: [2, 1, 1, 1, 9] },
      { kind: "fixed", size: 3 },
    ]);
    expect(node.notes).toEqual([]);
  });

  it("rectangular, the first name of rectilinear", async () => {
    const node = await grid("rectangular", { chunk_shape: [[2, 3], 4] });
    expect(node.grid).toMatchObject([{ sizes: [2, 3] }, { size: 4 }]);
    expect(node.notes.join()).toMatch(/legacy/);
  });

  it("no chunk length where there are no elements", async () => {
    const node = await open({ shape: [0, 4], chunk_grid: object("regular", { chunk_shape: [0, 4] }) });
    expect(chunkShapeOf(node.grid)).toEqual([1, 4]);
    expect(node.notes.join()).toMatch(/length 0/);
  });

  const bad: readonly (readonly [string, unknown, string, RegExp])[] = [
    ["regular", { chunk_shape: [2] }, "invalid-data", /chunks have 1 dimensions/],
    ["regular", { chunk_shape: [2, 0] }, "invalid-data", /at least 1/],
    ["regular", { chunk_shape: [2, -3] }, "invalid-data", /at least 1/],
    ["regular", { chunk_shape: [2, 2.5] }, "invalid-data", /integer/],
    ["regular", { chunk_shape: [2, 2 ** 60] }, "invalid-data", /9007199254740991/],
    ["regular", {}, "invalid-data", /chunk_shape/],
    ["rectilinear", { kind: "inline", chunk_shapes: [[2, 2], 4] }, "invalid-data", /but its length is 5/],
    ["rectilinear", { kind: "inline", chunk_shapes: [[2, [1, 2, 3]], 4] }, "invalid-data", /\[length, count\]/],
    ["rectilinear", { kind: "inline", chunk_shapes: [[[1, 2 ** 50]], 4] }, "unsupported", /more than 4194304 chunks/],
    ["rectilinear", { chunk_shapes: [[5], 4] }, "invalid-data", /kind/],
    ["hexagonal", {}, "unsupported", /"hexagonal" is not known/],
  ];
  it.each(bad)("%s %j is refused", async (name, configuration, code, what) => {
    const error = await failure(grid(name, configuration));
    expect(error.message).toMatch(what);
    expect(error.code).toBe(code);
    expect(error.place.field).toMatch(/^chunk_grid/);
  });
});

describe("chunk keys", () => {
  const cases: readonly (readonly [unknown, string, string])[] = [
    [object("default", { separator: "/" }), "c/1/23", "c"],
    [object("default", { separator: "." }), "c.1.23", "c"],
    ["default", "c/1/23", "c"],
    [{ name: "v2" }, "1.23", "0"],
    [object("v2", { separator: "/" }), "1/23", "0"],
    [object("zarrs.default_suffix", { separator: "/", suffix: ".tif" }), "c/1/23.tif", "c.tif"],
    [object("hyperslab.affixed", { base: "v2", separator: ".", prefix: "p/", suffix: "!" }), "p/1.23!", "p/0!"],
  ];
  it.each(cases)("%j", async (chunk_key_encoding, expected, scalar) => {
    const { hierarchy, node } = await openDocuments(v3Array({ chunk_key_encoding }));
    if (node.kind !== "array") throw new Error("no array");
    expect(hierarchy.chunks(node).key([1, 23])).toBe(expected);
    expect(hierarchy.chunks({ ...node, path: "a/b" }).key([])).toBe(`a/b/${scalar}`);
    const written = await zarrV3.create!(memoryStore()).writeNode!({ ...arrayNode("x"), chunkKeys: node.chunkKeys });
    expect(written).toMatchObject({ chunkKeys: node.chunkKeys });
  });

  it("refuses others, and those that make no keys", async () => {
    expect((await failure(open({ chunk_key_encoding: "zorder" }))).code).toBe("unsupported");
    expect((await failure(open({ chunk_key_encoding: object("v2", { separator: "-" }) }))).code).toBe("invalid-data");
    const encoding = object("hyperslab.affixed", { base: "v2", separator: ".", prefix: "../" });
    expect((await failure(open({ chunk_key_encoding: encoding }))).code).toBe("invalid-data");
    const hierarchy = zarrV3.create!(memoryStore());
    const chunkKeys = { kind: "v2", separator: ".", suffix: "/" } as const;
    expect((await failure(hierarchy.writeNode!({ ...arrayNode("x"), chunkKeys }))).code).toBe("invalid-request");
  });
});

describe("codecs", () => {
  const cases: readonly (readonly [string, unknown, readonly string[], RegExp?])[] = [
    [
      "short-hand",
      [{ name: "transpose", configuration: { order: [1, 0] } }, bytes, "crc32c"],
      ['transpose {"order":[1,0]}', 'bytes {"endian":"little"}', "crc32c"],
    ],
    ["the legacy name endian", [object("endian", { endian: "big" })], ['bytes {"endian":"big"}'], /legacy/],
    [
      "legacy orders",
      [object("transpose", { order: "F" }), bytes],
      ['transpose {"order":[1,0]}', 'bytes {"endian":"little"}'],
    ],
    ["none at all", [], ['bytes {"endian":"little"}'], /bytes is assumed/],
    [
      "no serializer",
      [object("gzip", { level: 3 })],
      ['bytes {"endian":"little"}', 'gzip {"level":3}'],
      /bytes is assumed/,
    ],
    [
      "zlib by its plain name",
      [bytes, object("zlib", { level: 3 })],
      ['bytes {"endian":"little"}', 'numcodecs.zlib {"level":3}'],
    ],
    [
      "numcodecs.blosc",
      [bytes, object("numcodecs.blosc", { id: "blosc", cname: "zstd", clevel: 3, shuffle: -1 })],
      ['bytes {"endian":"little"}', 'blosc {"typesize":4,"cname":"zstd","clevel":3,"shuffle":"shuffle","blocksize":0}'],
    ],
    [
      "numcodecs.zstd",
      [bytes, object("numcodecs.zstd", { level: 3 })],
      ['bytes {"endian":"little"}', 'zstd {"level":3,"checksum":false}'],
    ],
    [
      "numcodecs.crc32c",
      [bytes, object("numcodecs.crc32c", { location: "start" })],
      ['bytes {"endian":"little"}', 'numcodecs.crc32c {"location":"start"}'],
    ],
    [
      "one that is not known",
      [bytes, object("example.squash", { by: 2 })],
      ['bytes {"endian":"little"}', 'example.squash {"by":2}'],
    ],
    ["one that may be the serializer", [object("example.pack", {})], ["example.pack"]],
  ];
  for (const [label, codecs, expected, note] of cases) {
    it(`${label}`, async () => {
      const node = await open({ codecs });
      expect(chainText(node)).toEqual(expected);
      if (note === undefined) expect(node.notes).toEqual([]);
      else expect(node.notes.join()).toMatch(note);
    });
  }

  it("of bytes have no byte order", async () => {
    const node = await open({ data_type: "uint8", codecs: [bytes] });
    expect(chainText(node)).toEqual(["bytes"]);
    const cast = await open({
      codecs: [object("numcodecs.astype", { encode_dtype: "|u1", decode_dtype: "<i4" }), "bytes"],
    });
    expect(chainText(cast)[1]).toBe("bytes");
  });

  it("inside shards are spelled out too", async () => {
    const codecs = [
      object("sharding_indexed", { chunk_shape: [1, 1], codecs: [object("endian", { endian: "big" }), "crc32c"] }),
    ];
    const node = await open({ codecs });
    const inner = node.codecs[0]!.configuration;
    expect(printJson(inner, "compact")).toBe(
      '{"chunk_shape":[1,1],"codecs":[{"name":"bytes","configuration":{"endian":"big"}},{"name":"crc32c"}],' +
        '"index_codecs":[{"name":"bytes","configuration":{"endian":"little"}},{"name":"crc32c"}],"index_location":"end"}',
    );
    expect(node.notes.join()).toMatch(/index_codecs is missing/);
  });

  const bad: readonly (readonly [unknown, RegExp])[] = [
    ["bytes", /array/],
    [[{}], /"name" is missing/],
    [[7], /object/],
    [[object("bytes", [])], /object/],
    [[object("transpose", {}), bytes], /order/],
    [[object("transpose", { order: "K" }), bytes], /one of "C", "F"/],
    [[object("sharding_indexed", { codecs: [bytes] })], /chunk_shape/],
  ];
  it.each(bad)("%j is refused", async (codecs, what) => {
    const error = await failure(open({ codecs }));
    expect(error.code).toBe("invalid-data");
    expect(error.message).toMatch(what);
    expect(error.place.field).toMatch(/^codecs/);
  });

  it("of structs of two byte orders cannot be written", async () => {
    const node = { ...arrayOf(named("int32")), codecs: [codec("bytes", { endian: ["little"] })] };
    expect((await failure(zarrV3.create!(memoryStore()).writeNode!(node))).code).toBe("unsupported");
  });
});

describe("documents", () => {
  it("names the place of what is wrong, and what to do", async () => {
    const text = '{\n  "zarr_format": 3,\n  "node_type": "array",\n  "shape": [5, -4]\n}';
    const error = await failure(openDocuments({ "a/b/zarr.json": text }, "a/b"));
    expect(error.code).toBe("invalid-data");
    expect(error.place).toEqual({
      location: "memory",
      key: "a/b/zarr.json",
      line: 4,
      column: 16,
      field: "shape[1]",
      node: "a/b",
    });
  });

  const bad: readonly (readonly [string, unknown, string, RegExp])[] = [
    ["no JSON", "{", "invalid-data", /must be a JSON object/],
    ["nothing", "", "invalid-data", /must be a JSON object/],
    ["a list", "[]", "invalid-data", /must be a JSON object/],
    ["half a document", '{"zarr_format": 3, "node_ty', "invalid-data", /zarr\.json:1:/],
    ["nested without end", `{"a":${"[".repeat(100_000)}`, "unsupported", /nested deeper/],
    ["no format", {}, "invalid-data", /zarr_format/],
    ["another format", { zarr_format: 2 }, "invalid-data", /format 2, not 3/],
    ["a newer format", { zarr_format: 4 }, "unsupported", /format 4/],
    ["no type of node", { zarr_format: 3 }, "invalid-data", /node_type/],
    ["another type of node", { zarr_format: 3, node_type: "table" }, "invalid-data", /one of "array", "group"/],
    ["attributes that are a list", { zarr_format: 3, node_type: "group", attributes: [] }, "invalid-data", /object/],
    [
      "an unknown block",
      { zarr_format: 3, node_type: "group", consolidated_metadata: { kind: "remote" } },
      "unsupported",
      /"remote"/,
    ],
  ];
  it.each(bad)("%s is refused", async (_, document, code, what) => {
    const error = await failure(openDocuments({ "zarr.json": document }));
    expect(error.message).toMatch(what);
    expect(error.code).toBe(code);
    expect(error.place).toMatchObject({ location: "memory", key: "zarr.json" });
  });

  const members: readonly (readonly [string, unknown, string, RegExp])[] = [
    ["shape", undefined, "invalid-data", /"shape" is missing/],
    ["shape", [5, "4"], "invalid-data", /integer/],
    ["shape", [5, 4.5], "invalid-data", /integer/],
    ["shape", 20, "invalid-data", /array/],
    ["fill_value", undefined, "invalid-data", /"fill_value" is missing/],
    ["chunk_grid", undefined, "invalid-data", /"chunk_grid" is missing/],
    ["chunk_key_encoding", undefined, "invalid-data", /"chunk_key_encoding" is missing/],
    ["dimension_names", ["x"], "invalid-data", /1 dimension names/],
    ["dimension_names", ["x", 1], "invalid-data", /string/],
    ["storage_transformers", ["shards"], "unsupported", /"shards"/],
    ["extra", { must_understand: true }, "unsupported", /must be understood/],
    ["extra", {}, "unsupported", /must be understood/],
    ["extra", false, "unsupported", /must be understood/],
  ];
  it.each(members)("an array with %s: %j is refused", async (name, value, code, what) => {
    const error = await failure(open({ [name]: value }));
    expect(error.message).toMatch(what);
    expect(error.code).toBe(code);
  });

  it("a shape beyond 2^53 is refused", async () => {
    const text = JSON.stringify(v3Array()["zarr.json"]).replace("[5,4]", "[9007199254740993,4]");
    expect((await failure(openDocuments({ "zarr.json": text }))).message).toMatch(/shape\[0\]/);
  });

  it("what need not be understood is noted and kept", async () => {
    const node = await open({
      extra: { must_understand: false, x: 1 },
      storage_transformers: [{ name: "s", must_understand: false }],
      dimension_names: null,
      attributes: null,
    });
    expect(node.notes).toHaveLength(3);
    expect(node.origin!.documents.get("zarr.json")!.members.has("extra")).toBe(true);
  });

  it("members that appear twice are noted, and the last counts", async () => {
    const text = '{"zarr_format": 3, "node_type": "group", "attributes": {"a": 1}, "attributes": {"b": 2}}';
    const { node, notes } = await openDocuments({ "zarr.json": text });
    expect([...node.attributes.keys()]).toEqual(["b"]);
    expect(notes).toEqual([
      { key: "zarr.json", line: 1, column: 66, message: 'the member "attributes" appears twice; the last one counts' },
    ]);
  });

  it("are written as zarr-python writes them", async () => {
    const store = memoryStore();
    await zarrV3.create!(store).writeNode!(arrayNode("a", { é: 1 }));
    const text = new TextDecoder().decode(await store.get("a/zarr.json"));
    expect(text).toMatch(/^\{\n {2}"shape": \[\n {4}5,\n {4}4\n {2}\],\n {2}"data_type": "float32",\n/);
    expect(text).toContain('"\\u00e9": 1');
    const members = ["shape", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value", "codecs", "attributes"];
    expect(Object.keys(JSON.parse(text))).toEqual([...members, "zarr_format", "node_type"]);
  });

  it("name codecs as most peers know them", async () => {
    const store = memoryStore();
    const codecs = [codec("bitround", { keepbits: 3 }), codec("bytes", { endian: "little" }), codec("crc32c")];
    await zarrV3.create!(store).writeNode!({ ...arrayNode("a"), codecs });
    const document = JSON.parse(new TextDecoder().decode(await store.get("a/zarr.json")));
    expect(document.codecs).toEqual([
      { name: "numcodecs.bitround", configuration: { keepbits: 3 } },
      { name: "bytes", configuration: { endian: "little" } },
      { name: "crc32c" },
    ]);
  });

  it("with bare NaN below a group do not make the group's own loose", async () => {
    const nan = '{"zarr_format": 3, "node_type": "group", "attributes": {"x": NaN}}';
    const group = '{"zarr_format": 3, "node_type": "group", "attributes": {}}';
    const { hierarchy, node, store } = await openDocuments({ "zarr.json": group, "a/zarr.json": nan });
    await hierarchy.consolidate!();
    const root = (await hierarchy.readNode(""))!;
    const made = new Map([["y", { value: fromPlain(Number.NaN) }]]);
    expect((await failure(hierarchy.writeNode!({ ...root, attributes: made }))).code).toBe("invalid-request");
    await hierarchy.writeNode!({ ...node, attributes: new Map([["y", { value: fromPlain(1) }]]) });
    expect(new TextDecoder().decode(await store.get("zarr.json"))).toMatch(/"y": 1[\s\S]*"x": NaN/);
    expect(hierarchy.notes).toEqual([]);
  });

  const names: readonly string[] = ["zarr.json", "__x", "...", "a\0b"];
  it.each(names)("the name %j is refused for a new node", async (name) => {
    const hierarchy = zarrV3.create!(memoryStore());
    expect((await failure(hierarchy.writeNode!(groupNode(`a/${name}`)))).code).toBe("invalid-request");
    await hierarchy.writeNode!(groupNode("b"));
    expect((await failure(hierarchy.renameNode!("b", `c/${name}/d`))).code).toBe("invalid-request");
  });

  it("below reserved names are not listed", async () => {
    const group = { zarr_format: 3, node_type: "group" };
    const { hierarchy } = await openDocuments({ "zarr.json": group, "__x/zarr.json": group, "_y/zarr.json": group });
    expect((await hierarchy.listChildren("")).map(({ path }) => path)).toEqual(["_y"]);
  });
});

describe("consolidated metadata", () => {
  const group = (metadata: unknown) => ({
    zarr_format: 3,
    node_type: "group",
    consolidated_metadata: { kind: "inline", must_understand: false, metadata },
  });
  const plain = { zarr_format: 3, node_type: "group", attributes: {} };

  it("are trusted, whatever else is there", async () => {
    const { hierarchy } = await openDocuments({ "zarr.json": group({ a: plain }), "b/zarr.json": plain });
    expect(hierarchy.consolidated).toBe(true);
    expect((await hierarchy.listChildren("")).map(({ path }) => path)).toEqual(["a"]);
    expect(await hierarchy.readNode("b")).toBeUndefined();
  });

  it("may be null", async () => {
    const { hierarchy } = await openDocuments({ "zarr.json": { ...plain, consolidated_metadata: null } });
    expect(hierarchy.consolidated).toBe(false);
  });

  it("of a kind that need not be understood are not used, and dropped when they would go stale", async () => {
    const document = { ...plain, consolidated_metadata: { kind: "remote", must_understand: false, url: "x" } };
    const { hierarchy, store } = await openDocuments({ "zarr.json": document });
    expect(hierarchy.consolidated).toBe(false);
    await hierarchy.writeNode!(groupNode("a"));
    expect(new TextDecoder().decode(await store.get("zarr.json"))).not.toContain("remote");
  });

  it("inside groups inside are read too", async () => {
    const { hierarchy } = await openDocuments({
      "zarr.json": group({ a: group({ b: plain, "b/c": plain }), "a/b": plain }),
    });
    expect((await hierarchy.listChildren("a/b")).map(({ path }) => path)).toEqual(["a/b/c"]);
  });

  it("with one broken entry still give the others", async () => {
    const { hierarchy } = await openDocuments({ "zarr.json": group({ a: plain, b: { ...plain, x: 1 }, c: 7 }) });
    expect((await hierarchy.readNode("a"))?.path).toBe("a");
    expect((await failure(hierarchy.readNode("b"))).place).toMatchObject({
      key: "zarr.json",
      field: "consolidated_metadata.metadata.b.x",
      node: "b",
    });
    expect((await failure(hierarchy.readNode("c"))).code).toBe("invalid-data");
  });

  it("with paths out of the group are refused", async () => {
    expect((await failure(openDocuments({ "zarr.json": group({ "../a": plain }) }))).code).toBe("invalid-data");
  });

  it("are carried along as they are now, not as they were when the group was read", async () => {
    const store = storeOf({ "zarr.json": group({}) });
    const one = (await zarrV3.open({ kind: "directory", store, path: "" }))!;
    const two = (await zarrV3.open({ kind: "directory", store, path: "" }))!;
    await two.hierarchy.writeNode!(groupNode("later"));
    await one.hierarchy.writeNode!({ ...one.node, attributes: new Map() });
    const again = (await zarrV3.open({ kind: "directory", store, path: "" }))!.hierarchy;
    expect((await again.listChildren("")).map(({ path }) => path)).toEqual(["later"]);
  });

  it("keep the place of the member in the document", async () => {
    const store = storeOf({ "zarr.json": { ...group({}), attributes: {} } });
    const { hierarchy } = (await zarrV3.open({ kind: "directory", store, path: "" }))!;
    await hierarchy.writeNode!(groupNode("a", { x: 1 }));
    const document = JSON.parse(new TextDecoder().decode(await store.get("zarr.json")));
    expect(Object.keys(document)).toEqual(["zarr_format", "node_type", "consolidated_metadata", "attributes"]);
    expect(document.consolidated_metadata.metadata.a.attributes).toEqual({ x: 1 });
  });
});
