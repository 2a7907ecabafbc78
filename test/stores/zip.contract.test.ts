/** Zip archives keep the store contract: in memory and in a file, unflushed, flushed and opened again, read-only. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { fileBytes } from "../../src/stores/file/bytes.ts";
import { openLocation, parseLocation } from "../../src/stores/location/location.ts";
import { namedMemoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { describeStore, filled, type StoreCapability } from "../contracts/store-contract.ts";
import { type ObjectServer, objectServer } from "./object-server.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-zip-"));
let count = 0;
const newPath = (): string => join(base, `${++count}.zip`);
afterAll(() => rmSync(base, { recursive: true, force: true }));

const reading: readonly StoreCapability[] = ["head", "list", "listDirectory"];
const writing: readonly StoreCapability[] = [...reading, "set", "delete", "deletePrefix"];

async function archiveOf(entries: ReadonlyMap<string, Uint8Array>, topFolder?: string): Promise<Uint8Array> {
  const target = memoryTarget();
  const store = zipStore(target, { topFolder });
  await filled(store, entries);
  await store.close();
  return target.bytes();
}

async function closedFile(entries: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const path = newPath();
  const store = await openLocation(parseLocation(path));
  await filled(store, entries);
  await store.close!();
  return path;
}

describeStore("zipStore: in memory, unflushed", {
  open: (entries) => filled(zipStore(memoryTarget()), entries),
  capabilities: writing,
});

describeStore("zipStore: in memory, opened again", {
  open: async (entries) => zipStore(memoryTarget(await archiveOf(entries))),
  capabilities: writing,
});

describeStore("zipStore: in memory, flushed", {
  open: async (entries): Promise<Store> => {
    const store = zipStore(memoryTarget());
    await filled(store, entries);
    await store.flush();
    return store;
  },
  capabilities: writing,
});

describeStore("zipStore: with a top folder", {
  open: async (entries) => zipStore(memoryTarget(await archiveOf(entries, "data/täst"))),
  capabilities: writing,
});

describeStore("zipStore: over a source", {
  open: async (entries) => zipStore(memorySource(await archiveOf(entries))),
  capabilities: reading,
});

describeStore("zipStore: in a file", {
  open: (entries) => filled(zipStore(fileBytes(newPath())), entries),
  capabilities: writing,
});

describeStore("openLocation: a new .zip", {
  open: async (entries) => filled(await openLocation(parseLocation(newPath())), entries),
  capabilities: writing,
});

describeStore("openLocation: a .zip that is there", {
  open: async (entries) => openLocation(parseLocation(await closedFile(entries))),
  capabilities: writing,
});

let server: Promise<ObjectServer> | undefined;
afterAll(async () => (await server)?.close());

describeStore("openLocation: a .zip on a server", {
  open: async (entries) => {
    const url = (await (server ??= objectServer())).add([["data.zip", await archiveOf(entries)]]);
    return openLocation(parseLocation(`${url}/data.zip`));
  },
  capabilities: reading,
});

describeStore("openLocation: a folder in a .zip in another in a memory store", {
  open: async (entries) => {
    const inner = await archiveOf(new Map(Array.from(entries, ([key, value]) => [`sub/tree/${key}`, value])));
    const outer = await archiveOf(
      new Map([
        ["deep/inner.zip", inner],
        ["deep/other", inner],
      ]),
    );
    const name = `contract-zip-${++count}`;
    await namedMemoryStore(name).set!("outer.zip", outer);
    return openLocation(parseLocation(`memory:${name}/outer.zip|zip:deep/inner.zip|zip:sub/tree`));
  },
  capabilities: reading,
});
