/**
 * Arrays that every file has and that are not joined must hold the same values. Their references are compared first: the same
 * bytes inline need no read. Others are read, if they are small; of those that are not, a note says that they were not compared.
 */
import { forEachBounded } from "../../../bytes/concurrency.ts";
import { HyperslabError } from "../../../errors.ts";
import { isFixedSize } from "../../../model/data-types/data-type.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { Reference } from "../../../model/virtual/reference.ts";
import { chunksIn } from "../../../model/virtual/table-chunks.ts";
import type { VirtualNote } from "../../../model/virtual/virtual-dataset.ts";
import { equalBytes } from "../../copy/mismatch.ts";
import { operationLimits } from "../../limits.ts";
import type { CombineOptions, OpenPart } from "./combine.ts";
import { addressFrom } from "./reference-target.ts";

/** Reads at once. */
const CONCURRENCY = 8;

/** Refuses files that differ; the notes name the arrays that were too large to compare. */
export async function checkIdentical(
  parts: readonly OpenPart[],
  isShared: (node: ArrayNode) => boolean,
  { identical = "check", signal }: CombineOptions,
): Promise<readonly VirtualNote[]> {
  const [first, ...others] = parts;
  const notes: VirtualNote[] = [];
  if (identical === "assume" || others.length === 0) return notes;
  for (const node of first!.dataset.nodes.values()) {
    if (node.kind !== "array" || !isShared(node)) continue;
    const bytes = sizeOf(node);
    if (!operationLimits.comparedBytes.isExceededBy(bytes)) await compareAll(first!, others, node, signal);
    else notes.push({ path: node.path, message: `${bytes} bytes were not compared; they are those of ${first!.file}` });
  }
  return notes;
}

/** Of items of any length, as if each had 16 bytes. */
function sizeOf({ dataType, shape }: ArrayNode): number {
  return shape.reduce((product, length) => product * length, isFixedSize(dataType) ? dataType.itemSize : 16);
}

async function compareAll(
  first: OpenPart,
  others: readonly OpenPart[],
  node: ArrayNode,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { path } = node;
  const chunks = chunksOf(first, node);
  let expected: Uint8Array | undefined;
  await forEachBounded(
    others,
    CONCURRENCY,
    async (other) => {
      // What is missing or of another kind is told with more words later.
      if (other.dataset.nodes.get(path)?.kind !== "array") return;
      if (sameChunks(chunks, chunksOf(other, node))) return;
      expected ??= await valuesOf(first, path, signal);
      if (equalBytes(expected, await valuesOf(other, path, signal))) return;
      throw new HyperslabError("invalid-data", `${path} has other values in ${other.file} than in ${first.file}`, {
        node: path,
        hint: 'It is not joined, so that it must be the same in all files. identical: "assume" takes the first.',
      });
    },
    signal,
  );
}

/** The chunks of an array by key. Descriptions were compared before, so that the same bytes are the same values. */
function chunksOf({ file, dataset }: OpenPart, { path, shape }: ArrayNode): ReadonlyMap<string, Reference> {
  const chunks = new Map<string, Reference>();
  for (const { coords, reference } of chunksIn(dataset.references.table, path, shape.length)) {
    const isInline = reference.kind === "inline";
    chunks.set(
      Array.from(coords).join("."),
      isInline ? reference : { ...reference, url: addressFrom(file, reference.url) },
    );
  }
  return chunks;
}

/** Are they parts of the same files, or the same bytes in the sets themselves? */
function sameChunks(a: ReadonlyMap<string, Reference>, b: ReadonlyMap<string, Reference>): boolean {
  return a.size > 0 && a.size === b.size && [...a].every(([key, one]) => sameReference(one, b.get(key)));
}

function sameReference(a: Reference, b: Reference | undefined): boolean {
  if (a.kind === "inline" || b?.kind === "inline") {
    return a.kind === "inline" && b?.kind === "inline" && equalBytes(a.bytes, b.bytes);
  }
  if (b === undefined || a.url !== b.url || a.kind !== b.kind) return false;
  return a.kind === "whole" || (b.kind === "range" && a.offset === b.offset && a.length === b.length);
}

async function valuesOf({ group }: OpenPart, path: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const { data } = await (await group.openArray(path, { signal })).read(undefined, { signal });
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new TextEncoder().encode(JSON.stringify(data));
}
