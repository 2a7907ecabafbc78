import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPlain, jsonNumber } from "../../src/bytes/json/make.ts";
import {
  bytesRepeat,
  elementBits,
  elementFromBits,
  fillBytes,
  sameElement,
} from "../../src/model/values/fill-value.ts";

const element = (maxLength = 40) => fc.uint8Array({ minLength: 1, maxLength });

/** The buffer at some alignment, with other bytes on both sides. */
function inside(bytes: Uint8Array, shift: number): Uint8Array {
  const memory = new Uint8Array(bytes.byteLength + shift + 5).fill(0xa5);
  memory.set(bytes, shift);
  return memory.subarray(shift, shift + bytes.byteLength);
}

function repeated(part: Uint8Array, count: number): Uint8Array {
  return Uint8Array.from({ length: part.byteLength * count }, (_, index) => part[index % part.byteLength]!);
}

describe("fillBytes", () => {
  it("repeats the element at any alignment, and touches nothing else", () => {
    fc.assert(
      fc.property(element(), fc.nat(60), fc.nat(9), (part, count, shift) => {
        const out = inside(new Uint8Array(part.byteLength * count), shift);
        fillBytes(out, part);
        expect(out).toEqual(repeated(part, count));
        const around = new Uint8Array(out.buffer);
        expect(around.subarray(shift + out.byteLength).every((byte) => byte === 0xa5)).toBe(true);
        expect(around.subarray(0, shift).every((byte) => byte === 0xa5)).toBe(true);
      }),
    );
  });

  it.each([1, 2, 3, 7, 8, 16, 1000, 20_000, 100_000])("fills large buffers with elements of %d bytes", (size) => {
    const part = Uint8Array.from({ length: size }, (_, index) => (index * 7 + 1) & 0xff);
    const out = new Uint8Array(size * Math.ceil(300_000 / size));
    fillBytes(out, part);
    expect(out.every((byte, index) => byte === part[index % size])).toBe(true);
    expect(bytesRepeat(out, part)).toBe(true);
  });

  it("leaves an empty buffer alone", () => {
    const out = new Uint8Array(0);
    fillBytes(out, Uint8Array.of(1));
    fillBytes(out, new Uint8Array(0));
    expect(out.byteLength).toBe(0);
  });
});

describe("bytesRepeat", () => {
  it("finds the element repeated, at any alignment", () => {
    fc.assert(
      fc.property(element(), fc.nat(60), fc.nat(9), (part, count, shift) => {
        expect(bytesRepeat(inside(repeated(part, count), shift), part)).toBe(true);
      }),
    );
  });

  it("finds any single byte that differs", () => {
    fc.assert(
      fc.property(element(), fc.integer({ min: 1, max: 40 }), fc.nat(9), fc.nat(), (part, count, shift, at) => {
        const bytes = inside(repeated(part, count), shift);
        bytes[at % bytes.byteLength]! ^= 0x10;
        expect(bytesRepeat(bytes, part)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("is true of nothing, false of a part of an element", () => {
    expect(bytesRepeat(new Uint8Array(0), Uint8Array.of(1, 2))).toBe(true);
    expect(bytesRepeat(Uint8Array.of(1, 2, 1), Uint8Array.of(1, 2))).toBe(false);
    expect(bytesRepeat(Uint8Array.of(1), new Uint8Array(0))).toBe(false);
  });
});

describe("sameElement", () => {
  it("distinguishes elements to the bit", () => {
    const different = [
      Uint8Array.of(0, 0, 0, 0),
      Uint8Array.of(0, 0, 0, 0x80),
      Uint8Array.of(0, 0, 0),
      "",
      "a",
      fromPlain(null),
      fromPlain(false),
      fromPlain(""),
      fromPlain(1),
      { ...jsonNumber(1), text: "1.0" },
      fromPlain([]),
      fromPlain([1]),
      fromPlain([2]),
      fromPlain({}),
      fromPlain({ a: 1 }),
      fromPlain({ a: 2 }),
      fromPlain({ b: 1 }),
      fromPlain({ a: 1, b: 2 }),
      fromPlain({ b: 2, a: 1 }),
    ];
    for (const [i, a] of different.entries()) {
      for (const [j, b] of different.entries()) expect(sameElement(a, structuredClone(b))).toBe(i === j);
    }
  });

  it("does not mind where a JSON value stood", () => {
    expect(sameElement({ type: "null", offset: 5 }, { type: "null", offset: -1 })).toBe(true);
  });
});

describe("bit patterns", () => {
  it("become elements and come back", () => {
    expect(elementFromBits(0x7fc00001n, 4)).toEqual(Uint8Array.of(1, 0, 0xc0, 0x7f));
    expect(elementBits(Uint8Array.of(1, 0, 0xc0, 0x7f))).toBe(0x7fc00001n);
    fc.assert(
      fc.property(element(16), (bytes) => {
        expect(elementFromBits(elementBits(bytes), bytes.length)).toEqual(bytes);
      }),
    );
  });

  it("need room for all their bits", () => {
    expect(elementFromBits(0x1_0000n, 2)).toBeUndefined();
    expect(elementFromBits(0xffffn, 2)).toEqual(Uint8Array.of(255, 255));
    expect(elementFromBits(-1n, 2)).toBeUndefined();
  });
});
