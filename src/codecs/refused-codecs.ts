/** Codecs that are known by name and never run, with the reason and a way out. */
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
  [
    "optional",
    {
      why: "two codecs go by this name, and what they store differs",
      hint: "Re-encode the array without it.",
    },
  ],
]);

/** The reason why a codec is refused, as an error; undefined if it is not. */
export function refusal(name: string): HyperslabError | undefined {
  const found = REFUSED.get(name);
  if (found === undefined) return undefined;
  const what = `the codec ${JSON.stringify(name)} is not run: ${found.why}`;
  return new HyperslabError("unsupported", what, { codec: name, hint: found.hint });
}
