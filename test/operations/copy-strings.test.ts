/** Strings of any length at a target that stores every string of an array in the same number of bytes (NCZarr). */
import { describe, expect, it } from "vitest";
import { copy, create, dump, gen, netcdfView, open, openArray, openGroup, planCopy, runCopy } from "../../src/index.ts";
import { runUnits } from "../../src/operations/copy/copy.ts";

type Bytes = Map<string, Uint8Array>;
const NAMES = ["Zürich", "", "上海", "a NUL\0 inside", "x".repeat(127), "Bern"];

async function names(options: object = {}, data: readonly string[] = NAMES): Promise<Bytes> {
  const store: Bytes = new Map();
  const shape = [data.length];
  const array = await create(store, { path: "names", shape, dtype: "string", chunks: [4], dims: ["st"], ...options });
  await array.write(undefined, [...data]);
  return store;
}

async function texts(store: Bytes): Promise<unknown> {
  const { root } = await netcdfView(await openGroup(store));
  expect(root.variables.map(({ type }) => type)).toEqual(["string"]);
  const { data } = await (await openArray(store, { path: "names" })).read();
  return Array.from<unknown>(data);
}

describe("strings copied to NCZarr", () => {
  it("take as many bytes as netCDF-C gives them", async () => {
    const target: Bytes = new Map();
    const report = await copy(await names(), target, { format: "nczarr" });
    expect(report).toMatchObject({ verified: true });
    expect(report.notes.map(({ message }) => message)).toContain("every string takes 128 bytes in NCZarr");
    expect((await openArray(target, { path: "names" })).dtype).toBe("S128");
    expect(await texts(target)).toEqual(NAMES);
  });

  it.each([127, 128, 129])("a longest text of %i bytes", async (length) => {
    // Two bytes per letter, and one more if the length is odd.
    const long = `${"é".repeat(length >> 1)}${"x".repeat(length & 1)}`;
    const target: Bytes = new Map();
    await copy(await names({}, ["a", "b", "c", "d", long]), target, { format: "nczarr" });
    expect((await openArray(target, { path: "names" })).dtype).toBe(`S${Math.max(128, length)}`);
    expect(await texts(target)).toEqual(["a", "b", "c", "d", long]);
  });

  it("texts of a fixed number of characters", async () => {
    const target: Bytes = new Map();
    await copy(await names({ dtype: "U6" }, ["Zürich", "Bern", "上海"]), target, { format: "nczarr" });
    expect(await texts(target)).toEqual(["Zürich", "Bern", "上海"]);
  });

  it("absent chunks and a fill value", async () => {
    const source: Bytes = new Map();
    const made = { path: "names", shape: [6], dtype: "string", chunks: [2], dims: ["st"], fillValue: "none" } as const;
    const array = await create(source, made);
    await array.write("2:4", ["a", "b"]);
    const target: Bytes = new Map();
    await copy(source, target, { format: "nczarr" });
    expect(await texts(target)).toEqual(["none", "none", "a", "b", "none", "none"]);
  });

  it("shards, compressed", async () => {
    const target: Bytes = new Map();
    await copy(await names({ chunks: [2], shards: [4], codecs: ["gzip"] }), target, { format: "nczarr" });
    const array = await openArray(target, { path: "names" });
    expect(array.chunks).toEqual([2]);
    expect(await texts(target)).toEqual(NAMES);
  });

  it("a part of an array", async () => {
    const root: Bytes = new Map();
    await create(root, { format: "nczarr", attributes: {} });
    const source = await openArray(await names(), { path: "names" });
    await copy(source, root, { path: "names", selection: "1:6:2" });
    expect(await texts(root)).toEqual([NAMES[1], NAMES[3], NAMES[5]]);
  });

  it("a plan that is saved, and run in parts", async () => {
    const [source, target]: [Bytes, Bytes] = [await names(), new Map()];
    const plan = JSON.parse(JSON.stringify(await planCopy(source, target, { format: "nczarr" })));
    await runCopy(plan, { source, target });
    expect(await texts(target)).toEqual(NAMES);
    await runUnits(plan, 0, 2, { source, target });
    expect(await texts(target)).toEqual(NAMES);
  });

  it("refuses a text that ends in the padding, and leaves nothing complete", async () => {
    const target: Bytes = new Map();
    const copying = copy(await names({}, ["a", "b\0"]), target, { format: "nczarr" });
    await expect(copying).rejects.toThrow(/a string ends in NUL/);
    await expect(open(target, { complete: true })).rejects.toThrow();
  });

  it("refuses a source that has longer strings than when the copy was planned", async () => {
    const [source, target]: [Bytes, Bytes] = [await names(), new Map()];
    const plan = await planCopy(source, target, { format: "nczarr" });
    await (await openArray(source, { path: "names" })).write([0], "x".repeat(129));
    await expect(runCopy(plan, { source, target })).rejects.toThrow(/a string of 129 bytes does not fit into 128/);
  });

  it("refuses dialects that have no strings, before a byte is written", async () => {
    const target: Bytes = new Map();
    const copying = copy(await names(), target, { format: "nczarr", dialect: "4.9.0" });
    await expect(copying).rejects.toThrow(/NCZarr of netCDF-C 4\.9\.0 has no strings/);
    expect([...target.keys()]).toEqual([]);
  });
});

it.each(["zarr2", "zarr3"] as const)(
  "strings and characters of NCZarr survive a copy to %s and back",
  async (format) => {
    const text = `netcdf texts { dimensions: n = 3 ; variables: char c(n) ; string s(n) ; string scalar ;
    data: c = "abc" ; s = "Zürich", NIL, "abc" ; scalar = "one" ; }`;
    const [source, plain, back]: [Bytes, Bytes, Bytes] = [new Map(), new Map(), new Map()];
    await gen(text, source, { format: "nczarr", dialect: "4.9.3" });
    await copy(source, plain, { format, lossy: true });
    await copy(plain, back, { format: "nczarr", dialect: "4.9.3", lossy: true });
    const shown = async (store: Bytes): Promise<string> => {
      let printed = "";
      for await (const part of dump(store, { name: "texts" })) printed += `${part}\n`;
      return printed;
    };
    expect(await shown(back)).toBe(await shown(source));
  },
);
