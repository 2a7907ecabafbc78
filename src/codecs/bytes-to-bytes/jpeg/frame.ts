/** The tables and the frame of a JPEG image: its components, and how their coefficients are coded. */
import { HyperslabError } from "../../../errors.ts";
import { brokenJpeg, type HuffmanTable, huffmanTable } from "./huffman.ts";

export interface Component {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly quantization: number;
  /** Samples with the padding to whole blocks of whole units. */
  readonly stride: number;
  readonly bytes: Uint8Array;
  /** Without padding. */
  readonly width: number;
  readonly height: number;
  isRead: boolean;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly mostAcross: number;
  readonly mostDown: number;
  readonly components: readonly Component[];
}

export interface Tables {
  readonly quantization: Map<number, Uint16Array>;
  /** By class (0 DC, 16 AC) and number. */
  readonly huffman: Map<number, HuffmanTable>;
  restartInterval: number;
}

/** The position of each coefficient in the rows of a block. */
export const ZIGZAG: Uint8Array = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
]);

export function readQuantization(segment: Uint8Array, { quantization }: Tables): void {
  for (let at = 0; at < segment.byteLength; ) {
    const [isWide, number] = [segment[at]! >> 4 !== 0, segment[at]! & 15];
    at += 1;
    if (at + (isWide ? 128 : 64) > segment.byteLength) throw brokenJpeg("a quantization table is truncated");
    const table = new Uint16Array(64);
    for (let index = 0; index < 64; index++, at += isWide ? 2 : 1) {
      table[ZIGZAG[index]!] = isWide ? segment[at]! * 256 + segment[at + 1]! : segment[at]!;
    }
    quantization.set(number, table);
  }
}

export function readHuffmanTables(segment: Uint8Array, { huffman }: Tables): void {
  for (let at = 0; at < segment.byteLength; ) {
    if (at + 17 > segment.byteLength) throw brokenJpeg("a Huffman table is truncated");
    const counts = segment.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (at + 17 + total > segment.byteLength) throw brokenJpeg("a Huffman table is truncated");
    huffman.set(segment[at]! & 31, huffmanTable(counts, segment.subarray(at + 17, at + 17 + total)));
    at += 17 + total;
  }
}

export function readFrame(segment: Uint8Array, expected: number): Frame {
  if (segment.byteLength < 6 || segment.byteLength < 6 + 3 * segment[5]!) throw brokenJpeg("its frame is truncated");
  const [precision, count] = [segment[0]!, segment[5]!];
  const [height, width] = [segment[1]! * 256 + segment[2]!, segment[3]! * 256 + segment[4]!];
  if (precision !== 8) throw new HyperslabError("unsupported", `JPEG of ${precision} bits per sample is not decoded`);
  if (width * height !== expected) throw brokenJpeg(`it has ${width} x ${height} pixels, expected ${expected}`);
  if (count < 1 || count > 4) throw brokenJpeg(`it has ${count} components`);
  const factors = Array.from({ length: count }, (_, index) => {
    const at = 6 + 3 * index;
    const [across, down] = [segment[at + 1]! >> 4, segment[at + 1]! & 15];
    if (across < 1 || across > 4 || down < 1 || down > 4) throw brokenJpeg(`sampling factors ${across} and ${down}`);
    return { id: segment[at]!, across, down, quantization: segment[at + 2]! };
  });
  const mostAcross = factors.reduce((most, { across }) => Math.max(most, across), 1);
  const mostDown = factors.reduce((most, { down }) => Math.max(most, down), 1);
  const [unitsAcross, unitsDown] = [Math.ceil(width / (8 * mostAcross)), Math.ceil(height / (8 * mostDown))];
  const components = factors.map((factor): Component => {
    if (mostAcross % factor.across !== 0 || mostDown % factor.down !== 0) {
      throw new HyperslabError("unsupported", "JPEG with sampling factors that do not divide each other");
    }
    const stride = unitsAcross * factor.across * 8;
    return {
      ...factor,
      stride,
      bytes: new Uint8Array(stride * unitsDown * factor.down * 8),
      width: Math.ceil((width * factor.across) / mostAcross),
      height: Math.ceil((height * factor.down) / mostDown),
      isRead: false,
    };
  });
  return { width, height, mostAcross, mostDown, components };
}
