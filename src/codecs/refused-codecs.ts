/** Codecs that are known by name and never run, with the reason and a way out. */
import { closestName } from "../bytes/text/closest-name.ts";
import { HyperslabError } from "../errors.ts";

interface Refusal {
  readonly why: string;
  readonly hint: string;
}

const PICKLE: Refusal = {
  why: "unpickling runs code that is stored in the data",
  hint: "Re-encode the array in Python, where you trust it, with vlen-utf8 for texts or json2 for other objects.",
};

/** The first json and msgpack codecs of numcodecs, of 2018 and before. */
const SHAPELESS: Refusal = {
  why: "it stored no shape, so that elements which are lists cannot be told from rows",
  hint: "Re-encode the array in Python, with json2 or msgpack2.",
};

const ANEW = "Re-encode the array with codecs that every library has, such as bytes and zstd.";
const DECODER = "Add a decoder of your choice with registerCodec({ name, kind, load }).";

/** Pictures, lossy or not. */
const IMAGE: Refusal = { why: "it is a format of images, whose decoders are larger than this library", hint: DECODER };

const N5: Refusal = {
  why: "its chunks are N5 blocks, with sizes and orders of their own",
  hint: "Read the N5 container with a library for N5.",
};

const GDEFLATE: Refusal = { why: "GDeflate is a format for graphics cards, which only zarrs writes", hint: ANEW };

/** zarrs' own experiments, which it replaced by the vlen codecs of the registry. */
const OLD_VLEN: Refusal = { why: "it is an experiment of zarrs, replaced by vlen-utf8 and vlen-bytes", hint: ANEW };

const REFUSED: ReadonlyMap<string, Refusal> = new Map([
  ["numcodecs.pickle", PICKLE],
  ["pickle", PICKLE],
  ["json", SHAPELESS],
  ["msgpack", SHAPELESS],
  ["numcodecs.json", SHAPELESS],
  ["numcodecs.msgpack", SHAPELESS],
  ["conditional", { why: "it switches other codecs on and off, chunk by chunk", hint: ANEW }],
  ["n5_default", N5],
  ["n5_varlen", N5],
  ["n5_label_multiset", N5],
  ["label_multiset", N5],
  ["gdeflate", GDEFLATE],
  ["zarrs.gdeflate", GDEFLATE],
  ["zarrs.vlen", OLD_VLEN],
  ["zarrs.vlen_v2", OLD_VLEN],
  ["jpeg", IMAGE],
  ["jpegxl", IMAGE],
]);

/** What imagecodecs adds to numcodecs, but for the streams that are known here by their names. */
const IMAGECODECS: Refusal = {
  why: "codecs of imagecodecs are run for brotli, lz4f, lz4h5 and snappy alone",
  hint: DECODER,
};

/** The codecs that are refused by name. */
export const refusedCodecs: readonly string[] = [...REFUSED.keys()];

/** The reason why a codec is refused, as an error; undefined if it is not. */
export function refusal(name: string): HyperslabError | undefined {
  const found = REFUSED.get(name) ?? (name.startsWith("imagecodecs_") ? IMAGECODECS : undefined);
  if (found === undefined) return undefined;
  const what = `the codec ${JSON.stringify(name)} is not run: ${found.why}`;
  return new HyperslabError("unsupported", what, { codec: name, hint: found.hint });
}

/** A name that nobody knows, with the one that was perhaps meant. */
export function unknownCodec(
  name: string,
  codecs: readonly { readonly name: string; readonly aliases?: readonly string[] }[],
): HyperslabError {
  const known = codecs.map((codec) => codec.name);
  const near = closestName(name, [...known, ...codecs.flatMap(({ aliases = [] }) => aliases)]);
  const meant = near === undefined ? "" : `Did you mean ${near}? `;
  return new HyperslabError("unsupported", `the codec ${JSON.stringify(name)} is not known`, {
    codec: name,
    hint: `${meant}Known are ${known.join(", ")}; add another with registerCodec({ name, kind, load }).`,
  });
}
