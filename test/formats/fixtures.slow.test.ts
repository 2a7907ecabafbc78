/** The documents of every store that a peer wrote: what they say, and that rewriting them changes nothing. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonEquals, toPlain } from "../../src/bytes/json/make.ts";
import type { PlainJson } from "../../src/bytes/json/node.ts";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { encodeBase64 } from "../../src/bytes/text/base64.ts";
import { detectFormat } from "../../src/formats/detect.ts";
import type { Hierarchy } from "../../src/formats/format.ts";
import { chunkShapeOf } from "../../src/model/grid/chunk-grid.ts";
import type { ArrayNode, Node } from "../../src/model/node.ts";
import { elementBits } from "../../src/model/values/fill-value.ts";
import type { Store } from "../../src/stores/store.ts";
import { type FixtureArray, type FixtureGroup, fixtureSets } from "../fixture-sets.ts";
import { documentStore } from "./document-store.ts";
import { comparable } from "./nodes.ts";
import { failure } from "./open-documents.ts";

for (const set of fixtureSets()) {
  describe(`documents of ${set.maker}`, () => {
    for (const fixture of set.cases) {
      if (fixture.kind === "array" && fixture.error !== undefined) {
        if (fixture.when === "open" && !CODEC_FAULTS.test(fixture.name)) {
          it(`${fixture.name} is refused`, () => expectRefusal(join(set.folder, fixture.path), fixture));
        }
        continue;
      }
      it(fixture.name, async () => {
        const store = documentStore(join(set.folder, fixture.path));
        // Nodes that were added later are not in the block, and the block is trusted.
        const isStale = fixture.name.endsWith("-stale");
        const opened = await detectFormat(store, "", { consolidated: !isStale });
        expect(opened?.hierarchy.format).toBe(`zarr${fixture.zarr_format}`);
        const nodes = fixture.kind === "group" ? Object.entries(fixture.nodes) : [];
        for (const [path, expected] of [["", fixture] as const, ...nodes]) {
          const node = await opened!.hierarchy.readNode(path);
          expect(node?.path).toBe(path);
          expectNode(node!, expected);
          if (!isStale) await expectRewrite(store, opened!.hierarchy, node!);
        }
      });
    }
  });
}

/** What only codecs know to be wrong; such documents open, and their arrays do not. */
const CODEC_FAULTS = /^(unknown-codec|bad-transpose|bad-codecs-(order|two)|bad-shard|bad-endian-unknown|shard-index)/;

async function expectRefusal(folder: string, fixture: FixtureArray): Promise<void> {
  const error = await failure(detectFormat(documentStore(folder), ""));
  expect(error.code, error.message).toBe(fixture.error === "unsupported" ? "unsupported" : "invalid-data");
  expect(error.place.key).toBe("zarr.json");
  expect(error.place.line).toBeGreaterThan(0);
}

function expectNode(node: Node, fixture: FixtureArray | FixtureGroup): void {
  expect(node.kind).toBe(fixture.kind);
  expect(plainAttributes(node)).toEqual(fixture.attributes);
  if (node.kind !== "array" || fixture.kind !== "array") return;
  expect(node.shape).toEqual(fixture.shape);
  expect(typeName(node)).toBe(fixture.dtype);
  const isSharded = fixture.codecs.includes("sharding_indexed");
  const expected = fixture.shards ?? (isSharded ? null : fixture.chunks);
  if (expected !== null) expect(chunkShapeOf(node.grid)).toEqual(expected);
  const names = node.dimensions.map(({ name }) => name ?? null);
  expect(names).toEqual(fixture.dims ?? node.shape.map(() => null));
  expectFill(node, fixture);
}

/** The manifest has fill values in the encoding of values; padding of structs counts there, and here it is zero. */
function expectFill(node: ArrayNode, { fill, dtype, name }: FixtureArray & { readonly name?: string }): void {
  const { fillValue } = node;
  if (fill === undefined || ["struct", "vlen-array", "object"].includes(dtype)) return;
  const bits = /-fill-\w+-(0x[0-9a-f]+)$/.exec(name ?? "")?.[1];
  // Peers drop payloads and signs of NaN.
  if (bits !== undefined) expect(elementBits(fillValue as Uint8Array)).toBe(BigInt(bits));
  else if (fill === null) expect(fillValue === undefined || fillValue === "").toBe(true);
  else if (typeof fillValue === "string") expect([fillValue]).toEqual(fill);
  else if (dtype === "bytes") expect([encodeBase64(fillValue as Uint8Array)]).toEqual(fill);
  else expect(encodeBase64(fillValue as Uint8Array)).toBe(fill);
}

function typeName({ dataType }: ArrayNode): string {
  return dataType.kind === "ragged" ? "vlen-array" : dataType.name;
}

/** As the manifests spell numbers that no double holds. */
function plainAttributes(node: Node): unknown {
  const spell = (value: PlainJson): unknown => {
    if (typeof value === "bigint") return { $number: String(value) };
    if (typeof value === "number") return Number.isFinite(value) ? value : { $number: String(value) };
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(spell);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spell(member)]));
  };
  const attributes = Array.from(node.attributes, ([name, { value }]) => [name, spell(toPlain(value))] as const);
  const names =
    node.kind === "array" && [...(node.origin?.documents.keys() ?? [])].some((key) => key.endsWith(".zattrs"));
  const dims = node.kind === "array" && names ? node.dimensions.map(({ name }) => name) : [];
  return Object.fromEntries(
    dims.some((name) => name !== undefined) ? [...attributes, ["_ARRAY_DIMENSIONS", dims]] : attributes,
  );
}

async function expectRewrite(store: Store, hierarchy: Hierarchy, node: Node): Promise<void> {
  expect(comparable(hierarchy.normalize!(node))).toEqual(comparable(node));
  const before = await documents(store);
  const written = await hierarchy.writeNode!(node);
  expect(comparable(written)).toEqual(comparable(node));
  const after = await documents(store);
  for (const [key, text] of before) {
    // The block gains the attributes documents that the writer left out.
    if (key.endsWith(".zmetadata")) continue;
    const [was, is] = [parseJson(text, { key }).root, parseJson(after.get(key) ?? "", { key }).root];
    expect(jsonEquals(was, is), `${key}\n${text}\n${after.get(key)}`).toBe(true);
  }
}

async function documents(store: Store): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const { key } of store.list!("")) found.set(key, new TextDecoder().decode(await store.get(key)));
  return found;
}
