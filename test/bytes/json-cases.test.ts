/** Nasty JSON, case by case: what is accepted and as what, what is refused, where and in which words. */
import { describe, expect, test } from "vitest";
import { toPlain } from "../../src/bytes/json/make.ts";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { caught } from "./caught.ts";

const ACCEPTED: readonly (readonly [text: string, plain: unknown])[] = [
  ["null", null],
  [" \t\r\n true \t\r\n ", true],
  ["false", false],
  ['""', ""],
  ["0", 0],
  ["-0", -0],
  ["-0.0", -0],
  ["1E5", 1e5],
  ["1e+05", 1e5],
  ["0e0", 0],
  ["0.1e-1", 0.01],
  ["1e400", Number.POSITIVE_INFINITY],
  ["1e-400", 0],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["-9223372036854775808", -9223372036854775808n],
  ["18446744073709551615", 18446744073709551615n],
  ["18446744073709551615.0", 2 ** 64],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["[NaN,-Infinity]", [Number.NaN, Number.NEGATIVE_INFINITY]],
  ["[]", []],
  ["[ ]", []],
  ["{}", {}],
  ["{ }", {}],
  ["[[],{},[[]]]", [[], {}, [[]]]],
  ['{"a":{"b":[{}]}}', { a: { b: [{}] } }],
  ['{"":1," ":2}', { "": 1, " ": 2 }],
  ['{"constructor":1,"toString":2}', { constructor: 1, toString: 2 }],
  ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
  ['"\\u00e9\\u00E9\\uFFFF\\u0000"', "\u00e9\u00e9\uffff\u0000"],
  ['"\\ud83d\\ude00"', "😀"],
  ['"\\ud800"', "\ud800"],
  ['"\\udc00\\ud800x"', "\udc00\ud800x"],
  ['"\u007f\u0080\u2028\u2029\ufeff"', "\u007f\u0080\u2028\u2029\ufeff"],
  ['"ends with a backslash \\\\"', "ends with a backslash \\"],
  ['"NaN"', "NaN"],
  ['\ufeff{"a":1}', { a: 1 }],
];

const REFUSED: readonly (readonly [text: string, line: number, column: number, what: string])[] = [
  ["", 1, 1, "expected a value, found end of document"],
  [" \n ", 2, 2, "expected a value, found end of document"],
  ["\ufeff", 1, 1, "expected a value, found end of document"],
  ["\ufeff\ufeff1", 1, 1, "expected a value, found the character U+FEFF"],
  ["[", 1, 2, "expected a value, found end of document"],
  ["[1", 1, 3, "expected ',' or ']' in an array, found end of document"],
  ["[1,", 1, 4, "expected a value, found end of document"],
  ["[1,]", 1, 4, "expected a value, found ']'"],
  ["[,1]", 1, 2, "expected a value, found ','"],
  ["[1 2]", 1, 4, "expected ',' or ']' in an array, found '2'"],
  ["[1}", 1, 3, "expected ',' or ']' in an array, found '}'"],
  ["[1:2]", 1, 3, "expected ',' or ']' in an array, found ':'"],
  ["]", 1, 1, "expected a value, found ']'"],
  ["{", 1, 2, "expected a member name in double quotes, found end of document"],
  ['{"a"', 1, 5, "expected ':' after a member name, found end of document"],
  ['{"a":', 1, 6, "expected a value, found end of document"],
  ['{"a":1', 1, 7, "expected ',' or '}' in an object, found end of document"],
  ['{"a":1,', 1, 8, "expected a member name in double quotes, found end of document"],
  ['{"a":1,}', 1, 8, "expected a member name in double quotes, found '}'"],
  ['{"a":1]', 1, 7, "expected ',' or '}' in an object, found ']'"],
  ['{"a" 1}', 1, 6, "expected ':' after a member name, found '1'"],
  ['{"a","b"}', 1, 5, "expected ':' after a member name, found ','"],
  ["{a:1}", 1, 2, "expected a member name in double quotes, found 'a'"],
  ["{'a':1}", 1, 2, "expected a member name in double quotes, found '''"],
  ["{1:1}", 1, 2, "expected a member name in double quotes, found '1'"],
  ["{null:1}", 1, 2, "expected a member name in double quotes, found 'null'"],
  ["{{}}", 1, 2, "expected a member name in double quotes, found '{'"],
  ["{}}", 1, 3, "expected the end of the document, found '}'"],
  ["1 2", 1, 3, "expected the end of the document, found '2'"],
  ["{}\n\u0000", 2, 1, "expected the end of the document, found the character U+0000"],
  ["nul", 1, 1, "expected a value, found 'nul'"],
  ["nullx", 1, 1, "expected a value, found 'nullx'"],
  ["true1", 1, 1, "expected a value, found 'true1'"],
  ["[1, True]", 1, 5, "expected a value, found 'True'"],
  ["nan", 1, 1, "expected a value, found 'nan'"],
  ["NaNs", 1, 1, "expected a value, found 'NaNs'"],
  ["+Infinity", 1, 1, "expected a value, found '+'"],
  ["-NaN", 1, 2, "expected a digit in a number, found 'NaN'"],
  ["-Inf", 1, 2, "expected a value, found 'Inf'"],
  ["undefined", 1, 1, "expected a value, found 'undefined'"],
  ["+1", 1, 1, "expected a value, found '+'"],
  ["-", 1, 2, "expected a digit in a number, found end of document"],
  ["--1", 1, 2, "expected a digit in a number, found '-'"],
  ["01", 1, 1, "a number must not start with 0 and another digit, found '01'"],
  ["-01", 1, 1, "a number must not start with 0 and another digit, found '-'"],
  ["00", 1, 1, "a number must not start with 0 and another digit, found '00'"],
  [".5", 1, 1, "expected a value, found '.'"],
  ["1.", 1, 3, "expected a digit after the decimal point of a number, found end of document"],
  ["1.e5", 1, 3, "expected a digit after the decimal point of a number, found 'e5'"],
  ["1e", 1, 3, "expected a digit in the exponent of a number, found end of document"],
  ["1e+", 1, 4, "expected a digit in the exponent of a number, found end of document"],
  ["1e5.5", 1, 4, "expected the end of the document, found '.'"],
  ["0x10", 1, 2, "expected the end of the document, found 'x10'"],
  ["1_000", 1, 2, "expected the end of the document, found '_000'"],
  ["1n", 1, 2, "expected the end of the document, found 'n'"],
  ["١", 1, 1, "expected a value, found '١'"],
  ['"', 1, 2, "a string is not closed: expected '\"', found end of document"],
  ['"abc', 1, 5, "a string is not closed: expected '\"', found end of document"],
  ['"abc\\"', 1, 7, "a string is not closed: expected '\"', found end of document"],
  ['"\\', 1, 3, "unknown escape in a string: expected one of \" \\ / b f n r t u after '\\', found end of document"],
  ['"\\x41"', 1, 3, "unknown escape in a string: expected one of \" \\ / b f n r t u after '\\', found 'x41'"],
  ['"\\U0041"', 1, 3, "unknown escape in a string: expected one of \" \\ / b f n r t u after '\\', found 'U0041'"],
  ['"\\u12"', 1, 6, "expected four hexadecimal digits after '\\u', found '\"'"],
  ['"\\u+123"', 1, 4, "expected four hexadecimal digits after '\\u', found '+'"],
  ['"\\u12g4"', 1, 6, "expected four hexadecimal digits after '\\u', found 'g4'"],
  ['"a\nb"', 1, 3, "a control character in a string must be escaped, found the character U+000A"],
  ['"a\tb"', 1, 3, "a control character in a string must be escaped, found the character U+0009"],
  ['"\u0000"', 1, 2, "a control character in a string must be escaped, found the character U+0000"],
  ["'a'", 1, 1, "expected a value, found '''"],
  ["// comment\n1", 1, 1, "expected a value, found '/'"],
  ["[1, /* two */ 2]", 1, 5, "expected a value, found '/'"],
  ["\u00a01", 1, 1, "expected a value, found the character U+00A0"],
  ["\u000b1", 1, 1, "expected a value, found the character U+000B"],
  ["😀", 1, 1, "expected a value, found '😀'"],
  ["[\n  1,\r\n  2,\r  @]", 4, 3, "expected a value, found '@'"],
  ['["😀", x]', 1, 8, "expected a value, found 'x'"],
];

describe("accepted", () => {
  test.each(ACCEPTED)("%j", (text, plain) => {
    expect(toPlain(parseJson(text).root)).toStrictEqual(plain);
    expect(toPlain(parseJson(new TextEncoder().encode(text)).root)).toStrictEqual(plain);
  });
});

describe("refused", () => {
  test.each(REFUSED)("%j", (text, line, column, what) => {
    const error = caught(() => parseJson(text, { key: "a/zarr.json" }));
    expect(error.code).toBe("invalid-data");
    expect(error.what).toBe(what);
    expect(error.place).toEqual({ key: "a/zarr.json", line, column });
    expect(caught(() => parseJson(new TextEncoder().encode(text), { key: "a/zarr.json" })).place).toEqual(error.place);
  });
});
