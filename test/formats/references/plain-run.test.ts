/**
 * Members that are read in runs: against JSON.parse, wherever blocks end, and whatever else stands between them. A member that
 * is not plain ends the run, and means what it means elsewhere.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noteList } from "../../../src/formats/notes.ts";
import { readJsonReferences } from "../../../src/formats/references/read-json.ts";

async function* inBlocks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, undefined> {
  // As real blocks are: the memory is used again.
  const memory = new Uint8Array(size);
  for (let at = 0; at < bytes.byteLength; at += size) {
    const length = Math.min(size, bytes.byteLength - at);
    memory.set(bytes.subarray(at, at + length));
    yield memory.subarray(0, length);
  }
}

interface Read {
  readonly refs: Record<string, unknown>;
  readonly problems: readonly string[];
  /** Rows of the table, those counted that later ones replaced. */
  readonly rows: number;
}

async function read(text: string, size: number): Promise<Read> {
  const bytes = new TextEncoder().encode(text);
  const { table, problems } = await readJsonReferences(() => inBlocks(bytes, size), noteList());
  const refs: Record<string, unknown> = {};
  for (const [key, found] of table.entries()) {
    if (found.kind === "inline") refs[key] = new TextDecoder().decode(found.bytes);
    else refs[key] = found.kind === "whole" ? [found.url] : [found.url, found.offset, found.length];
  }
  let rows = 0;
  for (const pattern of table.patterns()) rows += pattern.length;
  return { refs, problems: [...problems.keys()], rows };
}

/** Plain members, as most writers spell them. */
const plain = fc
  .tuple(fc.constantFrom("a/", "deep/b/", "é/"), fc.nat(300), fc.nat(3), fc.nat(2), fc.nat(10 ** 9), fc.nat(5000))
  .map(([name, i, j, u, offset, length]) => {
    const key = name === "a/" ? `${name}${i}` : `${name}${i % 10}.${j}`;
    return [key, `["${["s3://bucket/file.nc", "s3://bucket/file.nb", "x"][u]}",${offset},${length}]`] as const;
  });
/** Members that look like plain ones, and are spelled or meant otherwise. */
const odd = fc.constantFrom(
  ["a/007", '["u",1,2]'],
  ["a/1", '["s3://bucket/file.nc"]'],
  ["a/2", '["s3:\\/\\/bucket/file.nc",1,2]'],
  ["a\\/3", '["s3://bucket/file.nc",1,2]'],
  ["a/1234567890123", '["u",5,6]'],
  ["a/4", '["u",9007199254740991,0]'],
  ["a/5", '[ "u" ,\n 1 ,\t2 ]'],
  ["a/6.", '["u",1,2]'],
  ["a/.zarray", '{"x": [1, "}"]}'],
  ["a/8", '"inline"'],
  ["a/9/0", '["u",3,4]'],
  ['q\\"/1', '["u",3,4]'],
  ['q\\"/2', '["u",3,4]'],
) as fc.Arbitrary<readonly [string, string]>;
const refused = fc.constantFrom(
  ["a/1", '["u",01,2]'],
  ["a/2", '["u",1.5,2]'],
  ["a/3", '["u",9007199254740993,2]'],
  ["a/4", '["u",-1,2]'],
  ["a/5", '["u",1,2,3]'],
  ["a/6", '["",1,2]'],
) as fc.Arbitrary<readonly [string, string]>;

function document(members: readonly (readonly [string, string])[], gap: string): string {
  return `{"version":1,"refs":{${members.map(([key, value]) => `"${key}":${gap}${value}`).join(`,${gap}`)}}}`;
}

/** What it means, by another parser; the last of equal keys counts. */
function meaning(text: string): Record<string, unknown> {
  const refs: Record<string, unknown> = JSON.parse(text).refs;
  for (const [key, value] of Object.entries(refs)) {
    if (value !== null && typeof value === "object" && !Array.isArray(value)) refs[key] = '{"x": [1, "}"]}';
  }
  return refs;
}

const sizes = fc.constantFrom(1, 7, 64, 1000, 1 << 20);
const gaps = fc.constantFrom("", " ", "\n  ", "\r\n\t");

describe("members in runs", () => {
  it("mean what JSON says, in blocks of any length", async () => {
    const members = fc.array(fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: odd }), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(members, sizes, gaps, async (entries, size, gap) => {
        const text = document(entries, gap);
        const found = await read(text, size);
        expect(found.refs).toEqual(meaning(text));
        expect(found.problems).toEqual([]);
        // At most the one member at the end of a block is read again.
        expect(found.rows).toBeLessThanOrEqual(entries.length + Math.ceil(text.length / size));
      }),
      { numRuns: 200 },
    );
  });

  it("that are malformed are refused alone, also between plain ones", async () => {
    const members = fc.array(fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: refused }), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(members, sizes, async (entries, size) => {
        const { refs, problems } = await read(document(entries, ""), size);
        const last = new Map(entries);
        const isRefused = (value: string): boolean => /01|1\.5|993|-1|2,3|""/.test(value) && value.length < 30;
        const bad = [...last].filter(([, value]) => /^\["u?",/.test(value) && isRefused(value)).map(([key]) => key);
        expect([...problems].sort()).toEqual(bad.sort());
        for (const key of bad) expect(refs).not.toHaveProperty([key]);
        expect(Object.keys(refs)).toHaveLength(last.size - bad.length);
      }),
      { numRuns: 100 },
    );
  });

  it.each([4095, 4096, 4097])("%i of them, which are added in batches of 4096", async (count) => {
    const members = Array.from({ length: count }, (_, i) => [`a/${i}`, `["u${i >> 6}",${i * 10},10]`] as const);
    const { refs, rows } = await read(document(members, ""), 1 << 20);
    expect(rows).toBe(count);
    expect(Object.keys(refs)).toHaveLength(count);
    expect(refs[`a/${count - 1}`]).toEqual([`u${(count - 1) >> 6}`, (count - 1) * 10, 10]);
  });

  it.each([
    ["no comma", '"a/1":["u",1,2]"a/2":["u",1,2]', /expected a comma or }, found "\\""/],
    ["two commas", '"a/1":["u",1,2],,"a/2":["u",1,2]', /expected a name in quotes, found ","/],
    ["a comma at the end", '"a/1":["u",1,2],', /expected a name in quotes, found "}"/],
    ["no bracket", '"a/1":["u",1,2,"a/2":["u",1,2]', /not JSON/],
    ["no colon", '"a/1"["u",1,2]', /expected a colon/],
  ])("with %s between them are not JSON", async (_, members, problem) => {
    const text = `{"version":1,"refs":{"a/0":["u",1,2],${members}}}`;
    for (const size of [1, 20, 1000]) await expect(read(text, size)).rejects.toThrow(problem);
  });
});
