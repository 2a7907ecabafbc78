/** Every way to make a store, through the contract. A maker that is not in the table fails the last test. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { asStore, toZarritaStore } from "../../src/stores/adapters.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { knownSchemes, openLocation, parseLocation } from "../../src/stores/location/location.ts";
import { memoryStore, namedMemoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { tarStore } from "../../src/stores/tar/tar.ts";
import { withMemberNames } from "../../src/stores/wrappers/member-names.ts";
import { readOnly } from "../../src/stores/wrappers/read-only.ts";
import { withPrefix } from "../../src/stores/wrappers/with-prefix.ts";
import { withTrace } from "../../src/stores/wrappers/with-trace.ts";
import { describeStore, filled, type StoreCapability, type StoreSubject } from "../contracts/store-contract.ts";
import { browserSubjects } from "./browser-subjects.ts";
import { cloudLocations, cloudSubjects } from "./cloud-subjects.ts";
import { httpLocations, httpSubjects, wrapperSubjects } from "./http-subjects.ts";
import { s3Subjects } from "./s3/s3-subjects.ts";
import { tarOf } from "./tar-of.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-stores-"));
let count = 0;
const newDirectory = (): string => join(base, String(++count));
const newName = (): string => `contract-${++count}`;
afterAll(() => rmSync(base, { recursive: true, force: true }));

const reading: readonly StoreCapability[] = ["head", "list", "listDirectory"];
const memory: readonly StoreCapability[] = [...reading, "set", "delete", "deletePrefix", "rename"];
const file: readonly StoreCapability[] = [...memory, "locate"];
const foreign: readonly StoreCapability[] = ["set", "delete"];

/** Other readers' stores as they are in the wild: with and without ranges, synchronous, with values or Buffers. */
class SlashStore {
  readonly values = new Map<string, Uint8Array>();
  async get(key: `/${string}`, options?: { signal?: AbortSignal }): Promise<Uint8Array | undefined> {
    options?.signal?.throwIfAborted();
    return this.values.get(key);
  }
  async set(key: `/${string}`, value: Uint8Array): Promise<void> {
    this.values.set(key, value);
  }
  delete(key: `/${string}`): boolean {
    return this.values.delete(key);
  }
}

function rangedSlashStore(): SlashStore {
  const store = new SlashStore();
  const getRange = async (key: string, range: { offset: number; length: number } | { suffixLength: number }) => {
    const value = store.values.get(key);
    if (value === undefined) return undefined;
    if ("suffixLength" in range) return value.subarray(Math.max(0, value.length - range.suffixLength));
    return Buffer.from(value).subarray(range.offset, range.offset + range.length);
  };
  return Object.assign(store, { getRange });
}

const subjects: Readonly<Record<string, Readonly<Record<string, StoreSubject>>>> = {
  memoryStore: {
    "from entries": { open: async (entries) => memoryStore(Array.from(entries)), capabilities: memory },
    "filled later": { open: (entries) => filled(memoryStore(), entries), capabilities: memory },
  },
  namedMemoryStore: {
    "by name": { open: (entries) => filled(namedMemoryStore(newName()), entries), capabilities: memory },
  },
  fileStore: {
    "new directory": { open: (entries) => filled(fileStore(newDirectory()), entries), capabilities: file },
  },
  asStore: {
    "a Map": { open: async (entries) => asStore(new Map(entries))!, capabilities: memory },
    "a Map of keys with slashes": {
      open: async (entries) => asStore(new Map(Array.from(entries, ([key, value]) => [`/${key}`, value])))!,
      capabilities: memory,
    },
    "a foreign store": { open: (entries) => filled(asStore(new SlashStore())!, entries), capabilities: foreign },
    "a foreign store with ranges": {
      open: (entries) => filled(asStore(rangedSlashStore())!, entries),
      capabilities: foreign,
    },
    "our own as a foreign one": {
      open: async (entries) => asStore(toZarritaStore(await filled(memoryStore(), entries)))!,
      capabilities: ["set"],
    },
  },
  openLocation: {
    "a path": { open: (entries) => opened(newDirectory(), entries), capabilities: file },
    "file:": { open: (entries) => opened(`file://${newDirectory()}`, entries), capabilities: file },
    "memory:": { open: (entries) => opened(`memory:${newName()}/inside`, entries), capabilities: memory },
    ...httpLocations(),
    ...cloudLocations(),
  },
  ...httpSubjects,
  ...cloudSubjects,
  ...browserSubjects,
  ...s3Subjects,
  ...wrapperSubjects,
  withTrace: {
    memory: { open: async (entries) => withTrace(memoryStore(Array.from(entries)), () => {}), capabilities: memory },
    "a file store": {
      open: (entries) =>
        filled(
          withTrace(fileStore(newDirectory()), () => {}),
          entries,
        ),
      capabilities: file,
    },
    "a read-only store": {
      open: async (entries) => withTrace(readOnly(memoryStore(Array.from(entries))), () => {}),
      capabilities: reading,
    },
  },
  readOnly: {
    memory: { open: async (entries) => readOnly(memoryStore(Array.from(entries))), capabilities: reading },
    "a file store": {
      open: async (entries) => readOnly(await filled(fileStore(newDirectory()), entries)),
      capabilities: [...reading, "locate"],
    },
  },
  tarStore: {
    "an archive": {
      open: async (entries) => tarStore(memorySource(tarOf(entries)), { topFolder: "" }),
      capabilities: reading,
    },
  },
  withMemberNames: {
    "an archive": {
      open: async (entries) => withMemberNames(tarStore(memorySource(tarOf(entries)), { topFolder: "" })),
      capabilities: reading,
    },
  },
  withPrefix: {
    memory: { open: (entries) => filled(withPrefix(neighbours(), "sub/tree"), entries), capabilities: memory },
    "a file store": {
      open: (entries) => filled(withPrefix(fileStore(newDirectory()), "sub/tree"), entries),
      capabilities: file,
    },
    "the root": { open: (entries) => filled(withPrefix(memoryStore(), ""), entries), capabilities: memory },
  },
};

async function opened(address: string, entries: ReadonlyMap<string, Uint8Array>): Promise<Store> {
  return filled(await openLocation(parseLocation(address)), entries);
}

/** Keys around the sub-tree that must never show in it. */
function neighbours(): Store {
  return memoryStore(["sub/tree", "sub/treex/a", "sub/a", "zarr.json"].map((key) => [key, Uint8Array.of(99)]));
}

for (const [maker, variants] of Object.entries(subjects)) {
  for (const [name, subject] of Object.entries(variants)) describeStore(`${maker}: ${name}`, subject);
}

/** Stores of one value under one key, which the contract's many keys do not fit: see lone-object.test.ts. */
const ofOneValue = ["loneObject", "loneFile", "openFileLocation"];

/** Parts of stores. */
const parts = ["ownMethods"];

describe("the table of makers", () => {
  test("has every exported function of src/stores that gives a store", () => {
    const signature =
      /^export (?:async )?function (\w+)\((?:(?! \{$|;$).)*?\): (?:Promise<)?Store(?: \| undefined)?>? \{$/gms;
    const makers = sourceFiles(new URL("../../src/stores/", import.meta.url)).flatMap((source) =>
      Array.from(source.matchAll(signature), (match) => match[1]),
    );
    expect(new Set(makers)).toEqual(new Set([...Object.keys(subjects), ...ofOneValue, ...parts]));
  });

  test("has every scheme that an address can have", () => {
    const tested = Object.keys(subjects["openLocation"]!).filter((name) => name.endsWith(":"));
    expect(tested).toEqual(knownSchemes().map((scheme) => `${scheme}:`));
  });
});

function sourceFiles(directory: URL): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(new URL(name, directory), "utf8"));
}
