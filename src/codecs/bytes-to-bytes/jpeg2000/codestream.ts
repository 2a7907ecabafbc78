/**
 * The markers of a codestream (ISO/IEC 15444-1, annex A), bare or in the boxes of a JP2 file (annex I).
 *
 *     SOC, SIZ, COD, QCD, ... then tile-parts: SOT (tile u16, length u32, part u8, parts u8), markers, SOD, packets; EOC
 */
import { broken, unsupported } from "./broken.ts";

export interface ImageComponent {
  readonly bits: number;
  readonly isSigned: boolean;
  /** Reference grid points per sample. */
  readonly dx: number;
  readonly dy: number;
}

export interface ImageSize {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly tileX0: number;
  readonly tileY0: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly components: readonly ImageComponent[];
}

/** COD and COC. */
export interface Coding {
  readonly levels: number;
  /** Logarithms of the size of code-blocks. */
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly style: number;
  readonly isReversible: boolean;
  /** Logarithms of the sizes of precincts, by resolution. */
  readonly precincts: readonly (readonly [number, number])[];
}

/** QCD and QCC. */
export interface Quantization {
  readonly guardBits: number;
  readonly isDerived: boolean;
  readonly steps: readonly { readonly exponent: number; readonly mantissa: number }[];
}

/** The contents of the main header, or of a tile's header that overrides it. */
export interface Parameters {
  progression: number;
  layers: number;
  hasTransform: boolean;
  hasPacketStarts: boolean;
  hasHeaderEnds: boolean;
  coding: Coding | undefined;
  quantization: Quantization | undefined;
  readonly codings: Map<number, Coding>;
  readonly quantizations: Map<number, Quantization>;
}

export interface TileParts {
  readonly index: number;
  readonly parameters: Parameters;
  readonly data: Uint8Array[];
}

export interface Codestream {
  readonly size: ImageSize;
  readonly tiles: ReadonlyMap<number, TileParts>;
}

const MARKER = {
  soc: 0xff4f,
  siz: 0xff51,
  cod: 0xff52,
  coc: 0xff53,
  qcd: 0xff5c,
  qcc: 0xff5d,
  sot: 0xff90,
  sod: 0xff93,
  eoc: 0xffd9,
};
/** Rare features that change how packets are read. */
const REFUSED: ReadonlyMap<number, string> = new Map([
  [0xff5e, "regions of interest"],
  [0xff5f, "several progression orders"],
  [0xff60, "packed packet headers"],
  [0xff61, "packed packet headers"],
]);
/** Bit planes that fit into 32 bits, with half of the last. */
const MOST_LEVELS = 32;
const MOST_TILES = 65535;

/** The codestream in a JP2 file, or the bytes themselves if they are one. */
export function codestreamOf(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength >= 2 && view.getUint16(0) === MARKER.soc) return bytes;
  for (let at = 0; at + 8 <= bytes.byteLength; ) {
    let [length, head] = [view.getUint32(at), 8];
    if (length === 1 && at + 16 <= bytes.byteLength) [length, head] = [Number(view.getBigUint64(at + 8)), 16];
    if (length === 0) length = bytes.byteLength - at;
    if (length < head || at + length > bytes.byteLength) throw broken(`a box at byte ${at} claims ${length} bytes`);
    // "jp2c"
    if (view.getUint32(at + 4) === 0x6a703263) return bytes.subarray(at + head, at + length);
    at += length;
  }
  throw broken("it has no codestream");
}

export function parseCodestream(bytes: Uint8Array): Codestream {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const need = (at: number, length: number, what: string): void => {
    if (at + length > bytes.byteLength) throw broken(`${what} at byte ${at} is truncated`);
  };
  need(0, 4, "the codestream");
  if (view.getUint16(0) !== MARKER.soc) throw broken("it does not begin like one");
  let size: ImageSize | undefined;
  const main = newParameters();
  const tiles = new Map<number, TileParts>();
  let target = main;
  let part: { readonly tile: TileParts; readonly end: number } | undefined;
  for (let at = 2; ; ) {
    need(at, 2, "a marker");
    const marker = view.getUint16(at);
    if (marker === MARKER.eoc) break;
    if (marker === MARKER.sod) {
      if (part === undefined) throw broken(`data without a tile at byte ${at}`);
      if (part.end < at + 2) throw broken(`the tile-part that ends at byte ${part.end} has a longer header`);
      part.tile.data.push(bytes.subarray(at + 2, part.end));
      at = part.end;
      part = undefined;
      target = main;
      // Some writers omit the last marker.
      if (at === bytes.byteLength) break;
      continue;
    }
    need(at, 4, "a marker");
    const length = view.getUint16(at + 2);
    need(at + 2, Math.max(2, length), `marker ${marker.toString(16)}`);
    if (length < 2 || marker < 0xff00) throw broken(`marker ${marker.toString(16)} at byte ${at}`);
    const segment = new DataView(bytes.buffer, bytes.byteOffset + at + 4, length - 2);
    const refused = REFUSED.get(marker);
    if (refused !== undefined) throw unsupported(refused);
    if (marker === MARKER.siz) size = parseSize(segment);
    else if (marker === MARKER.sot) {
      if (size === undefined) throw broken("a tile comes before the size");
      needSegment(segment, 8, "SOT");
      const [index, claimed] = [segment.getUint16(0), segment.getUint32(2)];
      if (claimed !== 0 && (claimed < 14 || at + claimed > bytes.byteLength))
        throw broken(`the tile-part at byte ${at} claims ${claimed} bytes`);
      const tile = tiles.get(index) ?? { index, parameters: copyParameters(main), data: [] };
      tiles.set(index, tile);
      target = tile.parameters;
      part = { tile, end: claimed === 0 ? endOf(bytes) : at + claimed };
    } else if (size !== undefined) parseParameters(marker, segment, target, size.components.length);
    at += 2 + length;
  }
  if (size === undefined) throw broken("it does not give its size");
  return { size, tiles };
}

/** A tile-part without a length extends to the last marker. */
function endOf(bytes: Uint8Array): number {
  const last = bytes.byteLength - 2;
  return bytes[last] === 0xff && bytes[last + 1] === 0xd9 ? last : bytes.byteLength;
}

function needSegment(segment: DataView, length: number, what: string): void {
  if (segment.byteLength < length) throw broken(`${what} has ${segment.byteLength} bytes, expected ${length}`);
}

function newParameters(): Parameters {
  return {
    progression: 0,
    layers: 0,
    hasTransform: false,
    hasPacketStarts: false,
    hasHeaderEnds: false,
    coding: undefined,
    quantization: undefined,
    codings: new Map(),
    quantizations: new Map(),
  };
}

function copyParameters(main: Parameters): Parameters {
  return { ...main, codings: new Map(main.codings), quantizations: new Map(main.quantizations) };
}

function parseSize(segment: DataView): ImageSize {
  needSegment(segment, 36, "SIZ");
  const word = (index: number): number => segment.getUint32(2 + 4 * index);
  const count = segment.getUint16(34);
  needSegment(segment, 36 + 3 * count, "SIZ");
  const components = Array.from({ length: count }, (_, index): ImageComponent => {
    const [depth, dx, dy] = [
      segment.getUint8(36 + 3 * index),
      segment.getUint8(37 + 3 * index),
      segment.getUint8(38 + 3 * index),
    ];
    if (dx === 0 || dy === 0) throw broken("a component is sampled at every 0th point");
    return { bits: (depth & 127) + 1, isSigned: depth > 127, dx, dy };
  });
  const [x1, y1, x0, y0, tileWidth, tileHeight, tileX0, tileY0] = [0, 1, 2, 3, 4, 5, 6, 7].map(word) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (x1 <= x0 || y1 <= y0 || tileWidth === 0 || tileHeight === 0 || count === 0) throw broken("it is empty");
  if (tileX0 > x0 || tileY0 > y0 || tileX0 + tileWidth <= x0 || tileY0 + tileHeight <= y0)
    throw broken("its first tile is empty");
  if (Math.ceil((x1 - tileX0) / tileWidth) * Math.ceil((y1 - tileY0) / tileHeight) > MOST_TILES)
    throw broken("it has too many tiles");
  return { x0, y0, x1, y1, tileX0, tileY0, tileWidth, tileHeight, components };
}

function parseParameters(marker: number, segment: DataView, target: Parameters, components: number): void {
  const wide = components > 256 ? 2 : 1;
  const component = (): number => {
    needSegment(segment, wide, "a marker");
    return wide === 2 ? segment.getUint16(0) : segment.getUint8(0);
  };
  if (marker === MARKER.cod) {
    needSegment(segment, 5, "COD");
    const flags = segment.getUint8(0);
    target.progression = segment.getUint8(1);
    target.layers = segment.getUint16(2);
    target.hasTransform = segment.getUint8(4) !== 0;
    target.hasPacketStarts = (flags & 2) !== 0;
    target.hasHeaderEnds = (flags & 4) !== 0;
    target.coding = parseCoding(segment, 5, (flags & 1) !== 0);
  } else if (marker === MARKER.coc) {
    const index = component();
    needSegment(segment, wide + 1, "COC");
    target.codings.set(index, parseCoding(segment, wide + 1, (segment.getUint8(wide) & 1) !== 0));
  } else if (marker === MARKER.qcd) target.quantization = parseQuantization(segment, 0);
  else if (marker === MARKER.qcc) target.quantizations.set(component(), parseQuantization(segment, wide));
}

function parseCoding(segment: DataView, at: number, hasPrecincts: boolean): Coding {
  needSegment(segment, at + 5, "a coding style");
  const levels = segment.getUint8(at);
  if (levels > MOST_LEVELS) throw broken(`${levels} levels of decomposition`);
  if (hasPrecincts) needSegment(segment, at + 6 + levels, "a coding style");
  const [blockWidth, blockHeight] = [(segment.getUint8(at + 1) & 15) + 2, (segment.getUint8(at + 2) & 15) + 2];
  if (blockWidth > 10 || blockHeight > 10 || blockWidth + blockHeight > 12)
    throw broken("code-blocks of more than 4096 coefficients");
  const style = segment.getUint8(at + 3);
  if (style > 63) throw unsupported(`code-blocks of style ${style}`);
  const precincts = Array.from({ length: levels + 1 }, (_, resolution): [number, number] => {
    const size = hasPrecincts ? segment.getUint8(at + 5 + resolution) : 255;
    if (resolution > 0 && ((size & 15) === 0 || size >> 4 === 0)) throw broken("precincts of one coefficient");
    return [size & 15, size >> 4];
  });
  return { levels, blockWidth, blockHeight, style, isReversible: segment.getUint8(at + 4) === 1, precincts };
}

function parseQuantization(segment: DataView, at: number): Quantization {
  needSegment(segment, at + 1, "a quantization");
  const [kind, guardBits] = [segment.getUint8(at) & 31, segment.getUint8(at) >> 5];
  if (kind > 2) throw broken(`quantization ${kind}`);
  const size = kind === 0 ? 1 : 2;
  const count = Math.floor((segment.byteLength - at - 1) / size);
  const steps = Array.from({ length: count }, (_, index) => {
    if (kind === 0) return { exponent: segment.getUint8(at + 1 + index) >> 3, mantissa: 0 };
    const word = segment.getUint16(at + 1 + 2 * index);
    return { exponent: word >> 11, mantissa: word & 0x7ff };
  });
  return { guardBits, isDerived: kind === 1, steps };
}
