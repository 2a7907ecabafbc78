// Targets: every registered codec by the configurations of its contract test, its other engines, and the kernels.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { jsonView } from "../../dist/bytes/json-view.js";
import { bloscBy } from "../../dist/codecs/bytes-to-bytes/blosc.js";
import { portableDeflate } from "../../dist/codecs/bytes-to-bytes/deflate/portable-deflate.js";
import { gzipBy } from "../../dist/codecs/bytes-to-bytes/gzip.js";
import { zlibBy } from "../../dist/codecs/bytes-to-bytes/zlib.js";
import { plainZstdEngine, wasmZstdEngine } from "../../dist/codecs/bytes-to-bytes/zstd/engine.js";
import { zstdBy } from "../../dist/codecs/bytes-to-bytes/zstd.js";
import { driveMemory } from "../../dist/codecs/drive.js";
import { loadKernels } from "../../dist/codecs/kernels/kernels.js";
import { loadZstd } from "../../dist/codecs/kernels/zstd-kernel.js";
import { bindPipeline } from "../../dist/codecs/pipeline.js";
import { knownCodecs, registerCodec } from "../../dist/codecs/registry.js";
import { isHyperslabError } from "../../dist/errors.js";
import { contiguous } from "../../dist/model/lattice.js";
import { damage } from "./random.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const SHAPES = [[], [7], [3, 4], [2, 3, 4], [64], [16, 24], [1000]];
/** What data of unknown length may decode to. */
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
            path: `../../dist/${path.replace(/^.*\/src\//, "").replace(/\.ts$/, ".js")}`,
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
    ["portable-gzip", "gzip", gzipBy(async () => portableDeflate)],
    ["portable-zlib", "zlib", zlibBy(async () => portableDeflate)],
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
    ...kernelTargets(await plain, await loadKernels()),
    "kernel-zstd": zstdTarget(await loadZstd({ plain: true }), await loadZstd()),
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

/** `undefined` if all is well, else what is wrong. */
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

/** The decoders of both kinds of kernels on the same damaged stream, between guards: they must agree to the byte. */
function kernelTargets(...engines) {
  const target = (name) => async (random) => {
    const original = runsAndNoise(random);
    const encoded = withRegions(engines[1], [original, original.byteLength + 1000, 16 * 1024], ([from, to, table]) => {
      const length = engines[1][`${name}Encode`](from, original.byteLength, to, original.byteLength + 1000, 1, table);
      return engines[1].memory.bytes.slice(to, to + length);
    });
    const damaged = damage(encoded, random, original);
    const room = random.pick([original.byteLength, random.below(original.byteLength * 2 + 1)]);
    return {
      describe: () => ({ room, bytes: Buffer.from(damaged).toString("base64") }),
      run: () => [() => compareDecoders(engines, name, damaged, room)],
    };
  };
  return Object.fromEntries(["lz4", "blosclz", "snappy"].map((name) => [`kernel-${name}`, target(name)]));
}

/** Damaged Zstandard frames of every level: WebAssembly and its twin accept the same, refuse the same, and agree. */
function zstdTarget(...engines) {
  const [, wasm] = engines;
  const frameOf = (random) => {
    const parts = Array.from({ length: 1 + random.below(3) }, () => runsAndNoise(random));
    const content = new Uint8Array(Buffer.concat(parts));
    return { content, frame: wasm.encodeZstd(content, random.below(20) - 5, random.chance(2)) };
  };
  return async (random) => {
    const { content, frame } = frameOf(random);
    const other = frameOf(random);
    const several = random.chance(4) ? new Uint8Array(Buffer.concat([frame, other.frame])) : frame;
    const damaged = damage(several, random, other.frame);
    const length = random.pick([content.byteLength, content.byteLength + other.content.byteLength]);
    return {
      describe: () => ({ length, bytes: Buffer.from(damaged).toString("base64") }),
      run: () => [
        () => compareZstd(engines, (engine) => decodedBy(engine, damaged, length)),
        () => compareZstd(engines, (engine) => outcome(() => engine.decodeZstdUnknown(damaged, 2 ** 16))),
      ],
    };
  };
}

function decodedBy(engine, frame, length) {
  const out = new Uint8Array(length);
  return outcome(() => out.subarray(0, engine.decodeZstd(frame, out)));
}

function outcome(run) {
  try {
    return { bytes: run() };
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    return { error };
  }
}

function compareZstd(engines, decode) {
  const [first, second] = engines.map(decode);
  if (first.bytes !== undefined && second.bytes !== undefined) {
    return Buffer.compare(first.bytes, second.bytes) === 0 ? undefined : "plain and WebAssembly decode to other bytes";
  }
  if (first.error !== undefined && second.error !== undefined) throw first.error;
  const [accepts, refuses] = first.error === undefined ? ["plain", second.error] : ["WebAssembly", first.error];
  return `${accepts} alone accepts: ${refuses.message}`;
}

const GUARD = 64;

function compareDecoders(engines, name, damaged, room) {
  const outcomes = engines.map((kernels) =>
    withRegions(kernels, [damaged, room + 2 * GUARD], ([from, guarded]) => {
      kernels.memory.bytes.fill(0xa5, guarded, guarded + room + 2 * GUARD);
      const length = kernels[`${name}Decode`](from, damaged.byteLength, guarded + GUARD, room);
      const after = kernels.memory.bytes.slice(guarded, guarded + room + 2 * GUARD);
      const touched = [...after.subarray(0, GUARD), ...after.subarray(GUARD + room)].some((byte) => byte !== 0xa5);
      return { length, touched, bytes: after.subarray(GUARD, GUARD + Math.max(0, length)) };
    }),
  );
  if (outcomes.some(({ touched }) => touched)) return "a kernel writes outside its region";
  if (outcomes.some(({ length }) => length > room)) return "a kernel claims more than there is room for";
  const [first, second] = outcomes;
  if (first.length < 0 && second.length < 0) return undefined;
  if (first.length !== second.length) return `plain gives ${first.length}, WebAssembly ${second.length}`;
  return Buffer.compare(first.bytes, second.bytes) === 0 ? undefined : "plain and WebAssembly decode to other bytes";
}

function withRegions({ memory }, regions, action) {
  const mark = memory.mark();
  try {
    const pointers = regions.map((region) => {
      const pointer = memory.allocate((typeof region === "number" ? region : region.byteLength) + 1);
      if (typeof region !== "number") memory.bytes.set(region, pointer);
      return pointer;
    });
    return action(pointers);
  } finally {
    memory.release(mark);
  }
}

/** Bytes as compressors meet them. */
function runsAndNoise(random) {
  const parts = Array.from({ length: 1 + random.below(8) }, () => {
    const unit = Array.from({ length: 1 + random.below(9) }, () => random.bits() & 0xff);
    return Array.from({ length: 1 + random.below(40) }, () => unit).flat();
  });
  return Uint8Array.from(parts.flat());
}
