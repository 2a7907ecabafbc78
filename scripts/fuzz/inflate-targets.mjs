// Targets: raw DEFLATE streams, made by zlib or by hand, damaged, into any room. WebAssembly, its twin and zlib accept and
// refuse the same, and agree to the byte; gzip and zlib around them too.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { deflateEngine, kernelDeflate, nodeDeflate } from "../../dist/modules/codecs/bytes-to-bytes/deflate/engine.js";
import { inflateRaw } from "../../dist/modules/codecs/bytes-to-bytes/deflate/inflate.js";
import { portableDeflate } from "../../dist/modules/codecs/bytes-to-bytes/deflate/portable-deflate.js";
import { inflateError } from "../../dist/modules/codecs/kernels/inflate/wasm.js";
import { inflateWithin } from "../../dist/modules/codecs/kernels/inflate/within.js";
import { madeStream } from "./deflate-streams.mjs";
import { damage, runsAndNoise } from "./random.mjs";
import { compareOutcomes, outcome, runGuarded } from "./twins.mjs";

const NAMES = ["plain", "WebAssembly"];
/** More than zlib's own margins, so that streams reach the kernel's fast loop. */
const PARTS = 12;

export async function inflateTargets([, wasm]) {
  const inflater = await inflateWithin(wasm);
  return { "kernel-inflate": rawTarget(wasm, inflater), "inflate-engines": engineTarget(await engines()) };
}

async function engines() {
  return [portableDeflate, await kernelDeflate(), await deflateEngine(), nodeDeflate()];
}

function anyStream(random) {
  if (random.chance(2)) return madeStream(random);
  const parts = Array.from({ length: 1 + random.below(PARTS) }, () => runsAndNoise(random));
  const content = new Uint8Array(Buffer.concat(parts));
  const stream = deflateRawSync(content, { level: random.below(10), strategy: random.below(5) });
  return { stream: new Uint8Array(stream), content };
}

function rawTarget(wasm, inflater) {
  return async (random) => {
    const { stream, content } = anyStream(random);
    const damaged = damage(stream, random, anyStream(random).stream);
    const room = random.pick([content.byteLength, 2 ** 16, random.below(content.byteLength * 2 + 1)]);
    const shift = random.below(16);
    const byPlain = () => {
      const output = { bytes: new Uint8Array(room), length: 0, limit: room };
      return outcome(() => used(inflateRaw(damaged, 0, output), output.bytes.subarray(0, output.length)));
    };
    const byWasm = (filler) => {
      const decode = (_, from, to) => inflater.inflate(from, damaged.byteLength, to, room);
      const regions = [{ input: damaged }, { output: room }];
      const { wrong, result, outputs } = runGuarded(wasm, regions, decode, shift, filler);
      if (wrong !== undefined) throw new Error(wrong);
      return result < 0
        ? { error: inflateError(result, room) }
        : { bytes: used(inflater.used(), outputs[0].subarray(0, result)) };
    };
    return {
      describe: () => ({ room, shift, bytes: Buffer.from(damaged).toString("base64") }),
      run: () => [
        () => compareOutcomes(["WebAssembly", "the same among other bytes"], [byWasm(0), byWasm(0xff)]),
        () => compareOutcomes(NAMES, [byPlain(), byWasm(0x5a)]),
        () => compareOutcomes(["WebAssembly", "zlib"], [byWasm(0), byZlib(damaged, room)]),
      ],
    };
  };
}

/** Bytes with, in front of them, how many of the input they came of. */
function used(count, bytes) {
  return new Uint8Array(Buffer.concat([Buffer.from(`${count} `), bytes]));
}

function byZlib(stream, room) {
  try {
    const { buffer, engine } = inflateRawSync(stream, { maxOutputLength: Math.max(1, room), info: true });
    if (buffer.byteLength > room) return { error: inflateError(-13, room) };
    return { bytes: used(engine.bytesWritten, buffer) };
  } catch (error) {
    return { error };
  }
}

/** gzip and zlib, one after another or alone, damaged: all engines give the same, known length or not. */
function engineTarget(all) {
  return async (random) => {
    const content = runsAndNoise(random);
    const kind = random.pick(["gzip", "zlib"]);
    const encode = () => random.pick(all)[kind === "gzip" ? "gzip" : "deflate"](content, random.below(11) - 1);
    const [file, other] = [encode(), encode()];
    const times = kind === "gzip" && random.chance(3) ? 2 : 1;
    const damaged = damage(times === 2 ? new Uint8Array(Buffer.concat([file, other])) : file, random, other);
    const length = random.chance(2) ? undefined : content.byteLength * times;
    const type = { length, elementSize: 1, maxLength: 2 ** 16 };
    const decode = (engine) => outcome(() => engine[kind === "gzip" ? "gunzip" : "inflate"](damaged, type));
    return {
      describe: () => ({ kind, length, bytes: Buffer.from(damaged).toString("base64") }),
      run: () =>
        [1, 2, 3].map(
          (index) => () => compareOutcomes(["plain", `engine ${index}`], [decode(all[0]), decode(all[index])]),
        ),
    };
  };
}
