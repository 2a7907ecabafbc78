/** Codecs by name: what the catalogue (model/codec-catalogue/) knows about them, and the codec itself, loaded when it is needed. */
import { closestName } from "../bytes/text/closest-name.ts";
import { HyperslabError } from "../errors.ts";
import { addCodec, allCodecs, findCodec } from "../model/codec-catalogue/catalogue.ts";
import type { CodecFacts } from "../model/codec-catalogue/facts.ts";
import { refusedCodec } from "../model/codec-catalogue/refused.ts";
import type { Codec } from "./codec.ts";

/** A codec of the catalogue that is loaded on demand. */
export interface CodecEntry extends CodecFacts {
  /** Loads the codec. */
  load(): Promise<Codec>;
}

/** How the codecs of model/codec-catalogue/built-in.ts are loaded, each when an array first needs it. */
export const LOADERS: ReadonlyMap<string, () => Promise<Codec>> = new Map(
  Object.entries({
    transpose: async () => (await import("./array-to-array/transpose.ts")).transpose,
    reshape: async () => (await import("./array-to-array/reshape.ts")).reshape,
    "zarrs.squeeze": async () => (await import("./array-to-array/reshape.ts")).squeeze,
    cast_value: async () => (await import("./array-to-array/cast-value.ts")).castValue,
    scale_offset: async () => (await import("./array-to-array/scale-offset.ts")).scaleOffset,
    "numcodecs.astype": async () => (await import("./array-to-array/astype.ts")).asType,
    "numcodecs.bitround": async () => (await import("./array-to-array/bitround.ts")).bitround,
    "numcodecs.categorize": async () => (await import("./array-to-array/categorize.ts")).categorize,
    "numcodecs.delta": async () => (await import("./array-to-array/delta.ts")).delta,
    "numcodecs.fixedscaleoffset": async () => (await import("./array-to-array/fixed-scale-offset.ts")).fixedScaleOffset,
    "numcodecs.packbits": async () => (await import("./array-to-array/numcodecs-packbits.ts")).numcodecsPackbits,
    "hdf5.bits": async () => (await import("./array-to-array/hdf5-bits.ts")).hdf5Bits,
    "numcodecs.quantize": async () => (await import("./array-to-array/quantize.ts")).quantize,
    "fits.unsigned": async () => (await import("./array-to-array/fits-values.ts")).fitsUnsigned,
    "fits.values": async () => (await import("./array-to-array/fits-values.ts")).fitsValues,
    bytes: async () => (await import("./array-to-bytes/bytes.ts")).bytes,
    sharding_indexed: async () =>
      (await import("./array-to-bytes/sharding-indexed/sharding-indexed.ts")).shardingIndexed,
    packbits: async () => (await import("./array-to-bytes/packbits.ts")).packbits,
    "vlen-utf8": async () => (await import("./array-to-bytes/vlen/vlen.ts")).vlenUtf8,
    "vlen-bytes": async () => (await import("./array-to-bytes/vlen/vlen.ts")).vlenBytes,
    "numcodecs.vlen-array": async () => (await import("./array-to-bytes/vlen/vlen-array.ts")).vlenArray,
    "numcodecs.json2": async () => (await import("./array-to-bytes/objects/objects.ts")).json2,
    "numcodecs.msgpack2": async () => (await import("./array-to-bytes/objects/objects.ts")).msgpack2,
    "zarrs.optional": async () => (await import("./array-to-bytes/optional.ts")).optional,
    "numcodecs.pcodec": async () => (await import("./array-to-bytes/pcodec/pcodec.ts")).pcodec,
    "numcodecs.zfpy": async () => (await import("./array-to-bytes/zfp/zfpy.ts")).zfpy,
    zfp: async () => (await import("./array-to-bytes/zfp/zfp.ts")).zfp,
    bloscpack: async () => (await import("./array-to-bytes/bloscpack/bloscpack.ts")).bloscpack,
    "bloscpack-varlen": async () => (await import("./array-to-bytes/bloscpack/varlen.ts")).bloscpackVarlen,
    "fits.tile": async () => (await import("./array-to-bytes/fits/tile.ts")).fitsTile,
    "fits.ascii": async () => (await import("./array-to-bytes/fits/ascii.ts")).fitsAscii,
    grib: async () => (await import("./array-to-bytes/grib/grib.ts")).grib,
    gribberish: async () => (await import("./array-to-bytes/grib/grib.ts")).grib,
    "gribscan.rawgrib": async () => (await import("./array-to-bytes/grib/grib.ts")).grib,
    tiff: async () => (await import("./array-to-bytes/tiff/tiff.ts")).tiff,
    "tiff.jpeg": async () => (await import("./array-to-bytes/tiff/image.ts")).tiffJpeg,
    "tiff.jpeg2000": async () => (await import("./array-to-bytes/tiff/image.ts")).tiffJpeg2000,
    "tiff.lerc": async () => (await import("./array-to-bytes/tiff/image.ts")).tiffLerc,
    "tiff.ccitt": async () => (await import("./bytes-to-bytes/tiff/ccitt.ts")).ccitt,
    "tiff.lzw": async () => (await import("./bytes-to-bytes/tiff/lzw.ts")).lzw,
    "tiff.packbits": async () => (await import("./bytes-to-bytes/tiff/packbits.ts")).packbits,
    "tiff.fill-order": async () => (await import("./bytes-to-bytes/tiff/fill-order.ts")).fillOrder,
    blosc: async () => (await import("./bytes-to-bytes/blosc.ts")).blosc,
    gzip: async () => (await import("./bytes-to-bytes/deflate/deflate.ts")).gzip,
    zstd: async () => (await import("./bytes-to-bytes/zstd/zstd.ts")).zstd,
    "numcodecs.zlib": async () => (await import("./bytes-to-bytes/deflate/deflate.ts")).zlib,
    "deflate-raw": async () => (await import("./bytes-to-bytes/deflate/deflate.ts")).deflateRaw,
    "numcodecs.bz2": async () => (await import("./bytes-to-bytes/bzip2/bz2.ts")).bz2,
    "numcodecs.lzma": async () => (await import("./bytes-to-bytes/lzma/lzma.ts")).lzma,
    "numcodecs.lz4": async () => (await import("./bytes-to-bytes/lz4.ts")).lz4,
    "lz4-block": async () => (await import("./bytes-to-bytes/lz4.ts")).lz4Block,
    lz4f: async () => (await import("./bytes-to-bytes/lz4-frame/lz4f.ts")).lz4f,
    snappy: async () => (await import("./bytes-to-bytes/snappy/snappy.ts")).snappy,
    brotli: async () => (await import("./bytes-to-bytes/brotli.ts")).brotli,
    "hdf5.lz4": async () => (await import("./bytes-to-bytes/hdf5/lz4.ts")).hdf5Lz4,
    "hdf5.bitshuffle": async () => (await import("./bytes-to-bytes/hdf5/bitshuffle.ts")).hdf5Bitshuffle,
    "hdf5.lzf": async () => (await import("./bytes-to-bytes/hdf5/lzf.ts")).hdf5Lzf,
    "hdf5.nbit": async () => (await import("./bytes-to-bytes/hdf5/nbit.ts")).hdf5Nbit,
    "hdf5.scaleoffset": async () => (await import("./bytes-to-bytes/hdf5/scale-offset.ts")).hdf5ScaleOffset,
    "hdf5.szip": async () => (await import("./bytes-to-bytes/hdf5/szip.ts")).hdf5Szip,
    "hdf5.blosc2": async () => (await import("./bytes-to-bytes/blosc2/blosc2.ts")).hdf5Blosc2,
    "hdf5.zfp": async () => (await import("./bytes-to-bytes/hdf5/zfp.ts")).hdf5Zfp,
    "numcodecs.shuffle": async () => (await import("./bytes-to-bytes/shuffle.ts")).shuffle,
    crc32c: async () => (await import("./bytes-to-bytes/checksums.ts")).crc32cCodec,
    "numcodecs.crc32": async () => (await import("./bytes-to-bytes/checksums.ts")).crc32Codec,
    "numcodecs.adler32": async () => (await import("./bytes-to-bytes/checksums.ts")).adler32Codec,
    "numcodecs.fletcher32": async () => (await import("./bytes-to-bytes/checksums.ts")).fletcher32Codec,
    "numcodecs.jenkins_lookup3": async () => (await import("./bytes-to-bytes/checksums.ts")).jenkinsLookup3Codec,
    "numcodecs.base64": async () => (await import("./bytes-to-bytes/base64.ts")).base64,
  }),
);

const registered = new Map<string, CodecEntry>();

/** All codecs, built in and registered, sorted by name. */
export function knownCodecs(): readonly CodecEntry[] {
  const listed = [...allCodecs()].filter(({ internal }) => internal !== true);
  return listed.map(({ name }) => codecEntry(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The codec with this name or alias. An unknown one is `unsupported`. */
export function codecEntry(spelling: string): CodecEntry {
  const facts = findCodec(spelling);
  if (facts === undefined) throw unknownCodec(spelling);
  return registered.get(facts.name) ?? { ...facts, load: LOADERS.get(facts.name)! };
}

/** True for a built-in codec, which every worker knows. */
export function isBuiltInCodec(spelling: string): boolean {
  return LOADERS.has(findCodec(spelling)?.name ?? spelling);
}

/** Your own codec: what is known about it, and either the codec itself or how to load it. */
export interface CodecRegistration extends CodecFacts {
  /** The codec itself; give this or `load`. */
  readonly codec?: Codec;
  /** Called when an array first needs the codec. */
  readonly load?: () => Promise<Codec>;
}

/**
 * Adds a codec: from then on documents, `create` and messages know it. A name, alias or Zarr v2 id that is already
 * taken is refused. Returns a function that removes the codec again.
 */
export function registerCodec({ codec, load, ...facts }: CodecRegistration): () => void {
  const { name } = facts;
  if ((codec === undefined) === (load === undefined)) {
    throw new HyperslabError("invalid-request", "a codec is registered with either `codec` or `load`", { codec: name });
  }
  // Zarr v2 has no list of codecs: any name may occur there.
  const named: CodecFacts =
    facts.v2Id === undefined && !name.startsWith("numcodecs.") ? { ...facts, v2Id: name } : facts;
  const remove = addCodec(named);
  registered.set(name, { ...named, load: load ?? (async () => codec!) });
  return () => {
    if (remove()) registered.delete(name);
  };
}

/** Explains why a codec is refused, or which one was probably meant. */
function unknownCodec(name: string): HyperslabError {
  const refused = refusedCodec(name);
  if (refused !== undefined) {
    const what = `the codec ${JSON.stringify(name)} is not run: ${refused.why}`;
    return new HyperslabError("unsupported", what, { codec: name, hint: refused.hint });
  }
  const known = knownCodecs();
  const near = closestName(
    name,
    known.flatMap((entry) => [entry.name, ...(entry.aliases ?? [])]),
  );
  const meant = near === undefined ? "" : `Did you mean ${near}? `;
  const names = known.map((entry) => entry.name).join(", ");
  return new HyperslabError("unsupported", `the codec ${JSON.stringify(name)} is not known`, {
    codec: name,
    hint: `${meant}Known codecs are ${names}. Add another with registerCodec({ name, kind, load }).`,
  });
}
