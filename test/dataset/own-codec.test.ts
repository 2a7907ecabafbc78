/** One registration makes a codec known to documents of every format, to `create`, to messages and to the choice of workers. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromPlain } from "../../src/bytes/json/make.ts";
import type { BytesToBytesCodec } from "../../src/codecs/codec.ts";
import { isWorthHandingOver } from "../../src/dataset/engine/batches.ts";
import { copy, create, info, openArray, registerCodec } from "../../src/index.ts";
import type { CodecSpec } from "../../src/model/codec-spec.ts";
import { caught } from "../bytes/caught.ts";
import { runCli } from "../cli/run-cli.ts";
import { sampleFolder } from "../cli/sample.ts";

/** Every byte xor `mask`. */
const mask: BytesToBytesCodec<number> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => configuration.required("mask").integer(0, 255),
  bind: (value, { length }) => ({
    encodedLength: length,
    encode: (bytes) => bytes.map((byte) => byte ^ value),
    decode: (bytes) => bytes.map((byte) => byte ^ value),
  }),
};

const { path, remove } = sampleFolder();
let unregister: () => unknown;
beforeAll(() => {
  unregister = registerCodec({
    name: "example.mask",
    aliases: ["mask"],
    kind: "bytes-to-bytes",
    v2Id: "example_mask",
    v2Role: "filter",
    cost: "heavy",
    defaults: { mask: 255 },
    codec: mask,
  });
});
afterAll(() => {
  unregister();
  remove();
});

const DATA = Uint8Array.of(1, 2, 3);
const MASKED = Uint8Array.of(254, 253, 252);

type Documents = Map<string, Uint8Array>;

function json(store: Documents, key: string): Record<string, unknown> {
  return JSON.parse(new TextDecoder().decode(store.get(key)!)) as Record<string, unknown>;
}

function rewritten(store: Documents, key: string, changes: object): Documents {
  const text = JSON.stringify({ ...json(store, key), ...changes });
  return new Map([...store, [key, new TextEncoder().encode(text)]]);
}

describe("in Zarr v3", () => {
  it("is created from its name or alias, with its default configuration", async () => {
    for (const name of ["example.mask", "mask"]) {
      const store: Documents = new Map();
      await create(store, { data: DATA, codecs: [name] });
      expect(json(store, "zarr.json")["codecs"]).toEqual([
        { name: "bytes" },
        { name: "example.mask", configuration: { mask: 255 } },
      ]);
      expect(store.get("c/0")).toEqual(MASKED);
    }
  });

  it("is read by its alias, and where a document leaves out the codec bytes", async () => {
    const store: Documents = new Map();
    await create(store, { data: DATA, codecs: ["mask"] });
    const other = rewritten(store, "zarr.json", { codecs: [{ name: "mask", configuration: { mask: 255 } }] });
    const array = await openArray(other);
    expect((await array.read()).data).toEqual(DATA);
    expect((await info(other)).node).toMatchObject({ unknownCodecs: [], codecText: "bytes > example.mask" });
  });
});

it("is written to and read from Zarr v2 by its id, in its role", async () => {
  const store: Documents = new Map();
  await create(store, { data: DATA, codecs: ["mask"], format: "zarr2" });
  expect(json(store, ".zarray")).toMatchObject({ filters: [{ id: "example_mask", mask: 255 }], compressor: null });
  expect(store.get("0")).toEqual(MASKED);
  const asCompressor = { filters: null, compressor: { id: "example_mask", mask: 255 } };
  for (const changes of [{}, asCompressor]) {
    const array = await openArray(rewritten(store, ".zarray", changes));
    expect((await array.read()).data).toEqual(DATA);
  }
});

it("is copied from and to, chunk by chunk and by another chain", async () => {
  const source: Documents = new Map();
  await create(source, { data: DATA, codecs: ["mask"] });
  const [same, plain, back]: readonly Documents[] = [new Map(), new Map(), new Map()];
  await copy(source, same!, { verify: true });
  await copy(source, plain!, { codecs: ["bytes"], verify: true });
  await copy(plain!, back!, { codecs: ["mask"], format: "zarr2", verify: true });
  expect([same!.get("c/0"), plain!.get("c/0"), back!.get("0")]).toEqual([MASKED, DATA, MASKED]);
});

it("is known to the program, which suggests and lists it", async () => {
  const made = await runCli(["create", path("own.zarr"), "--shape", "4", "--codec", "mask:mask=1"]);
  expect(made).toMatchObject({ code: 0 });
  expect((await runCli(["info", path("own.zarr")])).stdout).toContain("example.mask(mask=1)");
  const missed = await runCli(["create", path("not.zarr"), "--shape", "4", "--codec", "example.maks"]);
  expect(missed.stderr).toMatch(/Did you mean example\.mask\?.* deflate-raw, example\.mask, gzip,/);
});

it("decides by its cost whether workers are worth it", () => {
  const configuration = fromPlain({ mask: 1 });
  if (configuration.type !== "object") throw new Error("a configuration is an object");
  const chain = (name: string): readonly CodecSpec[] => [{ name, configuration }];
  expect(
    ["example.mask", "mask", "numcodecs.lz4", "zlib"].map((name) => isWorthHandingOver(chain(name), "decode", {})),
  ).toEqual([true, true, false, true]);
});

it("refuses names and ids that are taken", () => {
  const kind = "bytes-to-bytes";
  for (const facts of [{ name: "mask" }, { name: "other", v2Id: "example_mask" }, { name: "other", v2Id: "zlib" }]) {
    expect(caught(() => registerCodec({ ...facts, kind, codec: mask })).code).toBe("exists");
  }
});
