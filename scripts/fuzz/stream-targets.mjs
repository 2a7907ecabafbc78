// Targets: kernels that compress, on damaged streams and in any room; WebAssembly and its twin must agree to the byte.

import { readFileSync } from "node:fs";
import { fromPlain } from "../../dist/modules/bytes/json/make.js";
import { jsonView } from "../../dist/modules/bytes/json/view.js";
import { bloscBy } from "../../dist/modules/codecs/bytes-to-bytes/blosc.js";
import { lzma, lzmaBy } from "../../dist/modules/codecs/bytes-to-bytes/lzma/lzma.js";
import { plainZstdEngine, wasmZstdEngine } from "../../dist/modules/codecs/bytes-to-bytes/zstd/engine.js";
import { HIGH_TABLE_BYTES, TABLE_BYTES } from "../../dist/modules/codecs/kernels/kernels.js";
import { loadZstd, zstdWithin } from "../../dist/modules/codecs/kernels/zstd/kernel.js";
import { damage, runsAndNoise } from "./random.mjs";
import { compareOutcomes, compareTwins, outcome, runGuarded } from "./twins.mjs";

const NAMES = ["plain", "WebAssembly"];

/** Encoder, decoder, bytes of the encoder's table, and the efforts it knows. */
const STREAMS = {
  lz4: ["lz4Encode", "lz4Decode", TABLE_BYTES, [1, 2, 9, 200]],
  lz4hc: ["lz4EncodeHigh", "lz4Decode", HIGH_TABLE_BYTES, [1, 2, 16, 256]],
  blosclz: ["blosclzEncode", "blosclzDecode", TABLE_BYTES, [1, 5, 9]],
  snappy: ["snappyEncode", "snappyDecode", TABLE_BYTES, [1]],
};

export async function streamTargets(engines) {
  const within = await zstdWithin(engines[1]);
  const zstd = [await loadZstd({ plain: true }), await loadZstd()];
  const streams = Object.entries(STREAMS);
  return {
    ...Object.fromEntries(streams.map(([name, stream]) => [`kernel-${name}`, decodeTarget(engines, stream)])),
    ...Object.fromEntries(streams.map(([name, stream]) => [`kernel-${name}-encode`, encodeTarget(engines, stream)])),
    "kernel-lz4-linked": linkedTarget(engines),
    "kernel-zstd": zstdTarget(zstd, (frame, length) => zstd.map((engine) => decodedBy(engine, frame, length))),
    "kernel-zstd-within": zstdTarget(zstd, (frame, length) => [
      decodedBy(zstd[0], frame, length),
      decodedWithin(engines[1], within, frame, length),
    ]),
    "zstd-v07": oldZstdTarget([await plainZstdEngine(), await wasmZstdEngine()]),
    "kernel-lzma": lzmaTarget(),
    "kernel-blosc": bloscTarget(engines),
  };
}

/** A damaged stream, into room for what it was or for any other length. */
function decodeTarget(engines, [encoder, decoder, table, efforts]) {
  return async (random) => {
    const original = runsAndNoise(random);
    const [, wasm] = engines;
    const encoded = encode(wasm, encoder, table, original, roomy(original), random.pick(efforts));
    const damaged = damage(encoded, random, original);
    const room = random.pick([original.byteLength, random.below(original.byteLength * 2 + 1)]);
    const shift = random.below(16);
    return {
      describe: () => ({ room, shift, bytes: Buffer.from(damaged).toString("base64") }),
      run: () => [
        () => {
          let most = 0;
          const decode = (kernels, from, to) => {
            const length = kernels[decoder](from, damaged.byteLength, to, room);
            most = Math.max(most, length);
            // Any negative number means that the stream is broken.
            return Math.max(-1, length);
          };
          const regions = [{ input: damaged }, { output: room }];
          const wrong = compareTwins(engines, regions, decode, { shift, written: (length) => Math.max(0, length) });
          return wrong ?? (most > room ? "a kernel claims more than there is room for" : undefined);
        },
      ],
    };
  };
}

/** A damaged block after the history that it refers to, both in one region. */
function linkedTarget(engines) {
  return async (random) => {
    const history = runsAndNoise(random);
    const whole = new Uint8Array(Buffer.concat([history, runsAndNoise(random)]));
    const stream = encode(engines[1], "lz4Encode", TABLE_BYTES, whole, roomy(whole), 1);
    const damaged = damage(stream, random, history);
    const room = random.below(whole.byteLength * 2 + 1);
    const shift = random.below(16);
    const region = new Uint8Array(history.byteLength + room);
    region.set(history);
    const length = history.byteLength;
    const decode = (kernels, from, to) =>
      Math.max(-1, kernels.lz4DecodeLinked(from, damaged.byteLength, to + length, room, length));
    return {
      describe: () => ({ room, shift, history: length, bytes: Buffer.from(damaged).toString("base64") }),
      run: () => [
        () => {
          const regions = [{ input: damaged }, { inout: region }];
          const written = (result) => length + Math.max(0, result);
          return compareTwins(engines, regions, decode, { shift, written });
        },
      ],
    };
  };
}

/** Any bytes, into more room than needed or less; what fits decodes to the same bytes. */
function encodeTarget(engines, [encoder, decoder, table, efforts]) {
  return async (random) => {
    const original = random.chance(4) ? damage(runsAndNoise(random), random) : runsAndNoise(random);
    const capacity = random.chance(2) ? roomy(original) : random.below(original.byteLength + 40);
    const [effort, shift] = [random.pick(efforts), random.below(16)];
    const length = original.byteLength;
    const regions = [{ input: original }, { output: capacity }, { scratch: table }];
    const run = (kernels, from, to, tables) => kernels[encoder](from, length, to, capacity, effort, tables);
    return {
      describe: () => ({ capacity, effort, shift, bytes: Buffer.from(original).toString("base64") }),
      run: () => [
        () => compareTwins(engines, regions, run, { shift, written: (result) => result }),
        () => {
          const stream = encode(engines[1], encoder, table, original, capacity, effort);
          if (stream.byteLength === 0) return undefined;
          const decode = (kernels, from, to) => kernels[decoder](from, stream.byteLength, to, length);
          const { outputs, result } = runGuarded(engines[0], [{ input: stream }, { output: length }], decode, 0, 1);
          return result === length && Buffer.compare(outputs[0], original) === 0 ? undefined : "encodes to other bytes";
        },
      ],
    };
  };
}

function encode(kernels, encoder, table, original, capacity, effort) {
  const regions = [{ input: original }, { output: capacity }, { scratch: table }];
  const run = (_, from, to, tables) => kernels[encoder](from, original.byteLength, to, capacity, effort, tables);
  const { outputs, result } = runGuarded(kernels, regions, run, 0, 0);
  return outputs[0].slice(0, result);
}

function roomy({ byteLength }) {
  return byteLength + 1000;
}

/** Damaged Zstandard frames of every level: the two accept the same, refuse the same, and agree. */
function zstdTarget([plain, wasm], decodeBoth) {
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
    const unknown = (engine) => outcome(() => engine.decodeZstdUnknown(damaged, 2 ** 16));
    return {
      describe: () => ({ length, bytes: Buffer.from(damaged).toString("base64") }),
      run: () => [
        () => compareOutcomes(NAMES, decodeBoth(damaged, length)),
        () => compareOutcomes(NAMES, [unknown(plain), unknown(wasm)]),
      ],
    };
  };
}

/** Damaged frames of zstd 0.7, which one decoder decodes for both engines, alone and among frames of today. */
function oldZstdTarget(engines) {
  const { cases } = JSON.parse(readFileSync(new URL("../../fixtures/zstd/frames-0.7.json", import.meta.url), "utf8"));
  const small = cases.filter(({ length }) => length !== undefined && length < 20_000);
  const frames = small.map(({ frame, length }) => ({ frame: Buffer.from(frame, "base64"), length }));
  const type = (length) => ({ length, elementSize: 1, maxLength: 2 ** 16 });
  return async (random) => {
    const [{ frame, length }, other] = [random.pick(frames), random.pick(frames)];
    const today = engines[1].compress(runsAndNoise(random), 3, random.chance(2));
    const file = random.chance(4) ? Buffer.concat([frame, random.pick([today, other.frame])]) : frame;
    const damaged = damage(new Uint8Array(file), random, new Uint8Array(other.frame));
    const decoded = (engine, known) => outcome(() => engine.decompress(damaged, type(known)));
    return {
      describe: () => ({ length, bytes: Buffer.from(damaged).toString("base64") }),
      run: () =>
        [length, undefined].map(
          (known) => () =>
            compareOutcomes(
              NAMES,
              engines.map((engine) => decoded(engine, known)),
            ),
        ),
    };
  };
}

function decodedBy(engine, frame, length) {
  const out = new Uint8Array(length);
  return outcome(() => out.subarray(0, engine.decodeZstd(frame, out)));
}

/** Inside the memory of the other kernels, between guards. */
function decodedWithin(kernels, within, frame, length) {
  const decode = (_, from, to) => within.decode(from, frame.byteLength, to, length);
  const { wrong, result, outputs } = runGuarded(kernels, [{ input: frame }, { output: length }], decode, 3, 0xa5);
  if (wrong !== undefined) throw new Error(wrong);
  return result === length ? { bytes: outputs[0] } : { error: new Error(`it gives ${result}`) };
}

const LZMA1 = 2n ** 62n + 1n;
const LZMA_FORMS = [
  { format: 1, check: 0, preset: 1 },
  { format: 1, preset: 6 },
  { format: 2, preset: 1 },
  { format: 3, filters: [{ id: 33, lc: 1, lp: 3, pb: 4, dict_size: 4096 }] },
  { format: 2, filters: [{ id: LZMA1, lc: 2, lp: 2, pb: 0, dict_size: 4096 }] },
];

/** Damaged LZMA in every container: WebAssembly and TypeScript accept and refuse the same, and agree. */
function lzmaTarget() {
  const codecs = [lzmaBy(async () => undefined), lzma];
  return async (random) => {
    const original = runsAndNoise(random);
    const parsed = codecs[0].parse(jsonView(fromPlain(random.pick(LZMA_FORMS))));
    const type = { length: original.byteLength, elementSize: 1, maxLength: 2 ** 20 };
    const bound = await Promise.all(codecs.map((codec) => codec.bind(parsed, type)));
    const damaged = damage(bound[0].encode(original), random, original);
    return {
      describe: () => ({ length: original.byteLength, bytes: Buffer.from(damaged).toString("base64") }),
      run: () => [
        () =>
          compareOutcomes(
            NAMES,
            bound.map((codec) => outcome(() => codec.decode(damaged))),
          ),
      ],
    };
  };
}

const SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"];
const COMPRESSORS = ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"];

/** Blosc frames of all kinds, damaged: both engines accept and refuse the same, and agree on what they accept. */
function bloscTarget(engines) {
  const codecs = engines.map((kernels) => bloscBy(async () => kernels));
  const boundTo = (configuration, elementSize, length) =>
    Promise.all(
      codecs.map((codec) => {
        const parsed = codec.parse(jsonView(fromPlain(configuration)));
        return codec.bind(parsed, { length, elementSize, maxLength: 2 ** 20 });
      }),
    );
  return async (random) => {
    const original = runsAndNoise(random);
    const configuration = {
      cname: random.pick(COMPRESSORS),
      clevel: random.below(10),
      shuffle: random.pick(SHUFFLES),
      blocksize: random.pick([0, 0, 64, 1000]),
    };
    const elementSize = random.pick([1, 2, 3, 4, 8, 16, 255]);
    const bound = await boundTo(configuration, elementSize, original.byteLength);
    const [frame, other] = bound.map((codec) => codec.encode(original));
    const damaged = damage(frame, random, other);
    const decoded = (codec) => outcome(() => codec.decode(damaged, new Uint8Array(original.byteLength)));
    return {
      describe: () => ({ configuration, elementSize, bytes: Buffer.from(damaged).toString("base64") }),
      run: () => [
        () => (Buffer.compare(frame, other) === 0 ? undefined : "plain and WebAssembly encode to other bytes"),
        () => compareOutcomes(NAMES, bound.map(decoded)),
      ],
    };
  };
}
