/** Relative targets where sets are saved, joined and combined: they lead where they led, whatever base the caller chose. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  appendReferences,
  inlineReferences,
  listReferences,
  makeReferences,
  openArray,
  rebaseReferences,
  saveReferences,
  saveReferencesAsParquet,
  scan,
  subchunkReferences,
  verifyReferences,
} from "../../../src/index.ts";
import { failure } from "../../formats/open-documents.ts";
import { scratchFolder } from "../../scratch-folder.ts";

const any = { store: { references: { allow: ["any"] } } };

interface Places {
  readonly set: string;
  readonly base: string;
  readonly folder: string;
}

/** A set, and beside it a file of the name that its targets have; the right one lies in `base`. */
function places(values: readonly number[] = [1, 2, 3, 4], constant: readonly number[] = [9]): Places {
  const folder = scratchFolder();
  const [beside, base] = [join(folder, "sets"), join(folder, "data")];
  for (const [at, bytes] of [
    [beside, [0, 0, 0, 0, 0]],
    [base, [...values, ...constant]],
  ] as const) {
    mkdirSync(at);
    writeFileSync(join(at, "a.bin"), Uint8Array.from(bytes));
  }
  const zarray = (shape: number, chunk: number): object => ({
    ...{ zarr_format: 2, shape: [shape], chunks: [chunk], dtype: "|u1", compressor: null, filters: null },
    ...{ fill_value: 7, order: "C" },
  });
  const refs = {
    ".zgroup": { zarr_format: 2 },
    "a/.zarray": zarray(4, 2),
    "a/.zattrs": { _ARRAY_DIMENSIONS: ["t"] },
    "a/0": ["a.bin", 0, 2],
    "a/1": ["a.bin", 2, 2],
    "c/.zarray": zarray(1, 1),
    "c/.zattrs": { _ARRAY_DIMENSIONS: ["x"] },
    "c/0": ["a.bin", 4, 1],
  };
  const set = join(beside, "set.json");
  writeFileSync(set, JSON.stringify({ version: 1, targets: { "a.bin": { size: 5 } }, refs }));
  return { set, base, folder };
}

const read = async (address: string): Promise<number[]> => [
  ...((await (await openArray(`${address}::a`, any)).read()).data as Uint8Array),
];

describe("a set whose base was chosen", () => {
  type Save = (set: string, output: string, options: object) => Promise<unknown>;
  const TWICE = [1, 2, 3, 4, 1, 2, 3, 4];
  const verbs: readonly (readonly [string, Save])[] = [
    ["saveReferences", saveReferences],
    ["makeReferences", makeReferences],
    ["inlineReferences", (set, output, given) => inlineReferences(set, output, { ...given, threshold: 1 })],
    [
      "rebaseReferences",
      (set, output, given) =>
        rebaseReferences(set, output, { ...given, rename: { "a.bin": join(set, "../../data/a.bin") } }),
    ],
    [
      "subchunkReferences",
      (set, output, given) => subchunkReferences(set, output, { ...given, array: "a", factor: 2 }),
    ],
    ["verifyReferences", (set, output, given) => verifyReferences(set, { ...given, record: output })],
    ["appendReferences", (set, output, given) => appendReferences([set, set], output, { ...given, dim: "t" })],
    [
      "scan",
      async (set, output, { store }: { store?: object }) =>
        (await scan([set, set], { store, concat: "t" })).save(output),
    ],
  ];

  it.each(verbs)("is saved with the targets that it had: %s", async (name, save) => {
    const { set, base } = places();
    const given = { store: { references: { allow: ["any"], base } } };
    for (const output of [join(set, "../new.json"), join(base, "new.json")]) {
      await save(set, output, given);
      const isJoined = ["appendReferences", "scan"].includes(name);
      expect(await read(output), output).toEqual(isJoined ? TWICE : [1, 2, 3, 4]);
      expect((await verifyReferences(output, any)).faults).toEqual([]);
    }
    // Beside the targets they may stay relative.
    const kept = Object.values<unknown>(JSON.parse(readFileSync(join(base, "new.json"), "utf8")).refs).join();
    expect(kept).toContain("a.bin");
  });

  it("is saved as Parquet, also from a set within that directory", async () => {
    const { set, base, folder } = places();
    const parquet = join(folder, "x.parq");
    await saveReferencesAsParquet(set, parquet, { store: { references: { allow: ["any"], base } } });
    expect(await read(parquet)).toEqual([1, 2, 3, 4]);
    const within = join(base, "y.parq");
    mkdirSync(within);
    writeFileSync(join(within, "a.bin"), Uint8Array.of(5, 6, 7, 8, 9));
    writeFileSync(join(within, "set.json"), readFileSync(set));
    await saveReferencesAsParquet(join(within, "set.json"), within, any);
    expect(await read(within)).toEqual([5, 6, 7, 8]);
  });

  it("without one, targets are those beside the set", async () => {
    const { set, base } = places();
    await saveReferences(set, join(base, "new.json"));
    expect(await read(join(base, "new.json"))).toEqual([0, 0, 0, 0]);
  });
});

it("equal relative targets of sets in different directories are different files", async () => {
  const [one, other] = [places([1, 2, 3, 4], [9]), places([5, 6, 7, 8], [8])];
  for (const { set, base } of [one, other]) writeFileSync(join(base, "set.json"), readFileSync(set));
  const sets = [one, other].map(({ base }) => join(base, "set.json"));
  const error = await failure(appendReferences(sets, join(one.folder, "all.json"), { ...any, dim: "t" }));
  expect(error.message).toMatch(/"c" cannot be appended along t: .*its values differ/);
  writeFileSync(join(other.base, "a.bin"), Uint8Array.of(5, 6, 7, 8, 9));
  await appendReferences(sets, join(one.folder, "all.json"), { ...any, dim: "t" });
  expect(await read(join(one.folder, "all.json"))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

describe("sets joined as Parquet", () => {
  it("are a new set, which then grows in place", async () => {
    const [one, other] = [places([1, 2, 3, 4]), places([5, 6, 7, 8])];
    for (const { set, base } of [one, other]) writeFileSync(join(base, "set.json"), readFileSync(set));
    const [a, b] = [one, other].map(({ base }) => join(base, "set.json"));
    const output = join(one.folder, "all.parq");
    const made = await appendReferences([a!, b!], output, { ...any, dim: "t", recordSize: 3 });
    expect(made).toMatchObject({ location: output, references: 5, targets: 2, length: 8 });
    expect(await read(output)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(JSON.parse(readFileSync(join(output, ".zmetadata"), "utf8")).record_size).toBe(3);
    const first = readFileSync(join(output, "a/refs.0.parq"));
    expect(await failure(appendReferences([output, b!], output, { ...any, dim: "t" }))).toMatchObject({
      code: "exists",
      hint: expect.stringContaining("--force"),
    });
    const grown = await appendReferences([output, b!], `${output}/`, { ...any, dim: "t", overwrite: true });
    expect(grown).toMatchObject({ references: 2, length: 12 });
    expect(await read(output)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 5, 6, 7, 8]);
    expect(readFileSync(join(output, "a/refs.0.parq")).equals(first)).toBe(true);
    expect((await verifyReferences(output, { ...any, values: true })).faults).toEqual([]);
    const { targets } = await listReferences(output);
    expect(targets.map(({ url }) => url).sort()).toEqual([one, other].map(({ base }) => join(base, "a.bin")).sort());
  });

  it("grow by several sets at once, or not at all", async () => {
    const [one, other] = [places([1, 2, 3, 4]), places([5, 6, 7, 8])];
    for (const { set, base } of [one, other]) writeFileSync(join(base, "set.json"), readFileSync(set));
    const [a, b] = [one, other].map(({ base }) => join(base, "set.json"));
    const output = join(one.folder, "all.parq");
    const growing = { ...any, dim: "t", overwrite: true };
    await appendReferences([a!, b!], output, { ...any, dim: "t", recordSize: 3 });
    const wrong = join(one.base, "wrong.json");
    writeFileSync(wrong, readFileSync(b!, "utf8").replaceAll("|u1", "|i1"));
    expect((await failure(appendReferences([output, a!, wrong], output, growing))).message).toMatch(/another dtype/);
    expect(await read(output)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await appendReferences([output, b!, a!], output, growing)).toMatchObject({ references: 4, length: 16 });
    expect(await read(output)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 5, 6, 7, 8, 1, 2, 3, 4]);
  });

  it.each([
    ["x.json", { recordSize: 5 }, /only Parquet sets have a record size/],
    ["y.parq", { relative: true }, /neither versions, templates, gen nor relative/],
    ["y.parq", { version: 0 as const }, /neither versions/],
    ["all.parq", { recordSize: 5, overwrite: true }, /has a record size already/],
  ])("refuse options that %s cannot follow: %j", async (name, more, problem) => {
    const { base, set, folder } = places();
    writeFileSync(join(base, "set.json"), readFileSync(set));
    const parquet = join(folder, "all.parq");
    await saveReferencesAsParquet(join(base, "set.json"), parquet, any);
    const sets = [parquet, join(base, "set.json")];
    await expect(appendReferences(sets, join(folder, name), { ...any, dim: "t", ...more })).rejects.toThrow(problem);
  });

  it("of another meaning are refused, and the set stays as it was", async () => {
    const { set, base, folder } = places();
    writeFileSync(join(base, "set.json"), readFileSync(set));
    const output = join(folder, "all.parq");
    await saveReferencesAsParquet(join(base, "set.json"), output, any);
    const before = readFileSync(join(output, ".zmetadata"));
    const other = join(base, "other.json");
    writeFileSync(other, readFileSync(set, "utf8").replace('["t"]}', '["t"],"units":"km"}'));
    await expect(appendReferences([output, other], output, { ...any, dim: "t", overwrite: true })).rejects.toThrow(
      /attribute units/,
    );
    expect(readFileSync(join(output, ".zmetadata")).equals(before)).toBe(true);
  });
});
