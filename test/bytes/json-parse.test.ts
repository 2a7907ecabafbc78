import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPlain } from "../../src/bytes/json/make.ts";
import type { JsonNode } from "../../src/bytes/json/node.ts";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { positionOf } from "../../src/bytes/json/scan.ts";
import { anyCharacter } from "./any-text.ts";
import { caught } from "./caught.ts";

function member(node: JsonNode, name: string): JsonNode {
  const found = node.type === "object" ? node.members.get(name) : undefined;
  if (found === undefined) throw new Error(`no member ${name}`);
  return found;
}

describe("what a tree keeps", () => {
  test("the text of number tokens", () => {
    const texts = ["1.0", "1.50", "1E5", "-0", "9223372036854775807", "1e400", "NaN", "-Infinity"];
    const { root } = parseJson(`[${texts.join(" , ")}]`);
    expect(root.type === "array" && root.items.map((item) => (item.type === "number" ? item.text : ""))).toEqual(texts);
  });

  test("the order of members, integer-like names included", () => {
    const { root } = parseJson('{"b":0,"10":1,"a":2,"9":3}');
    expect(root.type === "object" && [...root.members.keys()]).toEqual(["b", "10", "a", "9"]);
  });

  test("the offset of each value, without a byte order mark", () => {
    const { root, text } = parseJson('\ufeff{"a": [1, "x"], "b": {}}');
    const list = member(root, "a");
    expect(root.offset).toBe(0);
    expect(text.slice(list.offset, list.offset + 2)).toBe("[1");
    expect(list.type === "array" && list.items.map((item) => text.charAt(item.offset))).toEqual(["1", '"']);
    expect(text.charAt(member(root, "b").offset)).toBe("{");
  });

  test("a member named __proto__, as a member", () => {
    const plain = toPlain(parseJson('{"__proto__":{"polluted":true}}').root);
    expect(Object.keys(plain as object)).toEqual(["__proto__"]);
    expect((plain as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("duplicates", () => {
  test("the last value wins at the place of the first, and each is reported", () => {
    const text = '{"a":1,"b":2,"a":3,"c":{"b":4,"\\u0062":5}}';
    const { root, duplicates } = parseJson(text);
    expect(JSON.stringify(toPlain(root))).toBe('{"a":3,"b":2,"c":{"b":5}}');
    expect(duplicates).toEqual([
      { name: "a", offset: 13 },
      { name: "b", offset: text.indexOf('"\\u0062"') },
    ]);
  });

  test("of very many only the first are recorded", () => {
    const { duplicates } = parseJson(`{${'"a":0,'.repeat(5000)}"a":1}`);
    expect(duplicates).toHaveLength(1000);
  });
});

describe("limits", () => {
  test("depth", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(parseJson(nested(512)).root.type).toBe("array");
    const error = caught(() => parseJson(nested(513), { key: "k" }));
    expect(error.code).toBe("unsupported");
    expect(error.place).toEqual({ key: "k", line: 1, column: 513 });
    expect(caught(() => parseJson('{"a":{"a":{}}}', { maxDepth: 2 })).code).toBe("unsupported");
    expect(parseJson("1", { maxDepth: 0 }).root.type).toBe("number");
    expect(caught(() => parseJson("[]", { maxDepth: 100_000 })).code).toBe("invalid-request");
  });

  test("bytes", () => {
    expect(parseJson("12345", { maxBytes: 5 }).root.type).toBe("number");
    expect(caught(() => parseJson("123456", { maxBytes: 5, key: "k" })).message).toContain("limit of 5 (k)");
    expect(caught(() => parseJson(new Uint8Array(6), { maxBytes: 5 })).code).toBe("unsupported");
  });

  test("values, weighed by what they take", () => {
    expect(parseJson('[1,{"a":2}]', { maxValues: 11 }).root.type).toBe("array");
    const error = caught(() => parseJson('[1,\n{"a":2}]', { maxValues: 10, key: "k" }));
    expect(error.message).toBe("JSON document has more than 10 values (k:2:6)");
    expect(error.code).toBe("unsupported");
  });
});

describe("UTF-8", () => {
  const MALFORMED = [
    [[0x80], "80"],
    [[0xc0, 0x80], "c0"],
    [[0xc3], "c3"],
    [[0xed, 0xa0, 0x80], "ed"],
    [[0xf4, 0x90, 0x80, 0x80], "f4"],
    [[0xff], "ff"],
  ] as const;

  test.each(MALFORMED)("%j is refused where it is", (bytes, hex) => {
    const before = [0xef, 0xbb, 0xbf, ...new TextEncoder().encode('["é",\n "')];
    const error = caught(() => parseJson(Uint8Array.from([...before, ...bytes, 0x22, 0x5d]), { key: "k" }));
    expect(error.message).toBe(`not UTF-8: malformed byte 0x${hex} at offset ${before.length} (k:2:3)`);
    expect(error.code).toBe("invalid-data");
  });

  test("in shared memory", () => {
    const bytes = new Uint8Array(new SharedArrayBuffer(4));
    bytes.set([0x22, 0xc3, 0xa9, 0x22]);
    expect(toPlain(parseJson(bytes).root)).toBe("é");
  });
});

describe("properties", () => {
  test("valid JSON parses to what JSON.parse gives", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, "\t"), (json, space) => {
        const text = JSON.stringify(JSON.parse(json), undefined, space);
        // Integers beyond 2^53 are bigint here; JSON.parse rounds them.
        const plain = JSON.parse(text, (_, value: unknown) => value);
        expect(roundBigints(toPlain(parseJson(text).root))).toStrictEqual(plain);
      }),
    );
  });

  test("a text is refused exactly if JSON.parse refuses it, and with an error of ours", () => {
    const letters = fc.constantFrom(
      ...'{}[]:,"\\/ \n-+.0123eEtrufalsn\u0000é😀\ud800'.split(""),
      "true",
      "null",
      '"a"',
    );
    const noise = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(noise, fc.string({ unit: anyCharacter }), damaged()), (text) => {
        const accepted = acceptedByEngine(text);
        if (accepted) parseJson(text);
        else expect(caught(() => parseJson(text)).code).toBe("invalid-data");
      }),
      { numRuns: 2000 },
    );
  });

  test("random bytes never fail otherwise", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        if (acceptedByEngine(bytes)) parseJson(bytes);
        else expect(caught(() => parseJson(bytes)).code).toBe("invalid-data");
      }),
      { numRuns: 1000 },
    );
  });
});

test("positionOf counts lines of every kind and clips", () => {
  const text = "a\nb\r\nc\rd";
  expect([0, 1, 2, 4, 5, 7, 8, 99, -1].map((offset) => positionOf(text, offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 2, column: 3 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
    { line: 4, column: 2 },
    { line: 4, column: 2 },
    { line: 1, column: 1 },
  ]);
});

/** A valid text with one character removed, doubled or replaced. */
function damaged(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("", '"', "\\", ",", "]", "}", "0", "\n"))
    .map(([text, at, put]) => {
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + put + text.slice(cut + 1);
    });
}

/** Does JSON.parse take it? The bare words that only we take do not occur in the inputs here. */
function acceptedByEngine(input: string | Uint8Array): boolean {
  try {
    const text = typeof input === "string" ? input : new TextDecoder("utf-8", { fatal: true }).decode(input);
    JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
    return true;
  } catch {
    return false;
  }
}

function roundBigints(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(roundBigints);
  if (typeof value !== "object" || value === null) return value;
  const object = {};
  for (const [name, member] of Object.entries(value)) {
    const descriptor = { value: roundBigints(member), enumerable: true, configurable: true, writable: true };
    Object.defineProperty(object, name, descriptor);
  }
  return object;
}
