import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkOffsets,
  chunkTable,
  offsetCount,
  parseOffsets,
  printOffsets,
} from "../../../src/bytes/blosc/chunk-table.ts";
import { type BloscpackHeader, headerBytes, parseHeader, printHeader } from "../../../src/bytes/blosc/file-header.ts";
import { LARGEST_BUFFER } from "../../../src/bytes/blosc/frame-header.ts";
import { computeChecksum } from "../../../src/bytes/checksum/digest.ts";
import { CHECKSUM_NAMES } from "../../../src/bytes/checksum/named-checksum.ts";
import { fromPlain, toPlain } from "../../../src/bytes/json/make.ts";
import {
  metadataSectionBytes,
  parseMetadata,
  parseMetadataHeader,
  printMetadata,
} from "../../../src/formats/bloscpack/metadata-section.ts";
import { failure } from "./failure.ts";
import { fixtureFile, plainFiles } from "./fixture-files.ts";

const readable = plainFiles().filter(({ expect_error }) => expect_error === undefined);

function bytesOf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(fixtureFile(name).path));
}

describe("headers of the fixtures", () => {
  it.each(readable)("$name", async (file) => {
    const bytes = new Uint8Array(readFileSync(file.path));
    const header = parseHeader(bytes);
    expect(header).toEqual({
      version: Reflect.get(file.header, "format_version"),
      offsets: Reflect.get(file.header, "offsets"),
      metadata: Reflect.get(file.header, "metadata"),
      variableLength: false,
      checksum: Reflect.get(file.header, "checksum"),
      typeSize: Reflect.get(file.header, "typesize"),
      chunkSize: known(Reflect.get(file.header, "chunk_size")),
      lastChunk: known(Reflect.get(file.header, "last_chunk")),
      chunkCount: known(Reflect.get(file.header, "nchunks")),
      spareChunks: Reflect.get(file.header, "max_app_chunks"),
    });
    expect(printHeader(header)).toEqual(bytes.subarray(0, headerBytes(header)));

    let at = headerBytes(header);
    if (header.metadata) {
      const metadata = parseMetadataHeader(bytes.subarray(at), at);
      const section = bytes.subarray(at, at + metadataSectionBytes(metadata));
      const document = await parseMetadata(metadata, section, at);
      expect(toPlain(document.root)).toEqual(file.metadata);
      const { checksum, level, room } = metadata;
      const asked = file.metadata_header?.["meta_codec"] === "None" && level === 0 ? "None" : "zlib";
      // How zlib packs is its own choice, and so whether that pays; the rest is ours.
      const written = await printMetadata(document.root, { checksum, codec: asked, level, room });
      expect(written.byteLength).toBe(section.byteLength);
      const again = parseMetadataHeader(written, 0);
      const choice = { storedSize: 0, codec: "zlib" };
      expect({ ...again, ...choice }).toEqual({ ...metadata, ...choice });
      expect(await parseMetadata(again, written, 0)).toMatchObject({ text: document.text });
      at += section.byteLength;
    }
    if (header.offsets) {
      const end = at + 8 * offsetCount(header);
      const offsets = parseOffsets(bytes.subarray(at, end), at);
      const count = header.chunkCount ?? 0;
      if (file.offsets !== undefined) expect(Array.from(offsets.subarray(0, count))).toEqual(file.offsets);
      checkOffsets(chunkTable(header, at, bytes.byteLength), offsets);
      expect(printOffsets(offsets.subarray(0, count), header.spareChunks)).toEqual(bytes.subarray(at, end));
    }
  });
});

function known(size: unknown): unknown {
  return size === -1 ? undefined : size;
}

describe("headers", () => {
  it("come back as they were printed", () => {
    const size = fc.option(fc.integer({ min: 0, max: LARGEST_BUFFER }), { nil: undefined });
    const arbitrary = fc
      .record({
        version: fc.constantFrom(2, 3),
        offsets: fc.boolean(),
        metadata: fc.boolean(),
        checksum: fc.constantFrom(...CHECKSUM_NAMES),
        typeSize: fc.nat(255),
        chunkSize: size,
        lastChunk: size,
        chunkCount: fc.option(fc.maxSafeNat(), { nil: undefined }),
        spareChunks: fc.maxSafeNat(),
      })
      .map(
        (header): BloscpackHeader => ({
          ...header,
          variableLength: false,
          metadata: header.metadata && header.version === 3,
          lastChunk:
            header.chunkSize === undefined || header.lastChunk === undefined
              ? header.lastChunk
              : Math.min(header.lastChunk, header.chunkSize),
          spareChunks: header.version === 3 && header.chunkCount !== undefined ? header.spareChunks : 0,
        }),
      )
      .filter(({ version, chunkSize }) => version === 3 || chunkSize !== 0);
    fc.assert(
      fc.property(arbitrary, (header) => {
        expect(parseHeader(printHeader(header))).toEqual(header);
      }),
    );
  });

  it("of version 1 have a count alone", () => {
    const bytes = Uint8Array.of(0x62, 0x6c, 0x70, 0x6b, 1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0);
    const header = parseHeader(bytes);
    expect(header).toMatchObject({ version: 1, chunkCount: 7, chunkSize: undefined, offsets: false, checksum: "None" });
    expect(headerBytes(header)).toBe(16);
    expect(printHeader(header)).toEqual(bytes);
  });

  it("of a single chunk in version 2 have its size as that of the last", () => {
    const header = parseHeader(change(bytesOf("v2-nooffsets"), { 8: 0, 9: 0, 10: 0, 11: 0, 16: 1 }));
    expect(header).toMatchObject({ version: 2, chunkSize: 3392, lastChunk: 3392, chunkCount: 1 });
  });

  it("of variable length are reported, not refused", () => {
    const header = parseHeader(bytesOf("varlen-v3-meta"));
    expect(header).toMatchObject({ variableLength: true, offsets: true, metadata: true, chunkCount: 7 });
    expect(header.metadataSize).toBeGreaterThan(0);
    expect(printHeader(header)).toEqual(bytesOf("varlen-v3-meta").subarray(0, 32));
  });

  it.each<[string, Record<number, number>, string, string]>([
    ["another magic", { 0: 0x42 }, "invalid-data", "magic"],
    ["version 0", { 4: 0 }, "invalid-data", "version 0 of the Bloscpack format at byte 4"],
    ["a future version", { 4: 4 }, "unsupported", "version 4"],
    ["a reserved option", { 5: 9 }, "unsupported", "options 00001001 at byte 5"],
    ["metadata in version 2", { 4: 2, 5: 2 }, "unsupported", "options"],
    ["offsets in version 1", { 4: 1, 5: 1 }, "unsupported", "options"],
    ["an unknown checksum", { 6: 9 }, "invalid-data", "checksum code 9 at byte 6"],
    ["a type size in version 1", { 4: 1, 5: 0, 6: 0, 7: 4 }, "invalid-data", "reserved byte"],
    ["a negative chunk size", { 8: 0xfe, 9: 0xff, 10: 0xff, 11: 0xff }, "invalid-data", "a chunk size of -2 at byte 8"],
    ["too large a chunk", { 8: 0xff, 9: 0xff, 10: 0xff, 11: 0x7f }, "invalid-data", "chunk size of 2147483647"],
    ["a last chunk that is too large", { 14: 9 }, "invalid-data", "at byte 12"],
    ["a negative count", { 16: 0, 23: 0x80 }, "invalid-data", "at byte 16"],
    [
      "a negative room",
      { 24: 0xff, 25: 255, 26: 255, 27: 255, 28: 255, 29: 255, 30: 255, 31: 255 },
      "invalid-data",
      "-1 chunks to append at byte 24",
    ],
    ["reserved bytes in version 2", { 4: 2 }, "invalid-data", "at byte 24"],
  ])("with %s are refused", async (_, changes, code, words) => {
    const error = await failure(() => parseHeader(change(bytesOf("checksum-adler32"), changes)));
    expect(error).toMatchObject({ name: "HyperslabError", code });
    expect(error.message).toContain(words);
  });

  it("that end early are refused", async () => {
    for (const length of [0, 3, 4, 7, 31]) {
      const error = await failure(() => parseHeader(bytesOf("checksum-adler32").subarray(0, length)));
      expect(error).toMatchObject({ name: "HyperslabError", code: "invalid-data" });
    }
  });
});

describe("offsets", () => {
  const header = parseHeader(bytesOf("checksum-adler32"));
  it.each<[string, number[], string]>([
    ["before the chunks", [100, 500], "lies before the chunks"],
    ["beyond the end", [200, 990], "beyond the end of the file of 1000 bytes, at byte 40"],
    ["out of order", [500, 200], "out of order"],
    ["overlapping", [200, 219], "overlaps"],
    ["overlapping across an unknown one", [200, -1, 210], "chunk 2"],
  ])("%s are refused", async (_, offsets, words) => {
    const table = { ...chunkTable(header, 32, 1000), dataStart: 150 };
    const error = await failure(() => checkOffsets(table, Float64Array.from(offsets)));
    expect(error).toMatchObject({ name: "HyperslabError", code: "invalid-data" });
    expect(error.message).toContain(words);
  });

  it("below -1 or beyond 2^53 are refused", async () => {
    for (const offset of [-2n, 2n ** 60n]) {
      const bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setBigInt64(0, offset, true);
      expect(await failure(() => parseOffsets(bytes, 32))).toMatchObject({ code: "invalid-data" });
    }
  });
});

describe("metadata", () => {
  it("takes any JSON, with every checksum and codec", async () => {
    for (const checksum of CHECKSUM_NAMES) {
      for (const codec of ["None", "zlib"] as const) {
        const value = fromPlain({ a: [1, 2.5, null, true], b: "hänel ☃".repeat(20) });
        const section = await printMetadata(value, { checksum, codec, level: 6 });
        const header = parseMetadataHeader(section, 0);
        expect(header).toMatchObject({ checksum, codec, room: 10 * header.size });
        expect(section.byteLength).toBe(metadataSectionBytes(header));
        expect(toPlain((await parseMetadata(header, section, 0)).root)).toEqual(toPlain(value));
      }
    }
  });

  const section = async (): Promise<Uint8Array> => printMetadata(fromPlain({ abcdef: "x".repeat(100) }));

  it.each<[string, Record<number, number>, string, string]>([
    ["another serializer", { 0: 0x42 }, "unsupported", 'the metadata serializer "BSON" at byte 100'],
    ["options", { 8: 1 }, "invalid-data", "at byte 108"],
    ["an unknown checksum", { 9: 9 }, "invalid-data", "at byte 109"],
    ["an unknown codec", { 10: 2 }, "invalid-data", "metadata codec at byte 110"],
    ["more bytes than room", { 16: 9, 17: 0 }, "invalid-data", "at byte 120"],
    ["too much", { 15: 9 }, "unsupported", "at most"],
    ["damaged bytes", { 40: 0 }, "invalid-data", "checksum mismatch (adler32) in the metadata at byte 132"],
    ["a length that lies", { 12: 1 }, "invalid-data", "holds more than 1 bytes"],
    ["a length that is too long", { 13: 1 }, "invalid-data", "the zlib stream holds"],
  ])("with %s is refused", async (_, changes, code, words) => {
    const bytes = change(await section(), changes);
    const error = await failure(async () => {
      await parseMetadata(parseMetadataHeader(bytes, 100), bytes, 100);
    });
    expect(error).toMatchObject({ name: "HyperslabError", code });
    expect(error.message).toContain(words);
  });

  it("that is no JSON is refused, with its place", async () => {
    const bytes = await printMetadata(fromPlain({ a: 1 }), { checksum: "None", codec: "None", level: 0 });
    bytes[33] = 0x7b;
    const error = await failure(() => parseMetadata(parseMetadataHeader(bytes, 0), bytes, 0));
    expect(error).toMatchObject({ name: "HyperslabError", code: "invalid-data" });
    expect(error.message).toContain("the metadata at byte 32");
  });

  it("that does not fit its room is refused", async () => {
    const error = await failure(() =>
      printMetadata(fromPlain("abc"), { checksum: "None", codec: "None", level: 0, room: 4 }),
    );
    expect(error).toMatchObject({ code: "invalid-request" });
  });
});

describe("checksums", () => {
  /** Of "123456789", as zlib and hashlib give them. */
  it("are in files as bloscpack writes them", () => {
    const digits = new TextEncoder().encode("123456789");
    expect(computeChecksum("adler32", digits)).toEqual(Uint8Array.of(0xde, 0x01, 0x1e, 0x09));
    expect(computeChecksum("crc32", digits)).toEqual(Uint8Array.of(0x26, 0x39, 0xf4, 0xcb));
    expect(computeChecksum("None", digits)).toEqual(new Uint8Array(0));
  });
});

function change(bytes: Uint8Array, changes: Record<number, number>): Uint8Array {
  const changed = bytes.slice();
  for (const [at, byte] of Object.entries(changes)) changed[Number(at)] = byte;
  return changed;
}
