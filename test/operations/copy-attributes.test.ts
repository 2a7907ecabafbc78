/** Attributes and unlimited dimensions that the target's format cannot hold: listed before anything is written, and left out on request. */
import { describe, expect, it } from "vitest";
import {
  type CopyOptions,
  copy,
  create,
  gen,
  memoryStore,
  open,
  openArray,
  openGroup,
  type Store,
} from "../../src/index.ts";

/** Values that NCZarr cannot hold, beside some that it can. */
const GROUP = { none: [], title: "kept" };
const ARRAY = { mixed: [1, "a"], reserved: { a: [] }, steps: [1, 2.5], units: "K" };

async function source(): Promise<Store> {
  const store = memoryStore();
  await create(store, { attributes: GROUP });
  await create(store, { path: "v", shape: [2], dtype: "int8", dims: ["x"], attributes: ARRAY, data: [1, 2] });
  return store;
}

const formats: readonly CopyOptions[] = [{ format: "nczarr" }, { format: "nczarr", dialect: "4.9.3" }];

it.each(formats)("a copy to %o names them and writes nothing", async (options) => {
  const target = memoryStore();
  const refused = copy(await source(), target, options);
  await expect(refused).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringMatching(
      /would lose:\s+\/: the attribute none is an empty list[^\n]*\n\s+\/v: the attribute mixed is a list that begins with a number/,
    ),
    hint: expect.stringContaining("--lossy"),
  });
  await expect(open(target)).rejects.toMatchObject({ code: "not-found" });
});

it.each(formats)("a lossy copy to %o leaves them out, and only them", async (options) => {
  const target = memoryStore();
  const report = await copy(await source(), target, { ...options, lossy: true });
  expect(report.verified).toBe(true);
  expect((await openGroup(target)).attributes).toEqual({ title: "kept" });
  const array = await openArray(target, { path: "v" });
  expect(array.attributes).toMatchObject({ steps: [1, 2.5], units: "K" });
  expect(array.attributes).not.toHaveProperty("mixed");
  expect(Array.from((await array.read()).data as Int8Array)).toEqual([1, 2]);
});

it("a copy within NCZarr names what another program wrote", async () => {
  const from = memoryStore();
  await create(from, { format: "nczarr", attributes: { title: "kept", none: "1" } });
  const old = new TextDecoder().decode(await from.get(".zattrs"));
  await from.set!(".zattrs", new TextEncoder().encode(old.replace(/"none": ?"1"/, '"none":[]')));
  await expect(copy(from, memoryStore(), { format: "nczarr" })).rejects.toThrow(
    /would lose:\s+\/: the attribute none is an empty list/,
  );
  const target = memoryStore();
  await copy(from, target, { format: "nczarr", lossy: true });
  expect((await openGroup(target)).attributes).toEqual({ title: "kept" });
});

/** They have no lists of texts, nor of several kinds of values: only as the text of their JSON. */
const TEXT_ONLY = { texts: ["a", "b"], mixed: ["a", 1], absent: [1, null], nested: [[1], 2], nothing: null };

it.each(["4.9.0", "4.8.0"])("a copy to the dialect %s names lists that would become text", async (dialect) => {
  const from = memoryStore();
  const kept = {
    title: "kept",
    flags: [true, false],
    steps: [1, 2.5],
    ...(dialect === "4.9.0" && { object: { a: 1 } }),
  };
  await create(from, { attributes: { ...TEXT_ONLY, ...kept } });
  const v = { shape: [2], dtype: "int8", dims: ["x"], attributes: { first: [1, "a"], units: "K" } } as const;
  await create(from, { path: "v", ...v, data: [1, 2] });
  const target = memoryStore();
  const options = { format: "nczarr", dialect } as const;
  const refused: unknown = await copy(from, target, options).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "unsupported", hint: expect.stringContaining("--lossy") });
  for (const name of [...Object.keys(TEXT_ONLY), "first"]) expect(String(refused)).toContain(`the attribute ${name} `);
  for (const name of [...Object.keys(kept), "units"]) expect(String(refused)).not.toContain(`the attribute ${name} `);
  await expect(open(target)).rejects.toMatchObject({ code: "not-found" });

  await copy(from, target, { ...options, lossy: true });
  const { _NCProperties: _, ...attributes } = (await openGroup(target)).attributes;
  expect(attributes).toEqual(kept);
  expect((await openArray(target, { path: "v" })).attributes).toEqual({ units: "K" });
  // It is not changed.
  if (dialect === "4.8.0") return;
  const root = await openGroup(target);
  for (const [name, value] of Object.entries(TEXT_ONLY)) {
    await expect(root.setAttributes({ [name]: value })).rejects.toMatchObject({ code: "unsupported" });
  }
  expect((await openGroup(target)).attributes).toEqual(kept);
});

it("a copy within one format takes every attribute", async () => {
  const target = memoryStore();
  await copy(await source(), target);
  expect((await openGroup(target)).attributes).toEqual(GROUP);
  expect((await openArray(target, { path: "v" })).attributes).toEqual(ARRAY);
});

describe.each(["4.9.2", "4.9.0", "4.8.0"])("a copy to the dialect %s, which has no unlimited dimensions", (dialect) => {
  const text = `netcdf a { dimensions: t = UNLIMITED ; x = 2 ; variables: int v(t, x) ; data: v = 1, 2, 3, 4 ;
    group: g { dimensions: u = UNLIMITED ; variables: int w(/t, u) ; data: w = {5}, {6} ; } }`;
  const made = async (): Promise<Store> => {
    const store = memoryStore();
    await gen(text, store, { format: "nczarr" });
    return store;
  };
  const lengths = async (target: Store, path: string): Promise<readonly string[]> => {
    const { dimensions = [] } = await openGroup(target, { path, format: "nczarr" });
    return dimensions.map(({ name, length, unlimited }) => `${name} ${length}${unlimited ? " unlimited" : ""}`);
  };
  const options = { format: "nczarr", dialect };

  it("names them, writes nothing, and gives them their length on request", async () => {
    const target = memoryStore();
    await expect(copy(await made(), target, options)).rejects.toThrow(
      /would lose:\s+\/t: the dimension is unlimited\n\s+\/g\/u: the dimension is unlimited/,
    );
    for await (const entry of target.list!("")) expect(entry).toBeUndefined();
    await copy(await made(), target, { ...options, lossy: true });
    expect([await lengths(target, ""), await lengths(target, "g")]).toEqual([["t 2", "x 2"], ["u 1"]]);
    const array = await openArray(target, { path: "g/w" });
    expect(Array.from((await array.read()).data as Int32Array)).toEqual([5, 6]);
  });

  it("of one array names those of groups that are not copied", async () => {
    const target = memoryStore();
    const array = await openArray(await made(), { path: "g/w" });
    await expect(copy(array, target, { ...options, path: "w" })).rejects.toThrow(
      /would lose:\s+\/t: the dimension is unlimited\n\s+\/g\/u: the dimension is unlimited/,
    );
    for await (const entry of target.list!("")) expect(entry).toBeUndefined();
    await copy(array, target, { ...options, path: "w", lossy: true });
    expect(await lengths(target, "")).toEqual(["t 2", "u 1"]);
  });
});
