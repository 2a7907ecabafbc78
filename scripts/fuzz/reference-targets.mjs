// Targets: JSON reference sets, damaged byte by byte or made of hostile parts. Whatever is opened must be read or refused.
import { Group, listReferences, open, openStore } from "../../dist/modules/index.js";
import { damage } from "./random.mjs";

const ZARRAY = {
  zarr_format: 2,
  shape: [4, 4],
  chunks: [2, 2],
  dtype: "|u1",
  compressor: null,
  fill_value: 0,
  order: "C",
  filters: null,
};
const DOCUMENTS = { ".zgroup": { zarr_format: 2 }, "a/.zarray": JSON.stringify(ZARRAY), "a/.zattrs": '{"x": NaN}' };

const SETS = [
  { ...DOCUMENTS, "a/0.0": ["data.bin", 0, 4], "a/0.1": ["data.bin"], "a/1.0": "base64:AQIDBA==", "a/1.1": "abcd" },
  {
    version: 1,
    templates: { u: "data.bin", f: "{{c}}.bin" },
    gen: [
      {
        key: "a/{{i}}.{{j}}",
        url: "{{f(c='data')}}",
        offset: "{{(i * 2 + j) * 4}}",
        length: "4",
        dimensions: { i: { stop: 2 }, j: [0, 1] },
      },
    ],
    targets: { "data.bin": { size: 16 } },
    refs: { ...DOCUMENTS, "a/0.0": ["{{u}}", 0, 4], "a/0.1": ["{{ u }}", 4, 4] },
  },
].map((set) => Buffer.from(JSON.stringify(set)));

/** Parts that attack: expressions, names, numbers and sizes. */
const HOSTILE = [
  "{{ s.constructor.constructor('return 1')() }}",
  "{{ f.__globals__[os].environ }}",
  "{{ 2 ** 2 ** 2 ** 30 }}",
  "{{ 'a' * 1000000000 }}",
  `{{ ${"(".repeat(5000)}1 }}`,
  `{{ ${"-".repeat(20000)}1 }}`,
  "{{ f(c=f(c=f(c='x'))) }}",
  "{% for i in range(10 ** 9) %}x{% endfor %}",
  "__proto__",
  "constructor/0",
  "../../../etc/passwd",
  "file:///etc/passwd",
  "http://169.254.169.254/latest",
  "a.json",
  "1e400",
  "9007199254740993",
  `base64:${"A".repeat(5001)}`,
  "\u0000",
];

function hostileSet(random) {
  const text = () => random.pick(HOSTILE);
  const number = () => random.pick([-1, 0, 5, 2 ** 53, 1e12, 1e308, 0.5, null, "4"]);
  const dimension = () =>
    random.pick([
      { stop: 1e12 },
      { start: 5, stop: 1, step: -1 },
      { stop: 3, step: 0 },
      [1, "a", 0.5, null],
      {},
      [[1]],
      text(),
    ]);
  const set = {
    version: random.pick([0, 1, 2, "1", null, true, { a: 1 }]),
    templates: { u: text(), [text()]: text() },
    gen: [
      {
        key: random.pick(["a/{{i}}.0", text()]),
        url: text(),
        offset: text(),
        length: "4",
        dimensions: { i: dimension(), j: dimension() },
      },
    ],
    targets: { "data.bin": { size: number(), validator: text() } },
    refs: {
      ...DOCUMENTS,
      "a/0.0": [text(), number(), number()],
      [text()]: text(),
      "a/1.1": random.pick([[], [text()], [[text()]], number(), {}]),
    },
  };
  for (const name of ["version", "templates", "gen", "targets"]) if (random.chance(3)) delete set[name];
  return Buffer.from(JSON.stringify(set));
}

export function referenceTargets() {
  return {
    "references-json": async (random) => {
      const bytes = random.chance(2) ? hostileSet(random) : damage(random.pick(SETS), random, random.pick(SETS));
      return {
        describe: () => ({ base64: Buffer.from(bytes).toString("base64") }),
        run: () => [() => readAll(new Uint8Array(bytes)), () => listAll(new Uint8Array(bytes))],
      };
    },
  };
}

/** A named store, so that relative targets have a place to start from. */
async function addressOf(bytes) {
  const store = await openStore("memory:fuzz-references");
  await store.set("a.json", bytes);
  await store.set(
    "data.bin",
    Uint8Array.from({ length: 16 }, (_, i) => i),
  );
  return "memory:fuzz-references/a.json";
}

async function readAll(bytes) {
  const visit = async (node) => {
    if (node instanceof Group) for (const child of await node.children()) await visit(child);
    else if (node.shape.reduce((product, length) => product * length, 1) <= 2 ** 16) await node.read();
  };
  await visit(await open(await addressOf(bytes), { format: "references" }));
}

async function listAll(bytes) {
  await listReferences(await addressOf(bytes));
}
