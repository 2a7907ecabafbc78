/** FlexBuffers and MessagePack: values of each kind, written by hand from their specifications, and what is refused. */
import { describe, expect, it } from "vitest";
import { readFlexBuffer } from "../../src/bytes/flatbuffers/flex-buffer.ts";
import { readMessagePack } from "../../src/bytes/message-pack.ts";

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));

describe("MessagePack", () => {
  it.each<[string, unknown]>([
    ["c0", null],
    ["c2", false],
    ["c3", true],
    ["7f", 127],
    ["e0", -32],
    ["cc ff", 255],
    ["cd ffff", 65535],
    ["ce ffffffff", 4294967295],
    ["cf 001fffffffffffff", 9007199254740991],
    ["cf 0020000000000000", 9007199254740992n],
    ["d0 80", -128],
    ["d1 8000", -32768],
    ["d2 80000000", -2147483648],
    ["d3 8000000000000000", -9223372036854775808n],
    ["ca 3fc00000", 1.5],
    ["cb 3ff8000000000000", 1.5],
    ["a2 c3a4", "ä"],
    ["d9 01 61", "a"],
    ["da 0001 61", "a"],
    ["db 00000001 61", "a"],
    ["92 01 a1 61", [1, "a"]],
    ["dc 0001 c0", [null]],
    ["dd 00000001 c0", [null]],
    ["81 a1 61 01", { a: 1 }],
    ["de 0001 a1 61 01", { a: 1 }],
    ["df 00000001 a1 61 01", { a: 1 }],
  ])("%s", (hex, value) => expect(readMessagePack(bytes(hex))).toEqual(value));

  it.each([
    "",
    "01 02",
    "92 01",
    "dd ffffffff",
    "df ffffffff",
    "a2 61",
    "a1 ff",
    "c1",
    "c4 01 00",
    "81 01 01",
    "91".repeat(80),
  ])("refuses %s", (hex) => expect(() => readMessagePack(bytes(hex))).toThrow(/MessagePack/));

  it("keeps a member named __proto__ a member", () => {
    const value = readMessagePack(Uint8Array.of(0x81, 0xa9, ...new TextEncoder().encode("__proto__"), 1));
    expect(Object.entries(value as object)).toEqual([["__proto__", 1]]);
  });
});

describe("FlexBuffers", () => {
  // The type byte is the kind times four, and the logarithm of a width.
  it.each<[string, unknown]>([
    ["00 00 01", null],
    ["01 68 01", true],
    ["ff 04 01", -1],
    ["ff 08 01", 255],
    ["feff 05 02", -2],
    ["000000000000f83f 0f 08", 1.5],
    ["0000c03f 0e 04", 1.5],
    ["ffffffffffffffff 0b 08", 18446744073709551615n],
    ["01 61 00 02 14 01", "a"],
    ["61 00 02 10 01", "a"],
    // Kind 10, a vector: its length, two elements, their types.
    ["02 01 00 04 00 04 28 01", [1, null]],
    // Kind 11, a vector of integers; 16, of just two.
    ["03 01 02 03 03 2c 01", [1, 2, 3]],
    ["05 06 02 40 01", [5, 6]],
    // Kind 9, a map: the key, the list of keys, the way to it, its width, the length, the value and its type.
    ["61 00 01 03 01 01 01 07 04 02 24 01", { a: 7 }],
    // What is empty may end where its place begins: a vector, a blob, a map and its keys.
    ["00 00 28 01", []],
    ["00 00 64 01", []],
    ["00 00 01 00 00 24 01", {}],
  ])("%s", (hex, value) => expect(readFlexBuffer(bytes(hex))).toEqual(value));

  it.each([
    "",
    "00",
    "00 00 03",
    "05 28 01",
    "09 01 14 01",
    "ff 61 02 14 01",
    "01 ff 00 02 14 01",
    "61 01 10 01",
    "00 74 01",
    "01 00 28 01",
    "01 00 14 01",
    "00 00 1c 01",
  ])("refuses %s", (hex) => expect(() => readFlexBuffer(bytes(hex))).toThrow(/FlexBuffers/));

  it("refuses few bytes that describe values without end", () => {
    // Each vector has 16 elements, all of which are the vector before.
    const parts = [0];
    let last = 1;
    parts.push(0);
    for (let level = 0; level < 8; level++) {
      parts.push(16);
      const start = parts.length;
      for (let i = 0; i < 16; i++) parts.push(start + i - last);
      for (let i = 0; i < 16; i++) parts.push(10 << 2);
      last = start;
    }
    parts.push(parts.length - last, 10 << 2, 1);
    expect(() => readFlexBuffer(Uint8Array.from(parts))).toThrow(/FlexBuffers: more than 100000 values|outside|leads/);
  });
});
