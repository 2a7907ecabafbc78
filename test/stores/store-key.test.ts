import fc from "fast-check";
import { expect, test } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { checkKey, checkPrefix, compareKeys, isBelow, joinKey, splitKey } from "../../src/stores/store-key.ts";

test.each([
  ["", "is empty"],
  ["/a", "begins with a slash"],
  ["/", "begins with a slash"],
  ["a/", "ends with a slash"],
  ["a//b", "has an empty segment"],
  ["a/./b", 'has a "." segment'],
  [".", 'has a "." segment'],
  ["a/..", 'has a ".." segment'],
  ["../a", 'has a ".." segment'],
  ["a\0", "contains a NUL"],
  ["a/\ud83d", "half a surrogate pair"],
  ["\ude00\ud83d", "half a surrogate pair"],
])("refuses %j and says why", (key, why) => {
  expect(() => checkKey(key)).toThrow(why);
  if (key !== "") expect(() => checkPrefix(key)).toThrow(why);
});

test.each(["a", "zarr.json", ".zarray", "...", "a/.b/..c", "c/0/1", "a\\b", "C:", "\u0001", "😀/é", " ", "a b"])(
  "takes %j",
  (key) => {
    checkKey(key);
    checkPrefix(key);
  },
);

test("the root is a prefix and no key; what is no string is refused as such", () => {
  checkPrefix("");
  const missing: unknown = undefined;
  expect(() => checkKey(missing as string)).toThrow("of type undefined is not a string");
});

test("whatever the text, a key passes or is refused, and one that passes names each of its segments", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "/", ".", "\0", "\ud800", "\udc00", "é"), maxLength: 8 });
  fc.assert(
    fc.property(text, (key) => {
      const good = key
        .split("/")
        .every((name) => name !== "" && name !== "." && name !== ".." && !name.includes("\0") && isUtf8(name));
      let error: unknown;
      try {
        checkKey(key);
      } catch (caught) {
        error = caught;
      }
      expect(error === undefined).toBe(good);
      if (error !== undefined) expect(isHyperslabError(error, "invalid-request")).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

function isUtf8(text: string): boolean {
  return new TextDecoder().decode(new TextEncoder().encode(text)) === text;
}

test("joins and splits", () => {
  expect(joinKey("", "a")).toBe("a");
  expect(joinKey("a/b", "")).toBe("a/b");
  expect(joinKey("a/b", "c/d")).toBe("a/b/c/d");
  expect(joinKey("", "")).toBe("");
  expect(splitKey("a/b/c")).toEqual({ prefix: "a/b", name: "c" });
  expect(splitKey("c")).toEqual({ prefix: "", name: "c" });
});

test("below means behind a slash", () => {
  expect(isBelow("a/b", "a")).toBe(true);
  expect(isBelow("ab", "a")).toBe(false);
  expect(isBelow("a", "a")).toBe(false);
  expect(isBelow("x/a/b", "a")).toBe(false);
  expect(isBelow("a", "")).toBe(true);
});

test("keys sort as their UTF-8 bytes do", () => {
  const text = fc.string({ unit: "binary", maxLength: 6 }).filter(isUtf8);
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
    }),
    { numRuns: 2000 },
  );
  expect(["\uffee", "😀", "z"].sort(compareKeys)).toEqual(["z", "\uffee", "😀"]);
});
