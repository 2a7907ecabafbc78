/** LZMA in WebAssembly and in TypeScript: the same of whole data, of damaged data and of made-up data. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { hashSources } from "../../../scripts/build-lzma.mjs";
import { fromPlain } from "../../../src/bytes/json/make.ts";
import { jsonView } from "../../../src/bytes/json/view.ts";
import { lzmaBy } from "../../../src/codecs/bytes-to-bytes/lzma/lzma.ts";
import type { BoundBytesToBytes } from "../../../src/codecs/codec.ts";
import { SOURCE_HASH } from "../../../src/codecs/kernels/lzma/binary.ts";
import { type LzmaKernel, loadLzmaKernel } from "../../../src/codecs/kernels/lzma/wasm.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import { mixedBytes, noise, random, sameBytes } from "./guarded.ts";

it("carries the module that its sources make", () => {
  expect(SOURCE_HASH, "run node scripts/build-lzma.mjs").toBe(hashSources());
});

it("goes without WebAssembly where there is none", async () => {
  vi.resetModules();
  vi.stubGlobal("WebAssembly", undefined);
  try {
    const fresh = await import("../../../src/codecs/kernels/lzma/wasm.ts");
    expect(await fresh.loadLzmaKernel()).toBeUndefined();
  } finally {
    vi.unstubAllGlobals();
  }
});

/** Every container, without a check where damage shall reach the packets; all kinds of properties. */
const FORMS: readonly object[] = [
  { format: 1, check: 0, preset: 1 },
  { format: 1, preset: 6 },
  { format: 2, preset: 1 },
  { format: 3, filters: [{ id: 33, lc: 1, lp: 3, pb: 4, dict_size: 4096 }] },
  {
    format: 3,
    filters: [
      { id: 3, dist: 2 },
      { id: 33, lc: 0, lp: 0, pb: 0 },
    ],
  },
];

let kernel: LzmaKernel;
beforeAll(async () => {
  const loaded = await loadLzmaKernel();
  if (loaded === undefined) throw new Error("no WebAssembly here");
  // A kernel that tells when its input is changed.
  kernel = {
    use: (bytes, length, run) =>
      loaded.use(bytes, length, (layout) => {
        try {
          return run(layout);
        } finally {
          if (!sameBytes(layout.source, bytes)) expect.fail("the input is changed");
        }
      }),
  };
});

async function twins(
  form: object,
  length: number,
): Promise<readonly [wasm: BoundBytesToBytes, plain: BoundBytesToBytes]> {
  const bind = (codec: ReturnType<typeof lzmaBy>) => {
    const type = { length, elementSize: 1, maxLength: 2 ** 24 };
    return codec.bind(codec.parse(jsonView(fromPlain(form))), type);
  };
  return [await bind(lzmaBy(async () => kernel)), await bind(lzmaBy(async () => undefined))];
}

function outcome(bound: BoundBytesToBytes, bytes: Uint8Array): Uint8Array | string {
  try {
    return bound.decode(bytes);
  } catch (error) {
    if (isHyperslabError(error)) return error.code;
    throw error;
  }
}

function compare(
  [wasm, plain]: readonly [BoundBytesToBytes, BoundBytesToBytes],
  bytes: Uint8Array,
  what: string,
): void {
  const [a, b] = [outcome(wasm, bytes), outcome(plain, bytes)];
  const same = typeof a === "string" || typeof b === "string" ? a === b : sameBytes(a, b);
  if (!same) expect.fail(`${what}: ${typeof a === "string" ? a : "decoded"}, ${typeof b === "string" ? b : "decoded"}`);
}

describe.each(FORMS)("%j", (form) => {
  it("decodes what was encoded, of any length and kind", async () => {
    for (const data of [
      ...[0, 1, 2, 300, 5000, 100_000].map((length) => mixedBytes(length, length + 1)),
      noise(70_000),
      new Uint8Array(300_000),
      Uint8Array.from({ length: 50_000 }, (_, i) => (i % 7) * (i >> 11)),
    ]) {
      const [wasm, plain] = await twins(form, data.byteLength);
      const encoded = plain.encode(data);
      if (!sameBytes(wasm.decode(encoded), data)) expect.fail(`${data.byteLength} bytes`);
      const out = new Uint8Array(data.byteLength);
      expect(wasm.decode(encoded, out)).toBe(out);
    }
  });

  it("refuses just what the twin refuses, cut off, changed or of another length", async () => {
    const data = mixedBytes(2000, 8);
    const both = await twins(form, data.byteLength);
    const encoded = both[1].encode(data);
    for (let length = 0; length < encoded.byteLength; length += 7)
      compare(both, encoded.subarray(0, length), `cut to ${length}`);
    const next = random(3);
    for (let run = 0; run < 400; run++) {
      const damaged = encoded.slice();
      for (let i = next() % 3; i >= 0; i--) damaged[next() % damaged.byteLength] = next();
      compare(both, damaged, `run ${run}`);
    }
    for (const length of [data.byteLength - 1, data.byteLength + 1, 0])
      compare(await twins(form, length), encoded, `${length}`);
  });

  it("agrees on packets that mean nothing", async () => {
    const both = await twins(form, 3000);
    const head = both[1].encode(mixedBytes(3000, 5)).subarray(0, 40);
    for (let run = 0; run < 200; run++) compare(both, Uint8Array.from([...head, ...noise(600, run + 1)]), `run ${run}`);
  });
});
