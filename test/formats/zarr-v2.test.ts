/** Documents of Zarr v2: types, fill values, codec chains, dimension names, chunk keys; what is refused. */
import { describe, expect, it } from "vitest";
import { zarrV2 } from "../../src/formats/zarr-v2/zarr-v2.ts";
import { describeDataType } from "../../src/model/data-types/data-type.ts";
import { chunkShapeOf } from "../../src/model/grid/chunk-grid.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { bitsOf, chainText, failure, openArrayDocuments, openDocuments, storeOf, v2Array } from "./open-documents.ts";
import { arrayNode, arrayOf, attributesOf, groupNode, named } from "./sample-nodes.ts";

const open = (changes: Readonly<Record<string, unknown>>, attributes?: unknown) =>
  openArrayDocuments(v2Array(changes, attributes));

describe("data types", () => {
  const cases: readonly (readonly [unknown, string, string?])[] = [
    ["|b1", "bool", "bytes"],
    ["|b", "bool", "bytes"],
    ["<i1", "int8", "bytes"],
    ["|u1", "uint8", "bytes"],
    ["<i4", "int32", 'bytes {"endian":"little"}'],
    [">f8", "float64", 'bytes {"endian":"big"}'],
    ["<f2", "float16"],
    [">c16", "complex128", 'bytes {"endian":"big"}'],
    ["|S5", "S5", "bytes"],
    [">S5", "S5", "bytes"],
    ["<U5", "U5", 'bytes {"endian":"little"}'],
    ["|V10", "r80", "bytes"],
    ["<M8[ns]", "datetime64[ns]"],
    [">m8[25s]", "timedelta64[25s]", 'bytes {"endian":"big"}'],
    ["<M8", "datetime64[generic]"],
    ["<M8[μs]", "datetime64[us]"],
    ["bfloat16", "bfloat16", 'bytes {"endian":"little"}'],
    ["int4", "int4", "bytes"],
    ["float8_e5m2", "float8_e5m2", "bytes"],
    [
      [
        ["a", "<i4"],
        ["b", "|S3"],
      ],
      "struct{a: int32, b: S3}",
      'bytes {"endian":"little"}',
    ],
    [
      [
        ["a", ">i4"],
        ["b", ">f8", [2, 3]],
      ],
      "struct{a: int32, b: float64[2, 3]}",
      'bytes {"endian":"big"}',
    ],
    [
      [
        ["a", "|u1"],
        ["", "|V7"],
        ["b", "<f8"],
        ["", "|V4"],
      ],
      "struct{a: uint8, b: float64 @8} (20 bytes)",
    ],
    [
      [
        [
          "a",
          [
            ["x", "<i2"],
            ["y", ">i2"],
          ],
        ],
        ["b", "|u1"],
      ],
      "struct{a: struct{x: int16, y: int16}, b: uint8}",
      'bytes {"endian":[["little","big"],null]}',
    ],
    [
      [
        ["r", "|u1"],
        ["g", "|u1"],
      ],
      "struct{r: uint8, g: uint8}",
      "bytes",
    ],
  ];
  for (const [dtype, expected, codec] of cases) {
    it(`${JSON.stringify(dtype)} is ${expected}`, async () => {
      const node = await open({ dtype, fill_value: null });
      expect(describeDataType(node.dataType)).toBe(expected);
      if (codec !== undefined) expect(chainText(node)).toEqual([codec]);
      expect(node.notes).toEqual([]);
    });
  }

  it.each([
    ["i4", "int32", /byte order/],
    ["=f4", "float32", /byte order/],
    ["float32", "float32", /not a NumPy type string/],
  ] as const)("%s is taken as %s and noted", async (dtype, expected, note) => {
    const node = await open({ dtype });
    expect(node.dataType.name).toBe(expected);
    expect(node.notes.join()).toMatch(note);
  });

  const bad: readonly (readonly [unknown, string, RegExp])[] = [
    ["<f16", "unsupported", /"<f16" is not known/],
    ["<i3", "unsupported", /not known/],
    ["<x4", "unsupported", /not known/],
    ["S5x", "unsupported", /not known/],
    ["datetime64[ns]", "unsupported", /not known/],
    ["<M8[eon]", "unsupported", /not known/],
    ["<M8[0s]", "invalid-data", /time step/],
    ["<i4[s]", "invalid-data", /unit/],
    ["|O", "invalid-data", /object array without a filter/],
    [7, "invalid-data", /string/],
    [[], "invalid-data", /struct/],
    [[["a"]], "invalid-data", /\[name, type\]/],
    [[["a", "|O"]], "unsupported", /not known/],
    [[["", "<i4"]], "invalid-data", /padding/],
    [[["a", "<i4", [-1]]], "invalid-data", /at least 0/],
    [
      [
        ["a", "<i4"],
        ["a", "<i4"],
      ],
      "invalid-data",
      /two fields/,
    ],
    ["|V100000000", "unsupported", /elements of 100000000 bytes/],
    [
      [
        ["a", "|V2000000000"],
        ["b", "|V2000000000"],
      ],
      "invalid-data",
      /beyond/,
    ],
  ];
  it.each(bad)("%j is refused", async (dtype, code, what) => {
    const error = await failure(open({ dtype }));
    expect(error.message).toMatch(what);
    expect(error.code).toBe(code);
    expect(error.place).toMatchObject({ key: ".zarray" });
    expect(error.place.field).toMatch(/^dtype/);
  });
});

describe("object arrays", () => {
  const cases: readonly (readonly [unknown, string, readonly string[]])[] = [
    [[{ id: "vlen-utf8" }], "string", ["vlen-utf8"]],
    [[{ id: "vlen-bytes" }], "bytes", ["vlen-bytes"]],
    [[{ id: "vlen-array", dtype: ">i2" }], "ragged<int16>", ['numcodecs.vlen-array {"dtype":">i2"}']],
    [[{ id: "json2", strict: true }], "object", ['numcodecs.json2 {"strict":true}']],
    [[{ id: "msgpack2" }], "object", ["numcodecs.msgpack2"]],
    [[{ id: "pickle", protocol: 5 }], "object", ['pickle {"protocol":5}']],
    [
      [{ id: "categorize", labels: ["a"], dtype: "|O", astype: "<u2" }],
      "string",
      ['numcodecs.categorize {"labels":["a"],"dtype":"|O","astype":"<u2"}', 'bytes {"endian":"little"}'],
    ],
    [[{ id: "nobody-knows" }], "object", ["nobody-knows"]],
  ];
  it.each(cases)("%j hold %s", async (filters, expected, chain) => {
    const node = await open({ dtype: "|O", filters, fill_value: null });
    expect(describeDataType(node.dataType)).toBe(expected);
    expect(chainText(node)).toEqual(chain);
  });

  it("in columns first are transposed, unless they record their shape themselves", async () => {
    const text = await open({ dtype: "|O", filters: [{ id: "vlen-utf8" }], fill_value: "", order: "F" });
    expect(chainText(text)).toEqual(['transpose {"order":[1,0]}', "vlen-utf8"]);
    const json = await open({ dtype: "|O", filters: [{ id: "json2" }], fill_value: null, order: "F" });
    expect(chainText(json)).toEqual(["numcodecs.json2"]);
    expect(json.notes.join()).toMatch(/order F/);
  });

  const fills: readonly (readonly [string, unknown, unknown, RegExp?])[] = [
    ["vlen-utf8", null, undefined],
    ["vlen-utf8", "x", "x"],
    ["vlen-utf8", "", ""],
    ["vlen-utf8", 0, "", /0 for elements/],
    ["vlen-bytes", "", new Uint8Array(0)],
    ["vlen-bytes", "AAH/", Uint8Array.of(0, 1, 255)],
    ["vlen-bytes", "a text", new TextEncoder().encode("a text"), /no Base64/],
    ["vlen-bytes", 0, new Uint8Array(0), /0 for elements/],
    ["vlen-array", 0, new Uint8Array(0), /0 for elements/],
    ["vlen-array", "", new Uint8Array(0)],
  ];
  for (const [id, fill_value, expected, note] of fills) {
    it(`${id} filled with ${JSON.stringify(fill_value)}`, async () => {
      const node = await open({ dtype: "|O", filters: [{ id, dtype: "<i4" }], fill_value });
      expect(node.fillValue).toEqual(expected);
      if (note !== undefined) expect(node.notes.join()).toMatch(note);
    });
  }

  it("of other fill values are refused", async () => {
    for (const [id, fill_value] of [
      ["vlen-utf8", 1],
      ["vlen-utf8", {}],
      ["vlen-array", [1]],
    ] as const) {
      const error = await failure(open({ dtype: "|O", filters: [{ id, dtype: "<i4" }], fill_value }));
      expect(error.code).toBe("invalid-data");
    }
  });
});

describe("fill values", () => {
  const cases: readonly (readonly [unknown, unknown, string, RegExp?])[] = [
    ["<f4", "NaN", "7fc00000"],
    [">f4", 0.1, "3dcccccd"],
    ["<f4", [9.5], "41180000", /list of one/],
    ["<f8", "-Infinity", "fff0000000000000"],
    ["|b1", true, "01"],
    ["|b1", 0, "00", /boolean/],
    ["<c8", [1, "NaN"], "7fc000003f800000"],
    ["<M8[s]", -5, "fffffffffffffffb"],
    [">M8[s]", "NaT", "8000000000000000"],
    ["|S3", "YWI=", "006261"],
    ["|S3", "", "000000"],
    ["|S3", 0, "000000", /0 for elements/],
    ["|S3", "a!", "002161", /string itself/],
    ["<U2", "é", "00000000000000e9"],
    [">U2", 0, "0000000000000000", /0 for elements/],
    ["|V3", "AQID", "030201"],
    ["|V3", 0, "000000", /0 for elements/],
    ["|V3", "", "000000"],
    [
      [
        ["a", ">i2"],
        ["b", "<i2"],
      ],
      "AAECAA==",
      "00020001",
    ],
    [
      [
        ["a", "|u1"],
        ["", "|V2"],
        ["b", ">i2"],
      ],
      "Af//AAI=",
      "0002000001",
    ],
    [[["a", ">i2", [2]]], "AAEAAg==", "00020001"],
  ];
  for (const [dtype, fill_value, bits, note] of cases) {
    it(`${JSON.stringify(dtype)} ${JSON.stringify(fill_value)} is 0x${bits}`, async () => {
      const node = await open({ dtype, fill_value });
      expect(bitsOf(node)).toBe(bits);
      if (note === undefined) expect(node.notes).toEqual([]);
      else expect(node.notes.join()).toMatch(note);
    });
  }

  it("null leaves them undefined", async () => {
    for (const dtype of ["<i4", "|S3", "<U2", "<M8[s]", [["a", "<i4"]]]) {
      expect((await open({ dtype, fill_value: null })).fillValue).toBeUndefined();
    }
  });

  const bad: readonly (readonly [unknown, unknown, RegExp])[] = [
    ["<i4", "NaN", /integer/],
    ["<i4", 2 ** 31, /from -2147483648/],
    ["<i4", [1, 2], /integer/],
    ["<f4", {}, /number/],
    ["|V3", "AQI=", /2 bytes for an element of 3/],
    ["|V3", "no", /Base64/],
    ["|S1", "long text", /9 bytes for an element of 1/],
    ["<U1", "ab", /2 code points/],
    ["<U1", 5, /string/],
    [[["a", "<i4"]], 5, /string/],
  ];
  it.each(bad)("%j %j is refused", async (dtype, fill_value, what) => {
    const error = await failure(open({ dtype, fill_value }));
    expect(error.message).toMatch(what);
    expect(error.code).toBe("invalid-data");
    expect(error.place).toMatchObject({ key: ".zarray", field: "fill_value", line: 1 });
  });
});

describe("codec chains", () => {
  const delta = { id: "delta", dtype: "<i4", astype: "<i2" };
  const little = 'bytes {"endian":"little"}';
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
    ["nothing", {}, [little]],
    ["an empty list of filters", { filters: [] }, [little]],
    ["columns first", { order: "F" }, ['transpose {"order":[1,0]}', little]],
    ["columns first of one dimension", { order: "F", shape: [5], chunks: [2] }, [little]],
    ["zlib", { compressor: { id: "zlib", level: 1 } }, [little, 'numcodecs.zlib {"level":1}']],
    ["gzip at its own level", { compressor: { id: "gzip", level: -1 } }, [little, 'gzip {"level":6}']],
    ["zstd", { compressor: { id: "zstd", level: 1 } }, [little, 'zstd {"level":1,"checksum":false}']],
    ["lz4", { compressor: { id: "lz4", acceleration: 1 } }, [little, 'numcodecs.lz4 {"acceleration":1}']],
    ["crc32c", { filters: [{ id: "crc32c" }] }, [little, "crc32c"]],
    [
      "crc32c at the start",
      { filters: [{ id: "crc32c", location: "start" }] },
      [little, 'numcodecs.crc32c {"location":"start"}'],
    ],
    [
      "bitround",
      { dtype: "<f4", filters: [{ id: "bitround", keepbits: 3 }] },
      ['numcodecs.bitround {"keepbits":3}', little],
    ],
    [
      "blosc",
      { compressor: { id: "blosc", cname: "lz4", clevel: 5, shuffle: 1, blocksize: 0 } },
      [little, blosc(4, "shuffle")],
    ],
    [
      "blosc that chooses",
      { compressor: { id: "blosc", cname: "lz4", clevel: 5, shuffle: -1 } },
      [little, blosc(4, "shuffle")],
    ],
    [
      "blosc that chooses for bytes",
      { dtype: "|u1", compressor: { id: "blosc", shuffle: -1 } },
      ["bytes", blosc(1, "bitshuffle")],
    ],
    [
      "blosc of what delta gives",
      { filters: [delta], compressor: { id: "blosc", shuffle: 2 } },
      ['numcodecs.delta {"dtype":"<i4","astype":"<i2"}', little, blosc(2, "bitshuffle")],
    ],
    [
      "blosc after a filter of bytes",
      { filters: [{ id: "shuffle", elementsize: 4 }], compressor: { id: "blosc", shuffle: 1 } },
      [little, 'numcodecs.shuffle {"elementsize":4}', blosc(1, "shuffle")],
    ],
    [
      "blosc of long elements",
      { dtype: "|S300", fill_value: "", compressor: { id: "blosc", shuffle: 0 } },
      ["bytes", blosc(1, "noshuffle")],
    ],
    [
      "big-endian output of a filter",
      { filters: [{ ...delta, astype: ">i2" }] },
      ['numcodecs.delta {"dtype":"<i4","astype":">i2"}', 'bytes {"endian":"big"}'],
    ],
    ["packbits", { dtype: "|b1", fill_value: false, filters: [{ id: "packbits" }] }, ["numcodecs.packbits", "bytes"]],
    ["pcodec", { compressor: { id: "pcodec", level: 8 } }, ['numcodecs.pcodec {"level":8}']],
    ["one that nobody knows", { compressor: { id: "squash", by: 2 } }, [little, 'squash {"by":2}']],
    [
      "filters in an order that makes no sense",
      { filters: [{ id: "shuffle" }, delta] },
      [little, "numcodecs.shuffle", 'numcodecs.delta {"dtype":"<i4","astype":"<i2"}'],
    ],
  ];
  it.each(cases)("%s", async (_, changes, expected) => {
    const node = await open(changes);
    expect(chainText(node)).toEqual(expected);
    expect(node.notes).toEqual([]);
  });

  function blosc(typesize: number, shuffle: string): string {
    return `blosc {"typesize":${typesize},"cname":"lz4","clevel":5,"shuffle":"${shuffle}","blocksize":0}`;
  }

  const bad: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
    [{ compressor: "zlib" }, /compressor: expected an object/],
    [{ compressor: {} }, /"id" is missing/],
    [{ filters: {} }, /filters/],
    [{ filters: [null] }, /object/],
    [{ order: "A" }, /one of "C", "F"/],
    [{ compressor: { id: "blosc", shuffle: 7 } }, /from -1 to 2/],
  ];
  it.each(bad)("%j is refused", async (changes, what) => {
    const error = await failure(open(changes));
    expect(error.code).toBe("invalid-data");
    expect(`${error.place.field}: ${error.message}`).toMatch(what);
  });
});

describe("dimension names", () => {
  it("are the attribute of xarray, and no attribute", async () => {
    const node = await open({}, { _ARRAY_DIMENSIONS: ["y", "x"], units: "K" });
    expect(node.dimensions).toEqual([{ name: "y" }, { name: "x" }]);
    expect([...node.attributes.keys()]).toEqual(["units"]);
  });

  it.each([[["x"]], [["x", 1]], ["y x"], [["_scalar_"]]])("%j stays an attribute", async (value) => {
    const node = await open({}, { _ARRAY_DIMENSIONS: value });
    expect(node.dimensions).toEqual([{ name: undefined }, { name: undefined }]);
    expect([...node.attributes.keys()]).toEqual(["_ARRAY_DIMENSIONS"]);
    expect(node.notes.join()).toMatch(/does not name 2 dimensions/);
  });

  it("keep their place among the attributes when these change", async () => {
    const { hierarchy, node, store } = await openDocuments(v2Array({}, { z: 1, _ARRAY_DIMENSIONS: ["y", "x"], a: 2 }));
    await hierarchy.writeNode!({ ...node, attributes: attributesOf({ z: 3, a: 2, new: 4 }) });
    const text = new TextDecoder().decode(await store.get(".zattrs"));
    expect(JSON.stringify(JSON.parse(text))).toBe('{"z":3,"_ARRAY_DIMENSIONS":["y","x"],"a":2,"new":4}');
  });

  it("are written from the dimensions; an attribute that says otherwise is refused", async () => {
    const store = memoryStore();
    const hierarchy = zarrV2.create!(store);
    const dimensions = [{ name: "y", unlimited: true }, { name: undefined }];
    const written = await hierarchy.writeNode!({ ...arrayNode("a"), dimensions });
    expect(written).toMatchObject({ dimensions: [{ name: "y" }, { name: undefined }] });
    expect(JSON.parse(new TextDecoder().decode(await store.get("a/.zattrs")))).toEqual({
      _ARRAY_DIMENSIONS: ["y", null],
    });
    const attributes = attributesOf({ _ARRAY_DIMENSIONS: ["x", "y"] });
    const error = await failure(hierarchy.writeNode!({ ...arrayNode("a"), dimensions, attributes }));
    expect(error.code).toBe("invalid-request");
  });
});

describe("chunk keys", () => {
  it.each([
    [{ dimension_separator: "." }, "1.23", "0"],
    [{ dimension_separator: "/" }, "1/23", "0"],
    [{ dimension_separator: null }, "1.23", "0"],
  ] as const)("%j", async (changes, expected, scalar) => {
    const { hierarchy, node } = await openDocuments(v2Array(changes));
    if (node.kind !== "array") throw new Error("no array");
    expect(hierarchy.chunks(node).key([1, 23])).toBe(expected);
    expect(hierarchy.chunks({ ...node, path: "a" }).key([])).toBe(`a/${scalar}`);
  });

  it("another separator is refused", async () => {
    expect((await failure(open({ dimension_separator: "-" }))).code).toBe("invalid-data");
  });
});

describe("chunk keys that the document does not specify", () => {
  const legacy = v2Array({ dimension_separator: undefined });

  async function counted(chunks: Readonly<Record<string, string>>, canList: boolean) {
    const memory = storeOf({ ...legacy, ...chunks });
    const asked: string[] = [];
    const store = {
      location: memory.location,
      get: (...[key, options]: Parameters<typeof memory.get>) => {
        asked.push(key);
        return memory.get(key, options);
      },
      set: memory.set!,
      delete: memory.delete!,
      ...(canList
        ? {
            listDirectory: (prefix: string) => {
              asked.push("list");
              return memory.listDirectory!(prefix);
            },
          }
        : {}),
    };
    const { hierarchy, node } = (await zarrV2.open({ kind: "directory", store, path: "" }))!;
    if (node.kind !== "array") throw new Error("no array");
    asked.length = 0;
    return { access: hierarchy.chunks(node), asked, memory };
  }

  const text = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);

  for (const canList of [true, false]) {
    it(`flat ones cost nothing more${canList ? "" : " without listing"}`, async () => {
      const { access, asked } = await counted({ "0.0": "flat" }, canList);
      expect(text(await access.source([0, 0]).read())).toBe("flat");
      expect(asked).toEqual(["0.0"]);
    });

    it(`nested ones are found${canList ? "" : " without listing"}`, async () => {
      const { access, asked } = await counted({ "0/1": "nested", "1/0": "other" }, canList);
      expect(await access.source([0, 0]).read()).toBeUndefined();
      expect(text(await access.source([0, 1]).read())).toBe("nested");
      asked.length = 0;
      expect(text(await access.source([1, 0]).read())).toBe("other");
      expect(asked).toEqual(["1/0"]);
    });

    it(`new chunks go where the others are${canList ? "" : " without listing"}`, async () => {
      const nested = await counted({ "0/1": "nested" }, canList);
      await nested.access.set!([0, 1], new Uint8Array(2));
      expect(text(await nested.memory.get("0/1"))).toBe("\0\0");
      await nested.access.delete!([0, 1]);
      expect(await nested.memory.get("0/1")).toBeUndefined();
      const empty = await counted({}, canList);
      await empty.access.set!([1, 1], new Uint8Array(1));
      expect(await empty.memory.get("1.1")).toBeDefined();
    });
  }

  it("one listing answers for all chunks, also of an empty array", async () => {
    const { access, asked } = await counted({}, true);
    await Promise.all([access.source([0, 0]).read(), access.source([1, 0]).read(), access.source([2, 0]).read()]);
    await access.source([0, 1]).read();
    expect(asked.filter((key) => key === "list")).toHaveLength(1);
    expect(asked).toHaveLength(5);
  });

  it("keeps one name for a chunk, whatever is found", async () => {
    const { access } = await counted({ "0/0": "nested" }, true);
    const before = access.key([0, 0]);
    await access.source([0, 0]).read();
    expect(access.key([0, 0])).toBe(before);
  });
});

describe("documents", () => {
  const members: readonly (readonly [string, unknown, string, RegExp])[] = [
    ["zarr_format", 3, "invalid-data", /format 3, not 2/],
    ["zarr_format", 1, "invalid-data", /format 1, not 2/],
    ["zarr_format", 9, "unsupported", /format 9/],
    ["shape", undefined, "invalid-data", /"shape" is missing/],
    ["shape", [-1, 4], "invalid-data", /at least 0/],
    ["chunks", undefined, "invalid-data", /"chunks" is missing/],
    ["chunks", [2], "invalid-data", /chunks have 1 dimensions/],
    ["chunks", [2, 0], "invalid-data", /at least 1/],
    ["chunks", true, "invalid-data", /array/],
    ["dtype", undefined, "invalid-data", /"dtype" is missing/],
  ];
  it.each(members)("an array with %s: %j is refused", async (name, value, code, what) => {
    const error = await failure(open({ [name]: value }));
    expect(error.message).toMatch(what);
    expect(error.code).toBe(code);
    expect(error.place).toMatchObject({ location: "memory", key: ".zarray" });
  });

  it("an array that leaves out what it may is noted", async () => {
    const node = await open({
      zarr_format: undefined,
      fill_value: undefined,
      order: undefined,
      filters: undefined,
      compressor: undefined,
    });
    expect(node.notes).toHaveLength(5);
    expect(chainText(node)).toEqual(['bytes {"endian":"little"}']);
    expect(node.fillValue).toBeUndefined();
  });

  it("chunks of no length are taken where there are no elements", async () => {
    const node = await open({ shape: [0, 4], chunks: [0, 4] });
    expect(chunkShapeOf(node.grid)).toEqual([1, 4]);
  });

  it("attributes with a bare NaN are read and kept", async () => {
    const { hierarchy, node, store } = await openDocuments({ ...v2Array(), ".zattrs": '{"a": NaN, "b": 1}' });
    expect(node.attributes.get("a")!.value).toMatchObject({ type: "number", text: "NaN" });
    await hierarchy.writeNode!({ ...node, attributes: new Map([...node.attributes].reverse()) });
    expect(new TextDecoder().decode(await store.get(".zattrs"))).toBe('{\n    "a": NaN,\n    "b": 1\n}');
  });

  it("are written as zarr-python 2 writes them, but text beyond ASCII unescaped, for netCDF-C", async () => {
    const store = memoryStore();
    await zarrV2.create!(store).writeNode!(arrayNode("a", { z: 1, a: "é😀\u007f", 世: "\ud800\u0001" }));
    const text = async (key: string) => new TextDecoder().decode(await store.get(key));
    expect(await text(".zgroup")).toBe('{\n    "zarr_format": 2\n}');
    expect(await text("a/.zattrs")).toBe('{\n    "z": 1,\n    "a": "é😀\u007f",\n    "世": "\\ud800\\u0001"\n}');
    const array = await text("a/.zarray");
    expect(array).toMatch(/^\{\n {4}"chunks": \[\n {8}2,\n/);
    const names = "chunks compressor dimension_separator dtype fill_value filters order shape zarr_format".split(" ");
    expect(Object.keys(JSON.parse(array))).toEqual(names);
  });

  it("of an array and a group at one path mean the array", async () => {
    const { node } = await openDocuments({ ...v2Array(), ".zgroup": { zarr_format: 2 } });
    expect(node.kind).toBe("array");
  });

  it.each([".zarray", ".zgroup", ".zattrs", ".zmetadata", "a\\b", "a\0"])("the name %j is refused", async (name) => {
    const hierarchy = zarrV2.create!(memoryStore());
    expect((await failure(hierarchy.writeNode!(groupNode(name)))).code).toBe("invalid-request");
  });
});

describe("what Zarr v2 cannot hold", () => {
  it("says so, and what to do", async () => {
    const hierarchy = zarrV2.create!(memoryStore());
    const nan = arrayOf(named("float32"), Uint8Array.of(1, 0, 0xc0, 0x7f));
    const error = await failure(hierarchy.writeNode!(nan));
    expect(error.code).toBe("invalid-request");
    expect(error.message).toMatch(/0x7fc00001.*ordinary NaN/);
  });
});

describe("consolidated metadata", () => {
  const group = { zarr_format: 2 };
  const metadata = (entries: unknown) => ({ ".zmetadata": { zarr_consolidated_format: 1, metadata: entries } });

  it("answer for everything below, though documents of attributes be missing", async () => {
    const entries = { ".zgroup": group, "a/.zgroup": group, "a/b/.zarray": v2Array()[".zarray"] };
    const { hierarchy } = await openDocuments(metadata(entries));
    expect(hierarchy.consolidated).toBe(true);
    expect((await hierarchy.listChildren("a")).map(({ path, kind }) => `${path} ${kind}`)).toEqual(["a/b array"]);
    expect(await hierarchy.readNode("c")).toBeUndefined();
  });

  it("without the group itself mean a group", async () => {
    const { hierarchy, node, notes } = await openDocuments(metadata({ "a/.zarray": v2Array()[".zarray"] }));
    expect(node.kind).toBe("group");
    expect(notes).toHaveLength(1);
    expect((await hierarchy.listChildren("")).map(({ path }) => path)).toEqual(["a"]);
  });

  it("of another format are not used, and dropped when they would go stale", async () => {
    const { hierarchy, store } = await openDocuments({
      ".zmetadata": { zarr_consolidated_format: 2 },
      ".zgroup": group,
    });
    expect(hierarchy.consolidated).toBe(false);
    await hierarchy.writeNode!(groupNode("a"));
    expect(await store.get(".zmetadata")).toBeUndefined();
  });

  it("keep documents that are not ours", async () => {
    const entries = { ".zgroup": group, "a/.zgroup": group, "a/.nczgroup": { dims: {} }, ".nczarr": { x: 1 } };
    const { hierarchy, store } = await openDocuments({ ...metadata(entries), ".zgroup": group, "a/.zgroup": group });
    await hierarchy.writeNode!(groupNode("a", { x: 1 }));
    const after = JSON.parse(new TextDecoder().decode(await store.get(".zmetadata")));
    expect(Object.keys(after.metadata)).toEqual([".nczarr", ".zgroup", "a/.nczgroup", "a/.zattrs", "a/.zgroup"]);
  });
});
