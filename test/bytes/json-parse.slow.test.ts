/** Documents of 100 MB: they parse, or are refused early. A hang or an exhausted heap fails the run. */
import { expect, test } from "vitest";
import { toPlain } from "../../src/bytes/json/make.ts";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { caught } from "./caught.ts";

const SIZE = 100_000_000;

test.each(["[", '{"a":', "[[],"])("%j over and over ends at the depth limit", (piece) => {
  expect(caught(() => parseJson(piece.repeat(SIZE / piece.length))).code).toBe("unsupported");
});

test.each(["1", '{"":[1]}'])("%j over and over ends at the limit of values", (piece) => {
  const text = `[${`${piece},`.repeat(SIZE / (piece.length + 1))}1]`;
  expect(caught(() => parseJson(text)).what).toContain("more than 20000000 values");
});

test("white space, a long string, a long number and many escapes are read", () => {
  expect(toPlain(parseJson(`${" \n".repeat(SIZE / 2)}1`).root)).toBe(1);
  expect(toPlain(parseJson(`"${"x".repeat(SIZE)}"`).root)).toHaveLength(SIZE);
  expect(toPlain(parseJson("1".repeat(SIZE)).root)).toBe(Number.POSITIVE_INFINITY);
  expect(toPlain(parseJson(`"${"\\n".repeat(SIZE / 4)}"`).root)).toHaveLength(SIZE / 4);
});

test("a truncated document is refused at its end", () => {
  const error = caught(() => parseJson(`[${'"0123456789",\n'.repeat(SIZE / 14)}`));
  expect(error.message).toBe("expected a value, found end of document (:7142858:1)");
});

test("a million references are read", () => {
  const references = Array.from({ length: 1_000_000 }, (_, at) => `"t/${at}.0.0":["s3://bucket/path/file.nc",${at},9]`);
  const { root } = parseJson(new TextEncoder().encode(`{${references.join(",\n")}}`));
  expect(root.type === "object" && root.members.size).toBe(1_000_000);
});
