import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteCursor } from "../../src/bytes/source/byte-cursor.ts";
import { ByteWriter } from "../../src/bytes/source/byte-writer.ts";
import { caught } from "./caught.ts";

describe("ByteCursor", () => {
  // Every byte differs, so that a wrong order or offset shows.
  const bytes = Uint8Array.from({ length: 16 }, (_, at) => 0xf0 - at * 15);
  const buffer = Buffer.from(bytes);

  test("reads as Node's Buffer does, in both byte orders", () => {
    const cursor = (): ByteCursor => new ByteCursor(bytes).at(1);
    expect(cursor().u8()).toBe(buffer.readUInt8(1));
    expect(cursor().i8()).toBe(buffer.readInt8(1));
    expect([cursor().u16(), cursor().u16("big")]).toEqual([buffer.readUInt16LE(1), buffer.readUInt16BE(1)]);
    expect([cursor().i16(), cursor().i16("big")]).toEqual([buffer.readInt16LE(1), buffer.readInt16BE(1)]);
    expect([cursor().u32(), cursor().u32("big")]).toEqual([buffer.readUInt32LE(1), buffer.readUInt32BE(1)]);
    expect([cursor().i32(), cursor().i32("big")]).toEqual([buffer.readInt32LE(1), buffer.readInt32BE(1)]);
    expect([cursor().u64(), cursor().u64("big")]).toEqual([buffer.readBigUInt64LE(1), buffer.readBigUInt64BE(1)]);
    expect([cursor().i64(), cursor().i64("big")]).toEqual([buffer.readBigInt64LE(1), buffer.readBigInt64BE(1)]);
    expect([cursor().f32(), cursor().f32("big")]).toEqual([buffer.readFloatLE(1), buffer.readFloatBE(1)]);
    expect([cursor().f64(), cursor().f64("big")]).toEqual([buffer.readDoubleLE(1), buffer.readDoubleBE(1)]);
  });

  test("moves on, looks elsewhere, honours its own byte order and a view's offset", () => {
    const cursor = new ByteCursor(bytes.subarray(2), { endian: "big" });
    expect(cursor.u16()).toBe(buffer.readUInt16BE(2));
    expect(cursor.at(4).u16()).toBe(buffer.readUInt16BE(6));
    expect(cursor.u16("little")).toBe(buffer.readUInt16LE(4));
    cursor.skip(1);
    expect(cursor.bytes(2)).toEqual(bytes.slice(7, 9));
    expect([cursor.offset, cursor.remaining]).toEqual([7, 7]);
    expect(cursor.at(14).remaining).toBe(0);
  });

  test("64-bit integers as numbers, if exact", () => {
    const max = new ByteCursor(Uint8Array.of(255, 255, 255, 255, 255, 255, 31, 0));
    expect(max.at(0).u64Number()).toBe(Number.MAX_SAFE_INTEGER);
    expect(new ByteCursor(new Uint8Array(8).fill(255)).i64Number()).toBe(-1);
    const beyond = new ByteCursor(Uint8Array.of(0, 0, 0, 0, 0, 0, 32, 0), { base: 100 });
    expect(caught(() => beyond.at(0).u64Number()).what).toBe("the integer 9007199254740992 is beyond 2^53 at byte 100");
    expect(caught(() => beyond.at(0).i64Number()).code).toBe("invalid-data");
  });

  test("the end of the bytes is an error that says where, and nothing moves", () => {
    const cursor = new ByteCursor(bytes, { base: 1000, place: { key: "file.h5" } });
    cursor.skip(14);
    const readers: readonly (() => unknown)[] = [
      () => cursor.u32(),
      () => cursor.u64(),
      () => cursor.f64(),
      () => cursor.bytes(3),
      () => cursor.skip(9),
      () => cursor.at(17),
    ];
    for (const read of readers) expect(caught(read).code).toBe("invalid-data");
    expect(caught(() => cursor.u32()).message).toBe("expected 4 more bytes, found 2, at byte 1014 (file.h5)");
    expect(cursor.u16()).toBe(buffer.readUInt16LE(14));
    expect(caught(() => cursor.u8()).code).toBe("invalid-data");
    for (const length of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(caught(() => cursor.skip(length)).code).toBe("invalid-data");
    }
    expect(cursor.offset).toBe(16);
  });
});

describe("ByteWriter", () => {
  test("what it writes the cursor reads, in both byte orders, however it grows", () => {
    const endian = fc.constantFrom("little" as const, "big" as const);
    const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const i64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const i32 = fc.integer();
    const row = fc.tuple(u64, i64, i32, fc.double(), fc.float(), fc.uint8Array());
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), endian, endian, (rows, own, other) => {
        const writer = new ByteWriter({ endian: own, capacity: 1 });
        for (const [a, b, c, d, e, f] of rows) {
          writer.u64(a);
          writer.i64(b, other);
          writer.i32(c);
          writer.u32(c >>> 0, other);
          writer.u16(c & 0xffff);
          writer.u8(c & 0xff);
          writer.zeros(3);
          writer.f64(d);
          writer.f32(e, other);
          writer.bytes(f);
        }
        const cursor = new ByteCursor(writer.finish(), { endian: own });
        expect(cursor.remaining).toBe(writer.length);
        for (const [a, b, c, d, e, f] of rows) {
          expect([cursor.u64(), cursor.i64(other)]).toEqual([a, b]);
          expect([cursor.i32(), cursor.u32(other), cursor.u16(), cursor.u8()]).toEqual([
            c,
            c >>> 0,
            c & 0xffff,
            c & 0xff,
          ]);
          expect(cursor.bytes(3)).toEqual(new Uint8Array(3));
          expect([cursor.f64(), cursor.f32(other)]).toEqual([d, e]);
          expect(cursor.bytes(f.byteLength)).toEqual(f);
        }
        expect(cursor.remaining).toBe(0);
      }),
    );
  });

  test("takes safe integers for 64 bits", () => {
    const writer = new ByteWriter();
    writer.u64(258);
    writer.i64(-1);
    expect([...writer.finish()]).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]);
  });

  test("refuses what does not fit, and writes nothing of it", () => {
    const writer = new ByteWriter();
    const writes: readonly (() => void)[] = [
      () => writer.u8(256),
      () => writer.u8(-1),
      () => writer.u16(65536),
      () => writer.u32(2 ** 32),
      () => writer.u32(0.5),
      () => writer.i32(2 ** 31),
      () => writer.i32(Number.NaN),
      () => writer.u64(-1n),
      () => writer.u64(2n ** 64n),
      () => writer.u64(2 ** 53),
      () => writer.i64(2n ** 63n),
      () => writer.zeros(-1),
    ];
    for (const write of writes) expect(caught(write).code).toBe("invalid-request");
    expect(writer.length).toBe(0);
  });
});
