/** Packed integers in WebAssembly and in TypeScript: the same of whole data, of damaged data and of made-up data. */
import { describe, expect, it, vi } from "vitest";
import { hashSources } from "../../../scripts/build-packed.mjs";
import { GRIB_WORD } from "../../../src/bytes/grib/message.ts";
import { unpackField } from "../../../src/codecs/array-to-bytes/grib/unpack.ts";
import { decodeAec } from "../../../src/codecs/bytes-to-bytes/aec/decode.ts";
import { SOURCE_HASH } from "../../../src/codecs/kernels/packed/binary.ts";
import type { AecParameters } from "../../../src/codecs/kernels/packed/packed.ts";
import { loadPackedKernel } from "../../../src/codecs/kernels/packed/wasm.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import { noise, random } from "./guarded.ts";

const kernel = (await loadPackedKernel())!;

it("carries the module that its sources make", () => {
  expect(SOURCE_HASH, "run node scripts/build-packed.mjs").toBe(hashSources());
});

it("goes without WebAssembly where there is none", async () => {
  vi.resetModules();
  vi.stubGlobal("WebAssembly", undefined);
  try {
    const fresh = await import("../../../src/codecs/kernels/packed/wasm.ts");
    expect(await fresh.loadPackedKernel()).toBeUndefined();
  } finally {
    vi.unstubAllGlobals();
  }
});

/** What it gives, or what is wrong. */
function outcome<T>(decode: () => T): T | string {
  try {
    return decode();
  } catch (error) {
    if (isHyperslabError(error)) return error.what;
    throw error;
  }
}

describe("adaptive entropy coding", () => {
  const codings: AecParameters[] = [];
  for (const bitsPerSample of [1, 2, 4, 5, 8, 9, 16, 17, 24, 31, 32]) {
    for (const [blockSize, interval] of [
      [8, 3],
      [16, 128],
      [64, 1],
    ] as const) {
      const flags = codings.length;
      codings.push({
        bitsPerSample,
        blockSize,
        interval,
        signed: flags % 2 === 1,
        preprocess: flags % 3 !== 0,
        restricted: flags % 5 === 0,
        padded: flags % 7 === 0,
      });
    }
  }
  it.each(codings)("%o", (coding) => {
    let decoded = 0;
    for (let seed = 0; seed < 60; seed++) {
      // Few ones make runs of zeros, pairs and long unary codes.
      const bytes = noise(40 + seed * 3, seed).map((byte, at) =>
        seed % 3 === 0 ? byte : (at + seed) % 5 === 0 ? byte : 0,
      );
      for (const count of [1, coding.blockSize, coding.blockSize * coding.interval + 3, 200]) {
        const found = kernel.samples(bytes, coding, count);
        const expected = outcome(() => decodeAec(bytes, coding, count));
        expect(found === undefined ? "string" : found).toEqual(found === undefined ? typeof expected : expected);
        if (found !== undefined) decoded += 1;
      }
    }
    expect(decoded).toBeGreaterThan(10);
  });
});

/** Sections 5 and 7 of a field of edition 2. */
function field(template: Uint8Array, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(template.byteLength + 5 + data.byteLength);
  const view = new DataView(bytes.buffer);
  bytes.set(template);
  view.setUint32(0, template.byteLength);
  bytes[4] = 5;
  view.setUint32(template.byteLength, 5 + data.byteLength);
  bytes[template.byteLength + 4] = 7;
  bytes.set(data, template.byteLength + 5);
  if (view.getUint32(0) === GRIB_WORD) throw new Error("a whole message");
  return bytes;
}

/** By both, with the same values or the same error. */
function sameOutcome(bytes: Uint8Array, count: number): boolean {
  const inflate = (stream: Uint8Array): Uint8Array => stream;
  let isRead = false;
  for (const isWide of [true, false]) {
    const found = outcome(() => unpackField(bytes, count, { inflate, kernel, isWide }));
    expect(found).toEqual(outcome(() => unpackField(bytes, count, { inflate, kernel: undefined, isWide })));
    isRead ||= typeof found !== "string";
  }
  return isRead;
}

it("unpacks integers of every width", () => {
  for (let bits = 0; bits <= 33; bits++) {
    for (const count of [0, 1, 2, 7, 65]) {
      const template = new Uint8Array(21);
      const view = new DataView(template.buffer);
      view.setUint32(5, count);
      view.setFloat32(11, 1.5);
      view.setUint16(15, 0x8003);
      view.setUint16(17, 1);
      template[19] = bits;
      const length = Math.ceil((bits * count) / 8);
      expect(sameOutcome(field(template, noise(length, bits)), count)).toBe(bits < 33 || count === 0);
      if (length > 0) expect(sameOutcome(field(template, noise(length - 1, bits)), count)).toBe(false);
    }
  }
});

it("unpacks groups with differences and missing values", () => {
  const next = random(7);
  let read = 0;
  for (let round = 0; round < 600; round++) {
    const [groups, length, width, bits] = [1 + (next() % 5), 1 + (next() % 9), next() % 12, next() % 14];
    const count = groups * length;
    const template = new Uint8Array(49);
    const view = new DataView(template.buffer);
    view.setUint32(5, count);
    view.setUint16(9, 2 + (round % 2));
    view.setFloat32(11, -3.25);
    view.setUint16(15, 2);
    template[19] = bits;
    template[22] = round % 3;
    view.setUint32(31, groups);
    template[35] = width;
    template[36] = round % 4 === 0 ? 2 : 0;
    view.setUint32(37, length);
    view.setUint32(42, length);
    template[47] = 1 + (next() % 2);
    template[48] = next() % 5;
    // All ones are missing values: bytes of ones make some.
    const data = noise(80, round).map((byte, at) => (at % 3 === 0 ? 255 : byte));
    if (sameOutcome(field(template, data), count)) read += 1;
  }
  expect(read).toBeGreaterThan(200);
});

it("refuses differences that add up beyond what doubles hold", () => {
  const count = 2 ** 17;
  const template = new Uint8Array(49);
  const view = new DataView(template.buffer);
  view.setUint32(5, count);
  view.setUint16(9, 3);
  template[19] = 32;
  view.setUint32(31, 1);
  view.setUint32(42, count);
  template[47] = 2;
  template[48] = 4;
  // Every second difference is nearly 2^32: the sum grows with the square of the count.
  const data = new Uint8Array(16).fill(255);
  data.fill(0, 0, 12);
  for (const points of [1000, count]) {
    view.setUint32(5, points);
    view.setUint32(42, points);
    expect(sameOutcome(field(template, data), points)).toBe(points === 1000);
  }
});
