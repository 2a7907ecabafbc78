/** Misspelt options are refused by name in every public call: types find them only in object literals. */
import { describe, expect, it } from "vitest";
import * as stores from "../../src/exports/stores.ts";
import * as hyperslab from "../../src/index.ts";

/** A call as JavaScript makes it, without types. */
async function call(owner: object, name: string, ...given: readonly unknown[]): Promise<void> {
  const method: unknown = Reflect.get(owner, name);
  if (typeof method !== "function") throw new Error(`no function ${name}`);
  const result: unknown = await Reflect.apply(method, owner, given);
  const next: unknown = Object(result).next;
  if (typeof next === "function") await Reflect.apply(next, result, []);
}

const array = await hyperslab.create(new Map(), { shape: [2], dtype: "int8", path: "a" });
const group = await hyperslab.openGroup(array.hierarchy.store);
const { store } = array.hierarchy;

const S3_TARGET = { bucket: "b", key: "", provider: "other", endpoint: "http://localhost" } as const;

const cases: readonly (readonly [object, string, readonly unknown[], string, string])[] = [
  [hyperslab, "open", [store, { formt: "zarr3" }], "formt", "format"],
  [hyperslab, "openArray", [store, { pth: "a" }], "pth", "path"],
  [hyperslab, "openGroup", [store, { consolidate: true }], "consolidate", "consolidated"],
  [hyperslab, "open", ["x.zarr", { store: { headrs: {} } }], "headrs", "headers"],
  [hyperslab, "openStore", ["x.zarr", { headrs: {} }], "headrs", "headers"],
  [hyperslab, "create", [new Map(), { shape: [2], dtype: "int8", fill: 1 }], "fill", "fillValue"],
  [hyperslab, "create", [new Map(), { shape: [2], dtype: "int8", chunk: [1] }], "chunk", "chunks"],
  [hyperslab, "create", [new Map(), { attrs: {} }], "attrs", "attributes"],
  [hyperslab, "create", [new Map(), { data: [1], overwite: true }], "overwite", "overwrite"],
  [group, "create", ["b", { shape: [2], dtype: "int8", attrs: {} }], "attrs", "attributes"],
  [group, "open", ["a", { sinal: undefined, signl: 1 }], "signl", "signal"],
  [group, "children", [{ signl: 1 }], "signl", "signal"],
  [group, "consolidate", [{ dropp: true }], "dropp", "drop"],
  [array, "read", [null, { worker: false }], "worker", "workers"],
  [array, "item", [[0], { mising: "error" }], "mising", "missing"],
  [array, "write", [null, 1, { keepEmptyChunk: true }], "keepEmptyChunk", "keepEmptyChunks"],
  [array, "resize", [[3], { signl: 1 }], "signl", "signal"],
  [array, "append", [[1], 0, { signl: 1 }], "signl", "signal"],
  [hyperslab, "copy", [array, new Map(), { overwite: true }], "overwite", "overwrite"],
  [hyperslab, "planCopy", [array, new Map(), { chunk: [1] }], "chunk", "chunks"],
  [hyperslab, "runCopy", [{}, { veryfy: true }], "veryfy", "verify"],
  [hyperslab, "info", [store, { storred: true }], "storred", "stored"],
  [hyperslab, "tree", [store, { deph: 1 }], "deph", "depth"],
  [hyperslab, "dump", [store, { heder: true }], "heder", "header"],
  [hyperslab, "exportArray", [array, { format: "npy", select: 1 }], "select", "selection"],
  [hyperslab, "importArray", [array, [], { format: "npy", apend: 1 }], "apend", "append"],
  [hyperslab, "doctor", ["x.zarr", { wite: true }], "wite", "write"],
  [hyperslab, "listKeys", [store, { recursiv: true }], "recursiv", "recursive"],
  [hyperslab, "readKey", [store, "a", { prety: true }], "prety", "pretty"],
  [hyperslab, "writeKey", [store, "a", new Uint8Array(1), { force: true }], "force", "overwrite"],
  [hyperslab, "pack", ["a", "b", { levl: 1 }], "levl", "level"],
  [hyperslab, "unpack", ["a", "b", { salvag: true }], "salvag", "salvage"],
  [hyperslab, "append", ["a", "b", { shufle: true }], "shufle", "shuffle"],
  [hyperslab, "packInfo", ["a", { stor: {} }], "stor", "store"],
  [hyperslab, "packObjects", [[], "b", { typ: "json" }], "typ", "type"],
  [hyperslab, "packObjectsFrom", ["a", "lines", "b", { typ: "json" }], "typ", "type"],
  [hyperslab, "appendObjects", ["a", [], { levl: 1 }], "levl", "level"],
  [hyperslab, "appendObjectsFrom", ["a", "b", "lines", { levl: 1 }], "levl", "level"],
  [hyperslab, "readObject", ["a", 0, { strt: 1 }], "strt", "start"],
  [hyperslab, "unpackObjects", ["a", "b", { overwite: true }], "overwite", "overwrite"],
  [hyperslab, "makeReferences", ["a.zarr", "b.json", { overwite: true }], "overwite", "overwrite"],
  [hyperslab, "appendReferences", [["a.json", "b.json"], "c.json", { dm: "time" }], "dm", "dim"],
  [hyperslab, "listReferences", ["a.json", { stor: {} }], "stor", "store"],
  [hyperslab, "eachReference", ["a.json", { signl: 1 }], "signl", "signal"],
  [hyperslab, "inlineReferences", ["a.json", "b.json", { treshold: 1 }], "treshold", "threshold"],
  [hyperslab, "rebaseReferences", ["a.json", "b.json", { renam: {} }], "renam", "rename"],
  [hyperslab, "saveReferences", ["a.json", "b.json", { template: true }], "template", "templates"],
  [hyperslab, "saveReferencesAsParquet", ["a.json", "b", { recordsize: 1 }], "recordsize", "recordSize"],
  [hyperslab, "subchunkReferences", ["a.json", "b.json", { arry: "a" }], "arry", "array"],
  [hyperslab, "verifyReferences", ["a.json", { value: true }], "value", "values"],
  [hyperslab, "scan", [[], { concatt: "time" }], "concatt", "concat"],
  [hyperslab, "serve", [store, { prt: 1 }], "prt", "port"],
  [hyperslab, "stats", [store, { quantile: [0.5] }], "quantile", "quantiles"],
  [hyperslab, "log", ["a", { limt: 1 }], "limt", "limit"],
  [hyperslab, "diffSnapshots", ["a", { form: "b" }], "form", "from"],
  [hyperslab, "gen", ["netcdf a {}", undefined, { formt: "zarr3" }], "formt", "format"],
  [hyperslab, "dumpBytes", [store, { heder: true }], "heder", "header"],
  [hyperslab, "dataset", [group, { signl: 1 }], "signl", "signal"],
  [hyperslab, "netcdfView", [group, { signl: 1 }], "signl", "signal"],
  [hyperslab, "decodeTimes", [[1], { units: "days since 2000-01-01", calender: "julian" }], "calender", "calendar"],
  [hyperslab, "encodeTimes", [["2000-01-01"], { unit: "days since 2000-01-01" }], "unit", "units"],
  [group, "delete", ["a", { signl: 1 }], "signl", "signal"],
  [group, "rename", ["a", "b", { signl: 1 }], "signl", "signal"],
  [group, "openArray", ["a", { dtyp: "int8" }], "dtyp", "dtype"],
  [group, "openGroup", ["", { signl: 1 }], "signl", "signal"],
  [group, "walk", [{ signl: 1 }], "signl", "signal"],
  [group, "setDimensions", [{ x: 2 }, { signl: 1 }], "signl", "signal"],
  [group, "renameDimension", ["x", "y", { signl: 1 }], "signl", "signal"],
  [hyperslab, "repackArchive", ["a", { onProgres: 1 }], "onProgres", "onProgress"],
  [hyperslab, "makeReferences", ["a", "b", { formt: "zarr3" }], "formt", "format"],
  [
    hyperslab,
    "verifyReferences",
    ["a", { store: { references: { strictFsspek: true } } }],
    "strictFsspek",
    "strictFsspec",
  ],
  [hyperslab, "subchunkReferences", ["a", "b", { array: "a", factr: 2 }], "factr", "factor"],
  [hyperslab, "appendReferences", [["a", "b"], "c", { dim: "t", force: true }], "force", "overwrite"],
  [hyperslab, "scan", ["a", { conct: "time" }], "conct", "concat"],
  [hyperslab, "log", ["a", { lmit: 1 }], "lmit", "limit"],
  [stores, "httpStore", ["http://localhost/x", { headrs: {} }], "headrs", "headers"],
  [stores, "httpStore", ["http://localhost/x", { retry: { attemps: 1 } }], "attemps", "attempts"],
  [stores, "httpStore", ["http://localhost/x", { cache: { byte: 1 } }], "byte", "bytes"],
  [stores, "httpStore", ["http://localhost/x", { coalescing: { gab: 1 } }], "gab", "gap"],
  [stores, "httpSource", ["http://localhost/x", { conectTimeout: 1 }], "conectTimeout", "connectTimeout"],
  [stores, "s3Store", [S3_TARGET, { endpont: "" }], "endpont", "endpoint"],
  [stores, "s3Source", [S3_TARGET, { regin: "" }], "regin", "region"],
  [stores, "s3Objects", [S3_TARGET, { credential: {} }], "credential", "credentials"],
  [stores, "gsStore", [{ bucket: "b", key: "" }, { endpont: "" }], "endpont", "endpoint"],
  [stores, "azStore", [{ account: "a", container: "c", key: "" }, { header: {} }], "header", "headers"],
  [stores, "withCache", [store, { byts: 1 }], "byts", "bytes"],
  [stores, "withCoalescing", [store, { windw: 1 }], "windw", "window"],
  [stores, "withConcurrency", [store, { limt: 1 }], "limt", "limit"],
  [stores, "withRetry", [store, { delays: 1 }], "delays", "delay"],
  [stores, "zipStore", [stores.memorySource(new Uint8Array()), { topFoldr: "a" }], "topFoldr", "topFolder"],
  [stores, "openZip", [stores.memorySource(new Uint8Array()), { fsyn: true }], "fsyn", "fsync"],
  [stores, "blobStore", [new Blob(), { topfolder: "a" }], "topfolder", "topFolder"],
  [
    stores,
    "repackZip",
    [stores.memorySource(new Uint8Array()), stores.memoryTarget(), { onEnty: 1 }],
    "onEnty",
    "onEntry",
  ],
  [stores, "openLocation", [stores.parseLocation("memory:x"), { profle: "a" }], "profle", "profile"],
  [stores, "openLocation", [stores.parseLocation("memory:x"), {}, { inflat: 1 }], "inflat", "inflate"],
  [stores, "parseLocation", ["memory:x", { onnote: 1 }], "onnote", "onNote"],
];

describe("an option that is not known", () => {
  it.each(cases.map((one) => [one[1], one[3], one] as const))("%s %s", async (_, __, one) => {
    const [owner, name, given, wrong, right] = one;
    const failed = await call(owner, name, ...given).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ code: "invalid-request" });
    expect(String(failed)).toContain(`has no option "${wrong}"`);
    expect(String(failed)).toContain(`Did you mean ${right}?`);
  });

  /** Without options, or with none that an object holds. */
  const PLAIN = [
    ...["memorySource", "memoryTarget", "memoryStore", "toZarritaStore", "blobSource", "objectSource", "readOnly"],
    ...["directoryEntryStore", "directoryHandleStore", "opfsStore", "droppedItems", "fileListStore", "withPrefix"],
    ...["withTrace", "printLocation", "isS3Address", "parseS3Address"],
  ];

  it("is refused by every call of hyperslab/stores that takes options", () => {
    const called = cases.flatMap(([owner, name]) => (owner === stores ? [name] : []));
    expect([...new Set([...called, ...PLAIN])].sort()).toEqual(Object.keys(stores).sort());
  });

  /** Without options, or made of plain objects that have other members. */
  const PLAIN_CALLS = [
    ...["between", "blocks", "labels", "maskPoints", "nearest", "points", "range"],
    ...["droppedItems", "encodeNetcdfText", "isHyperslabError", "knownFormats", "memoryStore", "memoryTarget"],
    ...["readOnly", "registerCodec", "registerFormat", "setWorkerUrl", "toZarritaStore", "typed", "withPrefix"],
  ];
  const CLASSES = ["Group", "HyperslabError", "NdArray", "Slab"];
  const functionsOf = (owner: object): string[] =>
    Object.getOwnPropertyNames(owner).filter(
      (name) => typeof Object.getOwnPropertyDescriptor(owner, name)?.value === "function",
    );

  it("is refused by every call of hyperslab that takes options", () => {
    const called = cases.flatMap(([owner, name]) => (owner === hyperslab ? [name] : []));
    const exported = Object.entries(hyperslab).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
    expect([...new Set([...called, ...PLAIN_CALLS, ...CLASSES])].sort()).toEqual(exported.sort());
  });

  it.each([
    [group, ["setAttributes", "deleteAttributes", "deleteDimensions", "close"]],
    [array, ["is", "axis", "setAttributes", "deleteAttributes", "stats", "refresh", "close"]],
  ] as const)("is refused by every method that takes options: %#", (owner, plain) => {
    const called = cases.flatMap(([one, name]) => (one === owner ? [name] : []));
    const methods = functionsOf(Object.getPrototypeOf(owner));
    expect([...new Set([...called, ...plain, "constructor"])].sort()).toEqual(methods.sort());
  });

  it("does nothing if it is undefined", async () => {
    await call(array, "read", null, { unknown: undefined });
  });
});

describe("values that are wrong", () => {
  it.each([
    [array, "read", [null, { as: "flot64" }], 'values cannot be read as "flot64"'],
    [hyperslab, "create", [new Map(), { data: undefined }], "data is undefined"],
    [group, "create", ["a", { data: undefined }], "data is undefined"],
    [array, "read", [null, null], "read takes an object as its options, not null"],
    [array, "read", [null, { concurrency: -1 }], "read takes a number of 1 or more as concurrency, not -1"],
    [array, "read", [null, { concurrency: Number.NaN }], "as concurrency, not NaN"],
    [array, "read", [null, { workers: "yes" }], 'read takes true or false as workers, not "yes"'],
    [array, "read", [null, { signal: 5 }], "read takes an AbortSignal as signal, not 5"],
    [array, "read", [null, { signal: {} }], "read takes an AbortSignal as signal, not an object"],
    [array, "write", [null, 1, { onProgress: true }], "write takes a function as onProgress, not true"],
    [hyperslab, "copy", [new Map(), new Map(), { verify: "no" }], 'copy takes true or false as verify, not "no"'],
    [hyperslab, "open", [new Map(), { complete: 1 }], "open takes true or false as complete, not 1"],
    [hyperslab, "create", [new Map(), { dtype: "int8", chunks: [2] }], "a new array needs a shape"],
    [hyperslab, "create", [new Map(), { shape: [2], dtype: "int88" }], "int88"],
  ] as const)("%#", async (owner, name, given, message) => {
    const failed = await call(owner, name, ...given).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(hyperslab.isHyperslabError(failed)).toBe(true);
    expect(String(failed)).toContain(message);
  });
});
