/**
 * JPEG 2000 images (ISO/IEC 15444-1) to integers: bare codestreams and JP2 files. All of part 1 except regions of
 * interest, changes of the progression order, and separate packet headers.
 */
import { broken, unsupported } from "./broken.ts";
import { decodeBlock } from "./code-block.ts";
import { codestreamOf, type ImageSize, parseCodestream, type TileParts } from "./codestream.ts";
import { readPackets } from "./packets.ts";
import {
  type Band,
  type Box,
  buildComponents,
  joinedSegments,
  type Resolution,
  type TileComponent,
  tileBox,
} from "./tile.ts";
import { inverse } from "./wavelet.ts";

export interface Jpeg2000Image {
  readonly width: number;
  readonly height: number;
  readonly components: readonly { readonly bits: number; readonly isSigned: boolean }[];
  /** Row by row; the components of a pixel are consecutive. */
  readonly samples: Float64Array<ArrayBuffer>;
}

/** `expected`: the number of pixels; any other is refused before memory is allocated. */
export function decodeJpeg2000(bytes: Uint8Array, expected: number): Jpeg2000Image {
  const { size, tiles } = parseCodestream(codestreamOf(bytes));
  const { components, x0, y0, x1, y1 } = size;
  const { dx, dy } = components[0]!;
  if (components.some((one) => one.dx !== dx || one.dy !== dy)) throw unsupported("subsampled components");
  const image: Box = { x0: Math.ceil(x0 / dx), y0: Math.ceil(y0 / dy), x1: Math.ceil(x1 / dx), y1: Math.ceil(y1 / dy) };
  const [width, height] = [image.x1 - image.x0, image.y1 - image.y0];
  if (width * height !== expected) throw broken(`it has ${width} x ${height} pixels, expected ${expected}`);
  const count = Math.ceil((x1 - size.tileX0) / size.tileWidth) * Math.ceil((y1 - size.tileY0) / size.tileHeight);
  const samples = new Float64Array(width * height * components.length);
  for (let index = 0; index < count; index++) {
    const tile = tiles.get(index);
    if (tile === undefined) throw broken(`tile ${index} of ${count} is missing`);
    decodeTile(tile, size, image, samples);
  }
  return { width, height, components: components.map(({ bits, isSigned }) => ({ bits, isSigned })), samples };
}

function decodeTile({ index, parameters, data }: TileParts, size: ImageSize, image: Box, samples: Float64Array): void {
  const components = buildComponents(size, tileBox(size, index), parameters);
  readPackets(joined(data), components, parameters);
  const planes = components.map(decodeComponent);
  if (parameters.hasTransform) undoColours(planes, components);
  const width = image.x1 - image.x0;
  for (const [component, plane] of planes.entries()) {
    const { x0, y0, x1, y1 } = components[component]!;
    const { bits, isSigned } = size.components[component]!;
    const [least, most] = isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
    const shift = isSigned ? 0 : 2 ** (bits - 1);
    let next = 0;
    for (let y = y0; y < y1; y++) {
      let at = ((y - image.y0) * width + x0 - image.x0) * planes.length + component;
      for (let x = x0; x < x1; x++, at += planes.length) {
        samples[at] = Math.min(most!, Math.max(least!, Math.round(plane[next++]!) + shift));
      }
    }
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/** The values of a tile of one component, resolution by resolution. */
function decodeComponent({ resolutions, coding }: TileComponent): Float64Array {
  let values = new Float64Array(0);
  for (const [r, resolution] of resolutions.entries()) {
    const { x0, y0, x1, y1, bands } = resolution;
    const width = x1 - x0;
    const below = values;
    values = new Float64Array(width * (y1 - y0));
    if (r > 0) interleave(values, resolution, below, resolutions[r - 1]!);
    for (const [index, band] of bands.entries()) placeBand(values, resolution, band, index, coding);
    if (r > 0 && values.length > 0) inverse({ x0, y0, x1, y1, values }, coding.isReversible);
  }
  return values;
}

/** The values of the resolution below go to even positions of the grid. */
function interleave(values: Float64Array, at: Box, below: Float64Array, from: Box): void {
  let next = 0;
  for (let y = from.y0; y < from.y1; y++) {
    const row = (2 * y - at.y0) * (at.x1 - at.x0) - at.x0;
    for (let x = from.x0; x < from.x1; x++) values[row + 2 * x] = below[next++]!;
  }
}

const ORIENTATION = { LL: 0, LH: 0, HL: 1, HH: 2 } as const;

/** Decodes the code-blocks of a band to their grid positions: odd ones for high-pass bands. */
function placeBand(
  values: Float64Array,
  resolution: Resolution,
  band: Band,
  index: number,
  coding: TileComponent["coding"],
): void {
  const { kind, planes, step } = band;
  const width = resolution.x1 - resolution.x0;
  const [spread, right, down] = [
    kind === "LL" ? 1 : 2,
    kind === "HL" || kind === "HH" ? 1 : 0,
    kind === "LH" || kind === "HH" ? 1 : 0,
  ];
  for (const precinct of resolution.precincts) {
    for (const block of precinct.bands[index]!.blocks) {
      if (block.segments.length === 0) continue;
      if (block.emptyPlanes > planes) throw broken(`${block.emptyPlanes} empty bit planes of ${planes}`);
      const size = { width: block.x1 - block.x0, height: block.y1 - block.y0 };
      const doubled = decodeBlock({
        ...size,
        orientation: ORIENTATION[kind],
        planes: planes - block.emptyPlanes,
        style: coding.style,
        segments: joinedSegments(block),
      });
      let next = 0;
      for (let y = block.y0; y < block.y1; y++) {
        const row = (spread * y + down - resolution.y0) * width + right - resolution.x0;
        for (let x = block.x0; x < block.x1; x++) {
          const value = doubled[next++]!;
          values[row + spread * x] = coding.isReversible ? Math.trunc(value / 2) : (value / 2) * step;
        }
      }
    }
  }
}

/** Luminance and differences to red, green and blue (annex G). */
function undoColours(planes: readonly Float64Array[], components: readonly TileComponent[]): void {
  const [first, second, third] = planes;
  if (third === undefined) throw broken("colours are transformed, but there are fewer than three");
  const { isReversible } = components[0]!.coding;
  for (let at = 0; at < first!.length; at++) {
    const [y, b, r] = [first![at]!, second![at]!, third[at]!];
    if (isReversible) {
      const green = y - Math.floor((b + r) / 4);
      [first![at], second![at], third[at]] = [r + green, green, b + green];
    } else {
      [first![at], second![at], third[at]] = [y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b];
    }
  }
}
