/**
 * Arrays that every file has and that are not joined must hold the same values. Their references are compared first:
 * equal inline bytes need no read. Others are read if they are small; a note names those that are too large to compare.
 */
import { HyperslabError } from "../../../errors.ts";
import { isFixedSize } from "../../../model/data-types/data-type.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { Reference } from "../../../model/virtual/reference.ts";
import { chunksIn } from "../../../model/virtual/table-chunks.ts";
import type { VirtualNote } from "../../../model/virtual/virtual-dataset.ts";
import { equalBytes } from "../../copy/mismatch.ts";
import { operationLimits } from "../../limits.ts";
import { type OpenPart, targetOf } from "./part.ts";

export interface SharedOptions {
  /** `assume` compares only their descriptions. */
  readonly identical?: "check" | "assume" | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An array as the first file has it. */
interface SharedArray {
  readonly node: ArrayNode;
  readonly chunks: ReadonlyMap<string, Reference>;
  /** Its values, once needed. */
  values?: Promise<Uint8Array>;
}

export class SharedArrays {
  /** Names the arrays that were too large to compare. */
  readonly notes: readonly VirtualNote[];
  readonly #first: OpenPart;
  readonly #arrays: readonly SharedArray[];
  readonly #signal: AbortSignal | undefined;

  constructor(first: OpenPart, isShared: (node: ArrayNode) => boolean, { identical = "check", signal }: SharedOptions) {
    this.#first = first;
    this.#signal = signal;
    const nodes = identical === "assume" ? [] : [...first.dataset.nodes.values()];
    const arrays = nodes.flatMap((node) => (node.kind === "array" && isShared(node) ? [node] : []));
    const isLarge = (node: ArrayNode): boolean => operationLimits.comparedBytes.isExceededBy(sizeOf(node));
    this.#arrays = arrays.filter((node) => !isLarge(node)).map((node) => ({ node, chunks: chunksOf(first, node) }));
    this.notes = arrays.filter(isLarge).map((node) => ({
      path: node.path,
      message: `${sizeOf(node)} bytes were not compared; the values of ${first.file} are used`,
    }));
  }

  /** Refuses a file whose values differ from those of the first. */
  async check(part: OpenPart): Promise<void> {
    for (const array of this.#arrays) {
      const { path } = array.node;
      if (sameChunks(array.chunks, part, array.node)) continue;
      array.values ??= valuesOf(this.#first, path, this.#signal);
      if (equalBytes(await array.values, await valuesOf(part, path, this.#signal))) continue;
      throw new HyperslabError("invalid-data", `${path} has different values in ${part.file} and ${this.#first.file}`, {
        node: path,
        hint: 'It is not joined, so it must be the same in all files. identical: "assume" takes the values of the first file.',
      });
    }
  }
}

/** Variable-length items are assumed to have 16 bytes each. */
function sizeOf({ dataType, shape }: ArrayNode): number {
  return shape.reduce((product, length) => product * length, isFixedSize(dataType) ? dataType.itemSize : 16);
}

/** The chunks of an array by key. Descriptions were compared before, so equal bytes are equal values. */
function chunksOf(part: OpenPart, { path, shape }: ArrayNode): ReadonlyMap<string, Reference> {
  const chunks = new Map<string, Reference>();
  for (const { coords, reference } of chunksIn(part.dataset.references.table, path, shape.length)) {
    const isInline = reference.kind === "inline";
    chunks.set(
      Array.from(coords).join("."),
      isInline ? reference : { ...reference, url: targetOf(part, reference.url) },
    );
  }
  return chunks;
}

/** Returns whether they are parts of the same files, or the same bytes in the sets themselves. */
function sameChunks(known: ReadonlyMap<string, Reference>, part: OpenPart, { path, shape }: ArrayNode): boolean {
  let count = 0;
  for (const { coords, reference } of chunksIn(part.dataset.references.table, path, shape.length)) {
    const other = known.get(Array.from(coords).join("."));
    if (other === undefined || !sameReference(other, reference, part)) return false;
    count += 1;
  }
  return count > 0 && count === known.size;
}

function sameReference(a: Reference, b: Reference, part: OpenPart): boolean {
  if (a.kind === "inline" || b.kind === "inline") {
    return a.kind === "inline" && b.kind === "inline" && equalBytes(a.bytes, b.bytes);
  }
  if (a.kind !== b.kind || a.url !== targetOf(part, b.url)) return false;
  return a.kind === "whole" || (b.kind === "range" && a.offset === b.offset && a.length === b.length);
}

async function valuesOf({ group }: OpenPart, path: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const { data } = await (await group.openArray(path, { signal })).read(undefined, { signal });
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new TextEncoder().encode(JSON.stringify(data));
}
