/** Every name that documents have for a codec is known, or refused with the reason; and docs/codecs.md lists just those. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { codecEntry, knownCodecs } from "../../src/codecs/registry.ts";
import { findCodec } from "../../src/model/codec-catalogue/catalogue.ts";
import { REFUSED_CODECS } from "../../src/model/codec-catalogue/refused.ts";
import { caught } from "../bytes/caught.ts";

/** Zarr v3's core, its registry of extensions, and what zarrs writes. */
const ZARR_V3 = [
  ...["bytes", "transpose", "sharding_indexed", "blosc", "gzip", "zstd", "crc32c"],
  ...["bitround", "cast_value", "packbits", "reshape", "scale_offset", "vlen-array", "vlen-bytes", "vlen-utf8", "zfp"],
  ...["optional", "zarrs.optional", "zarrs.squeeze", "zlib", "shuffle", "fletcher32", "pcodec", "bz2", "endian"],
];

/** What numcodecs calls its codecs, in Zarr v2 by this id and in v3 as `numcodecs.<id>`. */
const NUMCODECS = [
  ...["adler32", "astype", "base64", "bitround", "blosc", "bz2", "categorize", "crc32", "crc32c", "delta"],
  ...["fixedscaleoffset", "fletcher32", "gzip", "jenkins_lookup3", "json2", "lz4", "lzma", "msgpack2", "packbits"],
  ...["pcodec", "quantize", "shuffle", "vlen-array", "zfpy", "zlib", "zstd"],
];

const OTHERS = ["brotli", "deflate-raw", "hdf5.bitshuffle", "hdf5.lz4", "lz4f", "snappy"];
const IMAGECODECS = ["brotli", "lz4f", "lz4h5", "snappy"].map((id) => `imagecodecs_${id}`);

/** Names of the same sources that are not run. */
const REFUSED = [
  ...["pickle", "json", "msgpack"].flatMap((id) => [id, `numcodecs.${id}`]),
  ...["conditional", "n5_default", "n5_varlen", "n5_label_multiset", "label_multiset", "jpeg", "jpegxl"],
  ...["gdeflate", "zarrs.gdeflate", "zarrs.vlen", "zarrs.vlen_v2"],
];

describe("names of codecs", () => {
  test.each([...ZARR_V3, ...NUMCODECS.flatMap((id) => [id, `numcodecs.${id}`]), ...OTHERS, ...IMAGECODECS])(
    "%s is known",
    (name) => {
      expect(findCodec(name)).toBeDefined();
    },
  );

  test.each([...REFUSED, "imagecodecs_jpeg2k", "imagecodecs_lzw"])("%s is refused with the reason", (name) => {
    const error = caught(() => codecEntry(name));
    expect(error.code).toBe("unsupported");
    expect(error.what).toContain("is not run: ");
    expect(error.place.codec).toBe(name);
  });

  test("nothing is refused that is not listed here", () => {
    expect(REFUSED_CODECS.flatMap(({ names }) => names).sort()).toEqual([...REFUSED].sort());
  });
});

describe("docs/codecs.md", () => {
  const text = readFileSync(new URL("../../docs/codecs.md", import.meta.url), "utf8");
  const [known = "", refused = ""] = text.split("## Refused by name");

  /** The names in the first columns of the rows of tables. */
  function namesIn(part: string, columns: number): string[] {
    const rows = part.split("\n").filter((line) => line.startsWith("| `"));
    const cells = rows.flatMap((row) => row.split("|").slice(1, 1 + columns));
    return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  }

  test("lists every codec with its aliases, under its kind", () => {
    for (const kind of ["array-to-array", "array-to-bytes", "bytes-to-bytes"] as const) {
      const part = known.split(`## ${kind.replace("-to-", "->")}\n`)[1]?.split("\n## ")[0] ?? "";
      const entries = knownCodecs().filter((entry) => entry.kind === kind);
      const names = entries.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
      expect(namesIn(part, 2).sort(), kind).toEqual(names.sort());
    }
  });

  test("lists what is refused", () => {
    const names = namesIn(refused, 1).filter((name) => name !== "imagecodecs_*");
    expect(names.sort()).toEqual([...REFUSED].sort());
  });
});
