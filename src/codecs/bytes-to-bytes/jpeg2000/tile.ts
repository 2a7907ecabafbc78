/** How a tile is divided (ISO/IEC 15444-1, annex B): components, resolutions, bands, precincts, code-blocks. */
import { lazyLimits } from "../../lazy-limits.ts";
import { broken, unsupported } from "./broken.ts";
import type { Segment } from "./code-block.ts";
import type { Coding, ImageSize, Parameters, Quantization } from "./codestream.ts";
import { TagTree } from "./tag-tree.ts";

export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface CodeBlock extends Box {
  isIncluded: boolean;
  /** Highest bit planes that are all zero. */
  emptyPlanes: number;
  /** Bits of the length of the next bytes. */
  lengthBits: number;
  passes: number;
  readonly segments: { passes: number; readonly parts: Uint8Array[] }[];
}

export interface PrecinctBand {
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly CodeBlock[];
  readonly inclusion: TagTree;
  readonly planes: TagTree;
}

export interface Precinct {
  /** Its position on the reference grid, which may determine the order of packets. */
  readonly x: number;
  readonly y: number;
  readonly bands: readonly PrecinctBand[];
}

export interface Band extends Box {
  readonly kind: "LL" | "HL" | "LH" | "HH";
  /** The number of bit planes, and the size of one step. */
  readonly planes: number;
  readonly step: number;
}

export interface Resolution extends Box {
  readonly bands: readonly Band[];
  readonly precincts: readonly Precinct[];
}

export interface TileComponent extends Box {
  readonly coding: Coding;
  readonly resolutions: readonly Resolution[];
}

const MOST_PLANES = 30;

const KINDS = ["HL", "LH", "HH"] as const;
/** Logarithms of the gain of bands. */
const GAIN = { LL: 0, HL: 1, LH: 1, HH: 2 } as const;

export function tileBox({ x0, y0, x1, y1, tileX0, tileY0, tileWidth, tileHeight }: ImageSize, index: number): Box {
  const across = Math.ceil((x1 - tileX0) / tileWidth);
  const [column, row] = [index % across, Math.floor(index / across)];
  return {
    x0: Math.max(tileX0 + column * tileWidth, x0),
    y0: Math.max(tileY0 + row * tileHeight, y0),
    x1: Math.min(tileX0 + (column + 1) * tileWidth, x1),
    y1: Math.min(tileY0 + (row + 1) * tileHeight, y1),
  };
}

export function buildComponents(size: ImageSize, tile: Box, parameters: Parameters): readonly TileComponent[] {
  const budget = { blocks: 0 };
  return size.components.map(({ bits, dx, dy }, index) => {
    const coding = parameters.codings.get(index) ?? parameters.coding;
    const quantization = parameters.quantizations.get(index) ?? parameters.quantization;
    if (coding === undefined || quantization === undefined) throw broken("it does not say how it is coded");
    const box = {
      x0: Math.ceil(tile.x0 / dx),
      y0: Math.ceil(tile.y0 / dy),
      x1: Math.ceil(tile.x1 / dx),
      y1: Math.ceil(tile.y1 / dy),
    };
    const resolutions = Array.from({ length: coding.levels + 1 }, (_, r) =>
      buildResolution({ box, r, coding, quantization, bits, scale: [dx, dy], tile, budget }),
    );
    return { ...box, coding, resolutions };
  });
}

interface ResolutionInput {
  readonly box: Box;
  readonly r: number;
  readonly coding: Coding;
  readonly quantization: Quantization;
  readonly bits: number;
  readonly scale: readonly [number, number];
  readonly tile: Box;
  /** Code-blocks of the tile so far. */
  readonly budget: { blocks: number };
}

function buildResolution(input: ResolutionInput): Resolution {
  const { box, r, coding, scale, tile } = input;
  const below = 2 ** (coding.levels - r);
  const at: Box = divided(box, below, 0, 0);
  const kinds = r === 0 ? (["LL"] as const) : KINDS;
  const bands = kinds.map((kind, index) => bandOf(input, kind, index));
  const [px, py] = coding.precincts[r]!;
  const [width, height] = [2 ** px, 2 ** py];
  const isEmpty = at.x1 <= at.x0 || at.y1 <= at.y0;
  const [left, top] = [Math.floor(at.x0 / width), Math.floor(at.y0 / height)];
  const across = isEmpty ? 0 : Math.ceil(at.x1 / width) - left;
  const down = isEmpty ? 0 : Math.ceil(at.y1 / height) - top;
  const precincts: Precinct[] = [];
  if (lazyLimits.imageBlocks.isExceededBy(across * down)) throw broken(`${across * down} precincts`);
  for (let row = top; row < top + down; row++) {
    for (let column = left; column < left + across; column++) {
      const half = r === 0 ? 1 : 2;
      const cell = {
        x0: (column * width) / half,
        y0: (row * height) / half,
        x1: ((column + 1) * width) / half,
        y1: ((row + 1) * height) / half,
      };
      const parts = bands.map((band) => precinctBand(band, cell, input));
      precincts.push({
        x: Math.max(tile.x0, column * width * below * scale[0]),
        y: Math.max(tile.y0, row * height * below * scale[1]),
        bands: parts,
      });
    }
  }
  return { ...at, bands, precincts };
}

function divided({ x0, y0, x1, y1 }: Box, by: number, shiftX: number, shiftY: number): Box {
  return {
    x0: Math.ceil((x0 - shiftX) / by),
    y0: Math.ceil((y0 - shiftY) / by),
    x1: Math.ceil((x1 - shiftX) / by),
    y1: Math.ceil((y1 - shiftY) / by),
  };
}

function bandOf({ box, r, coding, quantization, bits }: ResolutionInput, kind: Band["kind"], index: number): Band {
  const level = r === 0 ? coding.levels : coding.levels - r + 1;
  const by = 2 ** level;
  const place = divided(
    box,
    by,
    kind === "HL" || kind === "HH" ? by / 2 : 0,
    kind === "LH" || kind === "HH" ? by / 2 : 0,
  );
  const { guardBits, isDerived, steps } = quantization;
  const given = steps[isDerived ? 0 : r === 0 ? 0 : 3 * (r - 1) + 1 + index];
  if (given === undefined) throw broken(`band ${kind} of resolution ${r} has no quantization`);
  const exponent = isDerived ? given.exponent - coding.levels + level : given.exponent;
  const planes = guardBits + exponent - 1;
  if (planes > MOST_PLANES) throw unsupported(`${planes} bit planes`);
  const step = coding.isReversible ? 1 : 2 ** (bits + GAIN[kind] - exponent) * (1 + given.mantissa / 2048);
  return { ...place, kind, planes, step };
}

function precinctBand(band: Band, cell: Box, { r, coding, budget }: ResolutionInput): PrecinctBand {
  const [px, py] = coding.precincts[r]!;
  const [width, height] = [
    2 ** Math.min(coding.blockWidth, r === 0 ? px : px - 1),
    2 ** Math.min(coding.blockHeight, r === 0 ? py : py - 1),
  ];
  const area = {
    x0: Math.max(band.x0, cell.x0),
    y0: Math.max(band.y0, cell.y0),
    x1: Math.min(band.x1, cell.x1),
    y1: Math.min(band.y1, cell.y1),
  };
  const isEmpty = area.x1 <= area.x0 || area.y1 <= area.y0;
  const [left, top] = [Math.floor(area.x0 / width), Math.floor(area.y0 / height)];
  const across = isEmpty ? 0 : Math.ceil(area.x1 / width) - left;
  const down = isEmpty ? 0 : Math.ceil(area.y1 / height) - top;
  budget.blocks += across * down;
  const { imageBlocks } = lazyLimits;
  if (imageBlocks.isExceededBy(budget.blocks)) throw broken(`it has more than ${imageBlocks.value} code-blocks`);
  const blocks = Array.from({ length: across * down }, (_, index): CodeBlock => {
    const [column, row] = [left + (index % across), top + Math.floor(index / across)];
    return {
      x0: Math.max(area.x0, column * width),
      y0: Math.max(area.y0, row * height),
      x1: Math.min(area.x1, (column + 1) * width),
      y1: Math.min(area.y1, (row + 1) * height),
      isIncluded: false,
      emptyPlanes: 0,
      lengthBits: 3,
      passes: 0,
      segments: [],
    };
  });
  return {
    width: across,
    height: down,
    blocks,
    inclusion: new TagTree(across, down),
    planes: new TagTree(across, down),
  };
}

/** Joins the parts of each segment. */
export function joinedSegments({ segments }: CodeBlock): Segment[] {
  return segments.map(({ passes, parts }) => {
    if (parts.length === 1) return { passes, bytes: parts[0]! };
    const bytes = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.byteLength;
    }
    return { passes, bytes };
  });
}
