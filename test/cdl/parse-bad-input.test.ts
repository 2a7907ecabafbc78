/** Wrong CDL: what is said of it, and where. */
import { describe, expect, it } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { readText } from "./read-text.ts";

/** The error of a text, as `line:column what` and the hint. */
function mistake(text: string): { readonly at: string; readonly what: string; readonly hint: string | undefined } {
  try {
    readText(text);
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    const { line, column } = error.place;
    return { at: `${line}:${column}`, what: error.what, hint: error.hint };
  }
  throw new Error(`accepted: ${text}`);
}

const HEAD =
  "netcdf a {\ndimensions: x = 2 ; t = UNLIMITED ; u = UNLIMITED ;\nvariables: int v(x) ; char c(x) ; string s ;\n";

describe("each mistake is named with its place", () => {
  it.each([
    // [line 4, position, what]
    ["int w(q) ;", "4:7", "there is no dimension q: int w(q) ;"],
    ["int w(/g/x) ;", "4:7", "there is no dimension /g/x"],
    ["int v ;", "4:5", "the variable v is declared twice"],
    ["int w ; w:a = 1 ; w:a = 2 ;", "4:21", "the attribute a is given twice"],
    ["w:a = 1 ;", "4:1", "there is no variable w"],
    ["foo w ;", "4:1", "foo is not a type"],
    ["v:a = 300b ;", "4:7", "300b does not fit the type byte"],
    ["byte v:a = 1, 128 ;", "4:15", "128 does not fit the type byte"],
    ["uint v:a = -1 ;", "4:12", "-1 does not fit the type uint"],
    ["int v:a = 1.5 ;", "4:11", "1.5 does not fit the type int"],
    ["int v:a = NaN ;", "4:11", "NaN does not fit the type int"],
    ["float v:a = 1e39 ;", "4:13", "1e39 does not fit the type float"],
    ["v:a = 1e39f ;", "4:7", "the constant is out of the range of a float"],
    ["v:a = 1e400 ;", "4:7", "the constant is out of the range of a double"],
    ["v:a = 99999999999999999999 ;", "4:7", "the integer is out of range"],
    ["v:a = 09 ;", "4:7", "not an octal number"],
    ["v:a = 0x1f ;", "4:7", "opaque constants are not supported"],
    ["v:a = 1f ;", "4:7", "not a valid number or name"],
    ["v:a = 1lu ;", "4:7", "not a valid number or name"],
    ["int 2d ;", "4:5", "not a valid number or name"],
    ['v:a = 1, "x" ;', "4:10", "an attribute holds strings or numbers, not both"],
    ['v:a = "x", 1 ;', "4:12", "an attribute holds strings or numbers, not both"],
    ["v:a = _ ;", "4:7", "an attribute cannot hold the fill value _"],
    ["v:a = NIL ;", "4:7", "NIL is a string"],
    ["v:a = foo ;", "4:7", "expected a number but found foo"],
    ["char v:a = 65 ;", "4:12", "expected a string in quotation marks but found 65"],
    ["string v:a = ;", "4:14", "an attribute of type string needs a value"],
    ['v:a = "open ;', "4:7", "the quotation mark is not closed"],
    ["v:a = 'ab' ;", "4:7", "the character is not closed"],
    ['v:a = "\\0" ;', "4:8", "an octal escape has three digits"],
    ['v:a = "\\x41" ;', "4:8", "hexadecimal escapes are not part of CDL"],
    ['v:a = "\\400" ;', "4:8", "an octal escape is larger than \\377"],
    ["v:a = 1 /* open", "4:9", "the comment is not closed"],
    ["v:a 1 ;", "4:5", "expected = but found 1"],
    ["v:a = 1 v:b = 2 ;", "4:9", "expected ; or , but found v"],
    ["v:_FillValue = 1, 2 ;", "4:3", "_FillValue holds one value, not 2"],
    ["v:_ChunkSizes = 1, 2 ;", "4:3", "_ChunkSizes has an invalid value"],
    ["v:_DeflateLevel = 10 ;", "4:3", "_DeflateLevel has an invalid value"],
    ['v:_Storage = "chunkd" ;', "4:3", "_Storage has an invalid value"],
    ['v:_Shuffle = "yes" ;', "4:3", "_Shuffle has an invalid value"],
    ["dimensions: y = 3 ;", "4:1", "dimensions: cannot follow variables:"],
    ["data: w = 1 ;", "4:7", "there is no variable w"],
    ["data: v = 1 ; v = 2 ;", "4:15", "v has values already"],
    ["data: v = 1, 2, 3 ;", "4:17", "too many values for v, which holds 2"],
    ['data: c = "abc" ;', "4:11", "too many values for c, which holds 2"],
    ["data: v = 1, 300b ;", "4:14", "300b does not fit the type byte"],
    ["data: v = -129B ;", "4:11", "-129B does not fit the type byte"],
    ["data: v = -1ub ;", "4:11", "-1ub does not fit the type ubyte"],
    ["data: v = 32768s ;", "4:11", "32768s does not fit the type short"],
    ["double w ; data: w = 2147483648l ;", "4:22", "2147483648l does not fit the type int"],
    ["double w ; data: w = 9223372036854775808LL ;", "4:22", "9223372036854775808LL does not fit the type int64"],
    ["double w ; data: w = -1ULL ;", "4:22", "-1ULL does not fit the type uint64"],
    ["data: v = 3000000000 ;", "4:11", "3000000000 does not fit the type int"],
    ['data: v = "a" ;', "4:11", "expected a number but found a text"],
    ["data: c = 1 ;", "4:11", "expected a string in quotation marks but found 1"],
    ["data: c = _ ;", "4:11", "expected a string in quotation marks but found _"],
    ["data: s = 1 ;", "4:11", "expected a string in quotation marks but found 1"],
    ["data: v = { 1 } ;", "4:11", "expected a value but found {"],
    ["data: v = ;", "4:11", "expected a number but found ;"],
    ["data: v = 1, ;", "4:14", "expected a number but found ;"],
    ["data: v = 1 2 ;", "4:13", "expected , or ; but found 2"],
    ["data: :a = 1 ;", "4:7", "an attribute follows data:"],
    ["int w(x, t) ; data: w = 1 ;", "4:25", "expected { but found 1"],
    ["int w(x, t) ; data: w = {1}, {2}, {3} ;", "4:35", "too many values for w, which holds 2"],
    ["group: g { } group: g { }", "4:21", "the group g is declared twice"],
    ["group: v { }", "4:8", "v is a variable and cannot be a group too"],
    ["group: g { } int w ;", "4:14", "expected group: or } but found int"],
    ["int v/w ;", "4:5", "a name cannot hold a slash"],
    ["int w ; § ;", "4:9", "§ is not a type"],
    ["int w ; ? ;", "4:9", 'unexpected "?"'],
  ])("%s", (line, at, what) => {
    const found = mistake(`${HEAD}${line}\n}`);
    expect([found.at, found.what.slice(0, what.length)]).toEqual([at, what]);
  });

  it.each([
    ["byte enum e { a = 1 } ;", "the enum type e is not supported"],
    ["compound c { int a ; } ;", "the compound type c is not supported"],
    ["opaque(4) o ;", "the opaque type o is not supported"],
    ["float(*) r ;", "the vlen type r is not supported"],
  ])("user-defined types are refused by name: %s", (type, what) => {
    expect(() => readText(`netcdf a { types: ${type} }`)).toThrow(expect.objectContaining({ code: "unsupported" }));
    expect(mistake(`netcdf a {\ntypes:\n  ${type}\n}`)).toMatchObject({
      at: "3:3",
      what: expect.stringContaining(what),
      hint: expect.stringContaining("user-defined types"),
    });
  });

  it.each([
    ["", "1:1", "not CDL: it does not begin with netcdf"],
    ["PK\u0003\u0004", "1:1", "not CDL: it does not begin with netcdf"],
    ["netcdf {", "1:8", "expected the name of the dataset but found {"],
    ["netcdf a { } }", "1:14", "} follows the end of the dataset"],
    ["netcdf a { dimensions: x = 1.5 ; }", "1:28", "expected the length of x, found 1.5"],
    ["netcdf a { dimensions: x = -1 ; }", "1:28", "expected the length of x, found -1"],
    ["netcdf a { dimensions: x = 1 ; x = 2 ; }", "1:32", "the dimension x is declared twice"],
    ["netcdf a { int v ; }", "1:12", "a variable is declared outside of variables:"],
  ])("%j", (text, at, what) => {
    const found = mistake(text);
    expect([found.at, found.what.slice(0, what.length)]).toEqual([at, what]);
  });

  it("columns count characters, and long lines are shown in part", () => {
    const found = mistake(`netcdf a { variables: int é ; ${" ".repeat(100)}é:a = 1x ;${" ".repeat(100)} }`);
    expect(found).toMatchObject({ at: "1:137", what: expect.stringMatching(/: \.\.\.é:a = 1x ;\.\.\.$/) });
  });

  it("names are suggested", () => {
    expect(mistake(`${HEAD}int w(y) ; }`).hint).toBe("Declared are x, t, u.");
    expect(mistake(`${HEAD}data: w = 1 ; }`).hint).toBe("Declared are v, c, s.");
  });
});

it("groups are not nested without end", () => {
  const nested = (depth: number): string => `netcdf a { ${"group: g { ".repeat(depth)}${"} ".repeat(depth)}}`;
  expect(readText(nested(100)).root.groups).toHaveLength(1);
  expect(mistake(nested(101)).what).toMatch("groups are nested deeper than 100");
  expect(mistake(`netcdf a { ${"group: g { ".repeat(100_000)}`).what).toMatch("nested deeper");
});

it("numbers without end are refused", () => {
  const body = (number: string): string => `netcdf a { variables: double v ; data: v = ${number} ; }`;
  expect(mistake(body("1".repeat(1_000_000))).what).toMatch("the integer is out of range");
  expect(mistake(body(`0.${"1".repeat(1_000_000)}`)).what).toMatch("too many digits");
  expect(mistake(body(`1e${"9".repeat(1000)}`)).what).toMatch("too many digits");
});

it("dimensions do not make arrays", () => {
  const huge = "netcdf a { dimensions: x = 9007199254740991 ; variables: double v(x, x) ; data: v = 1, 2 ; }";
  expect(readText(huge).values.get("v")).toEqual(Float64Array.of(1, 2));
  const padded = `netcdf a { dimensions: t = UNLIMITED ; u = UNLIMITED ; x = 1000000000 ;
    variables: double v(t, u, x) ; data: v = {1}, {2} ; }`;
  expect(mistake(padded).what).toMatch("v has 2000000000 elements, more than 134217728");
});
