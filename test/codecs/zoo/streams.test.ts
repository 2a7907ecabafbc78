/** LZ4 frames, Snappy, raw DEFLATE and Brotli beyond the contract: many blocks, limits, and what is refused by name. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { xxh32 } from "../../../src/bytes/checksum/xxh32.ts";
import { fromPlain } from "../../../src/bytes/json/make.ts";
import { jsonView } from "../../../src/bytes/json/view.ts";
import { codecEntry } from "../../../src/codecs/registry.ts";
import { caught } from "../../bytes/caught.ts";
import { mixedBytes } from "../kernels/guarded.ts";

async function bind(name: string, configuration: object, length?: number, maxLength = 2 ** 24) {
  const codec = await codecEntry(name).load();
  if (codec.kind !== "bytes-to-bytes") throw new Error("wrong kind");
  return codec.bind(codec.parse(jsonView(fromPlain(configuration))), { length, elementSize: 1, maxLength });
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const VARIANTS: readonly (readonly [string, object])[] = [
  ["lz4f", {}],
  ["lz4f", { level: 9, blocksizeid: 4, contentchecksum: true, blockchecksum: true }],
  ["lz4f", { level: -20, blocksizeid: 5, blockchecksum: true }],
  ["snappy", {}],
  ["snappy", { framed: true }],
  ["deflate-raw", { level: 6 }],
  ["brotli", { level: 3 }],
];

afterEach(() => vi.unstubAllGlobals());

describe.each(VARIANTS)("%s %j", (name, configuration) => {
  test("gives back data of any length, known and unknown", async () => {
    for (const length of [0, 1, 12, 13, 4096, 65_535, 65_536, 65_537, 400_000]) {
      const data = mixedBytes(length, length + 1);
      const known = await bind(name, configuration, length);
      const encoded = known.encode(data);
      expect(same(known.decode(encoded), data), `${length} known`).toBe(true);
      expect(same((await bind(name, configuration)).decode(encoded), data), `${length} unknown`).toBe(true);
    }
  });

  test("stops where the length is unknown and a limit is reached", async () => {
    const bomb = (await bind(name, configuration)).encode(new Uint8Array(300_000));
    const limited = await bind(name, configuration, undefined, 100_000);
    expect(caught(() => limited.decode(bomb)).code).toBe("invalid-data");
  });

  test("distinguishes too long from too short", async () => {
    const encoded = (await bind(name, configuration)).encode(new Uint8Array(5000));
    for (const length of [4999, 5001]) {
      const bound = await bind(name, configuration, length);
      expect(caught(() => bound.decode(encoded)).code).toBe("invalid-data");
    }
  });
});

describe("LZ4 frames", () => {
  const DATA = mixedBytes(900, 4);

  async function frame(configuration: object): Promise<Uint8Array> {
    return (await bind("lz4f", configuration)).encode(DATA);
  }

  /** The frame with other flags and block size, its header checksum made right. */
  function withHeader(bytes: Uint8Array, flags: number, sizes: number): Uint8Array {
    const changed = bytes.slice();
    changed.set([flags, sizes], 4);
    changed[14] = (xxh32(changed.subarray(4, 14)) >>> 8) & 255;
    return changed;
  }

  async function failure(bytes: Uint8Array) {
    const bound = await bind("lz4f", {}, DATA.byteLength);
    return caught(() => bound.decode(bytes));
  }

  test("one that needs a dictionary is refused by name", async () => {
    const error = await failure(withHeader(await frame({}), 0x69, 0x40));
    expect(error.code).toBe("unsupported");
    expect(error.message).toMatch(/dictionary/);
  });

  test("versions, block sizes and reserved bits that are not known are refused", async () => {
    const good = await frame({});
    for (const [flags, sizes] of [
      [0x28, 0x40],
      [0xa8, 0x40],
      [0x6a, 0x40],
      [0x68, 0x30],
      [0x68, 0xc0],
      [0x68, 0x41],
    ] as const) {
      expect((await failure(withHeader(good, flags, sizes))).code, `${flags} ${sizes}`).toBe("invalid-data");
    }
    expect(same((await bind("lz4f", {}, DATA.byteLength)).decode(withHeader(good, 0x68, 0x40)), DATA)).toBe(true);
  });

  test("each checksum is verified, and the content size", async () => {
    const checked = await frame({ contentchecksum: true, blockchecksum: true });
    const flip = (at: number): Uint8Array => {
      const bytes = checked.slice();
      bytes[at]! ^= 1;
      return bytes;
    };
    expect((await failure(flip(14))).message).toMatch(/checksum of the header/);
    expect((await failure(flip(checked.byteLength - 9))).message).toMatch(/checksum of an LZ4 block/);
    expect((await failure(flip(checked.byteLength - 1))).message).toMatch(/checksum of an LZ4 frame's content/);
    const lying = (await frame({})).slice();
    lying[6]! ^= 1;
    expect((await failure(withHeader(lying, 0x68, 0x40))).code).toBe("invalid-data");
  });
});

describe("Snappy frames", () => {
  test("a chunk's checksum is verified, unknown chunks are refused or skipped by their type", async () => {
    const data = mixedBytes(900, 2);
    const bound = await bind("snappy", { framed: true }, data.byteLength);
    const encoded = bound.encode(data);
    const wrong = encoded.slice();
    wrong[14]! ^= 1;
    expect(caught(() => bound.decode(wrong)).message).toMatch(/checksum/);
    for (const [kind, taken] of [
      [0xfe, true],
      [0x80, true],
      [0x02, false],
      [0x7f, false],
    ] as const) {
      const more = Uint8Array.from([...encoded, kind, 2, 0, 0, 9, 9]);
      if (taken) expect(same(bound.decode(more), data)).toBe(true);
      else expect(caught(() => bound.decode(more)).code).toBe("invalid-data");
    }
  });
});

test("Brotli is refused with the reason where there is no zlib of Node's", async () => {
  vi.stubGlobal("process", { ...process, getBuiltinModule: undefined });
  await expect(bind("brotli", {})).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringMatching(/Node/),
  });
});
