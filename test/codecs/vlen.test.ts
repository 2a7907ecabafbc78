/** Variable-length elements beyond the contract: framing that lies, text that is none. */
import { describe, expect, test } from "vitest";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import type { Chunk } from "../../src/model/grid/chunk.ts";
import { contiguous } from "../../src/model/lattice/lattice.ts";
import { caught } from "../bytes/caught.ts";
import { decode, named, specs, typeOf } from "./samples.ts";

const texts = await bindPipeline(specs({ name: "vlen-utf8" }), typeOf(named("string"), [2]));
const blobs = await bindPipeline(specs({ name: "vlen-bytes" }), typeOf(named("bytes"), [2]));
const u32 = (value: number): number[] => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
const frame = (count: number, ...items: (readonly number[])[]): Uint8Array =>
  Uint8Array.from([...u32(count), ...items.flatMap((item) => [...u32(item.length), ...item])]);

describe("variable-length elements", () => {
  const broken: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ["fewer than the chunk has", frame(1, [65], [66]), /1 elements are stored, but the chunk has 2/],
    ["more than the chunk has", frame(3, [65], [66], [67]), /3 elements are stored, but the chunk has 2/],
    ["more than there can be", frame(2 ** 32 - 1, [65], [66]), /4294967295 elements are stored/],
    ["longer than what is there", Uint8Array.from([...u32(2), ...u32(2 ** 31), 1, 0, 0, 0, 0]), /at least 2147483656/],
    ["followed by more", Uint8Array.from([...frame(2, [65], [66]), 0]), /1 bytes follow the last element/],
    ["nothing", new Uint8Array(0), /end after 0 bytes, at least 12/],
  ];
  for (const [what, bytes, message] of broken) {
    test(`that are ${what} are refused`, () => {
      for (const pipeline of [texts, blobs]) {
        const error = caught(() => decode(pipeline, bytes));
        expect(error.code).toBe("invalid-data");
        expect(error.message).toMatch(message);
      }
    });
  }

  test("that are no UTF-8 are refused as text, long or short, and taken as bytes", () => {
    for (const item of [[0xff], [0xed, 0xa0, 0x80], [0xc0, 0x80], [...new Array(40).fill(65), 0xe2, 0x82]]) {
      expect(caught(() => decode(texts, frame(2, [], item))).message).toMatch(/not UTF-8/);
      expect(decode(blobs, frame(2, [], item))?.items?.[1]).toEqual(Uint8Array.from(item));
    }
  });

  test("keep a byte order mark, NUL and text beyond the basic plane", () => {
    const items = ["\ufeffx", "\u0000😀"];
    const chunk: Chunk = {
      dataType: { kind: "string", name: "string", itemSize: undefined },
      shape: [2],
      layout: contiguous([2]),
      items,
    };
    expect(decode(texts, texts.encode(chunk))?.items).toEqual(items);
  });

  test("of another kind are refused by the encoder", () => {
    const dataType = { kind: "string", name: "string", itemSize: undefined } as const;
    const chunk = (items: Chunk["items"]): Chunk => ({ dataType, shape: [2], layout: contiguous([2]), items: items! });
    expect(caught(() => texts.encode(chunk(["a", Uint8Array.of(1)]))).code).toBe("invalid-request");
    expect(caught(() => texts.encode(chunk(["a", "\udc00"]))).code).toBe("invalid-request");
  });
});

describe("texts of a chunk that is UTF-8 as a whole", () => {
  test("are refused where a character goes on in the length of the next", () => {
    // 0xc3 0xa4 is a letter, but its second byte is that of the length 0xa4.
    const cut = frame(
      2,
      [0xc3],
      Array.from({ length: 0xa4 }, () => 65),
    );
    expect(caught(() => decode(texts, cut)).message).toMatch(/malformed byte 0xc3/);
    const begun = frame(2, [65, 0xc3], [0xa4, ...Array.from({ length: 3 }, () => 65)]);
    expect(caught(() => decode(texts, begun)).message).toMatch(/malformed byte 0xc3/);
  });

  test("are found behind lengths whose bytes are letters, and beside long ones", async () => {
    const chunk = (items: string[]): Chunk => {
      return {
        dataType: { kind: "string", name: "string", itemSize: undefined },
        shape: [3],
        layout: contiguous([3]),
        items,
      };
    };
    const pipeline = await bindPipeline(specs({ name: "vlen-utf8" }), typeOf(named("string"), [3]));
    for (const items of [
      ["\u{1f600}x", "y".repeat(0xa4c3), "\u00e4"],
      ["", "\u65e5\u672c", ""],
      ["a", "\u00e4".repeat(100), "\u{1f600}".repeat(33)],
    ]) {
      expect(decode(pipeline, pipeline.encode(chunk(items))!)!.items).toEqual(items);
    }
  });
});
