/** A store in memory with the metadata documents of a directory store, and none of its chunks. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";

const DOCUMENTS = ["zarr.json", ".zarray", ".zgroup", ".zattrs", ".zmetadata"];

export function documentStore(folder: string): Store {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const documents = files.filter((file) => file.isFile() && DOCUMENTS.includes(file.name));
  return memoryStore(
    documents.map((file) => {
      const path = join(file.parentPath, file.name);
      return [relative(folder, path).split(sep).join("/"), new Uint8Array(readFileSync(path))] as const;
    }),
  );
}
