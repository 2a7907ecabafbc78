/** gzip and zlib beyond the contract: odd but valid files, broken ones, and the bounds of the portable inflate. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { portableCrc32 } from "../../src/bytes/checksum/crc32.ts";
import {
  type DeflateEngine,
  deflateEngine,
  kernelDeflate,
  nodeDeflate,
} from "../../src/codecs/bytes-to-bytes/deflate/engine.ts";
import { huffmanTable } from "../../src/codecs/bytes-to-bytes/deflate/huffman-table.ts";
import { portableDeflate } from "../../src/codecs/bytes-to-bytes/deflate/portable-deflate.ts";
import type { BytesType } from "../../src/codecs/codec.ts";
import { loadKernels } from "../../src/codecs/kernels/kernels.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { caught } from "../bytes/caught.ts";

const node = nodeDeflate()!;
const text = new TextEncoder().encode("the quick brown fox jumps over the lazy dog ".repeat(20));
const known = (length: number): BytesType => ({ length, elementSize: 1, maxLength: 0 });
const unknown: BytesType = { length: undefined, elementSize: 1, maxLength: 2 ** 20 };

function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const engines: readonly (readonly [string, DeflateEngine])[] = [
  ["Node", node],
  ["portable", portableDeflate],
  ["WebAssembly", await kernelDeflate()],
  ["the platform's best", await deflateEngine()],
];

for (const [name, engine] of engines) {
  describe(`DEFLATE, ${name}`, () => {
    const member = node.gzip(text, 6);
    const stream = node.deflate(text, 6);

    test("reads members one after another, and zeros behind them", () => {
      const first = node.gzip(text.subarray(0, 100), 9);
      const rest = node.gzip(text.subarray(100), 0);
      const file = joined(first, node.gzip(new Uint8Array(0), 1), rest, new Uint8Array(600));
      for (const type of [known(text.byteLength), unknown]) expect(engine.gunzip(file, type)).toEqual(text);
    });

    test("reads headers with a name, a comment, extra fields and their own checksum", () => {
      const fields = [0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3, 97, 0, 98, 99, 0];
      const sum = portableCrc32(Uint8Array.from(fields));
      const header = [...fields, sum & 255, (sum >> 8) & 255];
      expect(engine.gunzip(joined(header, member.subarray(10)), known(text.byteLength))).toEqual(text);
      const wrong = [...fields, sum & 255, ((sum >> 8) & 255) ^ 1];
      expect(caught(() => engine.gunzip(joined(wrong, member.subarray(10)), unknown)).code).toBe("invalid-data");
    });

    test("refuses what follows the data", () => {
      const tails = [
        [1],
        [0x1f],
        [0x1f, 0x8b],
        [0, 0, 1],
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
      ];
      for (const tail of tails) {
        expect(caught(() => engine.gunzip(joined(member, tail), unknown)).code, `${tail}`).toBe("invalid-data");
        expect(caught(() => engine.inflate(joined(stream, tail), unknown)).message).toMatch(/follow the end/);
      }
      expect(caught(() => engine.inflate(joined(stream, [0]), unknown)).message).toMatch(/1 bytes follow the end/);
    });

    test("refuses wrong checksums, lengths and headers", () => {
      for (const back of [1, 4, 5, 8]) {
        const broken = member.slice();
        broken[broken.byteLength - back]! ^= 1;
        expect(caught(() => engine.gunzip(broken, unknown)).code).toBe("invalid-data");
      }
      const broken = stream.slice();
      broken[broken.byteLength - 1]! ^= 1;
      expect(caught(() => engine.inflate(broken, unknown)).code).toBe("invalid-data");
      for (const at of [0, 1, 2]) {
        const header = member.slice();
        header[at]! ^= 0x40;
        expect(caught(() => engine.gunzip(header, unknown)).code).toBe("invalid-data");
      }
      expect(caught(() => engine.gunzip(stream, unknown)).code).toBe("invalid-data");
      expect(caught(() => engine.inflate(member, unknown)).code).toBe("invalid-data");
    });

    test("stops a bomb at the length that is known, or at the limit", () => {
      const bomb = node.gzip(new Uint8Array(4_000_000), 9);
      expect(caught(() => engine.gunzip(bomb, known(1000))).message).toMatch(/more than the 1000 bytes/);
      expect(caught(() => engine.gunzip(bomb, unknown)).message).toMatch(/more than the 1048576 bytes/);
      expect(caught(() => engine.gunzip(bomb, known(4_000_001))).message).toMatch(/4000000 bytes, expected 4000001/);
    });

    test("decodes to nothing where nothing was encoded", () => {
      for (const type of [known(0), unknown]) {
        expect(engine.gunzip(engine.gzip(new Uint8Array(0), 6), type)).toHaveLength(0);
        expect(engine.inflate(engine.deflate(new Uint8Array(0), 6), type)).toHaveLength(0);
      }
    });

    test("turns any bytes into a typed error", () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (bytes, dressed) => {
          const file = dressed ? joined(member.subarray(0, 10), bytes) : bytes;
          for (const run of [
            () => engine.gunzip(file, known(500)),
            () => engine.inflate(joined([0x78, 0x9c], bytes), unknown),
          ]) {
            try {
              run();
            } catch (error) {
              expect(isHyperslabError(error)).toBe(true);
            }
          }
        }),
        { numRuns: 400 },
      );
    });
  });
}

describe("inflate in WebAssembly", async () => {
  const wasm = await kernelDeflate();

  test("writes into the buffer it is given", () => {
    const out = new Uint8Array(text.byteLength);
    expect(wasm.gunzip(node.gzip(text, 6), known(text.byteLength), out)).toBe(out);
    expect(out).toEqual(text);
  });

  test("decodes in kernel memory what is stored there", async () => {
    const { memory } = await loadKernels();
    const within = await kernelDeflate();
    for (const [kind, file] of [
      ["gunzip", joined(node.gzip(text, 6), node.gzip(text, 1))],
      ["inflate", node.deflate(joined(text, text), 6)],
    ] as const) {
      const mark = memory.mark();
      const source = memory.allocate(file.byteLength);
      const target = memory.allocate(2 * text.byteLength);
      const bytes = memory.bytes.subarray(source, source + file.byteLength);
      bytes.set(file);
      const out = memory.bytes.subarray(target, target + 2 * text.byteLength);
      expect(within[kind](bytes, known(out.byteLength), out)).toBe(out);
      expect(out).toEqual(joined(text, text));
      bytes[bytes.byteLength - 6]! ^= 1;
      expect(caught(() => within[kind](bytes, known(out.byteLength), out)).code).toBe("invalid-data");
      memory.release(mark);
    }
  });

  test("finds room for what it was not told the length of, and leaves to others what is too large", async () => {
    const { loadKernelInflate } = await import("../../src/codecs/bytes-to-bytes/deflate/kernel-inflate.ts");
    const kernel = await loadKernelInflate();
    const long = Uint8Array.from({ length: 3_000_000 }, (_, i) => i >> 12);
    const [gzip, zlib] = [node.gzip(long, 1), node.deflate(long, 1)];
    const anything: BytesType = { length: undefined, elementSize: 1, maxLength: 2 ** 32 };
    const roomy = { largest: 2 ** 24 };
    expect(Buffer.compare(kernel.gunzip(gzip, anything, undefined, roomy)!, long)).toBe(0);
    expect(Buffer.compare(kernel.inflate(zlib, anything, undefined, roomy)!, long)).toBe(0);
    for (const type of [anything, known(long.byteLength)]) {
      expect(kernel.gunzip(gzip, type, undefined, { largest: 2 ** 20 })).toBeUndefined();
      expect(kernel.inflate(zlib, type, undefined, { largest: 2 ** 20 })).toBeUndefined();
    }
    // A limit of the caller's is one, whatever the kernel could do.
    const limited = { ...anything, maxLength: 2 ** 20 };
    expect(caught(() => kernel.gunzip(gzip, limited, undefined, roomy)).message).toMatch(/more than the 1048576 bytes/);
  });
});

describe("portable inflate", () => {
  test("writes into the buffer it is given", () => {
    const out = new Uint8Array(text.byteLength);
    expect(portableDeflate.gunzip(node.gzip(text, 6), known(text.byteLength), out)).toBe(out);
    expect(out).toEqual(text);
  });

  test("refuses a preset dictionary by name", () => {
    expect(caught(() => portableDeflate.inflate(Uint8Array.of(0x78, 0xbb, 0, 0, 0, 0), unknown)).code).toBe(
      "unsupported",
    );
  });

  test("takes only complete codes, but for a single one", () => {
    const table = (...lengths: number[]) => huffmanTable(Uint8Array.from(lengths), 4);
    expect(table(1, 1)).toBeDefined();
    expect(table(1)).toBeDefined();
    expect(table(0, 0)).toBeDefined();
    expect(table(2)).toBeUndefined();
    expect(table(1, 1, 1)).toBeUndefined();
    expect(table(2, 2, 2)).toBeUndefined();
    expect(table(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15)).toBeDefined();
  });
});
