// Values that encode which version of which object they belong to, so that a mixture is detected in any part. An array
// of uint64, [objects x rows, columns]: the low word of an element holds the version and the element's position, the
// high word noise that grows and shrinks from version to version, so that what is stored changes its length.
import { Wrong } from "./wrong.mjs";

const POSITION_BITS = 16;

/**
 * What a read must give in one version: "object" is every stored object, a shard with all its chunks; "chunk" would be
 * each chunk separately.
 */
const UNIT = "object";

/** Every fifth version of an object is the fill value throughout: the stored object goes. */
const isFill = (version) => version % 5 === 0;

function noise(version, position) {
  const hash = Math.imul(position + 1, 0x9e3779b1) ^ Math.imul(version, 0x85ebca6b);
  return [0, hash >>> 0, hash & 0xff, version][version % 4];
}

/** Layout of a versioned array: shape, chunks, shards and codecs, drawn at random. */
export function drawVersioned(random, { fills = true, format = random.often(70) ? 3 : 2 } = {}) {
  const [rows, columns] = [4 * random.between(1, 6), 4 * random.between(1, 12)];
  const objects = random.between(1, 4);
  const sharded = format === 3 && random.often(65);
  const inner = [random.pick([rows, rows / 2, rows / 4]), random.pick([columns, columns / 2, columns / 4])];
  const compressor = random.pick([[], ["zstd"], ["gzip"], ["zstd"]]);
  const checksum = format === 3 && random.often(40) ? ["crc32c"] : [];
  const codecs = [...compressor, ...checksum];
  const options = {
    shape: [objects * rows, columns],
    dtype: "uint64",
    format: `zarr${format}`,
    ...(sharded ? shards(random, [rows, columns], inner, codecs) : { chunks: [rows, columns], codecs }),
  };
  return { rows, columns, objects, unit: UNIT === "chunk" && sharded ? inner : [rows, columns], options, fills };
}

function shards(random, outer, inner, codecs) {
  if (random.often(60)) return { chunks: inner, shards: outer, codecs };
  const specs = codecs.map((name) => {
    if (name === "zstd") return { name, configuration: { level: 1, checksum: false } };
    return name === "gzip" ? { name, configuration: { level: 1 } } : { name };
  });
  const bytes = { name: "bytes", configuration: { endian: "little" } };
  const configuration = {
    chunk_shape: inner,
    codecs: [bytes, ...specs],
    index_codecs: [bytes, { name: "crc32c" }],
    index_location: random.pick(["start", "end"]),
  };
  return { chunks: outer, codecs: [{ name: "sharding_indexed", configuration }] };
}

/** Version `version` of an object, in C order. */
export function versionOf({ rows, columns, fills }, object, version) {
  const words = new Uint32Array(2 * rows * columns);
  if (!(fills && isFill(version))) {
    const first = object * rows * columns;
    for (let i = 0; i < rows * columns; i++) {
      words[2 * i] = ((version << POSITION_BITS) | (first + i)) >>> 0;
      words[2 * i + 1] = noise(version, first + i);
    }
  }
  return new BigUint64Array(words.buffer);
}

/** The selection of one object, all of it. */
export function wholeObject({ rows, columns }, object) {
  return [
    { start: object * rows, stop: (object + 1) * rows },
    { start: 0, stop: columns },
  ];
}

/** A random part: everything, one object, a part of one, or rows of several. */
export function drawPart(random, layout) {
  const { rows, columns, objects } = layout;
  const all = [
    { start: 0, stop: objects * rows },
    { start: 0, stop: columns },
  ];
  const drawn = random.below(4);
  if (drawn === 0) return all;
  if (drawn === 1) return wholeObject(layout, random.below(objects));
  const height = drawn === 2 ? rows : objects * rows;
  const base = drawn === 2 ? rows * random.below(objects) : 0;
  const top = random.below(height);
  const left = random.below(columns);
  return [
    { start: base + top, stop: base + random.between(top + 1, height) },
    { start: left, stop: random.between(left + 1, columns) },
  ];
}

/** Pairs of an object in the part and a version of it; what is not entirely of one version is wrong. */
export function versionsIn({ rows, columns, unit }, part, data, what) {
  const words = new Uint32Array(data.buffer, data.byteOffset, 2 * data.length);
  const [down, across] = part;
  const seen = new Map();
  let i = 0;
  for (let row = down.start; row < down.stop; row++) {
    for (let column = across.start; column < across.stop; column++, i++) {
      const position = row * columns + column;
      const version = readVersion(words[2 * i], words[2 * i + 1], position, what);
      const at = Math.floor(row / unit[0]) * columns + Math.floor(column / unit[1]);
      const before = seen.get(at) ?? [Math.floor(row / rows), version];
      seen.set(at, before);
      if (before[1] === version) continue;
      throw new Wrong(
        `${what}: object ${before[0]} has element ${position} of version ${version}, others of ${before[1]}`,
      );
    }
  }
  return [...seen.values()];
}

function readVersion(low, high, position, what) {
  if (low === 0 && high === 0) return "fill";
  const version = low >>> POSITION_BITS;
  const own = low & (2 ** POSITION_BITS - 1);
  if (own === position && high === noise(version, position)) return version;
  throw new Wrong(`${what}: element ${position} holds version ${version} of element ${own} with noise ${high}`);
}

/** Is what was seen one of the versions `from` to `to` of its object? Version 0 is an object that was never written. */
export function isAmong({ fills }, seen, versions) {
  return versions.some((version) => (version === 0 || (fills && isFill(version)) ? seen === "fill" : seen === version));
}
