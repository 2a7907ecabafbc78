import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FLOAT_SIZES } from "../../src/model/data-types/named.ts";
import {
  canHoldFloat,
  decodeFloat,
  encodeFloat,
  narrowFloats,
  type SmallFloatName,
  widenFloats,
} from "../../src/model/data-types/small-float.ts";

/** What Python's ml_dtypes and NumPy make of every code, and of values between codes. */
interface Table {
  readonly decode: string;
  readonly inputs: string;
  readonly codes: string;
}
const tables: { readonly types: Readonly<Record<SmallFloatName, Table>> } = JSON.parse(
  readFileSync(new URL("../../fixtures/small-floats/tables.json", import.meta.url), "utf8"),
);
const names = Object.keys(tables.types) as SmallFloatName[];

function unpack(packed: string, size: number): ArrayBuffer {
  const planes = inflateSync(Buffer.from(packed, "base64"));
  const count = planes.length / size;
  const bytes = new Uint8Array(planes.length);
  for (let plane = 0; plane < size; plane++) {
    for (let i = 0; i < count; i++) bytes[i * size + plane] = planes[plane * count + i]!;
  }
  return bytes.buffer;
}

/** Little-endian codes, as they lie in memory. */
function codesAsBytes(name: SmallFloatName, codes: ArrayLike<number>): Uint8Array {
  const values = Array.from(codes);
  return Uint8Array.from(FLOAT_SIZES[name] === 2 ? values.flatMap((code) => [code & 0xff, code >> 8]) : values);
}

/** Bits of a float32, with one pattern for all NaNs. */
function bitsOf(values: Float32Array): number[] {
  const words = new Uint32Array(values.buffer);
  return Array.from(words, (word, index) => (Number.isNaN(values[index]) ? -1 : word));
}

/** Comparing so many numbers one `expect` each, or as one list, would take seconds. */
function firstDifference(ours: ArrayLike<number>, peers: ArrayLike<number>): object | undefined {
  if (ours.length !== peers.length) return { ours: ours.length, peers: peers.length };
  for (let index = 0; index < ours.length; index++) {
    if (ours[index] !== peers[index]) return { index, ours: ours[index], peers: peers[index] };
  }
  return undefined;
}

describe.each(names)("%s", (name) => {
  const decoded = new Float32Array(unpack(tables.types[name].decode, 4));
  const allCodes = Array.from(decoded, (_, code) => code);
  const inputs = new Float64Array(unpack(tables.types[name].inputs, 8));
  const codes = new Uint16Array(unpack(tables.types[name].codes, 2));

  it("decodes every code to the value its peer gives it", () => {
    const ours = Float32Array.from(allCodes, (code) => decodeFloat(name, code));
    expect(firstDifference(bitsOf(ours), bitsOf(decoded))).toBeUndefined();
  });

  it("widens every code in bulk to the same", () => {
    const out = new Float32Array(allCodes.length);
    widenFloats(name, codesAsBytes(name, allCodes), out);
    expect(firstDifference(bitsOf(out), bitsOf(decoded))).toBeUndefined();
  });

  it("rounds values between codes as its peer does", () => {
    const wrong = [...inputs].flatMap((input, index) => {
      const ours = encodeFloat(name, input);
      return ours === codes[index] || sameNan(name, ours, codes[index]!) ? [] : [{ input, ours, peer: codes[index] }];
    });
    expect(inputs.length).toBeGreaterThan(600);
    expect(wrong).toEqual([]);
  });

  it("keeps every code through widening and narrowing, NaN payloads and signs too", () => {
    const bytes = codesAsBytes(name, allCodes);
    const wide = new Float32Array(allCodes.length);
    widenFloats(name, bytes, wide);
    const back = new Uint8Array(bytes.length);
    narrowFloats(name, wide, back);
    expect(firstDifference(back, bytes)).toBeUndefined();
  });

  it("narrows float32 in bulk as one value at a time", () => {
    const single = Float32Array.from(inputs);
    const out = new Uint8Array(single.length * FLOAT_SIZES[name]);
    narrowFloats(name, single, out);
    expect(out).toEqual(
      codesAsBytes(
        name,
        Array.from(single, (value) => encodeFloat(name, value)),
      ),
    );
    const fromDoubles = new Uint8Array(out.length);
    narrowFloats(name, inputs, fromDoubles);
    expect(fromDoubles).toEqual(
      codesAsBytes(
        name,
        Array.from(inputs, (value) => encodeFloat(name, value)),
      ),
    );
  });

  it("holds what it can express and nothing that overflows", () => {
    const largest = Math.max(...decoded.filter(Number.isFinite));
    expect(canHoldFloat(name, largest)).toBe(true);
    expect(canHoldFloat(name, largest * 2)).toBe(false);
    for (const [index, input] of inputs.entries()) {
      if (!Number.isFinite(input) || !canHoldFloat(name, input)) continue;
      expect(Number.isFinite(decodeFloat(name, codes[index]!))).toBe(true);
    }
  });
});

function sameNan(name: SmallFloatName, a: number, b: number): boolean {
  return Number.isNaN(decodeFloat(name, a)) && Number.isNaN(decodeFloat(name, b));
}

describe("small floats", () => {
  it("covers every type of 16 bits and fewer", () => {
    const small = Object.keys(FLOAT_SIZES).filter((name) => name !== "float32" && name !== "float64");
    expect(names.toSorted()).toEqual(small.toSorted());
  });

  it("makes the quiet NaN, sign clear, of a NaN", () => {
    const made = names.map((name) => (canHoldFloat(name, Number.NaN) ? encodeFloat(name, Number.NaN) : undefined));
    expect(Object.fromEntries(names.map((name, index) => [name, made[index]]))).toEqual({
      float16: 0x7e00,
      bfloat16: 0x7fc0,
      float8_e3m4: 0x78,
      float8_e4m3: 0x7c,
      float8_e4m3b11fnuz: 0x80,
      float8_e4m3fn: 0x7f,
      float8_e4m3fnuz: 0x80,
      float8_e5m2: 0x7e,
      float8_e5m2fnuz: 0x80,
      float8_e8m0fnu: 0xff,
      float6_e2m3fn: undefined,
      float6_e3m2fn: undefined,
      float4_e2m1fn: undefined,
    });
  });

  it.each(["float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn"] as const)("refuses a NaN that %s cannot hold", (name) => {
    const refusal = expect.objectContaining({ code: "invalid-request" });
    expect(() => encodeFloat(name, Number.NaN)).toThrow(refusal);
    expect(() => narrowFloats(name, new Float32Array([Number.NaN]), new Uint8Array(1))).toThrow(refusal);
  });

  it("ignores the bits of a byte above a narrow type", () => {
    expect(decodeFloat("float4_e2m1fn", 0xf7)).toBe(decodeFloat("float4_e2m1fn", 0x07));
    expect(decodeFloat("float6_e3m2fn", 0xc5)).toBe(decodeFloat("float6_e3m2fn", 0x05));
  });

  it("rounds once: just above a tie goes up, though float32 would round it back to the tie", () => {
    expect(encodeFloat("bfloat16", 1 + 2 ** -8)).toBe(0x3f80);
    expect(encodeFloat("bfloat16", 1 + 2 ** -8 + 2 ** -40)).toBe(0x3f81);
    expect(encodeFloat("float8_e4m3fn", 1 + 2 ** -4 + 2 ** -40)).toBe(0x39);
  });

  it("rounds between the two lowest scales to the nearer one, where the peer always rounds up", () => {
    const codes = [1, 1.25, 1.49, 1.5, 1.75, 2].map((factor) => encodeFloat("float8_e8m0fnu", factor * 2 ** -127));
    expect(codes).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it("keeps a NaN a NaN when its payload has no room", () => {
    const nan = new Float32Array(new Uint32Array([0x7f800001, 0xff800001]).buffer);
    const out = new Uint8Array(4);
    narrowFloats("float16", nan, out);
    expect([...new Uint16Array(out.buffer)]).toEqual([0x7e00, 0xfe00]);
    narrowFloats("bfloat16", nan, out);
    expect([...new Uint16Array(out.buffer)]).toEqual([0x7fc0, 0xffc0]);
  });

  it("narrows any float32 bits as encodeFloat narrows their value", () => {
    const words = fc.uint32Array({ minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.constantFrom("float16" as const, "bfloat16" as const), words, (name, bits) => {
        const values = new Float32Array(bits.buffer, bits.byteOffset, bits.length).filter((x) => !Number.isNaN(x));
        const out = new Uint8Array(values.length * 2);
        narrowFloats(name, values, out);
        expect([...new Uint16Array(out.buffer)]).toEqual(Array.from(values, (value) => encodeFloat(name, value)));
      }),
      { numRuns: 300 },
    );
  });
});
