/**
 * How a Bloscpack file stores its array, for display and for other formats: chunks according to the header, and what
 * the file records about the codec. Positions in the file concern only the engine; facts that were not stored, such as
 * the level, are not made up.
 */
import { type FrameHead, HEADER_BYTES, parseFrameHead } from "../../bytes/blosc/frame-header.ts";
import { shuffleOf } from "../../bytes/blosc/options.ts";
import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { type ChunkGrid, chunksAlong, longestChunk, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import type { PortableArray, ShownArray } from "../format.ts";
import { keptCompression, storedCompression } from "./array-node.ts";
import type { FileLayout } from "./file-layout.ts";

/** Reads the head of the first chunk unless it was read already. */
export async function shownArray(
  node: ArrayNode,
  layout: FileLayout,
  source: ByteSource,
  options: ReadOptions = {},
): Promise<ShownArray> {
  const { chunkSize } = layout.header;
  const first = layout.firstChunk ?? (await firstHead(layout, source, options));
  const found = { level: undefined, ...(first && storedCompression(first)), ...keptCompression(layout) };
  const { compressor, filter, level } = { compressor: undefined, filter: undefined, ...found };
  const codecs = node.codecs.map(({ name, configuration }) => {
    const shown = { cname: compressor, clevel: level, shuffle: filter && shuffleOf(filter) };
    return { name, configuration: name === "bloscpack" ? told(configuration, chunkSize, shown) : configuration };
  });
  return { grid: rowChunks(node, chunkSize)?.grid ?? node.grid, codecs };
}

/** Without chunks, nothing is known about how they were made. */
async function firstHead(
  { header, offsets, table }: FileLayout,
  source: ByteSource,
  options: ReadOptions,
): Promise<FrameHead | undefined> {
  if (header.chunkCount === 0) return undefined;
  const offset = offsets[0] ?? table.dataStart;
  const head = await source.read({ offset, length: HEADER_BYTES }, options);
  return head?.byteLength === HEADER_BYTES ? parseFrameHead(head, offset) : undefined;
}

function told(
  { members }: JsonObject,
  chunkSize: number | undefined,
  choice: Readonly<Record<string, string | number | undefined>>,
): JsonObject {
  const own = (...names: string[]): readonly (readonly [string, JsonNode | undefined])[] =>
    names.map((name) => [name, members.get(name)]);
  const plain = (values: typeof choice): readonly (readonly [string, JsonNode | undefined])[] =>
    Object.entries(values).map(([name, value]) => [name, value === undefined ? undefined : fromPlain(value)]);
  const all = [
    ...plain({ chunk_size: chunkSize }),
    ...own("chunks", "checksum", "endian"),
    ...plain(choice),
    ...own("typesize"),
  ];
  return jsonObject(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}

/** Only the objects themselves record how they are compressed. */
export function shownObjects({ grid, codecs }: ArrayNode): ShownArray {
  const shown = codecs.map(({ name, configuration }) => {
    const checksum = configuration.members.get("checksum");
    return { name, configuration: jsonObject(checksum === undefined ? [] : [["checksum", checksum]]) };
  });
  return { grid, codecs: shown };
}

/** The array for other formats: if chunks end at row boundaries, each becomes a chunk there. */
export function portableArray(node: ArrayNode): PortableArray {
  const view = jsonView(node.codecs.at(-1)!.configuration);
  const endian = view.get("endian");
  const chunkSize = view.required("chunk_size");
  const rows = chunkSize.isNull() ? undefined : rowChunks(node, chunkSize.integer(0));
  const bytes: CodecSpec = {
    name: "bytes",
    configuration: jsonObject(endian === undefined ? [] : [["endian", endian.node]]),
  };
  const codecs = [...node.codecs.slice(0, -1), bytes, bloscOf(view)];
  return { codecs, ...(rows && { frames: rows }) };
}

/** As many objects per chunk as each file of the directory has; for a single file, as many as suit reading. */
export function portableObjects({ codecs, grid }: ArrayNode): PortableArray {
  const [dimension] = grid;
  const isDirectory = dimension !== undefined && grid.some((along) => chunksAlong(along) > 1);
  return {
    codecs: [bloscOf(jsonView(codecs.at(-1)!.configuration))],
    ...(isDirectory && { chunks: [longestChunk(dimension)] }),
  };
}

function bloscOf(view: JsonView): CodecSpec {
  const configuration = jsonObject([
    // Objects have no elements.
    ["typesize", view.get("typesize")?.node ?? fromPlain(1)],
    ["cname", view.required("cname").node],
    ["clevel", view.required("clevel").node],
    ["shuffle", view.required("shuffle").node],
    ["blocksize", fromPlain(0)],
  ]);
  return { name: "blosc", configuration };
}

/**
 * Chunks of this many bytes as a grid of the array, and the axis along which they are cut: the first, or the last in
 * Fortran order. Undefined if they do not end at row boundaries.
 */
function rowChunks(
  { shape, dataType, codecs }: ArrayNode,
  chunkSize: number | undefined,
): { readonly axis: number; readonly grid: ChunkGrid } | undefined {
  const axis = codecs.length > 1 ? shape.length - 1 : 0;
  const rowBytes = shape.reduce(
    (product, length, i) => (i === axis ? product : product * length),
    dataType.itemSize ?? 0,
  );
  if (chunkSize === undefined || shape.length === 0 || rowBytes === 0) return undefined;
  const rows = chunkSize / rowBytes;
  if (!Number.isInteger(rows) || rows < 1) return undefined;
  const chunkShape = shape.map((length, i) => (i === axis ? rows : length));
  return { axis, grid: regularGrid(shape, chunkShape) };
}
