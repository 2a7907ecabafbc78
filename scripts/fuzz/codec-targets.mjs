// Targets: every registered codec by the configurations of its contract test, and its other engines.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { jsonView } from "../../dist/modules/bytes/json/view.js";
import { bloscBy } from "../../dist/modules/codecs/bytes-to-bytes/blosc.js";
import { deflateRawBy, gzipBy, zlibBy } from "../../dist/modules/codecs/bytes-to-bytes/deflate/deflate.js";
import { kernelDeflate } from "../../dist/modules/codecs/bytes-to-bytes/deflate/engine.js";
import { portableDeflate } from "../../dist/modules/codecs/bytes-to-bytes/deflate/portable-deflate.js";
import { lz4fBy } from "../../dist/modules/codecs/bytes-to-bytes/lz4-frame/lz4f.js";
import { lzmaBy } from "../../dist/modules/codecs/bytes-to-bytes/lzma/lzma.js";
import { snappyBy } from "../../dist/modules/codecs/bytes-to-bytes/snappy/snappy.js";
import { plainZstdEngine, wasmZstdEngine } from "../../dist/modules/codecs/bytes-to-bytes/zstd/engine.js";
import { zstdBy } from "../../dist/modules/codecs/bytes-to-bytes/zstd/zstd.js";
import { loadKernels } from "../../dist/modules/codecs/kernels/kernels.js";
import { driveMemory } from "../../dist/modules/codecs/pipeline/drive.js";
import { bindPipeline } from "../../dist/modules/codecs/pipeline/pipeline.js";
import { knownCodecs, registerCodec } from "../../dist/modules/codecs/registry.js";
import { contiguous } from "../../dist/modules/model/lattice/lattice.js";
import { damage } from "./random.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const SHAPES = [[], [7], [3, 4], [2, 3, 4], [64], [16, 24], [1000]];
/** The most that data of unknown length may decode to. */
const MAX_LENGTH = 2 ** 20;

/** The test's table and samples, over the same dist/ as everything else. */
async function contractTable() {
  const outfile = `${root}.cache/fuzz/subjects.mjs`;
  await build({
    stdin: {
      contents: 'export * from "./test/codecs/subjects.ts"; export * from "./test/codecs/samples.ts";',
      resolveDir: root,
    },
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outfile,
    plugins: [
      {
        name: "sources are those of dist",
        setup: ({ onResolve }) =>
          onResolve({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
            path: `../../dist/modules/${path.replace(/^.*\/src\//, "").replace(/\.ts$/, ".js")}`,
            external: true,
          })),
      },
    ],
  });
  return import(outfile);
}

export async function codecTargets() {
  const table = await contractTable();
  const twins = [
    ["plain-blosc", "blosc", bloscBy(() => plain)],
    ["plain-lz4f", "lz4f", lz4fBy(() => plain)],
    ["plain-lzma", "numcodecs.lzma", lzmaBy(async () => undefined)],
    ["plain-snappy", "snappy", snappyBy(() => plain)],
    ["portable-deflate-raw", "deflate-raw", deflateRawBy(async () => portableDeflate)],
    ["portable-gzip", "gzip", gzipBy(async () => portableDeflate)],
    ["portable-zlib", "numcodecs.zlib", zlibBy(async () => portableDeflate)],
    ["wasm-gzip", "gzip", gzipBy(kernelDeflate)],
    ["wasm-zlib", "numcodecs.zlib", zlibBy(kernelDeflate)],
    ["wasm-deflate-raw", "deflate-raw", deflateRawBy(kernelDeflate)],
    ["wasm-zstd", "zstd", zstdBy(wasmZstdEngine)],
    ["plain-zstd", "zstd", zstdBy(plainZstdEngine)],
  ];
  const plain = loadKernels({ plain: true });
  for (const [name, , codec] of twins) registerCodec({ name, kind: "bytes-to-bytes", codec });
  const standard = new Map(twins.map(([name, original]) => [name, original]));
  const targets = {};
  for (const entry of knownCodecs()) {
    const subject = table.subjects[standard.get(entry.name) ?? entry.name];
    if (subject === undefined) throw new Error(`test/codecs/subjects.ts has no configurations of ${entry.name}`);
    targets[entry.name] = codecTarget(entry, subject, table);
  }
  return {
    ...targets,
    "shard-index": shardTarget(table),
  };
}

function codecTarget(entry, subject, table) {
  const types = [...table.ALL_TYPES, ...(subject.types ?? [])].filter(subject.accepts);
  let last = { key: "" };
  return async (random, series) => {
    const dataType = series.pick(types);
    const shape = series.pick(SHAPES);
    const configuration = series.pick(subject.configurations(shape, dataType));
    const key = `${dataType.name} ${shape} ${JSON.stringify(configuration)}`;
    if (last.key !== key) {
      last = { key, bound: await bindSubject(entry, subject, table, { dataType, shape, configuration }) };
    }
    const { bound } = last;
    const damaged = damage(bound.encoded, random, bound.other);
    return {
      describe: () => ({
        configuration,
        dataType: dataType.name,
        shape,
        bytes: Buffer.from(damaged).toString("base64"),
      }),
      run: () => {
        const attempts = [
          () => decodeWhole(bound.pipeline, damaged),
          () => decodePart(bound.pipeline, damaged, random),
        ];
        if (bound.direct !== undefined) attempts.push(...directAttempts(bound.direct, damaged, random));
        return attempts;
      },
    };
  };
}

/** A codec bound to a type of chunk, two encoded chunks, and for a bytes->bytes codec itself without the chain. */
async function bindSubject(entry, { sample }, table, { dataType, shape, configuration }) {
  const type = table.typeOf(dataType, shape);
  const spec = { name: entry.name, configuration };
  const serializer =
    dataType.kind === "string"
      ? { name: "vlen-utf8" }
      : dataType.kind === "bytes"
        ? { name: "vlen-bytes" }
        : { name: "bytes", configuration: { endian: "little" } };
  const chains = {
    "array-to-array": [spec, serializer],
    "array-to-bytes": [spec],
    "bytes-to-bytes": [serializer, spec],
  };
  const chain = (list) => bindPipeline(table.specs(...list), type, undefined, { maxLength: MAX_LENGTH });
  const pipeline = await chain(chains[entry.kind]);
  const chunk = (sample ?? table.sampleChunk)(type, shape.length + 1);
  const encoded = pipeline.encode(chunk) ?? new Uint8Array(0);
  const other = pipeline.encode((sample ?? table.sampleChunk)(type, shape.length + 20)) ?? new Uint8Array(0);
  if (entry.kind !== "bytes-to-bytes") return { pipeline, encoded, other };
  const codec = await entry.load();
  const parsed = codec.parse(jsonView(table.specs(spec)[0].configuration));
  const length = (await chain([serializer])).encode(chunk).byteLength;
  const elementSize = dataType.itemSize ?? 1;
  const direct = {
    length,
    exact: await codec.bind(parsed, { length, elementSize, maxLength: MAX_LENGTH }),
    free: await codec.bind(parsed, { length: undefined, elementSize, maxLength: MAX_LENGTH }),
  };
  return { pipeline, encoded, other, direct };
}

/** Returns `undefined` if all is well, otherwise what is wrong. */
function directAttempts({ length, exact, free }, bytes, random) {
  const into = random.chance(2) ? new Uint8Array(length) : undefined;
  return [
    () => {
      const found = exact.decode(bytes.slice(), into).byteLength;
      return found === length ? undefined : `${found} bytes decoded, ${length} known`;
    },
    () => {
      const found = free.decode(bytes.slice()).byteLength;
      return found <= MAX_LENGTH ? undefined : `${found} bytes decoded, at most ${MAX_LENGTH} allowed`;
    },
  ];
}

function decodeInto(pipeline, bytes, selection, shape) {
  const { dataType } = pipeline.type;
  const count = shape.reduce((product, length) => product * length, 1);
  const layout = contiguous(shape);
  const fixed = dataType.itemSize !== undefined;
  const target = fixed
    ? { dataType, shape, layout, bytes: new Uint8Array(count * dataType.itemSize) }
    : { dataType, shape, layout, items: Array.from({ length: count }, () => "") };
  driveMemory(pipeline.decode(selection, target), bytes);
  if (!fixed && target.items.length !== count) return `${target.items.length} items decoded, ${count} known`;
  return undefined;
}

function decodeWhole(pipeline, bytes) {
  const { shape } = pipeline.type;
  const selection = shape.map((count) => ({ kind: "range", start: 0, step: 1, count }));
  return decodeInto(pipeline, bytes, selection, shape);
}

function decodePart(pipeline, bytes, random) {
  const selection = pipeline.type.shape.map((length) => {
    const start = random.below(length);
    return { kind: "range", start, step: 1, count: 1 + random.below(length - start) };
  });
  const shape = selection.map(({ count }) => count);
  return decodeInto(pipeline, bytes, selection, shape);
}

/** Shards whose index has no checksum, so that damaged entries are believed; only entries are damaged. */
function shardTarget({ typeOf, named, specs, sampleChunk }) {
  const little = { name: "bytes", configuration: { endian: "little" } };
  const type = typeOf(named("uint16"), [8, 12]);
  const inner = { chunk_shape: [4, 4], codecs: [little, { name: "zstd" }], index_codecs: [little] };
  const made = ["start", "end"].map(async (index_location) => {
    const spec = { name: "sharding_indexed", configuration: { ...inner, index_location } };
    const pipeline = await bindPipeline(specs(spec), type, undefined, { maxLength: MAX_LENGTH });
    return { pipeline, encoded: pipeline.encode(sampleChunk(type, 3)), index_location };
  });
  return async (random) => {
    const { pipeline, encoded, index_location } = await random.pick(made);
    const damaged = encoded.slice();
    const view = new DataView(damaged.buffer);
    const from = index_location === "start" ? 0 : damaged.byteLength - 96;
    for (let i = random.below(4); i >= 0; i--) {
      const special = [
        0n,
        1n,
        BigInt(damaged.byteLength),
        2n ** 31n,
        2n ** 53n,
        2n ** 63n,
        2n ** 64n - 1n,
        2n ** 64n - 2n,
      ];
      const value = random.chance(3) ? BigInt(random.below(damaged.byteLength + 9)) : random.pick(special);
      view.setBigUint64(from + 8 * random.below(12), value, true);
    }
    const bytes = random.chance(6) ? damage(damaged, random, encoded) : damaged;
    return {
      describe: () => ({ index_location, bytes: Buffer.from(bytes).toString("base64") }),
      run: () => [() => decodeWhole(pipeline, bytes), () => decodePart(pipeline, bytes, random)],
    };
  };
}
