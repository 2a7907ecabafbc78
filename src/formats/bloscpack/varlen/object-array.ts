/** Files and directories of objects as arrays, and arrays as files and directories of objects. */
import { type ChunkOptions, DEFAULT_CHUNKS, parseCompression } from "../../../bytes/blosc/options.ts";
import { CHECKSUM_NAMES } from "../../../bytes/checksum/named-checksum.ts";
import { fromPlain, jsonObject } from "../../../bytes/json/make.ts";
import { jsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import { type ChunkGrid, chunkShapeOf, rectilinearGrid } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../../model/node.ts";
import { sameElement, zeroElement } from "../../../model/values/fill-value.ts";
import { formatLimits } from "../../limits.ts";
import type { Notes } from "../../notes.ts";
import { compressionMembers, DIMENSIONS, wholeGrid } from "../array-node.ts";
import type { OpenFile } from "../open-file.ts";
import { describeObjects, type ObjectsDescription, printObjectMetadata } from "./object-metadata.ts";

const CODEC = "bloscpack-varlen";
/** The codecs that serialize variable-length elements in other formats. */
const SERIALIZERS: readonly string[] = ["vlen-utf8", "vlen-bytes", "numcodecs.json2", "numcodecs.msgpack2"];

/** The array in a file of objects. */
export function arrayOfObjects(path: string, { layout }: OpenFile, notes: Notes): ArrayNode {
  const { metadata, header, table } = layout;
  const described = describeObjects(metadata?.document, notes);
  const shape = checkShape(described.shape, table.chunkCount);
  return objectsNode(path, described, shape, { ...DEFAULT_CHUNKS, checksum: header.checksum });
}

/** The array that a file, or a directory with `superchunk` objects per file, holds. */
export function objectsNode(
  path: string,
  described: ObjectsDescription,
  shape: readonly number[],
  choice: ChunkOptions,
  superchunk?: number,
): ArrayNode {
  const { dataType, attributes } = described;
  const node: Omit<ArrayNode, "codecs"> = {
    kind: "array",
    path,
    dataType,
    shape,
    grid: superchunk === undefined ? wholeGrid(shape) : superchunkGrid(shape, superchunk),
    fillValue: undefined,
    dimensions: described.dimensions ?? shape.map(() => ({ name: undefined })),
    attributes,
    chunkKeys: { kind: "default", separator: "/" },
  };
  const metadata = superchunk === undefined ? printObjectMetadata(node) : undefined;
  return { ...node, codecs: [objectsCodec(choice, metadata)] };
}

/** The shape in the metadata, which must match the number of objects in the header. */
export function checkShape(shape: readonly number[] | undefined, count: number): readonly number[] {
  if (shape === undefined) return [count];
  const product = shape.reduce((total, length) => total * length, 1);
  if (product === count) return shape;
  const what = `the metadata says shape [${shape.join(", ")}], but the header counts ${count} objects (byte 16)`;
  throw new HyperslabError("invalid-data", what, { field: "shape" });
}

function objectsCodec(choice: ChunkOptions, metadata: string | undefined): CodecSpec {
  const configuration = jsonObject([
    ...(metadata === undefined ? [] : [["metadata", fromPlain(metadata)] as const]),
    ["checksum", fromPlain(choice.checksum)],
    ...compressionMembers(choice),
  ]);
  return { name: CODEC, configuration };
}

/** Files of `size` objects; the last one has what is left. */
function superchunkGrid(shape: readonly number[], size: number): ChunkGrid {
  const [count = 0] = shape;
  const files = Math.ceil(count / size);
  if (formatLimits.superchunks.isExceededBy(files)) {
    throw new HyperslabError(
      "unsupported",
      `${files} super-chunks; at most ${formatLimits.superchunks.value} are accepted`,
      {
        hint: "Put more objects into each super-chunk.",
      },
    );
  }
  if (files === 0) return rectilinearGrid(shape, [size]);
  const sizes = new Array<number>(files).fill(size);
  sizes[files - 1] = count - (files - 1) * size;
  return rectilinearGrid(shape, [sizes]);
}

export interface ObjectsPlan {
  /** The node as it will be read back. */
  readonly node: ArrayNode;
  readonly choice: ChunkOptions;
  /** Objects per file of a directory. */
  readonly superchunk: number | undefined;
}

/** Refuses arrays that files of objects cannot hold. `directory` means many files instead of one. */
export function planObjects(node: ArrayNode, directory: boolean): ObjectsPlan {
  const { dataType, shape, attributes, dimensions, fillValue } = node;
  if (fillValue !== undefined && !sameElement(fillValue, zeroElement(dataType))) {
    throw new HyperslabError("unsupported", "every object is stored, so the fill value can only be the empty object");
  }
  if (attributes.has(DIMENSIONS)) {
    throw new HyperslabError("unsupported", `the attribute ${DIMENSIONS} is reserved by the format itself`);
  }
  const choice = readChain(node.codecs);
  const superchunk = directory ? superchunkOf(node) : undefined;
  // Refuses types and names that cannot be spelled.
  printObjectMetadata(node, superchunk);
  const described = { dataType, shape, superchunk, attributes, dimensions };
  return { node: objectsNode(node.path, described, shape, choice, superchunk), choice, superchunk };
}

function superchunkOf({ shape, grid }: ArrayNode): number {
  const [dimension] = grid;
  if (shape.length !== 1 || dimension === undefined) {
    throw new HyperslabError("unsupported", `a directory of objects is one list, not ${shape.length} dimensions`, {
      hint: "Write to one file instead: a name that ends in .blp.",
    });
  }
  const uniform = chunkShapeOf(grid)?.[0];
  if (uniform !== undefined) return Math.max(1, Math.min(uniform, Math.max(1, shape[0]!)));
  const sizes = dimension.kind === "varying" ? dimension.sizes : [];
  const [first = 1] = sizes;
  if (sizes.every((size, i) => size === first || (i === sizes.length - 1 && size < first))) return first;
  throw new HyperslabError("unsupported", "every super-chunk but the last holds as many objects as the first");
}

/** Parses a chain: a serializer of variable-length elements and `blosc`; or the format's own codec. */
function readChain(codecs: readonly CodecSpec[]): ChunkOptions {
  const [serializer, compressor] = codecs;
  if (serializer?.name === CODEC && codecs.length === 1) {
    const view = jsonView(serializer.configuration);
    const checksum = view.required("checksum").oneOf(CHECKSUM_NAMES);
    return { ...parseCompression(view, DEFAULT_CHUNKS), checksum };
  }
  const isKnown = serializer !== undefined && SERIALIZERS.includes(serializer.name);
  if (isKnown && compressor?.name === "blosc" && codecs.length === 2) {
    const { checksum } = DEFAULT_CHUNKS;
    return { ...parseCompression(jsonView(compressor.configuration), DEFAULT_CHUNKS), checksum };
  }
  const names = codecs.map(({ name }) => name).join(" > ");
  throw new HyperslabError("unsupported", `Bloscpack has no codecs ${names}`, {
    hint: "It compresses each object only with blosc.",
  });
}
