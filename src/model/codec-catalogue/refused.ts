/** Codecs that are known by name and never run, with the reason and a way out. */
import type { CodecKind } from "./facts.ts";

export interface RefusedCodec {
  readonly names: readonly string[];
  /** Needed for those that Zarr v2 documents name. */
  readonly kind?: CodecKind;
  readonly why: string;
  readonly hint: string;
}

const REENCODE = "Re-encode the array with codecs that every library has, such as bytes and zstd.";
const REGISTER = "Add a decoder of your choice with registerCodec({ name, kind, load }).";

export const REFUSED_CODECS: readonly RefusedCodec[] = [
  {
    names: ["numcodecs.pickle", "pickle"],
    kind: "array-to-bytes",
    why: "unpickling runs code that is stored in the data",
    hint: "Re-encode the array in Python, where you trust it, with vlen-utf8 for strings or json2 for other objects.",
  },
  {
    // The first json and msgpack codecs of numcodecs, of 2018 and before.
    names: ["numcodecs.json", "json", "numcodecs.msgpack", "msgpack"],
    kind: "array-to-bytes",
    why: "it stored no shape, so elements that are lists cannot be distinguished from rows",
    hint: "Re-encode the array in Python, with json2 or msgpack2.",
  },
  {
    names: ["n5_default", "n5_varlen", "n5_label_multiset", "label_multiset"],
    kind: "array-to-bytes",
    why: "its chunks are N5 blocks, with their own sizes and orders",
    hint: "Read the N5 container with a library for N5.",
  },
  {
    names: ["jpeg", "jpegxl"],
    why: "it is a format of images, whose decoders are larger than this library",
    hint: REGISTER,
  },
  {
    names: ["gdeflate", "zarrs.gdeflate"],
    why: "GDeflate is a format for graphics cards, which only zarrs writes",
    hint: REENCODE,
  },
  {
    names: ["zarrs.vlen", "zarrs.vlen_v2"],
    why: "it is an experiment of zarrs, replaced by vlen-utf8 and vlen-bytes",
    hint: REENCODE,
  },
  { names: ["conditional"], why: "it switches other codecs on and off, chunk by chunk", hint: REENCODE },
];

const IMAGECODECS: RefusedCodec = {
  names: [],
  why: "of the codecs of imagecodecs only those for bytes are run, such as zstd, lzma and lz4",
  hint: REGISTER,
};

const TIFF: RefusedCodec = {
  names: [],
  kind: "bytes-to-bytes",
  why: "it is a compression of images, whose decoder is not part of this library",
  hint: "Convert the file with GDAL, for example: gdal_translate -co COMPRESS=ZSTD in.tif out.tif.",
};

export function refusedCodec(name: string): RefusedCodec | undefined {
  const refused = REFUSED_CODECS.find(({ names }) => names.includes(name));
  if (refused === undefined && name.startsWith("tiff.")) return TIFF;
  return refused ?? (/^(numcodecs\.)?imagecodecs_/.test(name) ? IMAGECODECS : undefined);
}
