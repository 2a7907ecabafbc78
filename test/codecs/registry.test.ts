import { describe, expect, test } from "vitest";
import type { BytesToBytesCodec } from "../../src/codecs/codec.ts";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { codecEntry, knownCodecs, registerCodec } from "../../src/codecs/registry.ts";
import { findCodec } from "../../src/model/codec-catalogue/catalogue.ts";
import { caught } from "../bytes/caught.ts";
import { decode, elementsOf, named, sampleChunk, specs, typeOf } from "./samples.ts";

const LITTLE = { name: "bytes", configuration: { endian: "little" } };

/** Every bit the other way round. */
const invert: BytesToBytesCodec<undefined> = {
  kind: "bytes-to-bytes",
  parse: () => undefined,
  bind: (_, { length }) => ({
    encodedLength: length,
    encode: (bytes) => bytes.map((byte) => ~byte),
    decode: (bytes) => bytes.map((byte) => ~byte),
  }),
};

describe("the codec registry", () => {
  test("loads each codec as the kind its entry says", async () => {
    for (const entry of knownCodecs()) expect((await entry.load()).kind, entry.name).toBe(entry.kind);
  });

  test("has no name twice", () => {
    const names = knownCodecs().flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  test("finds codecs by name and by alias", () => {
    expect(codecEntry("endian").name).toBe("bytes");
    expect(findCodec("transpose")?.kind).toBe("array-to-array");
    expect(findCodec("numcodecs.zstd")?.kind).toBe("bytes-to-bytes");
    expect(findCodec("unheard")).toBeUndefined();
  });

  // Those that zarr-python registers for numcodecs 0.16.
  test.each(
    [
      ...["blosc", "lz4", "zstd", "zlib", "gzip", "bz2", "lzma", "shuffle", "delta", "bitround", "fixedscaleoffset"],
      ...[
        "quantize",
        "packbits",
        "astype",
        "crc32",
        "crc32c",
        "adler32",
        "fletcher32",
        "jenkins_lookup3",
        "pcodec",
        "zfpy",
      ],
    ].map((id) => `numcodecs.${id}`),
  )("knows %s", (name) => {
    expect(findCodec(name)).toBeDefined();
  });

  test("refuses pickle by name, with the reason and the way out", () => {
    for (const name of ["pickle", "numcodecs.pickle"]) {
      const error = caught(() => codecEntry(name));
      expect(error.code).toBe("unsupported");
      expect(error.message).toMatch(/runs code that is stored in the data.*[Rr]e-encode/);
    }
  });

  test("says what it knows when it is asked for something else, and where that stands", async () => {
    const error = caught(() => codecEntry("unheard"));
    expect(error.code).toBe("unsupported");
    expect(error.message).toMatch(/"unheard" is not known.*bytes.*zstd.*registerCodec/);
    const source = { key: "a/zarr.json", text: "" };
    const bound = bindPipeline(specs(LITTLE, { name: "unheard" }), typeOf(named("int8"), [2]), source);
    await expect(bound).rejects.toMatchObject({
      code: "unsupported",
      place: { key: "a/zarr.json", field: "codecs[1]" },
    });
  });

  test("takes codecs from outside, and gives them back", async () => {
    const remove = registerCodec({ name: "invert", aliases: ["negate"], kind: "bytes-to-bytes", codec: invert });
    const type = typeOf(named("int16"), [3]);
    const pipeline = await bindPipeline(specs(LITTLE, { name: "negate" }), type);
    const chunk = sampleChunk(type, 1);
    const encoded = pipeline.encode(chunk)!;
    expect(elementsOf(decode(pipeline, encoded)!)).toEqual(elementsOf(chunk));
    expect(pipeline.codecs).toEqual(["bytes", "invert"]);
    expect(pipeline.encodedLength).toBe(6);
    remove();
    expect(findCodec("invert")).toBeUndefined();
    expect(findCodec("negate")).toBeUndefined();
  });

  test("refuses names that are taken, and registrations without a codec or with two", () => {
    const kind = "bytes-to-bytes";
    expect(caught(() => registerCodec({ name: "gzip", kind, codec: invert })).code).toBe("exists");
    expect(caught(() => registerCodec({ name: "mine", aliases: ["endian"], kind, codec: invert })).code).toBe("exists");
    expect(caught(() => registerCodec({ name: "mine", kind })).code).toBe("invalid-request");
    const load = async () => invert;
    expect(caught(() => registerCodec({ name: "mine", kind, codec: invert, load })).code).toBe("invalid-request");
    expect(findCodec("mine")).toBeUndefined();
  });
});
