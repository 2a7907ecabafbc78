/**
 * Values that are contiguous in a file in C order: as chunks of whole rows, so that a slice does not read them all and
 * workers share them. What a malicious file may request is bounded by its size.
 */
import { type ChunkGrid, rectilinearGrid, regularGrid } from "../grid/chunk-grid.ts";
import { modelLimits } from "../limits.ts";
import { chunkKeys } from "./chunk-key.ts";
import type { ReferenceTable } from "./reference-table.ts";
import { OWN_FILE } from "./virtual-dataset.ts";

export interface ContiguousValues {
  /** The path of the array. */
  readonly path: string;
  /** The offset of the first byte in the scanned file. */
  readonly offset: number;
  readonly shape: readonly number[];
  /** Bytes per element. */
  readonly itemSize: number;
  /** True for Fortran order, where the first axis varies fastest. */
  readonly reversed?: boolean;
}

/** A run of chunks, in the order of the file. */
interface Run {
  readonly offset: number;
  readonly grid: ChunkGrid;
  readonly counts: readonly number[];
  readonly itemSize: number;
  readonly reversed: boolean;
}

/** The number of chunks that are allowed whatever the size of the file. */
const FEW_CHUNKS = 4096;

/** Adds the references of one file's arrays. */
export class ContiguousChunks {
  readonly #table: ReferenceTable;
  readonly #url: number;
  readonly #fileBytes: number;
  /** Bounds the chunks of arrays that share bytes, which no valid file has. */
  #left: number;

  /** `url` is the file that contains the values, as named in the table. */
  constructor(table: ReferenceTable, fileBytes: number, url: string = OWN_FILE) {
    this.#table = table;
    this.#url = table.url(url);
    this.#fileBytes = fileBytes;
    this.#left = FEW_CHUNKS + 2 * Math.ceil(fileBytes / modelLimits.pieceBytes.value);
  }

  /**
   * Adds references to all values, and returns the resulting grid. Values that reach past the end of the file are one
   * chunk: reading the missing part is an error.
   */
  add(values: ContiguousValues): ChunkGrid {
    if (values.reversed !== true) return this.#add(values);
    return this.#add({ ...values, shape: values.shape.toReversed() }).toReversed();
  }

  #add({ path, offset, shape, itemSize, reversed = false }: ContiguousValues): ChunkGrid {
    const length = shape.reduce((product, extent) => product * extent, itemSize);
    if (length === 0) {
      return regularGrid(
        shape,
        shape.map((extent) => Math.max(1, extent)),
        "invalid-data",
      );
    }
    const isHere = offset + length <= this.#fileBytes;
    let grid = isHere ? rowGrid(shape, itemSize) : regularGrid(shape, shape, "invalid-data");
    const counts = grid.map((along) => (along.kind === "fixed" ? along.extent / along.size : along.sizes.length));
    const count = counts.reduce((product, along) => product * along, 1);
    if (count > 1 && count > this.#left) {
      grid = regularGrid(shape, shape, "invalid-data");
      counts.fill(1);
    }
    this.#left -= counts.every((along) => along === 1) ? 0 : count;
    this.#addChunks(chunkKeys(path), { offset, grid, counts, itemSize, reversed });
    return grid;
  }

  /** Chunks in C order are consecutive in the file, because only the last axis that is cut has chunks of several rows. */
  #addChunks(keyOf: ReturnType<typeof chunkKeys>, { offset, grid, counts, itemSize, reversed }: Run): void {
    const coords = counts.map(() => 0);
    for (let at = offset; ; ) {
      let length = itemSize;
      for (const [axis, along] of grid.entries()) {
        length *= along.kind === "fixed" ? along.size : along.sizes[coords[axis]!]!;
      }
      this.#table.addRange(keyOf(reversed ? coords.toReversed() : coords), this.#url, at, length);
      at += length;
      let axis = coords.length - 1;
      for (; axis >= 0; axis--) {
        coords[axis]! += 1;
        if (coords[axis]! < counts[axis]!) break;
        coords[axis] = 0;
      }
      if (axis < 0) return;
    }
  }
}

/** Chunks of whole rows, none of which reaches past the edge. */
function rowGrid(shape: readonly number[], itemSize: number): ChunkGrid {
  const most = modelLimits.pieceBytes.value;
  const sizes: (number | readonly number[])[] = [...shape];
  let inner = itemSize;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const extent = shape[axis]!;
    if (!modelLimits.pieceBytes.isExceededBy(inner * extent)) {
      inner *= extent;
      continue;
    }
    const pieces = Math.ceil(extent / Math.max(1, Math.floor(most / inner)));
    const rows = Math.ceil(extent / pieces);
    const whole = Math.floor(extent / rows);
    const rest = extent - whole * rows;
    sizes[axis] = rest === 0 ? rows : [...new Array<number>(whole).fill(rows), rest];
    sizes.fill(1, 0, axis);
    break;
  }
  return rectilinearGrid(shape, sizes, "invalid-data");
}
