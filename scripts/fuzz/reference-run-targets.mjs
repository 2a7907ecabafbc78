// Targets: the scanner of JSON reference sets in blocks of any length, expressions of templates, and whole Parquet sets.

import { noteList } from "../../dist/modules/formats/notes.js";
import { readJsonReferences } from "../../dist/modules/formats/references/read-json.js";
import { parseTemplate } from "../../dist/modules/formats/references/templates/template.js";
import { open, openStore } from "../../dist/modules/index.js";
import { archivedFiles } from "./parquet-targets.mjs";
import { damage } from "./random.mjs";

export function referenceRunTargets() {
  let files;
  return {
    "references-blocks": async (random) => {
      const bytes = random.chance(4)
        ? Buffer.from(members(random))
        : damage(Buffer.from(members(random)), random, SAMPLE);
      const size = 1 + random.below(64);
      return {
        describe: () => ({ size, base64: Buffer.from(bytes).toString("base64") }),
        run: () => [() => compare(new Uint8Array(bytes), size)],
      };
    },
    "reference-templates": async (random) => {
      const text = `a{{${expression(random)}}}b`;
      return { describe: () => ({ text }), run: () => [() => render(text)] };
    },
    "reference-gen": async (random) => {
      const gen = genOf(random);
      return { describe: () => gen, run: () => [() => compareGen(gen)] };
    },
    "parquet-set": async (random) => {
      files ??= archivedFiles().filter(([name]) => /^(kerchunk|pyarrow)\.parq\/|\.bin$/.test(name));
      const damaged = new Map(files);
      const sets = files.filter(([name]) => name.includes(".parq/"));
      const [key, value] = random.pick(sets);
      if (random.chance(20)) damaged.delete(key);
      else damaged.set(key, new Uint8Array(damage(value, random, random.pick(sets)[1])));
      return {
        describe: () => ({ key, base64: Buffer.from(damaged.get(key) ?? []).toString("base64") }),
        run: () => [() => readSet(damaged, key.split("/")[0])],
      };
    },
  };
}

/** Mostly members that differ in their numbers alone, as those of real sets do. */
function members(random) {
  const texts = Array.from({ length: random.below(30) }, () => {
    const gap = random.chance(6) ? random.pick([" ", "\n", "\t "]) : "";
    const name = random.chance(12)
      ? random.pick(["a/.zarray", "a\\/1", "é/0", "b/0.1", "a/007"])
      : `a/${random.below(200)}`;
    const url = random.pick(["s3://bucket/file.nc", "s3://bucket/file.nb", "u"]);
    const value = random.chance(15)
      ? random.pick(['"x"', '["u"]', "{}", '["u",01,2]', '["",1,2]', "5"])
      : `["${url}",${gap}${random.below(10 ** 6)},${gap}${random.below(5000)}]`;
    return `"${name}":${gap}${value}`;
  });
  return `{"version":1,"refs":{${texts.join(",")}}}`;
}
const SAMPLE = Buffer.from('{"version":1,"refs":{"a/0":["u",1,2],"a/1":["u",3,4],"a/2":["v",5,6]}}');

/** In blocks of any length the set is the same, or is refused for the same reason. */
async function compare(bytes, size) {
  const outcomes = [];
  for (const length of [bytes.byteLength, size]) {
    outcomes.push(JSON.stringify(await outcome(bytes, Math.max(1, length))));
  }
  if (outcomes[0] !== outcomes[1]) throw new Error(`blocks matter: ${outcomes.join(" and ")}`.slice(0, 2000));
}

async function outcome(bytes, size) {
  const blocks = async function* () {
    for (let at = 0; at < bytes.byteLength; at += size) yield bytes.slice(at, at + size);
  };
  try {
    const { table, problems } = await readJsonReferences(blocks, noteList());
    const found = [...table.entries()].map(([key, reference]) => [
      key,
      { ...reference, bytes: String(reference.bytes) },
    ]);
    return { found: found.sort(([a], [b]) => (a < b ? -1 : 1)), problems: [...problems.keys()].sort() };
  } catch (error) {
    if (error?.name !== "HyperslabError") throw error;
    return { refused: error.message };
  }
}

/** An entry of `gen`: mostly of chunks, so that it is computed on demand. */
function genOf(random) {
  const names = ["i", "j", "k"].slice(0, 1 + random.below(3));
  const dimensions = Object.fromEntries(
    names.map((name) => {
      if (random.chance(8)) return [name, random.pick([[1, 2], [], ["a", 0.5], [3, 3]])];
      const [start, count] = [random.below(20), random.below(6)];
      const step = random.pick([1, 1, 2, 3, -1, -2, 0]);
      return [name, { ...(random.chance(2) && { start }), stop: start + step * count + random.below(2), step }];
    }),
  );
  const key = random.chance(6)
    ? random.pick(["k{{i}}", "a/{{i}}/x", "{{i}}{{i}}", "a/{{i + 1}}", "a/0{{i}}"])
    : `a/${names.map((name) => `{{${name}}}`).join(random.pick([".", "/"]))}`;
  const number = () => random.pick(["{{i}}", "{{i * 1000 + 5}}", "{{(i - 3) * 10}}", "40", "{{i / 2}}", "{{j}}"]);
  const range = random.chance(4) ? {} : { offset: number(), length: number() };
  return { key, url: random.pick(["u", "u{{i}}", "{{'%03d' % i}}.nc", "{{k}}"]), ...range, dimensions };
}

/** What is computed on demand is what an expansion gives; a malformed key in the set has all entries expanded. */
async function compareGen(gen) {
  const found = [];
  for (const refs of [{}, { malformed: 5 }]) {
    const bytes = Buffer.from(JSON.stringify({ version: 1, gen: [gen], refs }));
    const one = async function* () {
      yield bytes;
    };
    try {
      const { table } = await readJsonReferences(one, noteList());
      const keys = [...table.keys()].sort();
      found.push(JSON.stringify(keys.map((key) => [key, table.find(key)])));
    } catch (error) {
      if (error?.name !== "HyperslabError") throw error;
      found.push(undefined);
    }
  }
  // An error in the middle of an entry belongs to that chunk if it is computed on demand, and to the set otherwise.
  if (found[0] !== found[1] && found[1] !== undefined) throw new Error(`${found[0]} and ${found[1]}`.slice(0, 2000));
}

const WORDS = ["i", "u", "f", "1", "0", "2.5", "'x'", "'%03d'", "None", "true", "10", "99999999999999999999"];
const SIGNS = [
  "+",
  "-",
  "*",
  "/",
  "//",
  "%",
  "**",
  "~",
  "==",
  "<",
  " in ",
  " and ",
  " or ",
  " if ",
  " else ",
  "|int",
  "|upper",
];
const BRACKETS = ["(", ")", "[", "]", "f(c=", ",", ":", "|", ".", "{", "}", "'", "\\", "not "];

function expression(random) {
  // Long chains take time or stack where each part is evaluated within the next.
  if (random.chance(10)) {
    const [word, sign] = [random.pick(WORDS), random.pick([...SIGNS, ",", "[0]+"])];
    return Array.from({ length: random.below(1500) }, () => word).join(sign);
  }
  let text = "";
  for (let count = random.below(24); count >= 0; count--) {
    text += random.pick(random.pick([WORDS, WORDS, SIGNS, SIGNS, BRACKETS]));
  }
  return text;
}

function render(text) {
  const scope = {
    value: (name) => (name === "i" ? 7n : name === "u" ? "host" : undefined),
    callable: (name) => (name === "f" ? (given) => `<${[...given.values()].length}>` : undefined),
  };
  const rendered = parseTemplate(text)(scope);
  if (typeof rendered !== "string" || rendered.length > 2 ** 16) throw new Error("a text that is too long");
}

/** A named store with the targets beside the set, so that its values can be read. */
async function readSet(files, name) {
  const store = await openStore("memory:fuzz-parquet");
  await store.deletePrefix("");
  for (const [key, value] of files) await store.set(key, value);
  const root = await open(`memory:fuzz-parquet/${name}`, { format: "references" });
  if (root.kind === "array") return;
  for (const array of (await root.children()).filter(({ kind }) => kind === "array")) {
    // Those of other arrays lie in buckets.
    if (array.path === "values" && array.size <= 2 ** 16) await array.read();
    else for await (const _ of root.hierarchy.store.list(array.path)) break;
  }
}
