/** Entries of `gen` whose keys are those of chunks: nothing is made but what is asked for, and it is what an expansion has. */
import { describe, expect, it } from "vitest";
import { noteList } from "../../../src/formats/notes.ts";
import { readJsonReferences } from "../../../src/formats/references/read-json.ts";
import { writeReferences } from "../../../src/formats/references/write-json.ts";
import { memoryTarget } from "../../../src/index.ts";
import type { ReferenceSet } from "../../../src/model/virtual/reference-set.ts";

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
}

async function read(document: object): Promise<ReferenceSet> {
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 1, ...document }));
  return readJsonReferences(() => whole(bytes), noteList());
}

function entriesOf({ table }: ReferenceSet): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const [key, found] of table.entries()) {
    if (found.kind === "inline") all[key] = new TextDecoder().decode(found.bytes);
    else all[key] = found.kind === "whole" ? [found.url] : [found.url, found.offset, found.length];
  }
  return all;
}

const range = (url: string, offset: number, length: number): object => ({ kind: "range", url, offset, length });

describe("a gen of as many references as are allowed", () => {
  const gen = {
    key: "a/c/{{i}}/{{j}}",
    url: "s3://bucket/{{'%05d' % i}}.nc",
    offset: "{{1000 + j * 40}}",
    length: "40",
    dimensions: { i: { stop: 2 ** 13 }, j: { start: 1, stop: 2 ** 13 + 1 } },
  };

  it("answers what it is asked, and lists no more than that", async () => {
    const { table } = await read({ gen: [gen] });
    expect(table.size).toBe(2 ** 26);
    expect(table.find("a/c/0/1")).toEqual(range("s3://bucket/00000.nc", 1040, 40));
    expect(table.find("a/c/8191/8192")).toEqual(range("s3://bucket/08191.nc", 1000 + 8192 * 40, 40));
    for (const key of ["a/c/0/0", "a/c/8192/1", "a/c/0/8193", "a/c/0.1", "a/c/0", "a/c/00/1", "b/c/0/1"]) {
      expect(table.find(key), key).toBeUndefined();
    }
    expect([...table.folders()]).toEqual(["a/c"]);
    const [first, second] = table.keys();
    expect([first, second]).toEqual(["a/c/0/1", "a/c/0/2"]);
    // One URL per i, not per reference.
    expect(table.urls.length).toBe(2 ** 13);
    expect(table.urls.at(-1)).toBe("s3://bucket/08191.nc");
  });
});

/** Each entry with what it means, by the obvious loops. */
const CASES: readonly (readonly [string, object, () => Record<string, unknown>])[] = [
  [
    "numbers in another order than the dimensions",
    { key: "{{j}}.{{i}}", url: "u", offset: "{{i*10+j}}", length: "5", dimensions: { i: { stop: 2 }, j: { stop: 3 } } },
    () => Object.fromEntries([0, 1].flatMap((i) => [0, 1, 2].map((j) => [`${j}.${i}`, ["u", i * 10 + j, 5]]))),
  ],
  [
    "steps down and up",
    {
      key: "a/{{i}}.{{j}}",
      url: "u{{j}}",
      dimensions: { i: { start: 9, stop: 0, step: -4 }, j: { stop: 7, step: 3 } },
    },
    () => Object.fromEntries([9, 5, 1].flatMap((i) => [0, 3, 6].map((j) => [`a/${i}.${j}`, [`u${j}`]]))),
  ],
  [
    "a template in the URL",
    { key: "a/{{ i }}", url: "{{u}}/{{f(c=i)}}", offset: "0", length: "{{i}}", dimensions: { i: { stop: 3 } } },
    () => Object.fromEntries([0, 1, 2].map((i) => [`a/${i}`, [`host/<${i}>`, 0, i]])),
  ],
  // The following are expanded.
  [
    "a list",
    { key: "a/{{i}}", url: "u", offset: "{{i}}", length: "1", dimensions: { i: [3, 1] } },
    () => ({ "a/3": ["u", 3, 1], "a/1": ["u", 1, 1] }),
  ],
  [
    "a dimension that is not in the key: the last one counts",
    { key: "a/{{i}}", url: "u{{j}}", dimensions: { i: { stop: 2 }, j: { stop: 3 } } },
    () => ({ "a/0": ["u2"], "a/1": ["u2"] }),
  ],
  [
    "a number twice",
    { key: "a/{{i}}.{{i}}", url: "u", dimensions: { i: { stop: 2 } } },
    () => ({ "a/0.0": ["u"], "a/1.1": ["u"] }),
  ],
  [
    "a number within a name",
    { key: "a/0{{i}}", url: "u", dimensions: { i: { stop: 2 } } },
    () => ({ "a/00": ["u"], "a/01": ["u"] }),
  ],
  [
    "a folder that is a number",
    { key: "7/{{i}}", url: "u", dimensions: { i: { stop: 2 } } },
    () => ({ "7/0": ["u"], "7/1": ["u"] }),
  ],
  [
    "negative numbers",
    { key: "a/{{i}}", url: "u", dimensions: { i: { start: -1, stop: 1 } } },
    () => ({ "a/-1": ["u"], "a/0": ["u"] }),
  ],
  [
    "numbers at the limit of those in keys",
    { key: "a/{{i}}", url: "u", dimensions: { i: { start: 10 ** 9 - 1, stop: 10 ** 9 + 1 } } },
    () => ({ "a/999999999": ["u"], "a/1000000000": ["u"] }),
  ],
];

describe.each(CASES)("%s", (_, gen, meaning) => {
  const templates = { u: "host", f: "<{{c}}>" };

  it("means the same as its expansion", async () => {
    const set = await read({ gen: [gen], templates });
    const expected = meaning();
    for (const [key, value] of Object.entries(expected)) {
      const found = set.table.find(key);
      expect(found?.kind === "whole" ? [found.url] : Object.values(found ?? {}).slice(1), key).toEqual(value);
    }
    expect(entriesOf(set)).toEqual(expected);
    expect(set.table.size).toBe(Object.keys(expected).length);
    expect([...set.table.keys()].sort()).toEqual(Object.keys(expected).sort());
  });

  it("is written out", async () => {
    const target = memoryTarget();
    await writeReferences(await read({ gen: [gen], templates }), target);
    expect(JSON.parse(new TextDecoder().decode(target.bytes())).refs).toEqual(meaning());
  });
});

describe("what is added to the same keys", () => {
  const gen = { key: "a/{{i}}", url: "u", offset: "{{i}}", length: "1", dimensions: { i: { stop: 3 } } };

  it("before: the gen counts", async () => {
    const set = await read({ gen: [gen], refs: { "a/1": ["x"], "a/9": ["y"] } });
    expect(entriesOf(set)).toEqual({ "a/0": ["u", 0, 1], "a/1": ["u", 1, 1], "a/2": ["u", 2, 1], "a/9": ["y"] });
  });

  it("by another gen: the later one counts", async () => {
    const set = await read({ gen: [gen, { ...gen, url: "v", dimensions: { i: { start: 2, stop: 4 } } }] });
    expect(entriesOf(set)).toEqual({
      "a/0": ["u", 0, 1],
      "a/1": ["u", 1, 1],
      "a/2": ["v", 2, 1],
      "a/3": ["v", 3, 1],
    });
  });

  it("later: it counts, and nothing else changes", async () => {
    const set = await read({ gen: [gen] });
    set.table.add("a/1", { kind: "whole", url: "w" });
    expect(entriesOf(set)).toEqual({ "a/0": ["u", 0, 1], "a/1": ["w"], "a/2": ["u", 2, 1] });
    expect(set.table.size).toBe(3);
    expect([...set.table.urls].sort()).toEqual(["u", "w"]);
  });
});

describe("what cannot be computed", () => {
  const gen = (offset: string): object => ({
    key: "a/{{i}}",
    url: "u",
    offset,
    length: "1",
    dimensions: { i: { stop: 5 } },
  });

  it("at the first or the last is refused at once", async () => {
    await expect(read({ gen: [gen("{{i - 1}}")] })).rejects.toThrow(/offset "-1"/);
    await expect(read({ gen: [gen("{{3 - i}}")] })).rejects.toThrow(/offset "-1"/);
  });

  it("in the middle is an error for the caller, never an absent chunk", async () => {
    const { table } = await read({ gen: [gen("{{8 // (i - 2) + 8}}")] });
    expect(table.find("a/3")).toEqual(range("u", 16, 1));
    expect(() => table.find("a/2")).toThrow(/division by zero/);
    expect(() => [...table.patterns()]).toThrow(/division by zero/);
    expect(table.size).toBe(5);
    expect([...table.keys()]).toHaveLength(5);
  });
});
