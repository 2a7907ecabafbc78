import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeUtf8, encodeUtf8, firstMalformedByte } from "../../src/bytes/text/utf8.ts";
import { unitsOfUtf8, utf8Length, writeUtf8 } from "../../src/bytes/text/utf8-in-place.ts";
import { anyCharacter } from "./any-text.ts";
import { caught } from "./caught.ts";

test("text goes to bytes and back, byte order marks and all", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const bytes = encodeUtf8(`\ufeff${text}`);
      expect(Buffer.from(bytes).equals(Buffer.from(`\ufeff${text}`))).toBe(true);
      expect(decodeUtf8(bytes)).toBe(`\ufeff${text}`);
    }),
  );
});

test("bytes are refused exactly where the platform's strict decoder refuses them", () => {
  const lead = fc.constantFrom(
    0x41,
    0x7f,
    0x80,
    0xbf,
    0xc0,
    0xc1,
    0xc2,
    0xdf,
    0xe0,
    0xed,
    0xef,
    0xf0,
    0xf4,
    0xf5,
    0xff,
  );
  const trail = fc.constantFrom(0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0x41);
  const sequence = fc.tuple(lead, fc.array(trail, { maxLength: 3 })).map(([first, rest]) => [first, ...rest]);
  fc.assert(
    fc.property(fc.array(sequence, { maxLength: 4 }), (sequences) => {
      const bytes = Uint8Array.from(sequences.flat());
      const offset = firstMalformedByte(bytes);
      expect(offset === undefined).toBe(platformAccepts(bytes));
      if (offset === undefined) return;
      expect(platformAccepts(bytes.subarray(0, offset))).toBe(true);
      expect(platformAccepts(bytes.subarray(0, offset + 1))).toBe(false);
      const error = caught(() => decodeUtf8(bytes, { key: "k" }));
      expect([error.code, error.place.key]).toEqual(["invalid-data", "k"]);
      expect(error.what).toContain(`at offset ${offset}`);
    }),
    { numRuns: 2000 },
  );
});

test("lone surrogates have no bytes", () => {
  for (const text of ["\ud800", "ab\udc00", "\ud800\ud800\udc00"]) {
    expect(caught(() => encodeUtf8(text)).code).toBe("invalid-request");
  }
  expect(caught(() => encodeUtf8("ab\udc00", { field: "name" })).message).toBe(
    "text with the lone surrogate U+DC00 at index 2 has no UTF-8 form (name)",
  );
});

function platformAccepts(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

test("text is measured and written in place as the platform does it, short or long", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 90 }), fc.nat(3), (text, at) => {
      const expected = Buffer.from(text);
      expect(utf8Length(text)).toBe(expected.byteLength);
      const out = new Uint8Array(expected.byteLength + at + 1).fill(7);
      writeUtf8(text, expected.byteLength, out, at);
      expect(Buffer.from(out)).toEqual(Buffer.concat([Buffer.alloc(at, 7), expected, Buffer.of(7)]));
      expect(unitsOfUtf8(expected, 0, expected.byteLength)).toBe(text.length);
    }),
  );
});

test("a lone surrogate cannot be measured", () => {
  for (const text of ["\ud800", "a\udc00b", "\ud83d\ud83d\ude00"]) {
    expect(caught(() => utf8Length(text)).code).toBe("invalid-request");
  }
});
