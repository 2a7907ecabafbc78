/** Runs in a page: the store contract on whatever stores a browser has. */
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { openBrowserInput } from "../../src/stores/browser/browser-input.ts";
import { directoryEntryStore } from "../../src/stores/browser/directory-entry-store.ts";
import { directoryHandleStore, opfsStore } from "../../src/stores/browser/directory-store.ts";
import { droppedItems } from "../../src/stores/browser/dropped-items.ts";
import { fileListStore } from "../../src/stores/browser/file-list-store.ts";
import type { DirectoryEntry, DirectoryHandle } from "../../src/stores/browser/handles.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { describeStore, filled, type StoreCapability, type StoreSubject } from "../contracts/store-contract.ts";
import { runCollected } from "./page-vitest.ts";

Object.assign(globalThis, {
  Buffer: {
    compare: (a: Uint8Array, b: Uint8Array) =>
      a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]) ? 0 : 1,
  },
});

const reading: readonly StoreCapability[] = ["head", "list", "listDirectory"];
const writing: readonly StoreCapability[] = [...reading, "set", "delete", "deletePrefix"];

type Entries = ReadonlyMap<string, Uint8Array>;

interface Given {
  /** What was dropped: a folder on the disk. */
  readonly handle: DirectoryHandle;
  readonly entry: DirectoryEntry;
}

let given: Given;
/** Asks the test to put these values into the folder that was dropped, below a prefix of their own. */
declare const fillFolder: (prefix: string, entries: [string, string][]) => Promise<void>;
/** Asks the test to choose a folder with these values in an <input>. */
declare const chooseFolder: (entries: [string, string][]) => Promise<void>;

let count = 0;
const newName = (): string => `contract-${++count}`;

/** Values as text of one character a byte: numbers would take minutes to cross. */
function plain(entries: Entries): [string, string][] {
  const text = (value: Uint8Array): string => {
    let made = "";
    for (let at = 0; at < value.length; at += 8192) made += String.fromCharCode(...value.subarray(at, at + 8192));
    return made;
  };
  return [...entries].map(([key, value]) => [key, text(value)]);
}

async function archive(entries: Entries): Promise<Blob> {
  const target = memoryTarget();
  const store = zipStore(target);
  await filled(store, entries);
  await store.close();
  return new File([new Uint8Array(target.bytes())], "data.zip");
}

async function droppedDirectory(entries: Entries): Promise<string> {
  const name = newName();
  await fillFolder(name, plain(entries));
  return name;
}

async function droppedEntry(entries: Entries): Promise<Store> {
  const name = await droppedDirectory(entries);
  return directoryEntryStore(
    await new Promise<DirectoryEntry>((found, failed) => {
      given.entry.getDirectory(name, {}, (entry) => found(entry as unknown as DirectoryEntry), failed);
    }),
  );
}

const subjects: Readonly<Record<string, StoreSubject>> = {
  "origin private file system": {
    open: (entries) => filled(opfsStore(newName()), entries),
    capabilities: writing,
  },
  "origin private file system, handles that do not move": {
    open: async (entries) => {
      const root = await navigator.storage.getDirectory();
      return filled(
        directoryHandleStore(withoutMove(await root.getDirectoryHandle(newName(), { create: true }))),
        entries,
      );
    },
    capabilities: writing,
  },
  "a dropped folder, by its handle": {
    open: async (entries) =>
      filled(directoryHandleStore(await given.handle.getDirectoryHandle(newName(), { create: true })), entries),
    capabilities: writing,
    refuses: (key) => key.includes("\u0001"),
  },
  "a dropped folder that others filled, by its handle": {
    open: async (entries) =>
      directoryHandleStore(await given.handle.getDirectoryHandle(await droppedDirectory(entries))),
    capabilities: writing,
    refuses: (key) => key.includes("\u0001"),
  },
  "a dropped folder, by its entry": { open: droppedEntry, capabilities: reading },
  "a chosen folder": {
    open: async (entries) => {
      await chooseFolder(plain(entries));
      return fileListStore(document.querySelector("input")!.files!);
    },
    capabilities: reading,
  },
  "a zip archive in a File": {
    open: async (entries) => (await openBrowserInput(await archive(entries)))!,
    capabilities: reading,
  },
  // It must be seen to fail: its values do not change when they are set.
  "a broken store": {
    open: async (entries) => ({ ...memoryStore(entries), set: async () => {} }),
    capabilities: [...writing, "rename"],
  },
};

function withoutMove(handle: DirectoryHandle): DirectoryHandle {
  return {
    kind: "directory",
    name: handle.name,
    getFileHandle: async (name, options) => {
      const file = await handle.getFileHandle(name, options);
      return {
        kind: "file",
        name,
        getFile: () => file.getFile(),
        createWritable: () => file.createWritable!(),
      };
    },
    getDirectoryHandle: async (name, options) => withoutMove(await handle.getDirectoryHandle(name, options)),
    removeEntry: (name, options) => handle.removeEntry(name, options),
    entries: () => handle.entries(),
  };
}

/** Resolves when something was dropped. */
function waitForDrop(): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const transfer = event.dataTransfer!;
      const entry = transfer.items[0]!.webkitGetAsEntry();
      void droppedItems(transfer).then(([handle]) => {
        given = { handle: handle as DirectoryHandle, entry: entry as unknown as DirectoryEntry };
        resolve();
      });
    });
  });
}

const dropped = waitForDrop();

Object.assign(globalThis, {
  contract: {
    subjects: Object.keys(subjects),
    dropped,
    run: (name: string) => runCollected(() => describeStore(name, subjects[name]!)),
  },
});
