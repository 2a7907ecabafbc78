import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBase64, encodeBase64 } from "../../src/bytes/text/base64.ts";
import { caught } from "./caught.ts";

describe("Base64", () => {
  test("the examples of RFC 4648", () => {
    const examples = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
    const texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
    expect(texts.map((text) => encodeBase64(new TextEncoder().encode(text)))).toEqual(examples);
    expect(examples.map((example) => new TextDecoder().decode(decodeBase64(example)))).toEqual(texts);
  });

  test("agrees with Node and goes back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = encodeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString("base64"));
        expect(decodeBase64(text)).toEqual(bytes);
      }),
    );
  });

  test.each([
    ["Zg", "Base64 text has 2 characters, which is not a multiple of 4"],
    ["Zm9vYg=", "Base64 text has 7 characters, which is not a multiple of 4"],
    ["Zm9v\n", "Base64 text has 5 characters, which is not a multiple of 4"],
    ["Zm9 ", 'not a Base64 character: " " at index 3'],
    ["Zm9vZm-v", 'not a Base64 character: "-" at index 6'],
    ["Zm9_", 'not a Base64 character: "_" at index 3'],
    ["Zm9é", 'not a Base64 character: "é" at index 3'],
    ["Zm9\u1234", 'not a Base64 character: "\u1234" at index 3'],
    ["Zg==Zg==", 'not a Base64 character: "=" at index 2'],
    ["Z===", 'not a Base64 character: "=" at index 1'],
    ["====", 'not a Base64 character: "=" at index 0'],
    ["Z=g=", 'not a Base64 character: "=" at index 1'],
    ["Zh==", "Base64 text whose unused last bits are not zero"],
    ["Zm9=", "Base64 text whose unused last bits are not zero"],
  ])("refuses %j", (text, what) => {
    const error = caught(() => decodeBase64(text, { key: "refs.json" }));
    expect([error.code, error.what, error.place.key]).toEqual(["invalid-data", what, "refs.json"]);
  });

  test("accepts no text but the one that it makes", () => {
    const letters = fc.constantFrom(..."AQgwZz09+/=".split(""));
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        const canonical = Buffer.from(text, "base64").toString("base64") === text;
        if (canonical) expect(encodeBase64(decodeBase64(text))).toBe(text);
        else expect(caught(() => decodeBase64(text)).code).toBe("invalid-data");
      }),
      { numRuns: 1000 },
    );
  });
});
