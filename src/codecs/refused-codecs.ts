/** Codecs that are known by name and never run, with the reason and a way out. */
import { closestName } from "../bytes/closest-name.ts";
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

const REFUSED: ReadonlyMap<string, Refusal> = new Map([
  ["numcodecs.pickle", PICKLE],
  ["pickle", PICKLE],
  ["numcodecs.json", SHAPELESS],
  ["numcodecs.msgpack", SHAPELESS],
]);

/** The reason why a codec is refused, as an error; undefined if it is not. */
export function refusal(name: string): HyperslabError | undefined {
  const found = REFUSED.get(name);
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
