import { expect } from "vitest";
import { integerOf } from "../../src/bytes/json/node.ts";
import { parseJson } from "../../src/bytes/json/parse.ts";
import { viewDocument } from "../../src/bytes/json/view.ts";
import { byteRoom } from "../../src/bytes/source/byte-room.ts";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import "../../src/bytes/limits.ts";
import { utf8Length, writeUtf8 } from "../../src/bytes/text/utf8-in-place.ts";
import { describeLimits } from "./crossing.ts";
import { around, samples } from "./samples.ts";

const refused = expect.objectContaining({ code: "unsupported" });

describeLimits("bytes", {
  memoryBlockBytes: {
    at: 16,
    // Blocks have this length; nothing is compared with it.
    sides: [],
    run: async (limit) => {
      for (const length of around(limit)) {
        for (const offset of around(limit)) {
          const target = memoryTarget(samples(limit));
          await target.write(offset, [samples(length, 7)]);
          const expected = new Uint8Array(Math.max(limit, offset + length));
          expected.set(samples(limit));
          expected.set(samples(length, 7), offset);
          expect(target.bytes()).toEqual(expected);
          await target.truncate(limit + 1);
          await target.truncate(2 * limit);
          const cut = new Uint8Array(2 * limit);
          cut.set(expected.subarray(0, limit + 1));
          expect(target.bytes()).toEqual(cut);
        }
      }
    },
  },
  keptRoomBytes: {
    at: 8192,
    run: () => {
      const room = byteRoom();
      const taken = [1, 2, 3].map((value) => room.take(4096)!.fill(value));
      expect(taken.map((bytes) => bytes[4095])).toEqual([1, 2, 3]);
      for (const bytes of taken) room.give(bytes);
      const again = [4, 5, 6].map((value) => room.take(4096)!.fill(value));
      expect(again.map((bytes) => bytes[0])).toEqual([4, 5, 6]);
      const reused = again.filter((bytes) => taken.some(({ buffer }) => buffer === bytes.buffer));
      expect(reused.length).toBe(2);
    },
  },
  longestRoomBytes: {
    at: 100,
    run: (limit) => {
      const room = byteRoom();
      expect(around(limit).map((length) => room.take(length)?.byteLength)).toEqual([99, 100, undefined]);
    },
  },
  shortestRoomBytes: {
    at: 64,
    run: (limit) => {
      const room = byteRoom();
      const sizes = around(limit).map((length) => room.take(length)!.buffer.byteLength);
      expect(sizes).toEqual([64, 64, 128]);
    },
  },
  sharedJsonLength: {
    at: 32,
    run: (limit) => {
      const shared = around(limit).map((length) => {
        const [bytes, others] = ["x", "y"].map((letter) =>
          new TextEncoder().encode(`"${letter.repeat(length - 2)}"`),
        ) as [Uint8Array, Uint8Array];
        const [one, other] = [parseJson(bytes, { key: "a" }), parseJson(bytes, { key: "b" })];
        expect([one.root, other.key]).toEqual([other.root, "b"]);
        expect(one.root).toBe(other.root);
        parseJson(others);
        return one.root === parseJson(bytes).root;
      });
      // Of long ones, only the last is shared.
      expect(shared).toEqual([true, true, false]);
    },
  },
  sharedJsonDocuments: {
    at: 3,
    run: () => {
      const parse = (text: string) => parseJson(new TextEncoder().encode(text)).root;
      const texts = ["p", "q", "r", "s", "t", "u", "v", "w"].map((letter) => `["${letter}"]`);
      const first = texts.map(parse);
      const again = texts.map(parse);
      expect(again).toEqual(first);
      expect(again.every((root, index) => root !== first[index])).toBe(true);
      // The last ones, and some of those before them.
      expect([7, 6, 5, 0].map((index) => parse(texts[index]!) === again[index])).toEqual([true, true, true, false]);
    },
  },
  sharedJsonObjects: {
    at: 2,
    run: () => {
      const objects = ["a", "b", "c"].map((name) => `{"object_named_${name}": "of some length"}`);
      // Of a long document, so that no other document's objects are known.
      const parse = (order: readonly number[]) => {
        const text = `{"long": "${"x".repeat(2000)}", "list": [${order.map((at) => objects[at]).join()}]}`;
        return viewDocument(parseJson(new TextEncoder().encode(text)))
          .required("list")
          .items();
      };
      const isShared = (order: readonly number[]) => {
        const items = parse(order);
        return items[0]!.node === items.at(-1)!.node;
      };
      expect([isShared([0, 0]), isShared([0, 1, 0]), isShared([0, 1, 2, 0])]).toEqual([true, true, false]);
    },
  },
  differentJsonObjects: {
    at: 3,
    run: () => {
      const like = '{"object_named_a": "of some length"}';
      const isShared = (others: number) => {
        const between = Array.from({ length: others }, (_, at) => `{"other": ${at}}`);
        const text = `{"long": "${"x".repeat(2000)}", "list": [${[like, ...between, like].join()}]}`;
        const items = viewDocument(parseJson(new TextEncoder().encode(text)))
          .required("list")
          .items();
        return items[0]!.node === items.at(-1)!.node;
      };
      // The first one is looked for too.
      expect([isShared(0), isShared(1), isShared(2)]).toEqual([true, true, false]);
    },
  },
  shortTextBytes: {
    at: 8,
    run: () => {
      for (const text of [
        "",
        "seven..",
        "ei\u00e4ght.",
        "eight...",
        "\u{1f600}nine.",
        "ten\u20acmore.",
        "\u{1f600}\u{1f600}\u{1f600}",
      ]) {
        const length = utf8Length(text);
        const out = new Uint8Array(length + 2);
        writeUtf8(text, length, out, 1);
        expect(new TextDecoder().decode(out.subarray(1, -1))).toBe(text);
        expect([out[0], out.at(-1)]).toEqual([0, 0]);
      }
    },
  },
  jsonDepth: {
    at: 3,
    run: () => {
      for (const depth of [1, 2, 3]) expect(parseJson(nested(depth)).root.type).toBe("array");
      expect(() => parseJson(nested(4))).toThrow(refused);
    },
  },
  jsonBytes: {
    at: 10,
    run: () => {
      expect([9, 10].map((length) => parseJson(`"${"x".repeat(length - 2)}"`).root.type)).toEqual(["string", "string"]);
      expect(() => parseJson(`"${"x".repeat(9)}"`)).toThrow(refused);
    },
  },
  jsonValues: {
    at: 10,
    run: () => {
      for (const count of [1, 5, 6])
        expect(parseJson(JSON.stringify(new Array(count).fill(1))).root.type).toBe("array");
      expect(() => parseJson(JSON.stringify(new Array(7).fill(1)))).toThrow(refused);
    },
  },
  jsonDuplicates: {
    at: 3,
    run: () => {
      const count = (length: number): number =>
        parseJson(`{${new Array(length).fill('"a":1').join()}}`).duplicates.length;
      expect([1, 3, 4, 5, 9].map(count)).toEqual([0, 2, 3, 3, 3]);
    },
  },
  integerDigits: {
    at: 4,
    run: () => {
      const value = (text: string): bigint | undefined => integerOf({ type: "number", text, offset: 0 });
      expect(["123", "-123", "1234", "12345", "1.5"].map(value)).toEqual([123n, -123n, 1234n, undefined, undefined]);
    },
  },
});

function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}
