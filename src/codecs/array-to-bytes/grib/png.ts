/** GRIB2 packing 5.41: integers as the pixels of a PNG image (grey of 1 to 16 bits, RGB for 24, RGBA for 32). Not interlaced. */
import { viewOf } from "../../../bytes/grib/message.ts";
import { decodeUtf8 } from "../../../bytes/text/utf8.ts";
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { unpackIntegers } from "./bits.ts";

export type Inflate = (bytes: Uint8Array, type: BytesType) => Uint8Array;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHANNELS: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [4, 2],
  [6, 4],
]);

/** `count` integers of up to 32 bits. */
export function unpackPng(data: Uint8Array, count: number, inflate: Inflate): Float64Array<ArrayBuffer> {
  if (SIGNATURE.some((byte, at) => data[at] !== byte)) throw broken("it does not begin like one");
  const view = viewOf(data);
  const parts: Uint8Array[] = [];
  let header: Uint8Array | undefined;
  for (let at = 8; at + 12 <= data.byteLength; ) {
    const length = view.getUint32(at);
    const kind = decodeUtf8(data.subarray(at + 4, at + 8));
    if (at + 12 + length > data.byteLength) throw broken(`${kind} at byte ${at} claims ${length} bytes`);
    const body = data.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") header = body;
    else if (kind === "IDAT") parts.push(body);
    else if (kind === "IEND") break;
    at += 12 + length;
  }
  if (header === undefined || header.byteLength < 13) throw broken("it has no header");
  const head = viewOf(header);
  const [width, height, depth, channels] = [head.getUint32(0), head.getUint32(4), header[8]!, CHANNELS.get(header[9]!)];
  if (channels === undefined || header[12] !== 0) throw broken("its pixels are palette entries or interlaced");
  if (width * height !== count) throw broken(`it is ${width} by ${height} pixels, expected ${count}`);
  const bits = depth * channels;
  if (![1, 2, 4, 8, 16, 24, 32].includes(bits)) throw broken(`its pixels have ${bits} bits`);
  const rowBytes = Math.ceil((width * bits) / 8);
  const length = height * (rowBytes + 1);
  const joined = parts.length === 1 ? parts[0]! : joinParts(parts);
  const rows = unfilter(
    inflate(joined, { length, elementSize: 1, maxLength: length }),
    rowBytes,
    Math.max(1, bits >> 3),
  );
  if ((width * bits) % 8 === 0) return unpackIntegers(rows, 0, bits, count);
  const values = new Float64Array(count);
  for (let row = 0; row < height; row++) values.set(unpackIntegers(rows, row * rowBytes, bits, width), row * width);
  return values;
}

function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.byteLength;
  }
  return joined;
}

/** Undoes the filter that each row names in its first byte. */
function unfilter(filtered: Uint8Array, rowBytes: number, pixel: number): Uint8Array {
  const rows = new Uint8Array((filtered.byteLength / (rowBytes + 1)) * rowBytes);
  for (let from = 0, to = 0; to < rows.byteLength; from += rowBytes + 1, to += rowBytes) {
    const filter = filtered[from]!;
    if (filter > 4) throw broken(`row filter ${filter}`);
    for (let at = 0; at < rowBytes; at++) {
      const left = at >= pixel ? rows[to + at - pixel]! : 0;
      const up = to >= rowBytes ? rows[to + at - rowBytes]! : 0;
      const corner = at >= pixel && to >= rowBytes ? rows[to + at - rowBytes - pixel]! : 0;
      const guess =
        filter === 0
          ? 0
          : filter === 1
            ? left
            : filter === 2
              ? up
              : filter === 3
                ? (left + up) >> 1
                : paeth(left, up, corner);
      rows[to + at] = filtered[from + 1 + at]! + guess;
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the PNG image cannot be read: ${what}`);
}
