/** Files and directories of objects as arrays, and what arrays become of them. */
import { CHECKSUM_NAMES, type ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import { fromPlain, jsonObject } from "../../../bytes/json/make.ts";
import { jsonView } from "../../../bytes/json/view.ts";
import { type ErrorPlace, HyperslabError } from "../../../errors.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import { type ChunkGrid, chunkShapeOf, rectilinearGrid } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../../model/node.ts";
import { sameElement, zeroElement } from "../../../model/values/fill-value.ts";
import { formatLimits } from "../../limits.ts";
import { wholeGrid } from "../array-node.ts";
import { FRAME_CODECS } from "../frame-head.ts";
import { DIMENSIONS, type ObjectsDescription, printObjectMetadata } from "./object-metadata.ts";

const CODEC = "bloscpack-varlen";
const SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"] as const;
/** What variable-length elements are serialized with elsewhere. */
const SERIALIZERS: readonly string[] = ["vlen-utf8", "vlen-bytes", "numcodecs.json2", "numcodecs.msgpack2"];
/** How objects are made. */
export interface ObjectsChoice {
  readonly checksum: ChecksumName;
  readonly compressor: string;
  readonly level: number;
  readonly shuffle: (typeof SHUFFLES)[number];
}

/** bloscpack's own defaults. */
export const DEFAULT_CHOICE: ObjectsChoice = {
  checksum: "adler32",
  compressor: FRAME_CODECS[0],
  level: 7,
  shuffle: "shuffle",
};

/** The array that a file, or a directory with `superchunk` objects a file, holds. */
export function arrayOfObjects(
  path: string,
  described: ObjectsDescription,
  shape: readonly number[],
  choice: ObjectsChoice,
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

/** As many objects as the header tells must have the shape that the metadata tell. */
export function checkShape(shape: readonly number[] | undefined, count: number, place: ErrorPlace): readonly number[] {
  if (shape === undefined) return [count];
  const product = shape.reduce((total, length) => total * length, 1);
  if (product === count) return shape;
  const what = `the metadata tell the shape [${shape.join(", ")}], the header ${count} objects at byte 16`;
  throw new HyperslabError("invalid-data", what, { ...place, field: "shape" });
}

function objectsCodec(choice: ObjectsChoice, metadata: string | undefined): CodecSpec {
  const configuration = jsonObject([
    ...(metadata === undefined ? [] : [["metadata", fromPlain(metadata)] as const]),
    ["checksum", fromPlain(choice.checksum)],
    ["cname", fromPlain(choice.compressor)],
    ["clevel", fromPlain(choice.level)],
    ["shuffle", fromPlain(choice.shuffle)],
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
      `${files} super-chunks; at most ${formatLimits.superchunks.value} are taken`,
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
  /** The node as it will be read again. */
  readonly node: ArrayNode;
  readonly choice: ObjectsChoice;
  /** Objects a file, of a directory. */
  readonly superchunk: number | undefined;
}

/** Refuses what files of objects cannot hold. `directory`: many files, else one. */
export function planObjects(node: ArrayNode, directory: boolean): ObjectsPlan {
  const { dataType, shape, attributes, dimensions, fillValue } = node;
  if (fillValue !== undefined && !sameElement(fillValue, zeroElement(dataType))) {
    throw new HyperslabError("unsupported", "every object is stored, and there is no fill value but the empty one");
  }
  if (attributes.has(DIMENSIONS)) {
    throw new HyperslabError("unsupported", `the attribute ${DIMENSIONS} is a word of the format itself`);
  }
  const choice = readChain(node.codecs);
  const superchunk = directory ? superchunkOf(node) : undefined;
  // Refuses types and names that have no spelling.
  printObjectMetadata(node, superchunk);
  const described = { dataType, shape, superchunk, attributes, dimensions };
  return { node: arrayOfObjects(node.path, described, shape, choice, superchunk), choice, superchunk };
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

/** What a chain says: a serializer of variable-length elements and `blosc`; or the format's own codec. */
function readChain(codecs: readonly CodecSpec[]): ObjectsChoice {
  const [serializer, compressor] = codecs;
  if (serializer?.name === CODEC && codecs.length === 1) {
    const view = jsonView(serializer.configuration);
    return { ...readCompressor(serializer), checksum: view.required("checksum").oneOf(CHECKSUM_NAMES) };
  }
  const blosc = compressor?.name === "blosc" && codecs.length === 2;
  if (serializer !== undefined && SERIALIZERS.includes(serializer.name) && blosc) {
    return { ...readCompressor(compressor), checksum: DEFAULT_CHOICE.checksum };
  }
  const names = codecs.map(({ name }) => name).join(" > ");
  throw new HyperslabError("unsupported", `Bloscpack has no codecs ${names}`, {
    hint: "It compresses each object with blosc alone.",
  });
}

function readCompressor({ configuration }: CodecSpec): Omit<ObjectsChoice, "checksum"> {
  const view = jsonView(configuration);
  return {
    compressor: view.get("cname")?.string() ?? DEFAULT_CHOICE.compressor,
    level: view.get("clevel")?.integer(0, 9) ?? DEFAULT_CHOICE.level,
    shuffle: view.get("shuffle")?.oneOf(SHUFFLES) ?? DEFAULT_CHOICE.shuffle,
  };
}
