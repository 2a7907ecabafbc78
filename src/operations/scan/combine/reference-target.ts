/** Where the references of several files are put together, each with the address of its own file. */
import { decodeUtf8 } from "../../../bytes/text/utf8.ts";
import { chunkKeys } from "../../../model/virtual/chunk-key.ts";
import type { Reference } from "../../../model/virtual/reference.ts";
import { ReferenceSet } from "../../../model/virtual/reference-set.ts";
import { chunksIn } from "../../../model/virtual/table-chunks.ts";
import { OWN_FILE } from "../../../model/virtual/virtual-dataset.ts";
import type { Part } from "./part.ts";

/** The place of a chunk in the joined array, and its length where fewer of its bytes are taken. */
export interface MovedChunk {
  readonly coords: ArrayLike<number>;
  readonly length?: number | undefined;
}

export class ReferenceTarget {
  readonly references: ReferenceSet = new ReferenceSet();
  readonly #prefixes = new Map<string, Uint8Array>();

  get prefixes(): ReadonlyMap<string, Uint8Array> {
    return this.#prefixes;
  }

  /** Adds the chunks of one array of a part. */
  addAll({ file, dataset }: Part, path: string, rank: number, move?: (coords: readonly number[]) => MovedChunk): void {
    const keyOf = chunkKeys(path);
    const textOf = (coords: ArrayLike<number>): string => {
      const { bytes, from, to } = keyOf(coords);
      return decodeUtf8(bytes.subarray(from, to));
    };
    const prefixes = dataset.prefixes?.size ? dataset.prefixes : undefined;
    for (const { coords: from, reference } of chunksIn(dataset.references.table, path, rank)) {
      const to = move?.(Array.from(from)) ?? { coords: from };
      const prefix = prefixes?.get(textOf(from));
      if (prefix !== undefined) this.#prefixes.set(textOf(to.coords), prefix);
      this.#add(keyOf(to.coords), reference, file, to.length);
    }
    for (const [key, problem] of dataset.references.problems) {
      const coords = coordsIn(key, path, rank);
      if (coords !== undefined) this.references.addProblem(keyOf(move?.(coords).coords ?? coords), problem);
    }
  }

  #add(key: ReturnType<ReturnType<typeof chunkKeys>>, reference: Reference, file: string, length?: number): void {
    const { table } = this.references;
    if (reference.kind === "inline") {
      table.addInline(key, length === undefined ? reference.bytes : reference.bytes.subarray(0, length));
      return;
    }
    const url = table.url(addressFrom(file, reference.url));
    if (reference.kind === "range") table.addRange(key, url, reference.offset, length ?? reference.length);
    else if (length === undefined) table.addWhole(key, url);
    else table.addRange(key, url, 0, length);
  }
}

/** Files that a part refers to are named from its own directory. */
export function addressFrom(file: string, url: string): string {
  if (url === OWN_FILE) return file;
  return /^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(url) ? url : file.replace(/[^/\\]*$/, url);
}

function coordsIn(key: string, path: string, rank: number): readonly number[] | undefined {
  const start = path === "" ? "" : `${path}/`;
  if (!key.startsWith(start) || !/^\d+(?:\.\d+)*$/.test(key.slice(start.length))) return undefined;
  const coords = key.slice(start.length).split(".").map(Number);
  return coords.length === Math.max(1, rank) ? coords.slice(0, rank) : undefined;
}
