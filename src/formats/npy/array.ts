/** The array of a .npy file: its values follow the header contiguously, in C or Fortran order. */
import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { ArrayNode } from "../../model/node.ts";
import { ContiguousChunks } from "../../model/virtual/contiguous.ts";
import type { ReferenceTable } from "../../model/virtual/reference-table.ts";
import type { EndianOf } from "../spelling/numpy-type.ts";
import { type NpyHeader, readNpyHeader } from "./header.ts";

/** The first request: NumPy's headers take 128 bytes, unless there are many fields. */
const FIRST_BYTES = 4096;

/** Reads the header through a source, from its start. */
export async function headerIn(source: ByteSource, signal: AbortSignal | undefined): Promise<NpyHeader> {
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const bytes = await source.read({ offset, length }, { signal });
    if (bytes !== undefined) return bytes;
    throw new HyperslabError("io", "the file no longer exists");
  };
  const start = await read(0, FIRST_BYTES);
  let at = 0;
  return readNpyHeader({
    take: async (length) => {
      const from = at;
      at += length;
      const isHere = at <= start.byteLength || start.byteLength < FIRST_BYTES;
      return isHere ? start.subarray(from, at) : read(from, length);
    },
  });
}

export interface NpyPlace {
  /** Path of the array. */
  readonly path: string;
  readonly table: ReferenceTable;
  /** The URL of the file in the table. */
  readonly url: string;
  /** The size of the file. */
  readonly bytes: number;
}

/** The array, and references to its values. */
export function npyArray(header: NpyHeader, { path, table, url, bytes }: NpyPlace): ArrayNode {
  const { dataType, shape, order, dataOffset: offset, endian } = header;
  const length = shape.reduce((product, extent) => product * extent, dataType.itemSize);
  if (!Number.isSafeInteger(offset + length)) {
    throw new HyperslabError("invalid-data", `the header gives a shape of ${shape.join(" x ")}, which is too large`);
  }
  const reversed = order === "F" && shape.length > 1;
  const chunks = new ContiguousChunks(table, bytes, url);
  const grid = chunks.add({ path, offset, shape, itemSize: dataType.itemSize, reversed });
  return {
    kind: "array",
    path,
    attributes: new Map(),
    dataType,
    shape,
    grid,
    codecs: codecsOf(shape.length, reversed, endian),
    fillValue: undefined,
    dimensions: shape.map(() => ({ name: undefined })),
    chunkKeys: { kind: "v2", separator: "." },
  };
}

function codecsOf(rank: number, reversed: boolean, endian: EndianOf): readonly CodecSpec[] {
  const members = endian === undefined ? [] : [["endian", fromPlain(plainEndian(endian))] as const];
  const bytes = { name: "bytes", configuration: jsonObject(members) };
  if (!reversed) return [bytes];
  const order = Array.from({ length: rank }, (_, axis) => rank - 1 - axis);
  return [{ name: "transpose", configuration: jsonObject([["order", fromPlain(order)]]) }, bytes];
}

function plainEndian(endian: EndianOf): unknown {
  return Array.isArray(endian) ? endian.map(plainEndian) : (endian ?? null);
}
