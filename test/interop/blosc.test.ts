/** numcodecs, that is c-blosc itself, reads every Blosc, LZ4 and shuffle frame that Hyperslab writes. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { lz4 } from "../../src/codecs/bytes-to-bytes/lz4.ts";
import { shuffle } from "../../src/codecs/bytes-to-bytes/shuffle.ts";
import { bind, bindBlosc, bytesType } from "../codecs/blosc-fixtures.ts";
import { mixedBytes, noise, variants } from "../codecs/kernels/guarded.ts";

interface Request {
  readonly frames: readonly { readonly codec: string; readonly configuration: object; readonly bytes: string }[];
  readonly headers: readonly (readonly [string, number, string, number, number, number])[];
}

let python: string;
beforeAll(() => {
  python = ensureEnvironment("zarr3");
});

function ask(request: Request): { readonly frames: string[]; readonly headers: string[] } {
  const answer = spawnSync(python, ["test/interop/blosc_peer.py"], {
    input: JSON.stringify(request),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  expect(answer.stderr).toBe("");
  return JSON.parse(answer.stdout);
}

const SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"];
// numcodecs is built without Snappy.
const COMPRESSORS = ["blosclz", "lz4", "lz4hc", "zlib", "zstd"];
const samples = [
  mixedBytes(1),
  noise(127),
  mixedBytes(128, 2),
  mixedBytes(1000, 3),
  noise(5000),
  new Uint8Array(70_001),
  mixedBytes(200_003, 4),
  Uint8Array.from({ length: 40_000 }, (_, i) => (i % 4 === 0 ? i >> 6 : i >> 12)),
];

interface Frame {
  readonly label: string;
  readonly codec: string;
  readonly configuration: object;
  readonly bytes: Uint8Array;
  readonly data: Uint8Array;
}

function expectDecoded(frames: readonly Frame[]): void {
  const request = frames.map(({ codec, configuration, bytes }) => {
    return { codec, configuration, bytes: Buffer.from(bytes).toString("base64") };
  });
  const { frames: found } = ask({ frames: request, headers: [] });
  const digest = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");
  const wrong = frames.filter(({ data }, i) => found[i] !== digest(data)).map(({ label }) => label);
  expect(wrong).toEqual([]);
}

describe.each(variants)("%s", (_, load) => {
  it.each(COMPRESSORS)("blosc with %s", async (cname) => {
    const frames: Frame[] = [];
    for (const shuffle of SHUFFLES) {
      for (const typesize of [1, 2, 3, 4, 7, 8, 12, 16, 17, 255]) {
        for (const clevel of [1, 5, 9]) {
          const configuration = { cname, clevel, shuffle, typesize, blocksize: typesize === 7 ? 500 : 0 };
          const bound = await bindBlosc(load, configuration, bytesType(undefined));
          for (const data of samples) {
            const label = JSON.stringify({ ...configuration, length: data.byteLength });
            frames.push({ label, codec: "blosc", configuration, bytes: bound.encode(data), data });
          }
        }
      }
    }
    expectDecoded(frames);
  });
});

it("lz4", async () => {
  const frames: Frame[] = [];
  for (const acceleration of [1, 10]) {
    const bound = await bind(lz4, { acceleration }, bytesType(undefined));
    for (const data of samples) {
      frames.push({ label: `${data.byteLength}`, codec: "lz4", configuration: {}, bytes: bound.encode(data), data });
    }
  }
  expectDecoded(frames);
});

it("shuffle", async () => {
  const frames: Frame[] = [];
  for (const elementsize of [1, 2, 3, 4, 8, 16, 100]) {
    const bound = await bind(shuffle, { elementsize }, bytesType(undefined));
    const data = mixedBytes(elementsize * 321, elementsize);
    const configuration = { elementsize };
    frames.push({ label: `${elementsize}`, codec: "shuffle", configuration, bytes: bound.encode(data), data });
  }
  expectDecoded(frames);
});

it("cuts blocks as c-blosc does, whatever the options", async () => {
  const headers: Request["headers"][number][] = [];
  for (const cname of COMPRESSORS) {
    for (let clevel = 0; clevel <= 9; clevel++) {
      for (const typesize of [1, 2, 3, 4, 8, 16, 17, 255]) {
        const lengths = [0, 3, 100, 128, 1000, 32_767, 32_768, 100_001, 700_000];
        for (const length of lengths) headers.push([cname, clevel, "shuffle", typesize, 0, length]);
        for (const blocksize of [1, 128, 1000, 70_000]) {
          headers.push([cname, clevel, "bitshuffle", typesize, blocksize, 50_000]);
        }
      }
    }
  }
  const { headers: found } = ask({ frames: [], headers });
  const [, load] = variants[0]!;
  for (const [i, [cname, clevel, shuffle, typesize, blocksize, length]] of headers.entries()) {
    const bound = await bindBlosc(load, { cname, clevel, shuffle, typesize, blocksize }, bytesType(undefined));
    const ours = Buffer.from(bound.encode(new Uint8Array(length)).subarray(0, 12)).toString("hex");
    expect(ours, JSON.stringify(headers[i])).toBe(found[i]);
  }
});
