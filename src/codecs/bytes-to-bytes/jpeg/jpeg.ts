/**
 * JPEG images of 8 bits per sample, sequential with Huffman codes (ITU-T T.81, baseline and extended): what TIFF files
 * and cameras produce. Samples equal those of libjpeg to the last bit.
 */
import { HyperslabError } from "../../../errors.ts";
import { type Frame, readFrame, readHuffmanTables, readQuantization, type Tables } from "./frame.ts";
import { brokenJpeg } from "./huffman.ts";
import { readScan } from "./scan.ts";
import { upsample } from "./upsample.ts";

export interface JpegImage {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Row by row; the components of a pixel are consecutive. */
  readonly samples: Uint8Array;
}

const MARKER = { soi: 0xd8, eoi: 0xd9, sos: 0xda, dqt: 0xdb, dri: 0xdd, dht: 0xc4 } as const;
const FRAMES: ReadonlyMap<number, string | undefined> = new Map([
  [0xc0, undefined],
  [0xc1, undefined],
  [0xc2, "progressive"],
  [0xc3, "lossless"],
  [0xc5, "hierarchical"],
  [0xc6, "hierarchical"],
  [0xc7, "hierarchical"],
  [0xc9, "arithmetically coded"],
  [0xca, "arithmetically coded"],
  [0xcb, "arithmetically coded"],
]);

/**
 * `tables`: a stream of tables alone that comes first. `expected`: the number of pixels; any other is refused before
 * memory is allocated.
 */
export function decodeJpeg(bytes: Uint8Array, tables: Uint8Array | undefined, expected: number): JpegImage {
  const known: Tables = { quantization: new Map(), huffman: new Map(), restartInterval: 0 };
  if (tables !== undefined) readStream(tables, known, expected);
  const frame = readStream(bytes, known, expected);
  if (frame === undefined) throw brokenJpeg("it has no image");
  const { width, height, components, mostAcross, mostDown } = frame;
  const samples = new Uint8Array(width * height * components.length);
  for (const [index, component] of components.entries()) {
    if (!component.isRead) throw brokenJpeg(`component ${component.id} has no values`);
    const plane = upsample(component, mostAcross / component.across, mostDown / component.down, width, height);
    for (let pixel = 0; pixel < width * height; pixel++) samples[pixel * components.length + index] = plane[pixel]!;
  }
  return { width, height, components: components.length, samples };
}

function readStream(bytes: Uint8Array, tables: Tables, expected: number): Frame | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== MARKER.soi) throw brokenJpeg("it does not begin like one");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: Frame | undefined;
  for (let at = 2; ; ) {
    // Markers may have any number of 0xff before them.
    while (at + 1 < bytes.byteLength && bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    if (at + 2 > bytes.byteLength || bytes[at] !== 0xff) throw brokenJpeg(`a marker is missing at byte ${at}`);
    const marker = bytes[at + 1]!;
    if (marker === MARKER.eoi) return frame;
    if (at + 4 > bytes.byteLength) throw brokenJpeg(`marker ${marker.toString(16)} at byte ${at} is truncated`);
    const length = view.getUint16(at + 2);
    if (length < 2 || at + 2 + length > bytes.byteLength) {
      throw brokenJpeg(`marker ${marker.toString(16)} at byte ${at} claims ${length} bytes`);
    }
    const segment = bytes.subarray(at + 4, at + 2 + length);
    at += 2 + length;
    if (marker === MARKER.dqt) readQuantization(segment, tables);
    else if (marker === MARKER.dht) readHuffmanTables(segment, tables);
    else if (marker === MARKER.dri) {
      if (segment.byteLength < 2) throw brokenJpeg("a restart interval is truncated");
      tables.restartInterval = segment[0]! * 256 + segment[1]!;
    } else if (FRAMES.has(marker)) {
      const kind = FRAMES.get(marker);
      if (kind !== undefined) throw new HyperslabError("unsupported", `${kind} JPEG is not decoded`);
      if (frame !== undefined) throw brokenJpeg("it has two frames");
      frame = readFrame(segment, expected);
    } else if (marker === MARKER.sos) {
      if (frame === undefined) throw brokenJpeg("a scan comes before the frame");
      at = readScan(bytes, at, segment, frame, tables);
    }
  }
}

/** Luminance and colour differences to red, green and blue, in place, with libjpeg's 16-bit fixed-point arithmetic. */
export function rgbFromYcbcr(samples: Uint8Array): void {
  for (let at = 0; at + 2 < samples.length; at += 3) {
    const [y, cb, cr] = [samples[at]!, samples[at + 1]! - 128, samples[at + 2]! - 128];
    samples[at] = clamped(y + ((91881 * cr + 32768) >> 16));
    samples[at + 1] = clamped(y + ((-22554 * cb - 46802 * cr + 32768) >> 16));
    samples[at + 2] = clamped(y + ((116130 * cb + 32768) >> 16));
  }
}

function clamped(value: number): number {
  return Math.max(0, Math.min(value, 255));
}
