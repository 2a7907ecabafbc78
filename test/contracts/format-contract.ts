/**
 * What every format that can be written must do, in one suite. A new format runs it by saying how it is loaded, where
 * its documents lie, and what it cannot express; the suite tests that it expresses everything else and refuses that.
 */
import { describe, expect, test } from "vitest";
import { fromPlain, jsonObject, withMember } from "../../src/bytes/json/make.ts";
import type { JsonObject } from "../../src/bytes/json/node.ts";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { printJsonBytes } from "../../src/bytes/json/print.ts";
import { isHyperslabError } from "../../src/errors.ts";
import type { Format, Hierarchy } from "../../src/formats/format.ts";
import type { ArrayNode, Dimension, Node } from "../../src/model/node.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Place } from "../../src/stores/place.ts";
import type { Store } from "../../src/stores/store.ts";
import { comparable } from "../formats/nodes.ts";
import { arrayNode, groupNode, sampleArrays } from "../formats/sample-nodes.ts";

export interface FormatSubject {
  load(): Promise<Format>;
  /** The key of the document that makes a node. */
  documentKey(path: string, kind: Node["kind"]): string;
  /** Why this node cannot be written, or undefined if it can. */
  refuses(node: ArrayNode): "unsupported" | "invalid-request" | undefined;
  /** A node as it is read again, where that differs: layouts that the format replaces by its own. */
  normal?(node: ArrayNode): ArrayNode;
  /** False: there are arrays only, one at a place; everything about trees is then left out. */
  readonly groups?: false;
  /** True: all of it is one file, so that only what it can hold is tested here. */
  readonly oneFile?: true;
  /** False: there are no consolidated metadata, and asking for them is refused. */
  readonly consolidation?: false;
  /** False: names of nodes are ASCII. */
  readonly unicodeNames?: false;
  /** Groups list their nodes and declare the dimensions of arrays. The name of a dimension that has none: */
  readonly dimensionName?: (length: number) => string;
  /** Members of an array's document that name its dimensions by their length. */
  readonly references?: readonly string[];
  /** True: NaN is a value as others, also in attributes. */
  readonly nanAttributes?: true;
  /** False: values of attributes are stored as the types that are recorded for them demand, and null has none. */
  readonly plainAttributes?: false;
  /** How many requests open a consolidated tree, if it is not one: other documents are looked for first. */
  readonly openingRequests?: number;
  /** A sample as this format can have it: with another compressor where the samples' usual one is not there. */
  adapt?(node: ArrayNode): ArrayNode;
}

export function describeFormat(name: string, subject: FormatSubject): void {
  describe(name, () => {
    describeArrays(subject);
    if (subject.oneFile === true) return;
    if (subject.groups === false) {
      describeLoneArrays(subject);
      return;
    }
    describeTree(subject);
    describeRewriting(subject);
    describeMoving(subject);
    if (subject.consolidation !== false) describeConsolidation(subject);
  });
}

function at(store: Store, path = ""): Place {
  return { kind: "directory", store, path };
}

async function empty(subject: FormatSubject, store: Store = memoryStore()): Promise<Hierarchy> {
  return (await subject.load()).create!(store);
}

/** A second pair of eyes: what somebody else who opens the store finds. */
async function reopened(subject: FormatSubject, store: Store, consolidated = true, path = ""): Promise<Hierarchy> {
  const opened = await (await subject.load()).open(at(store, path), { consolidated });
  expect(opened).toBeDefined();
  return opened!.hierarchy;
}

/** Every node below a path, by path. */
export async function walk(hierarchy: Hierarchy, path = ""): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  const visit = async (node: Node): Promise<void> => {
    found.set(node.path, comparable(node));
    if (node.kind === "array") return;
    for (const child of await hierarchy.listChildren(node.path)) await visit(child);
  };
  const root = await hierarchy.readNode(path);
  if (root !== undefined) await visit(root);
  return found;
}

async function code(run: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof run === "function" ? run() : run);
  } catch (error) {
    if (isHyperslabError(error)) return error.code;
    throw error;
  }
  return "no error";
}

function describeArrays(subject: FormatSubject): void {
  describe("arrays", () => {
    for (const [label, sample] of sampleArrays()) {
      const node = subject.adapt?.(sample) ?? sample;
      const refused = subject.refuses(node);
      test(refused === undefined ? label : `${label}: ${refused}`, async () => {
        const hierarchy = await empty(subject);
        if (refused !== undefined) {
          expect(await code(() => hierarchy.normalize!(node))).toBe(refused);
          expect(await code(hierarchy.writeNode!(node))).toBe(refused);
          expect(await hierarchy.readNode("")).toBeUndefined();
          return;
        }
        const expected = comparable(subject.normal?.(node) ?? node) as Compared;
        expect(comparable(hierarchy.normalize!(node))).toEqual(expected);
        const written = linked(subject, expected);
        expect(comparable(await hierarchy.writeNode!(node))).toEqual(written);
        const again = await reopened(subject, hierarchy.store, true, subject.groups === false ? node.path : "");
        expect(comparable((await again.readNode(node.path))!)).toEqual(written);
        expect(again.notes).toEqual([]);
      });
    }
  });
}

interface Compared {
  readonly path: string;
  readonly shape: readonly number[];
  readonly dimensions: readonly Dimension[];
}

/** An array as it is after writing, where groups declare dimensions: each has a name and a group. */
function linked({ dimensionName }: FormatSubject, node: Compared): unknown {
  if (dimensionName === undefined) return node;
  const group = node.path.split("/").slice(0, -1).join("/");
  const names: string[] = [];
  const dimensions = node.dimensions.map(({ name, unlimited = false }, axis) => {
    const length = node.shape[axis]!;
    const wanted = name ?? dimensionName(length);
    const first = names.indexOf(wanted);
    names.push(wanted);
    const isOther = first >= 0 && node.shape[first] !== length;
    return { name: isOther ? `${wanted}_${length}` : wanted, group, unlimited };
  });
  return { ...node, dimensions };
}

function describeTree(subject: FormatSubject): void {
  describe("tree", () => {
    test("writes the groups above a node, and only those that are missing", async () => {
      const hierarchy = await empty(subject);
      await hierarchy.writeNode!(groupNode("a", { mine: 1 }));
      await hierarchy.writeNode!(arrayNode("a/b/c"));
      const found = await walk(await reopened(subject, hierarchy.store));
      expect([...found.keys()]).toEqual(["", "a", "a/b", "a/b/c"]);
      expect(found.get("a")).toEqual(comparable(groupNode("a", { mine: 1 })));
    });

    const order = subject.dimensionName === undefined ? "sorted by name" : "as they were made";
    test(`lists children ${order}, and no others`, async () => {
      const hierarchy = await empty(subject);
      const last = subject.unicodeNames === false ? "z" : "ü";
      for (const path of ["b", "a/deep", "c.d", "a", "10", "9", last]) await hierarchy.writeNode!(arrayOrGroup(path));
      await hierarchy.store.set!("stray/file", new Uint8Array(1));
      const names = (await hierarchy.listChildren("")).map((node) => node.path);
      const made = ["b", "a", "c.d", "10", "9", last];
      expect(names).toEqual(subject.dimensionName === undefined ? [...made].sort() : made);
    });

    test("keeps chunks where the node says", async () => {
      const hierarchy = await empty(subject);
      const node = await hierarchy.writeNode!(arrayNode("a/b"));
      const access = hierarchy.chunks(node as ArrayNode);
      await access.set!([1, 0], Uint8Array.of(1, 2, 3));
      expect(await hierarchy.store.get(access.key([1, 0]))).toEqual(Uint8Array.of(1, 2, 3));
      expect(access.key([1, 0]).startsWith("a/b/")).toBe(true);
      expect(await access.source([1, 0]).read({ offset: 1, length: 1 })).toEqual(Uint8Array.of(2));
      expect(await access.source([0, 0]).read()).toBeUndefined();
      await access.delete!([1, 0]);
      expect(await access.source([1, 0]).read()).toBeUndefined();
    });

    test("refuses nodes below arrays, and arrays in place of groups", async () => {
      const hierarchy = await empty(subject);
      await hierarchy.writeNode!(arrayNode("a"));
      await hierarchy.writeNode!(groupNode("g"));
      expect(await code(hierarchy.writeNode!(groupNode("a/b")))).toBe("invalid-request");
      expect(await code(hierarchy.deleteNode!("a/b"))).toBe("invalid-request");
      expect(await code(hierarchy.renameNode!("g", "a/b"))).toBe("invalid-request");
      expect(await code(hierarchy.writeNode!(groupNode("a")))).toBe("exists");
      expect(await code(hierarchy.writeNode!(arrayNode("g")))).toBe("exists");
      expect([...(await walk(hierarchy)).keys()]).toEqual(["", "a", "g"]);
    });

    test("refuses paths with dots, and takes slashes at the ends", async () => {
      const hierarchy = await empty(subject);
      expect(await code(hierarchy.writeNode!(groupNode("a/../b")))).toBe("invalid-request");
      expect(await code(hierarchy.readNode("./a"))).toBe("invalid-request");
      expect((await hierarchy.writeNode!(groupNode("/a//b/"))).path).toBe("a/b");
      expect((await hierarchy.readNode("//a/b"))?.path).toBe("a/b");
    });

    test("a store that cannot be written is not-allowed", async () => {
      const hierarchy = await empty(subject, { location: "read-only", get: async () => undefined });
      expect(await code(hierarchy.writeNode!(groupNode("a")))).toBe("not-allowed");
    });

    test("a store that cannot list says how to go on", async () => {
      const hierarchy = await empty(subject);
      await hierarchy.writeNode!(arrayNode("a/b"));
      const blind: Store = { location: "blind", get: hierarchy.store.get };
      const before = await reopened(subject, blind);
      if (subject.dimensionName !== undefined) {
        expect([...(await walk(before)).keys()]).toEqual(["", "a", "a/b"]);
        return;
      }
      await expect(before.listChildren("")).rejects.toThrow(/consolidate/);
      if (subject.consolidation === false) {
        expect(await code(hierarchy.consolidate!())).toBe("unsupported");
        expect([...(await walk(hierarchy)).keys()]).toEqual(["", "a", "a/b"]);
        return;
      }
      await hierarchy.consolidate!();
      expect((await before.listChildren("a")).map((node) => node.path)).toEqual(["a/b"]);
      expect([...(await walk(await reopened(subject, blind))).keys()]).toEqual(["", "a", "a/b"]);
    });

    test("a bad child is reported, and the others are listed", async () => {
      const hierarchy = await empty(subject);
      for (const path of ["a", "b", "c"]) await hierarchy.writeNode!(arrayNode(path));
      await hierarchy.store.set!(subject.documentKey("b", "array"), new TextEncoder().encode('{"zarr_format": 7}'));
      expect(await code(hierarchy.listChildren(""))).toBe("unsupported");
      const bad: string[] = [];
      const nodes = await hierarchy.listChildren("", { onError: (path) => bad.push(path) });
      expect(nodes.map((node) => node.path)).toEqual(["a", "c"]);
      expect(bad).toEqual(["b"]);
    });
  });
}

/** A format without groups: an array is a place of its own, whatever its path, and nothing is written around it. */
function describeLoneArrays(subject: FormatSubject): void {
  const lone = (path: string): ArrayNode => subject.adapt!(arrayNode(path));
  const keysOf = async ({ store }: Hierarchy): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of store.list!("")) keys.push(key);
    return keys;
  };

  describe("lone arrays", () => {
    test("are at any path, with nothing above them", async () => {
      const hierarchy = await empty(subject);
      const written = await hierarchy.writeNode!(lone("a/b"));
      const opened = await (await subject.load()).open(at(hierarchy.store, "a/b"));
      expect(comparable(opened!.node)).toEqual(comparable(written));
      expect((await keysOf(hierarchy)).every((key) => key.startsWith("a/b/"))).toBe(true);
      expect(await (await subject.load()).open(at(hierarchy.store, "a"))).toBeUndefined();
    });

    test("keep their chunks below them", async () => {
      const hierarchy = await empty(subject);
      const access = hierarchy.chunks((await hierarchy.writeNode!(lone("a/b"))) as ArrayNode);
      await access.set!([1, 0], Uint8Array.of(1, 2, 3));
      expect(await hierarchy.store.get(access.key([1, 0]))).toEqual(Uint8Array.of(1, 2, 3));
      expect(access.key([1, 0]).startsWith("a/b/")).toBe(true);
      await access.delete!([1, 0]);
      expect(await access.source([1, 0]).read()).toBeUndefined();
    });

    test("have no groups beside them", async () => {
      const hierarchy = await empty(subject);
      expect(await code(hierarchy.writeNode!(groupNode("")))).toBe("unsupported");
      expect(await code(() => hierarchy.normalize!(groupNode("a", { b: 1 })))).toBe("unsupported");
      expect(await keysOf(hierarchy)).toEqual([]);
    });

    test("hold no other nodes", async () => {
      const hierarchy = await empty(subject);
      await hierarchy.writeNode!(lone("a"));
      expect(await code(hierarchy.writeNode!(lone("a/b")))).toBe("invalid-request");
      expect(await code(hierarchy.renameNode!("a", "a/b"))).toBe("invalid-request");
    });

    test("are moved and deleted with all their keys", async () => {
      const hierarchy = await empty(subject);
      const node = (await hierarchy.writeNode!(lone("a"))) as ArrayNode;
      await hierarchy.chunks(node).set!([0, 0], Uint8Array.of(7));
      const before = await keysOf(hierarchy);
      await hierarchy.renameNode!("a", "new/place");
      expect(await keysOf(hierarchy)).toEqual(before.map((key) => `new/place/${key.slice(2)}`));
      await hierarchy.deleteNode!("new/place");
      expect(await keysOf(hierarchy)).toEqual([]);
    });

    test("change their shape and nothing else", async () => {
      const hierarchy = await empty(subject);
      const first = (await hierarchy.writeNode!(lone("n"))) as ArrayNode;
      const key = subject.documentKey("n", "array");
      const before = parseJson((await hierarchy.store.get(key))!, { key }).root as JsonObject;
      const unknown = jsonObject([["_private", fromPlain({ note: [1, 2.5] })], ...before.members]);
      await hierarchy.store.set!(key, printJsonBytes(unknown, "compact"));
      const read = (await hierarchy.readNode("n")) as ArrayNode;
      const shape = first.shape.map((length) => length + 3);
      const grid = read.grid.map((dimension, axis) => ({ ...dimension, extent: shape[axis]! }));
      await hierarchy.writeNode!({ ...read, shape, grid });
      const after = parseJson((await hierarchy.store.get(key))!, { key }).root as JsonObject;
      expect(printed(after)).toBe(printed(withMember(unknown, "shape", fromPlain(shape))));
    });

    test("keep the order and the exact numbers of their attributes, bare words too", async () => {
      const hierarchy = await empty(subject);
      const text = '{"z": 1.0, "a": 9007199254740993, "10": 1e400, "9": -0.0, "n": null, "o": [NaN, -Infinity]}';
      const document = parseJson(text).root as JsonObject;
      const attributes = new Map(Array.from(document.members, ([name, value]) => [name, { value }] as const));
      await hierarchy.writeNode!({ ...lone("n"), attributes });
      const again = await (await subject.load()).open(at(hierarchy.store, "n"));
      const spelled = Array.from(again!.node.attributes, ([name, { value }]) => {
        return `${name} ${new TextDecoder().decode(printJsonBytes(value, "compact", { nonFinite: "token" }))}`;
      });
      expect(spelled).toEqual(["z 1.0", "a 9007199254740993", "10 1e400", "9 -0.0", "n null", "o [NaN,-Infinity]"]);
    });

    test("take nothing over from what was at their place before", async () => {
      const hierarchy = await empty(subject);
      await hierarchy.writeNode!({ ...lone("n"), attributes: new Map([["old", { value: fromPlain(1) }]]) });
      await hierarchy.writeNode!(lone("n"));
      expect((await hierarchy.readNode("n"))!.attributes.size).toBe(0);
    });

    test("are not written where nothing can be", async () => {
      const hierarchy = await empty(subject, { location: "read-only", get: async () => undefined });
      expect(await code(hierarchy.writeNode!(lone("a")))).toBe("not-allowed");
    });
  });
}

function arrayOrGroup(path: string): Node {
  return path.includes("e") ? arrayNode(path) : groupNode(path);
}

function describeRewriting(subject: FormatSubject): void {
  describe("rewriting", () => {
    const setMember = async (store: Store, key: string, name: string, value: unknown): Promise<JsonObject> => {
      const document = parseJson((await store.get(key))!, { key }).root as JsonObject;
      const members = new Map([[name, fromPlain(value)], ...document.members]);
      const changed = jsonObject(members);
      await store.set!(key, printJsonBytes(changed, "compact"));
      return changed;
    };

    for (const kind of ["array", "group"] as const) {
      test(`keeps members of a ${kind}'s document that are not known, and their order`, async () => {
        const hierarchy = await empty(subject);
        await hierarchy.writeNode!(kind === "array" ? arrayNode("n") : groupNode("n"));
        const key = subject.documentKey("n", kind);
        const before = await setMember(hierarchy.store, key, "_private", { must_understand: false, note: [1, 2.5] });
        const node = (await hierarchy.readNode("n"))!;
        const attributes = new Map([...node.attributes, ["added", { value: fromPlain(true) }]]);
        const written = await hierarchy.writeNode!({ ...node, attributes });
        expect([...written.attributes.keys()]).toEqual([...attributes.keys()]);
        const after = parseJson((await hierarchy.store.get(key))!, { key }).root as JsonObject;
        expect([...after.members.keys()]).toEqual([...before.members.keys()]);
        expect(after.members.get("_private")).toMatchObject({ type: "object" });
        expect(comparable((await hierarchy.readNode("n"))!)).toEqual(comparable(written));
      });
    }

    test("changes the shape and nothing else", async () => {
      const hierarchy = await empty(subject);
      const first = (await hierarchy.writeNode!(arrayNode("n"))) as ArrayNode;
      const key = subject.documentKey("n", "array");
      const before = parseJson((await hierarchy.store.get(key))!, { key }).root as JsonObject;
      const shape = first.shape.map((length) => length + 3);
      const grid = first.grid.map((dimension, axis) => ({ ...dimension, extent: shape[axis]! }));
      await hierarchy.writeNode!({ ...first, shape, grid });
      const after = parseJson((await hierarchy.store.get(key))!, { key }).root as JsonObject;
      let expected = withMember(before, "shape", fromPlain(shape));
      for (const name of subject.references ?? []) expected = withMember(expected, name, after.members.get(name)!);
      expect(printed(after)).toBe(printed(expected));
    });

    test("attributes keep their order and exact numbers", async () => {
      const hierarchy = await empty(subject);
      const none = subject.plainAttributes === false ? "" : '"n": null, ';
      const text = `{"z": 1.0, "a": 9007199254740993, "10": 1e400, "9": -0.0, ${none}"o": {"b": [], "a": {}}}`;
      const document = parseJson(text).root as JsonObject;
      const attributes = new Map(Array.from(document.members, ([name, value]) => [name, { value }] as const));
      await hierarchy.writeNode!({ ...groupNode("n"), attributes });
      const again = (await (await reopened(subject, hierarchy.store)).readNode("n"))!;
      if (subject.plainAttributes === false) {
        expect([...again.attributes.keys()]).toEqual([...attributes.keys()]);
        return;
      }
      expect(Array.from(again.attributes, ([name, { value }]) => `${name} ${printed(value)}`)).toEqual(
        Array.from(attributes, ([name, { value }]) => `${name} ${printed(value)}`),
      );
    });

    test("a NaN that a caller made is refused, one from another document becomes a string", async () => {
      const hierarchy = await empty(subject);
      const made = new Map([["x", { value: fromPlain(Number.NaN) }]]);
      if (subject.nanAttributes === true) {
        const node = await hierarchy.writeNode!({ ...groupNode("a"), attributes: made });
        expect(["NaN", '"NaN"']).toContain(token(node.attributes.get("x")!.value));
        return;
      }
      expect(await code(hierarchy.writeNode!({ ...groupNode("a"), attributes: made }))).toBe("invalid-request");
      const read = new Map([["x", { value: parseJson("[NaN, -Infinity]").root }]]);
      const written = await hierarchy.writeNode!({ ...groupNode("a"), attributes: read });
      expect(printed(written.attributes.get("x")!.value)).toBe('["NaN","-Infinity"]');
      expect(hierarchy.notes.length).toBe(1);
    });
  });
}

function printed(node: Parameters<typeof printJsonBytes>[0]): string {
  return new TextDecoder().decode(printJsonBytes(node, "compact"));
}

function token(node: Parameters<typeof printJsonBytes>[0]): string {
  return new TextDecoder().decode(printJsonBytes(node, "compact", { nonFinite: "token" }));
}

/** The same store without what it can do for whole prefixes, so that everything is done key by key. */
function plainStore(store: Store): Store {
  const { location, get, set, list } = store;
  return { location, get, set: set!, list: list!, delete: store.delete! };
}

function describeMoving(subject: FormatSubject): void {
  for (const [label, wrap] of [
    ["whole prefixes", (store: Store) => store],
    ["key by key", plainStore],
  ] as const) {
    describe(`moving and deleting, ${label}`, () => {
      const filled = async (): Promise<Hierarchy> => {
        const hierarchy = await empty(subject, wrap(memoryStore()));
        for (const path of ["a/x", "a/deep/y", "b"]) {
          const node = (await hierarchy.writeNode!(arrayNode(path))) as ArrayNode;
          await hierarchy.chunks(node).set!([0, 0], new TextEncoder().encode(path));
        }
        return hierarchy;
      };
      const keys = async (hierarchy: Hierarchy): Promise<string[]> => {
        const found: string[] = [];
        for await (const { key } of hierarchy.store.list!("")) found.push(key);
        return found;
      };

      test("deletes a node with everything below it", async () => {
        const hierarchy = await filled();
        await hierarchy.deleteNode!("a");
        expect([...(await walk(hierarchy)).keys()]).toEqual(["", "b"]);
        expect((await keys(hierarchy)).filter((key) => key.startsWith("a/"))).toEqual([]);
        await hierarchy.deleteNode!("a");
        await hierarchy.deleteNode!("");
        expect(await keys(hierarchy)).toEqual([]);
        expect(await hierarchy.readNode("")).toBeUndefined();
      });

      test("moves a node with everything below it", async () => {
        const hierarchy = await filled();
        const before = (await keys(hierarchy)).filter((key) => key.startsWith("a/"));
        await hierarchy.renameNode!("a", "new/place");
        const inside = [["new/place/deep", "new/place/deep/y"], ["new/place/x"]];
        const order = subject.dimensionName === undefined ? inside : inside.toReversed();
        expect([...(await walk(hierarchy)).keys()]).toEqual(["", "b", "new", "new/place", ...order.flat()]);
        const array = (await hierarchy.readNode("new/place/deep/y")) as ArrayNode;
        expect(await hierarchy.chunks(array).source([0, 0]).read()).toEqual(new TextEncoder().encode("a/deep/y"));
        const after = (await keys(hierarchy)).filter((key) => key.startsWith("new/place/"));
        expect(after.sort()).toEqual(before.map((key) => `new/place/${key.slice(2)}`).sort());
      });

      test("refuses moves that make no sense", async () => {
        const hierarchy = await filled();
        const before = await keys(hierarchy);
        expect(await code(hierarchy.renameNode!("nothing", "c"))).toBe("not-found");
        expect(await code(hierarchy.renameNode!("b", "a/x"))).toBe("exists");
        expect(await code(hierarchy.renameNode!("a", "a/inside"))).toBe("invalid-request");
        expect(await code(hierarchy.renameNode!("a/x", "a"))).toBe("exists");
        expect(await code(hierarchy.renameNode!("", "c"))).toBe("invalid-request");
        expect(await code(hierarchy.renameNode!("a", ""))).toBe("invalid-request");
        expect(await keys(hierarchy)).toEqual(before);
      });
    });
  }
}

/** Numbers that look random and are the same on every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One random change; whether it was possible does not matter. */
async function randomChange(hierarchy: Hierarchy, random: (below: number) => number): Promise<void> {
  const name = (): string => "abc"[random(3)]!;
  const path = (): string => Array.from({ length: 1 + random(3) }, name).join("/");
  const at = random(8) === 0 ? "" : path();
  switch (random(9)) {
    case 0:
    case 1:
      return hierarchy.writeNode!(arrayNode(path(), { seed: random(1000) })).then(() => undefined);
    case 2:
    case 3:
      return hierarchy.writeNode!(groupNode(at, { seed: random(1000) })).then(() => undefined);
    case 4: {
      const node = await hierarchy.readNode(at);
      const attributes = new Map([["changed", { value: fromPlain(random(1000)) }]]);
      if (node !== undefined) await hierarchy.writeNode!({ ...node, attributes });
      return;
    }
    case 5:
      return hierarchy.deleteNode!(path());
    case 6:
      return hierarchy.renameNode!(path(), path());
    default:
      return hierarchy.consolidate!({ path: at, drop: random(4) === 0 });
  }
}

async function attempt(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!isHyperslabError(error) || error.code === "invalid-data") throw error;
  }
}

function describeConsolidation(subject: FormatSubject): void {
  /** Every block in the store, at any depth, says what is there. */
  const expectTruth = async (hierarchy: Hierarchy): Promise<boolean> => {
    const format = await subject.load();
    const { store } = hierarchy;
    const plain = await format.open(at(store), { consolidated: false });
    if (plain === undefined) return false;
    const truth = await walk(plain.hierarchy);
    let blocks = 0;
    for (const path of truth.keys()) {
      const { hierarchy: inside } = (await format.open(at(storeBelow(store, path))))!;
      if (inside.consolidated) blocks++;
      const below = (await format.open(at(storeBelow(store, path)), { consolidated: false }))!;
      expect(await walk(inside)).toEqual(await walk(below.hierarchy));
    }
    expect(await walk(hierarchy)).toEqual(truth);
    return blocks > 0;
  };

  describe("consolidated metadata", () => {
    test("hold the whole tree, and one request reads it", async () => {
      const hierarchy = await empty(subject);
      for (const path of ["a/x", "a/deep/y", "b"]) await hierarchy.writeNode!(arrayNode(path, { path }));
      expect(hierarchy.consolidated).toBe(false);
      const truth = await walk(hierarchy);
      await hierarchy.consolidate!();
      expect(hierarchy.consolidated).toBe(true);
      const asked: string[] = [];
      const { get } = hierarchy.store;
      const store: Store = {
        location: "counting",
        get: (key, options) => {
          asked.push(key);
          return get(key, options);
        },
      };
      expect(await walk(await reopened(subject, store))).toEqual(truth);
      expect(asked).toHaveLength(subject.openingRequests ?? 1);
      expect(new Set(asked).size).toBe(asked.length);
      await hierarchy.consolidate!({ drop: true });
      expect(hierarchy.consolidated).toBe(false);
      expect((await reopened(subject, hierarchy.store)).consolidated).toBe(false);
      expect(await walk(await reopened(subject, hierarchy.store))).toEqual(truth);
    });

    test("are refused where there is no group", async () => {
      const hierarchy = await empty(subject);
      await hierarchy.writeNode!(arrayNode("a"));
      expect(await code(hierarchy.consolidate!({ path: "nothing" }))).toBe("not-found");
      expect(await code(hierarchy.consolidate!({ path: "a" }))).toBe("invalid-request");
    });

    test("of a group below the root are its own", async () => {
      const hierarchy = await empty(subject);
      await hierarchy.writeNode!(arrayNode("g/x"));
      await hierarchy.consolidate!({ path: "g" });
      await hierarchy.writeNode!(arrayNode("g/y"));
      await hierarchy.writeNode!(arrayNode("z"));
      expect(await expectTruth(hierarchy)).toBe(true);
    });

    test("are true after any sequence of changes", async () => {
      let consolidated = 0;
      for (let seed = 1; seed <= 12; seed++) {
        const random = randomNumbers(seed);
        const hierarchy = await empty(subject, random(2) === 0 ? memoryStore() : plainStore(memoryStore()));
        for (let step = 0; step < 25; step++) await attempt(randomChange(hierarchy, random));
        if (await expectTruth(hierarchy)) consolidated++;
      }
      expect(consolidated).toBeGreaterThan(3);
    });

    test("are true or gone wherever a change is cut off", async () => {
      for (let seed = 1; seed <= 25; seed++) {
        const random = randomNumbers(seed * 7919);
        const memory = memoryStore();
        const before = await empty(subject, memory);
        for (const path of ["a/x", "a/b/y", "c"]) await before.writeNode!(arrayNode(path));
        await before.consolidate!();
        if (random(2) === 0) await before.consolidate!({ path: "a" });
        const store = failingStore(memory, random(5));
        const hierarchy = await reopened(subject, store);
        await randomChange(hierarchy, random).catch(() => undefined);
        await expectTruth(await reopened(subject, memory));
      }
    });

    test("survive changes asked for at the same time, also by two hierarchies", async () => {
      const store = memoryStore();
      const one = await empty(subject, store);
      await one.writeNode!(groupNode(""));
      await one.consolidate!();
      const two = await reopened(subject, store);
      const paths = Array.from({ length: 12 }, (_, index) => `g${index % 3}/a${index}`);
      await Promise.all(paths.map((path, index) => (index % 2 === 0 ? one : two).writeNode!(arrayNode(path))));
      const found = await walk(await reopened(subject, store));
      expect([...found.keys()].filter((path) => path.includes("/")).sort()).toEqual([...paths].sort());
      expect(await expectTruth(await reopened(subject, store))).toBe(true);
    });
  });
}

/** What lies below a path, as a store of its own. */
function storeBelow(store: Store, path: string): Store {
  const inside = (key: string): string => [path, key].filter((part) => part !== "").join("/");
  return {
    location: path,
    get: (key, options) => store.get(inside(key), options),
    list: async function* (prefix) {
      const start = path === "" ? 0 : path.length + 1;
      for await (const { key } of store.list!(inside(prefix))) yield { key: key.slice(start) };
    },
  };
}

/** Fails for good after so many writes, as a process that is killed. */
function failingStore(store: Store, writes: number): Store {
  let left = writes;
  const spend = (): void => {
    if (left-- <= 0) throw new Error("cut off");
  };
  return {
    ...plainStore(store),
    set: async (key, value) => {
      spend();
      await store.set!(key, value);
    },
    delete: async (key) => {
      spend();
      await store.delete!(key);
    },
  };
}
