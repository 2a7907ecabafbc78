// Target: HDF5 files that h5py and netCDF4 made, with fields of their structures changed and checksums mended, so that the
// change reaches the parser. Addresses are exchanged for each other, which makes cycles and structures of the wrong kind;
// lengths and counts become odd ones. Whatever is opened must be read or refused.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { jenkinsLookup3 } from "../../dist/modules/bytes/checksum/jenkins-lookup3.js";
import { memorySource } from "../../dist/modules/bytes/source/byte-source.js";
import { decodeBytes } from "../../dist/modules/dataset/virtual/decode-bytes.js";
import { Group, memoryStore, open } from "../../dist/modules/index.js";
import { hdf5 } from "../../dist/modules/scanners/hdf5/hdf5.js";
import { Hdf5File } from "../../dist/modules/scanners/hdf5/structures/file.js";
import { damage } from "./random.mjs";

/** Files larger than this would only slow the fuzzing down. */
const LARGEST_FILE = 32 * 1024;
const MOST_ELEMENTS = 2 ** 20;
/** Chunks that are read of a damaged array at most: each takes some microseconds, also if nothing is stored of it. */
const MOST_CHUNKS = 2 ** 14;
/** What counts, lengths and offsets become. */
const ODD = [
  0n,
  1n,
  2n,
  7n,
  0x7fn,
  0x80n,
  0xffn,
  0x7fffn,
  0xffffn,
  0x7fffffffn,
  0xffffffffn,
  2n ** 48n,
  2n ** 64n - 1n,
];

export function hdf5Targets() {
  let files;
  return {
    "scan-hdf5": async (random) => {
      files ??= ["h5py", "structures", "conversions", "netcdf4", "virtual", "corners"].flatMap(filesOf);
      const { name, damaged } = await changedFile(files, random);
      return {
        describe: () => ({ file: name, base64: Buffer.from(damaged).toString("base64") }),
        run: () => [() => readAll(damaged)],
      };
    },
  };
}

/** One of the files, with any bytes or the fields of structures changed. */
export async function changedFile(files, random) {
  const file = random.pick(files);
  file.structures ??= await structuresOf(file.bytes);
  const isBlind = random.chance(5);
  const damaged = isBlind ? damage(file.bytes, random, random.pick(files).bytes) : changedFields(file, random);
  return { name: file.name, damaged };
}

/** The files of a fixture archive (POSIX tar, gzip). */
export function filesOf(archiveName) {
  const archive = gunzipSync(readFileSync(new URL(`../../fixtures/hdf5/${archiveName}.tar.gz`, import.meta.url)));
  const files = [];
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const name = archive.toString("latin1", at, archive.indexOf(0, at));
    const length = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
    const isFile = /\.(h5|nc)$/.test(name) && length <= LARGEST_FILE;
    if (isFile) files.push({ name, bytes: new Uint8Array(archive.subarray(at + 512, at + 512 + length)) });
    at += 512 + Math.ceil(length / 512) * 512;
  }
  return files;
}

/** Where the structures of a valid file lie, and which end in a checksum: as the parser itself reads them. */
async function structuresOf(bytes) {
  const [read, checked] = [new Map(), new Map()];
  const { bytes: readBytes, checkSum } = Hdf5File.prototype;
  Hdf5File.prototype.bytes = function (address, length, what) {
    read.set(this.facts.base + address, length);
    return readBytes.call(this, address, length, what);
  };
  Hdf5File.prototype.checkSum = function (part, what, address) {
    const sum = checksumOf(bytes, part, this.facts.base + address);
    if (sum !== undefined) checked.set(sum.start, sum);
    return checkSum.call(this, part, what, address);
  };
  try {
    const dataset = await hdf5.scan({
      source: memorySource(bytes),
      place: {},
      name: "a.h5",
      decode: decodeBytes,
    });
    for (const chunks of dataset.pending.values()) await chunks.load();
  } finally {
    Object.assign(Hdf5File.prototype, { bytes: readBytes, checkSum });
  }
  // Innermost first: a structure may hold others.
  const sums = [...checked.values()].sort((one, other) => one.end - one.start - (other.end - other.start));
  return { read: [[0, Math.min(96, bytes.length)], ...read], sums };
}

/**
 * What a checksum covers and where it is stored: after the data, except in blocks of fractal heaps, where it counts as zeros. Undefined if
 * the data are compressed in the file.
 */
function checksumOf(bytes, part, address) {
  const stored = part.subarray(-4);
  if (String.fromCharCode(...part.subarray(0, 4)) === "FHDB") {
    const end = address + part.byteLength - 4;
    const isSum = (at) => stored.every((byte, index) => bytes[at + index] === byte && part[at + index - address] === 0);
    let at = address + 4;
    while (at < end && !isSum(at)) at++;
    return at < end ? { start: address, end, at } : undefined;
  }
  // Mappings of virtual datasets lie in a heap.
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(part);
  if (start < 0) return undefined;
  const end = start + part.byteLength - 4;
  return { start, end, at: end };
}

function changedFields({ bytes, structures: { read, sums } }, random) {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let changes = random.below(3); changes >= 0; changes--) {
    const [start, length] = random.pick(read);
    const width = random.pick([1, 1, 2, 4, 8]);
    const at = Math.min(start + random.below(Math.max(1, length)), copy.length - width);
    const value = random.chance(3)
      ? BigInt(random.pick(read)[0])
      : random.chance(2)
        ? random.pick(ODD)
        : BigInt(random.bits());
    if (random.chance(4)) exchangeAddress(view, read, random);
    else if (width === 8) view.setBigUint64(at, BigInt.asUintN(64, value), true);
    else if (width === 4) view.setUint32(at, Number(value & 0xffffffffn), true);
    else if (width === 2) view.setUint16(at, Number(value & 0xffffn), true);
    else copy[at] = random.chance(2) ? Number(value & 0xffn) : copy[at] ^ (1 << random.below(8));
  }
  for (const { start, end, at } of sums) {
    view.setUint32(at, 0, true);
    view.setUint32(at, jenkinsLookup3(copy.subarray(start, end)), true);
  }
  return copy;
}

/** An address of a structure becomes that of another one. */
function exchangeAddress(view, read, random) {
  const wanted = BigInt(random.pick(read)[0]);
  const places = [];
  for (let at = 0; at + 8 <= view.byteLength; at++) if (view.getBigUint64(at, true) === wanted) places.push(at);
  if (places.length > 0) view.setBigUint64(random.pick(places), BigInt(random.pick(read)[0]), true);
}

async function readAll(bytes) {
  const store = memoryStore();
  await store.set("a.h5", bytes);
  const visit = async (node) => {
    if (node instanceof Group) {
      for (const child of await node.children()) await visit(child);
      return undefined;
    }
    const size = node.shape.reduce((product, length) => product * length, 1);
    const itemSize = node.dataType.itemSize ?? 16;
    if (size * itemSize > MOST_ELEMENTS * 8 || size === 0) return undefined;
    if (node.gridShape.reduce((product, count) => product * count, 1) > MOST_CHUNKS) return undefined;
    const read = await node.read().catch((error) => {
      if (error?.name !== "HyperslabError") throw error;
      return undefined;
    });
    return read !== undefined && read.shape.join() !== node.shape.join()
      ? `${read.shape} read of ${node.shape}`
      : undefined;
  };
  return visit(await open(store, { path: "a.h5", format: "hdf5" }));
}
