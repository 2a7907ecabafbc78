/** The browser's stores as subjects of the store contract, on handles in memory; test/browser has the real ones. */
import { openBrowserInput } from "../../src/stores/browser/browser-input.ts";
import { directoryEntryStore } from "../../src/stores/browser/directory-entry-store.ts";
import { directoryHandleStore, opfsStore } from "../../src/stores/browser/directory-store.ts";
import { fileListStore } from "../../src/stores/browser/file-list-store.ts";
import { filled, type StoreCapability, type StoreSubject } from "../contracts/store-contract.ts";
import { type FakeOptions, fakeFileSystem } from "./fake-handles.ts";

const reading: readonly StoreCapability[] = ["head", "list", "listDirectory"];
const writing: readonly StoreCapability[] = [...reading, "set", "delete", "deletePrefix"];

const written = (options: FakeOptions): StoreSubject => ({
  open: (entries) => filled(directoryHandleStore(fakeFileSystem(new Map(), options).root), entries),
  capabilities: writing,
});

export const browserSubjects: Readonly<Record<string, Readonly<Record<string, StoreSubject>>>> = {
  directoryHandleStore: {
    "handles that move": written({}),
    "handles that do not move": written({ move: false }),
    "a directory that is there": {
      open: async (entries) => directoryHandleStore(fakeFileSystem(entries).root),
      capabilities: writing,
    },
  },
  opfsStore: {
    "a folder in it": {
      open: (entries) => {
        const { root } = fakeFileSystem();
        const storage = { getDirectory: async () => root };
        Object.defineProperty(globalThis, "navigator", { value: { storage }, configurable: true });
        return filled(opfsStore("some/folder"), entries);
      },
      capabilities: writing,
    },
  },
  directoryEntryStore: {
    "a dropped folder": {
      open: async (entries) => directoryEntryStore(fakeFileSystem(entries).entry),
      capabilities: reading,
    },
  },
  fileListStore: {
    "a chosen folder": { open: async (entries) => fileListStore(fakeFileSystem(entries).files), capabilities: reading },
  },
  openBrowserInput: {
    "a handle": {
      open: async (entries) => (await openBrowserInput(fakeFileSystem(entries).root))!,
      capabilities: writing,
    },
  },
};
