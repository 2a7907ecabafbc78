/** Frames that are damaged or made up: an error that says what is wrong, or the right length; never anything else. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BoundBytesToBytes } from "../../src/codecs/codec.ts";
import { type HyperslabError, isHyperslabError } from "../../src/errors.ts";
import { bindBlosc, bloscFrames, bytesType, oldFrames } from "./blosc-fixtures.ts";
import { mixedBytes, random, variants } from "./kernels/guarded.ts";

/** Decodes; gives the error, which must be ours. */
function failure(bound: BoundBytesToBytes, frame: Uint8Array, length: number): HyperslabError | undefined {
  try {
    const decoded = bound.decode(frame);
    if (decoded.byteLength !== length) expect.fail(`decoded to ${decoded.byteLength} bytes, expected ${length}`);
    return undefined;
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    return error;
  }
}

function changed(frame: Uint8Array, edit: (view: DataView) => void): Uint8Array {
  const copy = frame.slice();
  edit(new DataView(copy.buffer));
  return copy;
}

describe.each(variants)("%s", (_, load) => {
  const length = 9000;
  const data = mixedBytes(length, 3);
  const configuration = { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 4, blocksize: 500 };
  const prepare = async () => {
    const bound = await bindBlosc(load, configuration, bytesType(length, 4));
    return { bound, frame: bound.encode(data) };
  };

  it.each<readonly [string, (view: DataView) => void, string, RegExp]>([
    ["version 1", (view) => view.setUint8(0, 1), "invalid-data", /version 1/],
    ["version 3", (view) => view.setUint8(0, 3), "unsupported", /Blosc2/],
    ["version 5", (view) => view.setUint8(0, 5), "unsupported", /Blosc2/],
    ["another inner version", (view) => view.setUint8(1, 2), "invalid-data", /version 2 of the inner codec/],
    ["the reserved flag", (view) => view.setUint8(2, view.getUint8(2) | 8), "invalid-data", /bit 3/],
    ["an unknown codec", (view) => view.setUint8(2, view.getUint8(2) | 0xe0), "invalid-data", /codec number 7/],
    ["type size 0", (view) => view.setUint8(3, 0), "invalid-data", /type size of 0/],
    ["another length", (view) => view.setUint32(4, length - 1, true), "invalid-data", /8999 bytes, expected 9000/],
    ["a huge length", (view) => view.setUint32(4, 2 ** 32 - 1, true), "invalid-data", /4294967295/],
    ["block size 0", (view) => view.setUint32(8, 0, true), "invalid-data", /block size of 0/],
    [
      "a block size above the length",
      (view) => view.setUint32(8, length + 1, true),
      "invalid-data",
      /block size of 9001/,
    ],
    ["tiny blocks", (view) => view.setUint32(8, 1, true), "invalid-data", /9000 blocks/],
    ["a frame that goes on", (view) => view.setUint32(12, 2 ** 31, true), "invalid-data", /truncated/],
    ["a frame of no length", (view) => view.setUint32(12, 0, true), "invalid-data", /18 blocks in a frame of 0/],
    [
      "a stored frame of another length",
      (view) => view.setUint8(2, view.getUint8(2) | 2),
      "invalid-data",
      /stored bytes/,
    ],
    ["a block before the start", (view) => view.setInt32(20, -5, true), "invalid-data", /block 1 of 18.*offset -5/],
    ["a block behind the end", (view) => view.setInt32(20, 2 ** 30, true), "invalid-data", /block 1 of 18.*beyond/],
    ["a negative stream", (view) => view.setInt32(88, -1, true), "invalid-data", /block 0 of 18.*-1 bytes/],
    ["a stream that is too long", (view) => view.setInt32(88, 2 ** 30, true), "invalid-data", /does not fit/],
    ["an empty stream", (view) => view.setInt32(88, 0, true), "invalid-data", /block 0 of 18.*lz4 stream 0 is corrupt/],
    ["a damaged stream", (view) => view.setUint16(93, 0xffff), "invalid-data", /block 0 of 18.*lz4 stream 0/],
  ])("refuses %s", async (_name, edit, code, what) => {
    const { bound, frame } = await prepare();
    const error = failure(bound, changed(frame, edit), length);
    expect(error).toMatchObject({ code, what: expect.stringMatching(what) });
  });

  it("refuses streams that do not fill a block", async () => {
    const large = mixedBytes(150_000, 3);
    const bound = await bindBlosc(load, { cname: "lz4", clevel: 1 }, bytesType(large.byteLength, 4));
    const frame = changed(bound.encode(large), (view) => view.setUint32(8, 65_537, true));
    expect(failure(bound, frame, large.byteLength)).toMatchObject({
      what: expect.stringMatching(/block 0 of 3.*split/),
    });
  });

  it("refuses small frames that claim to be large", async () => {
    const bound = await bindBlosc(load, {}, bytesType(undefined));
    for (const [flags, ratio] of [
      [0x21, 256],
      [0x41, 64],
      [0x61, 1100],
      [0x81, 65_536],
      [0x01, 256],
    ] as const) {
      const frame = changed(new Uint8Array(100), (view) => {
        for (const [at, byte] of [2, 1, flags, 4].entries()) view.setUint8(at, byte);
        view.setUint32(4, 100 * ratio + 4, true);
        view.setUint32(8, 100 * ratio + 4, true);
        view.setUint32(12, 100, true);
      });
      expect(() => bound.decode(frame)).toThrow(/cannot decode to/);
    }
    expect(() => bound.decode(changed(new Uint8Array(16), (view) => view.setUint32(0, 2, true)))).not.toThrow();
  });

  it("refuses what exceeds the limit where the length is unknown", async () => {
    const { frame } = await prepare();
    const bound = await bindBlosc(load, {}, { length: undefined, elementSize: 4, maxLength: 8999 });
    expect(failure(bound, frame, length)).toMatchObject({ code: "invalid-data" });
  });

  it("survives truncation anywhere", async () => {
    const { bound, frame } = await prepare();
    for (let end = 0; end < frame.byteLength; end += end < 100 ? 1 : 37) {
      expect(failure(bound, frame.subarray(0, end), length), `${end} bytes`).toMatchObject({ code: "invalid-data" });
    }
  });

  it("survives damage anywhere", async () => {
    const next = random(11);
    const some = [
      ...bloscFrames.filter((frame, i) => i % 7 === 0 && frame.length > 0 && frame.length < 10_000),
      ...oldFrames,
    ];
    for (const frame of some) {
      const bound = await bindBlosc(load, {}, bytesType(frame.length));
      for (let run = 0; run < 6; run++) {
        const damaged = frame.bytes.slice();
        const reach = run % 2 === 0 ? Math.min(64, damaged.byteLength) : damaged.byteLength;
        for (let i = run % 3; i >= 0; i--) damaged[next() % reach]! ^= 1 << (next() % 8);
        failure(bound, damaged, frame.length);
      }
    }
  });

  it("survives bytes that mean nothing", async () => {
    const bound = await bindBlosc(load, {}, bytesType(1000));
    const header = fc.tuple(
      fc.constantFrom(2, 2, 2, 3),
      fc.constantFrom(1, 1, 1, 0),
      fc.nat(255),
      fc.constantFrom(1, 2, 3, 4, 8, 16, 17, 255),
      fc.constantFrom(1000, 1000, 999, 0),
      fc.oneof(fc.constantFrom(1000, 512, 256, 100, 8, 1), fc.nat(2000)),
    );
    fc.assert(
      fc.property(header, fc.uint8Array({ maxLength: 600 }), fc.boolean(), (fields, rest, plausible) => {
        const [version, inner, flags, typeSize, decoded, blockSize] = fields;
        const frame = changed(Uint8Array.from([...new Uint8Array(16), ...rest]), (view) => {
          for (const [at, byte] of [version, inner, flags, typeSize].entries()) view.setUint8(at, byte);
          view.setUint32(4, decoded, true);
          view.setUint32(8, blockSize, true);
          view.setUint32(12, 16 + rest.byteLength, true);
          const blocks = Math.ceil(decoded / Math.max(1, blockSize));
          // Offsets that lie inside, so that streams are reached.
          for (let block = 0; plausible && block < blocks && 24 + 4 * block < view.byteLength; block++) {
            view.setInt32(16 + 4 * block, 16 + 4 * blocks, true);
          }
        });
        failure(bound, frame, 1000);
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it("leaves no memory behind", async () => {
    const kernels = await load();
    const { bound, frame } = await prepare();
    const mark = kernels.memory.mark();
    failure(
      bound,
      changed(frame, (view) => view.setInt32(88, 0, true)),
      length,
    );
    bound.decode(frame);
    bound.encode(data);
    expect(kernels.memory.mark()).toBe(mark);
  });
});
