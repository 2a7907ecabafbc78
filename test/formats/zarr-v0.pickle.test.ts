/** Pickles: what zarr 0.3.0 wrote is read, everything else is refused with its opcode and offset, nothing is executed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPlain } from "../../src/bytes/json/make.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { NO_NOTES } from "../../src/formats/notes.ts";
import { isPickle, readPickle } from "../../src/formats/zarr-v0/pickle.ts";
import { pickledDocument } from "../../src/formats/zarr-v0/pickled-document.ts";
import { legacyCases } from "./legacy-stores.ts";

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const documentOf = (text: string): unknown => toPlain(pickledDocument(bytesOf(text), "__zmeta__", NO_NOTES).node);

/** The metadata of an array of `<i4`, with entries replaced. */
function metadata(changes: Readonly<Record<string, string>> = {}): string {
  const entries = {
    shape: "(I5\nI4\nt",
    chunks: "(I2\nI3\nt",
    dtype: dtype("i4"),
    cname: "c_codecs\nencode\n(Vblosclz\nVlatin1\ntR",
    clevel: "I5\n",
    shuffle: "I1\n",
    fill_value: "L7L\n",
    ...changes,
  };
  return `(d${Object.entries(entries)
    .map(([name, value]) => (value === "" ? "" : `V${name}\n${value}s`))
    .join("")}.`;
}

const dtype = (name: string, state = "(I3\nV<\nNNNI-1\nI-1\nI0\nt"): string =>
  `cnumpy\ndtype\n(V${name}\nI0\nI1\ntR${state}b`;

const failureOf = (text: string): { readonly code: string; readonly message: string } => {
  try {
    documentOf(text);
  } catch (error) {
    if (isHyperslabError(error)) return error;
    throw error;
  }
  throw new Error("it was read");
};

describe("what 0.3.0 wrote", () => {
  it("becomes the document of 0.4", () => {
    expect(documentOf(metadata())).toEqual({
      chunks: [2, 3],
      clevel: 5,
      cname: "blosclz",
      dtype: "<i4",
      fill_value: 7,
      shape: [5, 4],
      shuffle: 1,
    });
  });

  const fills: readonly (readonly [string, unknown])[] = [
    ["N", null],
    ["I01\n", true],
    ["Fnan\n", Number.NaN],
    ["F-inf\n", Number.NEGATIVE_INFINITY],
    ["F5e-324\n", 5e-324],
    ["F-0.0\n", -0],
    ["L-9223372036854775808L\n", -(2n ** 63n)],
    ["VN\\u00e9\\U0001f600\n", "Né\u{1f600}"],
    ["VN\xe9\n", "Né"],
    ["c_codecs\nencode\n(VNA\nVlatin1\ntR", "NA"],
    ["c_codecs\nencode\n(V\xff\x00\nVlatin1\ntR", [255, 0]],
    ["c__builtin__\ncomplex\n(F1.0\nF2.0\ntR", [1, 2]],
    [`cnumpy.core.multiarray\nscalar\n(${dtype("f4")}c_codecs\nencode\n(V\x00\x00\xc0?\nVlatin1\ntRtR`, 1.5],
    [`cnumpy.core.multiarray\nscalar\n(${dtype("i2", "(I3\nV>\nNNNI-1\nI-1\nI0\nt")}S'\\x01\\n'\ntR`, 266],
  ];
  it.each(fills)("a fill value %j", (fill_value, expected) => {
    expect(documentOf(metadata({ fill_value }))).toMatchObject({ fill_value: expected });
  });

  it("texts of Python 2 are read, too", () => {
    expect(documentOf(metadata({ cname: "S'lz4'\np3\n", fill_value: 'S"it\'s"\n' }))).toMatchObject({
      cname: "lz4",
      fill_value: "it's",
    });
  });

  it("structs with padding and times have NumPy's spelling", () => {
    const time = dtype("M8", "(I4\nV>\nNNNI-1\nI-1\nI0\n((d(c_codecs\nencode\n(Vs\nVlatin1\ntRI25\nI1\nI1\nttt");
    const fields = `(dVa\n(${dtype("i2")}I2\ntsVb\n(${time}I8\nts`;
    const struct = dtype("V20", `(I3\nV|\nN(Va\nVb\nt${fields}I20\nI1\nI16\nt`);
    expect(documentOf(metadata({ dtype: struct }))).toMatchObject({
      dtype: [
        ["", "|V2"],
        ["a", "<i2"],
        ["", "|V4"],
        ["b", ">M8[25s]"],
        ["", "|V4"],
      ],
    });
  });
});

describe("everything else is refused", () => {
  const cases: readonly (readonly [string, string, string, RegExp])[] = [
    [
      "a call of os.system",
      "cos\nsystem\n(Vtouch x\ntR.",
      "unsupported",
      /the name "os system" at offset 0 .*nothing was executed/,
    ],
    [
      "a call in place of a fill value",
      metadata({ fill_value: "cposix\nsystem\n(Vls\ntR" }),
      "unsupported",
      /"posix system"/,
    ],
    [
      "eval by another name",
      metadata({ fill_value: "c__builtin__\neval\n(V1\ntR" }),
      "unsupported",
      /"__builtin__ eval"/,
    ],
    ["protocol 2", "\x80\x02}q\x00.", "unsupported", /the opcode 0x80 at offset 0/],
    ["protocol 1", "}q\x00.", "unsupported", /the opcode "}" at offset 0/],
    ["an instance", "(i__main__\nX\n.", "unsupported", /the opcode "i" at offset 1/],
    ["a persistent id", "(P1\n.", "unsupported", /the opcode "P" at offset 1/],
    ["a list", metadata({ shape: "(lp0\nI5\na" }), "unsupported", /the opcode "l"/],
    [
      "a state for something else",
      metadata({ fill_value: "c__builtin__\ncomplex\n(F1\nF2\ntR(tb" }),
      "invalid-data",
      /not a data type/,
    ],
    ["no end", "(d", "invalid-data", /before its opcode STOP/],
    ["half a line", "(dVsha", "invalid-data", /offset 2: a line without an end/],
    ["an empty stack", "(.", "invalid-data", /a value is missing/],
    ["no mark", "t.", "invalid-data", /a mark is missing/],
    ["values left over", "NN.", "invalid-data", /left over/],
    ["bytes after the end", "(d.x", "invalid-data", /bytes follow/],
    ["an unknown memory", "g7\n.", "invalid-data", /was not PUT/],
    ["a number that is none", metadata({ clevel: "Ifive\n" }), "invalid-data", /"five"/],
    ["no dictionary", "(t.", "invalid-data", /not a dictionary/],
    ["a missing entry", metadata({ dtype: "" }), "invalid-data", /"dtype" is missing/],
    [
      "a data type without state",
      metadata({ dtype: "cnumpy\ndtype\n(Vi4\nI0\nI1\ntR" }),
      "invalid-data",
      /without a state/,
    ],
    ["objects", metadata({ dtype: dtype("O8") }), "invalid-data", /without a name/],
    [
      "another version of state",
      metadata({ dtype: dtype("i4", "(I9\nV<\nNNNI-1\nI-1\nI0\nt") }),
      "invalid-data",
      /unknown kind/,
    ],
    [
      "a scalar of another size",
      metadata({ fill_value: `cnumpy.core.multiarray\nscalar\n(${dtype("f4")}S'ab'\ntR` }),
      "invalid-data",
      /another size/,
    ],
  ];
  it.each(cases)("%s", (_, pickle, code, message) => {
    const error = failureOf(pickle);
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
  });

  it("also where it refers to itself or unfolds without end", () => {
    const self = `cnumpy\ndtype\n(VV4\nI0\nI1\ntRp9\n(I3\nV|\nN(Va\nt(dVa\n(g9\nI0\ntsI4\nI1\nI16\ntb`;
    expect(failureOf(metadata({ dtype: self })).message).toMatch(/nested without end/);
    let doubled = `${dtype("i1", "(I3\nV|\nNNNI-1\nI-1\nI0\nt")}p0\n`;
    for (let level = 1; level <= 20; level++) {
      const fields = `(dVa\n(${doubled}I0\ntsVb\n(g${level - 1}\nI${2 ** (level - 1)}\nts`;
      const state = `(I3\nV|\nN(Va\nVb\nt${fields}I${2 ** level}\nI1\nI16\nt`;
      doubled = `${dtype(`V${2 ** level}`, state)}p${level}\n`;
    }
    expect(failureOf(metadata({ dtype: doubled })).message).toMatch(/too many parts/);
  });

  it("and long ones, before they are looked at", () => {
    expect(() => readPickle(new Uint8Array(2 ** 20 + 1).fill(0x28), "__zmeta__")).toThrow(/at most 1048576/);
  });

  it("whatever the bytes, in an error of ours", () => {
    const { root, cases: stores } = legacyCases(["0.3"]);
    const pickles = stores.slice(0, 40).map(({ path }) => readFileSync(join(root, path, "__zmeta__")));
    const broken = fc.tuple(fc.constantFrom(...pickles), fc.nat(), fc.nat({ max: 255 }), fc.boolean());
    fc.assert(
      fc.property(broken, ([pickle, place, byte, cut]) => {
        const at = place % pickle.byteLength;
        const bytes = Uint8Array.from(cut ? pickle.subarray(0, at) : pickle);
        if (!cut) bytes[at] = byte;
        try {
          pickledDocument(bytes, "__zmeta__", NO_NOTES);
        } catch (error) {
          if (!isHyperslabError(error)) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

it("JSON is no pickle", () => {
  expect([
    isPickle(bytesOf("(dp0")),
    isPickle(bytesOf('{"a": 1}')),
    isPickle(bytesOf("")),
    isPickle(bytesOf("\n{")),
  ]).toEqual([true, false, false, false]);
});
