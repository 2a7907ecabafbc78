/** HDF5 itself, with the filters of hdf5plugin, reads what our codecs of those filters write. */
import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { contiguous } from "../../src/model/lattice/lattice.ts";
import { named, specs, typeOf } from "../codecs/samples.ts";

let python: string;
beforeAll(() => {
  python = ensureEnvironment("hdf5");
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

const TYPES = [
  ["uint8", "|u1", 1],
  ["int16", "<i2", 2],
  ["float32", "<f4", 4],
  ["float64", "<f8", 8],
] as const;
const SHAPES = [[1], [7], [8], [13, 5], [64, 33], [5000]] as const;

/** Numbers that repeat somewhat, or noise. */
function bytesOf(length: number, noisy: boolean): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (noisy ? Math.imul(i + 1, 0x9e3779b1) >>> 21 : (i >> 5) % 7));
}

const FILTERS = [
  ["LZ4", "hdf5.lz4", [0, 64, 1000].map((block) => [{ nbytes: block }, { blocksize: block }] as const)],
  [
    "Bitshuffle",
    "hdf5.bitshuffle",
    ["none", "lz4", "zstd"].flatMap((cname) =>
      [0, 8, 128].map(
        (block) =>
          [
            { nelems: block, cname },
            { blocksize: block, cname },
          ] as const,
      ),
    ),
  ],
] as const;

test.each(FILTERS)("%s", async (filter, name, options) => {
  const requests: object[] = [];
  const expected: string[] = [];
  for (const [dataType, dtype, size] of TYPES) {
    for (const shape of SHAPES) {
      for (const [theirs, configuration] of options) {
        const bytes = bytesOf(
          shape.reduce<number>((product, length) => product * length, size),
          requests.length % 2 === 1,
        );
        const little = { name: "bytes", configuration: { endian: "little" } };
        const type = typeOf(named(dataType), shape);
        const pipeline = await bindPipeline(specs(little, { name, configuration }), type);
        const chunk = { dataType: named(dataType), shape, layout: contiguous(shape), bytes };
        if (chunk.dataType.itemSize === undefined) throw new Error(`${dataType} has no size`);
        const encoded = pipeline.encode({ ...chunk, dataType: chunk.dataType });
        requests.push({ dtype, shape, filter, options: theirs, encoded: base64(encoded!) });
        expected.push(base64(bytes));
      }
    }
  }
  const input = requests.map((request) => JSON.stringify(request)).join("\n");
  const run = spawnSync(python, ["test/interop/hdf5_peer.py"], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  expect(run.stderr).toBe("");
  const found = run.stdout.trimEnd().split("\n");
  expect(found.length).toBe(expected.length);
  for (const [index, line] of found.entries()) {
    expect(JSON.parse(line) === expected[index], JSON.stringify(requests[index]).slice(0, 200)).toBe(true);
  }
});
