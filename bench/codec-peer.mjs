// A contestant of bench/codecs.mjs: node codec-peer.mjs hyperslab|numcodecs.js FOLDER
//
// A line of JSON in, {row, op, seconds}, a line out, {seconds, length, sum}: the best time of one chunk, the bytes that
// it was encoded to and a checksum of what was decoded. Operations: "encode", "decode", "into" (a given buffer),
// "prepare", which writes the encoded chunks that every contestant decodes, and "memory", the process's peak in bytes.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { crc32 } from "node:zlib";
import { CHUNK, CHUNKS, chunkOf, DATA, ITEM_COUNT, ITEMS, ROWS } from "./codec-rows.mjs";

const [, , peer, folder] = process.argv;
const load = peer === "hyperslab" ? await hyperslab() : numcodecs;
const bound = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await perform(JSON.parse(line)).catch((error) => ({ error: String(error.message).slice(0, 200) }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

async function perform({ row: name, op, seconds }) {
  if (op === "memory") return { bytes: peakMemory() };
  const row = ROWS.find((candidate) => candidate.name === name);
  if (!bound.has(name)) bound.set(name, await load(row));
  const codec = bound.get(name);
  const each = Array.from({ length: CHUNKS }, (_, index) => index);
  const path = (index) => join(folder, `${name}-${index}.encoded`);
  if (op === "prepare") {
    for (const index of each) writeFileSync(path(index), await codec.encode(chunkOf(folder, row.data, index)));
    return {};
  }
  if (op === "encode") {
    const { best, last } = await repeat(
      each.map((index) => chunkOf(folder, row.data, index)),
      (bytes) => codec.encode(bytes),
      seconds,
    );
    return { seconds: best, length: last.byteLength };
  }
  const inputs = each.map((index) => new Uint8Array(readFileSync(path(index))));
  const out = op === "into" ? (row.data in ITEMS ? new Array(ITEM_COUNT) : new Uint8Array(CHUNK)) : undefined;
  const { best, last } = await repeat(inputs, (bytes) => codec.decode(bytes, out), seconds);
  return { seconds: best, length: inputs[0].byteLength, sum: crc32(asBytes(last)) };
}

/** Bytes as they are; elements of variable length as peers/codecs.py spells them. */
function asBytes(decoded) {
  if (decoded instanceof Uint8Array) return decoded;
  const plain = (value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
  return new TextEncoder().encode(JSON.stringify(decoded.map(plain)));
}

/** Of this process, where the system reports it; resourceUsage() starts with the peak of the parent. */
function peakMemory() {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN);
}

/** The best time of one input; ends with the first, so that the result is always of the same. */
async function repeat(inputs, action, seconds) {
  const end = performance.now() + seconds * 1000;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i <= inputs.length || performance.now() < end; i++) {
    const started = performance.now();
    const result = action(inputs[i % inputs.length]);
    if (result instanceof Promise) await result;
    best = Math.min(best, performance.now() - started);
  }
  return { best: best / 1000, last: await action(inputs[0]) };
}

async function hyperslab() {
  const [
    { bindPipeline },
    { driveMemory },
    { fromPlain },
    { parseDataType },
    { zeroElement },
    axis,
    { contiguous },
    typed,
  ] = await Promise.all(
    [
      "codecs/pipeline",
      "codecs/drive",
      "bytes/json-make",
      "model/data-type",
      "model/fill-value",
      "model/axis-selection",
      "model/lattice",
      "model/typed-data",
    ].map((path) => import(`../dist/modules/${path}.js`)),
  );
  const serializer = { name: "bytes", configuration: { endian: "little" } };
  return async ({ codec, data }) => {
    const { knownCodecs } = await import("../dist/modules/codecs/registry.js");
    const { kind } = knownCodecs().find(({ name, aliases }) => name === codec.name || aliases?.includes(codec.name));
    const chain =
      kind === "array-to-bytes" ? [codec] : kind === "array-to-array" ? [codec, serializer] : [serializer, codec];
    const dataType = parseDataType((DATA[data] ?? ITEMS[data]).dtype);
    const shape = [dataType.itemSize === undefined ? ITEM_COUNT : CHUNK / dataType.itemSize];
    const pipeline = await bindPipeline(
      chain.map(({ name, configuration }) => ({ name, configuration: fromPlain(configuration) })),
      { dataType, shape, fillValue: zeroElement(dataType) },
    );
    const selection = axis.wholeSelection(shape);
    if (dataType.itemSize === undefined) {
      const chunk = (items) => ({ dataType, shape, layout: contiguous(shape), items });
      return {
        encode: (values) => pipeline.encode(chunk(typed.dataToItems(dataType, values))),
        decode: (bytes, items = new Array(ITEM_COUNT)) => {
          driveMemory(pipeline.decode(selection, chunk(items)), bytes);
          return typed.itemsToData(dataType, items);
        },
      };
    }
    const chunk = (bytes) => ({ dataType, shape, layout: contiguous(shape), bytes });
    return {
      encode: (bytes) => pipeline.encode(chunk(bytes)),
      decode: (bytes, out = new Uint8Array(CHUNK)) => {
        driveMemory(pipeline.decode(selection, chunk(out)), bytes);
        return out;
      },
    };
  };
}

async function numcodecs({ javascript: configuration }) {
  if (configuration === undefined) throw new Error("has no such codec");
  const module = await import(`numcodecs/${configuration.id}`);
  const codec = module.default.fromConfig(configuration);
  // Some of its functions return a promise, others the result.
  const first = await codec.encode(new Uint8Array(16));
  if (!(first instanceof Uint8Array)) throw new Error("gives no bytes");
  return codec;
}
