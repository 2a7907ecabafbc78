/** Pages of one shape as an array: a chunk is a strip or a tile of one page. */
import type { Endian } from "../../bytes/source/byte-cursor.ts";
import { rectilinearGrid } from "../../model/grid/chunk-grid.ts";
import type { Attribute, Node } from "../../model/node.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { OWN_FILE, type VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import { codecsOf, compressionName, isDecoded } from "./codecs.ts";
import type { Page } from "./page.ts";

/** A dataset under construction. */
export interface Built {
  readonly nodes: Map<string, Node>;
  readonly references: ReferenceSet;
  readonly notes: VirtualNote[];
  readonly endian: Endian;
}

export interface Image {
  /** The group. */
  readonly path: string;
  readonly name: string;
  /** The suffix of dimension names, because overviews have separate dimensions. */
  readonly suffix: string;
  readonly pages: readonly Page[];
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly fillValue: Uint8Array | undefined;
}

export function joined(group: string, name: string): string {
  return group === "" ? name : `${group}/${name}`;
}

export function addImage(built: Built, { path: group, name, suffix, pages, attributes, fillValue }: Image): void {
  const page = pages[0]!;
  const path = joined(group, name);
  const { width, height, samples, planes, segmentRows: rows, segmentWidth, isTiled } = page;
  const [hasPages, hasPlanes, hasBands] = [pages.length > 1, planes > 1, samples > 1];
  // The last strip has fewer rows; tiles are always whole.
  const isShort = !isTiled && height % rows !== 0;
  const across = Math.ceil(width / segmentWidth);
  const down = Math.ceil(height / rows);
  const strips = isShort ? Array.from({ length: down }, (_, at) => Math.min(rows, height - at * rows)) : rows;
  const axes = [
    ...(hasPages ? [{ name: "page", extent: pages.length, size: 1 }] : []),
    ...(hasPlanes ? [{ name: "band", extent: planes, size: 1 }] : []),
    { name: `y${suffix}`, extent: height, size: strips },
    { name: `x${suffix}`, extent: width, size: segmentWidth },
    ...(hasBands ? [{ name: "band", extent: samples, size: samples }] : []),
  ];
  const shape = axes.map(({ extent }) => extent);
  built.nodes.set(path, {
    kind: "array",
    path,
    attributes,
    dataType: page.dataType,
    shape,
    grid: rectilinearGrid(
      shape,
      axes.map(({ size }) => size),
      "invalid-data",
    ),
    codecs: codecsOf(page, built.endian),
    fillValue: fillValue ?? new Uint8Array(page.dataType.itemSize!),
    dimensions: axes.map((axis) => ({ name: axis.name })),
    chunkKeys: { kind: "v2", separator: "." },
  });
  for (const message of page.notes) built.notes.push({ path, message });
  if (!isDecoded(page.compression)) {
    const message = `its values are compressed by ${compressionName(page.compression)}, which is not decoded`;
    built.notes.push({ path, message });
  }
  const { table } = built.references;
  const own = table.url(OWN_FILE);
  const keyOf = chunkKeys(path);
  const coords = new Array<number>(axes.length).fill(0);
  const first = (hasPages ? 1 : 0) + (hasPlanes ? 1 : 0);
  for (const [index, { offsets, byteCounts }] of pages.entries()) {
    if (hasPages) coords[0] = index;
    for (let segment = 0; segment < across * down * planes; segment++) {
      if (hasPlanes) coords[first - 1] = Math.floor(segment / (across * down));
      const row = Math.floor(segment / across) % down;
      coords[first] = row;
      coords[first + 1] = segment % across;
      const whole = segmentBytes(page, isShort ? Math.min(rows, height - row * rows) : rows);
      const length = byteCounts?.[segment] ?? whole;
      const offset = offsets[segment]!;
      // In sparse files, a length of zero means that the values are nodata; offset 0 is the header.
      if (length === 0 || (offset === 0 && byteCounts === undefined)) continue;
      table.addRange(keyOf(coords), own, offset, page.compression === 1 ? Math.min(length, whole) : length);
    }
  }
}

/** Bytes of a decoded strip or tile: each row starts at a byte boundary. */
function segmentBytes({ segmentWidth, samples, bits }: Page, rows: number): number {
  return rows * Math.ceil((segmentWidth * samples * bits) / 8);
}
