/** Lists of characters and lists that end early, as ncgen 4.9.0 reads them, and rows with line feeds, as ncdump prints them. */
import { describe, expect, it } from "vitest";
import { readText, valuesOf } from "./read-text.ts";

const HEAD = "netcdf a { dimensions: x = 3 ; y = 4 ; t = UNLIMITED ; variables: ";

describe("as ncgen 4.9.0 reads them", () => {
  it.each([
    ['char c(y) ; data: c = "", "a" ;', "\0a\0\0"],
    ['char c(y) ; c:_FillValue = "-" ; data: c = "", "a" ;', "-a--"],
    ['char c(x, y) ; data: c = "", "a" ;', "\0\0\0\0a\0\0\0\0\0\0\0"],
    ["char c(x, y) ; data: c = 'a', 'b', 'c', 'd', 'e' ;", "abcde\0\0\0\0\0\0\0"],
    ['char c(x, y) ; data: c = \'a\', "b", "cd" ;', "a\0\0\0b\0\0\0cd\0\0"],
    ['char c(t) ; data: c = "ab", "", "c" ;', "ab\0c"],
  ])("%s", (body, text) => {
    expect(valuesOf(readText(`${HEAD}${body} }`), "c")).toBe(text);
  });

  it("an attribute has no place for an empty string in a list", () => {
    const [attribute] = readText('netcdf a { :a = "", "b" ; }').root.attributes;
    expect(attribute!.values).toEqual(Uint8Array.of(0x62));
  });
});

describe("as ncdump prints rows with line feeds", () => {
  it.each([
    // [declaration, what ncdump prints, values]
    ["char c(y)", '"abc\\n",\n    ""', "abc\n"],
    ["char c(y)", '"a\\n",\n    ""', "a\n\0\0"],
    ["char c(y)", '"\\n",\n    "\\n",\n    "\\n",\n    "\\n",\n    ""', "\n\n\n\n"],
    ["char c", '"\\n",\n    ""', "\n"],
    [
      "char c(x, y)",
      '\n  "abc\\n",\n    "",\n  "a\\n",\n    "",\n  "\\n",\n    "b\\n",\n    ""',
      "abc\na\n\0\0\nb\n\0",
    ],
    ["char c(t)", '"x\\n",\n    ""', "x\n"],
  ])("%s: %j", (declaration, values, text) => {
    expect(valuesOf(readText(`${HEAD}${declaration} ; data: c = ${values} ; }`), "c")).toBe(text);
  });

  // Without the number of records, ncgen takes each string for one, and so do we.
  it.each([
    ["// (2 currently)", "abc\nq\0\0\0"],
    ["", "abc\n\0\0\0\0q\0\0\0"],
    // More records than ncdump counted: somebody has added some.
    ["// (1 currently)", "abc\n\0\0\0\0q\0\0\0"],
  ])("records, whose number is in a comment: %s", (comment, text) => {
    const dataset = readText(`netcdf a {\ndimensions:\n\tt = UNLIMITED ; ${comment}\n\ty = 4 ;
variables:\n\tchar c(t, y) ;\ndata:\n\n c =\n  "abc\\n",\n    "",\n  "q" ;\n}\n`);
    expect(valuesOf(dataset, "c")).toBe(text);
    expect(dataset.root.dimensions[0]).toEqual({ name: "t", length: text.length / 4, unlimited: true });
  });
});

describe("a list that ends early, with _NoFill", () => {
  const values = (body: string): ArrayLike<unknown> | undefined =>
    readText(`${HEAD}${body} }`).values.get("v") as ArrayLike<unknown> | undefined;

  it.each([
    ['int v(x) ; v:_NoFill = "true" ; data: v = 7 ;', [7, -2147483647, -2147483647]],
    ["int v(x) ; v:_NoFill = 1 ; v:_FillValue = 5 ; data: v = 7 ;", [7, 5, 5]],
    ['int v(x) ; v:_NoFill = "false" ; data: v = 7 ;', [7]],
    ['int v(t, x) ; v:_NoFill = "true" ; data: v = 1, 2, 3, 4 ;', [1, 2, 3, 4, -2147483647, -2147483647]],
    ['int v(t) ; v:_NoFill = "true" ; int w(t) ; data: v = 1 ; w = 1, 2 ;', [1]],
    ['string v(x) ; v:_NoFill = "true" ; data: v = "a" ;', ["a", "", ""]],
  ])("%s", (body, wanted) => {
    expect(Array.from(values(body)!)).toEqual(wanted);
  });

  it("is not given, and refused if it would fill more than memory", () => {
    expect(values('int v(x) ; v:_NoFill = "true" ;')).toBeUndefined();
    const huge = 'netcdf a { dimensions: z = 1000000000 ; variables: int v(z) ; v:_NoFill = "true" ; data: v = 1 ; }';
    expect(() => readText(huge)).toThrow("v has 1000000000 elements, more than 134217728");
  });
});
