// Random arrays: data type, shape, grid, shards, codecs, fill value; for Hyperslab and for the peers.
import { drawValues, KINDS, scalarOf, typeOf } from "./values.mjs";

/** Elements of an array, and stored objects of one, at most: peers take milliseconds for each object. */
const MOST_ELEMENTS = 20_000;
const MOST_OBJECTS = 150;

export function drawSpec(random, path) {
  const format = random.often(65) ? 3 : 2;
  const dtype = random.pick(Object.keys(KINDS).filter((name) => KINDS[name].formats?.includes(format) ?? true));
  const rank = random.pick([0, 1, 1, 2, 2, 2, 3, 3, 4]);
  const layout = drawLayout(random, rank, format, dtype);
  const fill = drawFill(random, dtype);
  const common = {
    path,
    format,
    dtype,
    fill,
    zeroes: !isZero(fill),
    separator: random.pick(["/", "."]),
    named: random.often(40),
  };
  if (format === 2) return { ...common, ...layout, ...drawV2(random, dtype, rank) };
  const chain = layout.varying ? plainChain(random, dtype, layout.shape.length) : chainOf(random, dtype, layout);
  return { ...common, ...layout, chain, maker: drawMaker(random, layout, dtype) };
}

function drawFill(random, dtype) {
  if (!random.often(40)) return drawValues(random, dtype, 1, false);
  const zero = { bytes: Buffer.alloc(KINDS[dtype].size ?? 0).toString("base64") };
  return dtype === "string" ? { items: [""] } : zero;
}

function isZero(fill) {
  return fill.items === undefined && Buffer.from(fill.bytes, "base64").every((byte) => byte === 0);
}

function drawLayout(random, rank, format, dtype) {
  for (;;) {
    const shape = Array.from({ length: rank }, () => (random.often(4) ? 0 : random.between(1, rank < 3 ? 70 : 14)));
    const varying = format === 3 && rank > 0 && random.often(8);
    const sharded = format === 3 && !varying && rank > 0 && dtype !== "string" && random.often(45);
    const inner = shape.map((length) => random.between(1, Math.max(1, Math.min(length, 9))));
    const nested = sharded && random.often(25) ? inner.map((length) => divisor(random, length)) : undefined;
    const chunks = sharded ? inner.map((length) => length * random.between(1, 3)) : inner;
    const lengths = varying ? shape.map((length) => cuts(random, length)) : undefined;
    if (lengths?.some((list) => list.length === 0)) continue;
    const objects = product(shape.map((length, i) => lengths?.[i].length ?? Math.ceil(length / chunks[i])));
    if (product(shape) > MOST_ELEMENTS || objects > MOST_OBJECTS) continue;
    return { shape, chunks, inner: sharded ? inner : undefined, nested, varying, lengths };
  }
}

function cuts(random, length) {
  const lengths = [];
  for (let rest = length; rest > 0; ) {
    const next = Math.min(rest, random.between(1, 12));
    lengths.push(next);
    rest -= next;
  }
  return lengths;
}

function divisor(random, length) {
  return random.pick(Array.from({ length }, (_, i) => i + 1).filter((part) => length % part === 0));
}

export function product(list) {
  return list.reduce((all, one) => all * one, 1);
}

// Zarr v3 ---------------------------------------------------------------------------------------------------------------

function chainOf(random, dtype, layout) {
  const rank = layout.shape.length;
  if (layout.inner === undefined) return plainChain(random, dtype, rank);
  const within = layout.nested === undefined ? plainChain(random, dtype, rank) : [shard(random, layout.nested, dtype)];
  return [shardOf(random, layout.inner, within)];
}

function shard(random, shape, dtype) {
  return shardOf(random, shape, plainChain(random, dtype, shape.length));
}

function shardOf(random, shape, codecs) {
  const checksum = random.often(85) ? [{ name: "crc32c" }] : [];
  return {
    name: "sharding_indexed",
    configuration: {
      chunk_shape: shape,
      codecs,
      index_codecs: [{ name: "bytes", configuration: { endian: "little" } }, ...checksum],
      index_location: random.often(30) ? "start" : "end",
    },
  };
}

function plainChain(random, dtype, rank) {
  // zarr-python 3.1.6 puts transposed strings in wrong places: it does not read what it wrote.
  const transpose = rank > 1 && dtype !== "string" && random.often(25) ? [transposeOf(random, rank)] : [];
  return [...transpose, serializer(random, dtype), ...compressors(random, dtype)];
}

function transposeOf(random, rank) {
  const order = random.shuffled(Array.from({ length: rank }, (_, i) => i));
  return { name: "transpose", configuration: { order } };
}

function serializer(random, dtype) {
  if (dtype === "string") return { name: "vlen-utf8" };
  const { size } = KINDS[dtype];
  if (size === 1) return { name: "bytes" };
  // Texts of fixed length are little-endian for every peer.
  const endian = dtype !== "U3" && dtype !== "S4" && random.often(25) ? "big" : "little";
  return { name: "bytes", configuration: { endian } };
}

function compressors(random, dtype) {
  const checksum = random.often(25) ? [{ name: "crc32c" }] : [];
  return [...random.pick([[], [gzip(random)], [zstd(random)], [zstd(random)], [blosc(random, dtype)]]), ...checksum];
}

const gzip = (random) => ({ name: "gzip", configuration: { level: random.between(1, 9) } });
const zstd = (random) => ({ name: "zstd", configuration: { level: random.between(0, 9), checksum: random.often(50) } });

function blosc(random, dtype) {
  const shuffle = random.pick(["noshuffle", "shuffle", "bitshuffle"]);
  return {
    name: "blosc",
    configuration: {
      cname: random.pick(["lz4", "lz4hc", "blosclz", "zstd", "zlib"]),
      clevel: random.between(0, 9),
      shuffle,
      ...(shuffle === "noshuffle" ? {} : { typesize: KINDS[dtype].size ?? 1 }),
      blocksize: 0,
    },
  };
}

// Zarr v2 ---------------------------------------------------------------------------------------------------------------

function drawV2(random, dtype, rank) {
  const swappable = (KINDS[dtype].size ?? 1) > 1 && !["U3", "S4", "struct"].includes(dtype);
  return {
    order: dtype !== "string" && rank > 1 && random.often(25) ? "F" : "C",
    endian: swappable && random.often(25) ? "big" : "little",
    compressor: random.pick([
      null,
      { id: "zlib", level: random.between(1, 9) },
      { id: "gzip", level: random.between(1, 9) },
      { id: "bz2", level: random.between(1, 9) },
      { id: "zstd", level: random.between(0, 9) },
      {
        id: "blosc",
        cname: random.pick(["lz4", "zstd", "blosclz"]),
        clevel: 5,
        shuffle: random.between(0, 2),
        blocksize: 0,
      },
    ]),
    maker: drawMaker(random, {}, dtype),
  };
}

// Who makes it, and who can read it -------------------------------------------------------------------------------------

function drawMaker(random, { varying, nested }, dtype) {
  if (varying || random.often(55)) return "hyperslab";
  return KINDS[dtype].only !== undefined || nested !== undefined || random.often(60) ? "zarr" : "tensorstore";
}

/** The peers that know such an array. */
export function peersOf(spec) {
  // Neither of the pinned versions has rectilinear grids.
  if (spec.varying) return [];
  return KINDS[spec.dtype].only !== undefined ? ["zarr"] : ["zarr", "tensorstore"];
}

/** The options of Hyperslab's `create`. */
export function createOptions(spec) {
  const { format, dtype, shape, chunks, lengths, fill, separator, named } = spec;
  return {
    shape,
    dtype: typeOf(dtype),
    chunks: lengths ?? chunks,
    ...(named ? { dims: shape.map((_, axis) => `d${axis}`) } : {}),
    format: `zarr${format}`,
    fillValue: scalarOf(dtype, fill),
    codecs: format === 3 ? spec.chain : v2Codecs(spec),
    chunkKeys: { kind: format === 3 ? "default" : "v2", separator },
  };
}

function v2Codecs({ shape, dtype, order, endian, compressor }) {
  const rank = shape.length;
  const reversed = { name: "transpose", configuration: { order: shape.map((_, i) => rank - 1 - i) } };
  const bytes = { name: "bytes", configuration: { endian } };
  return [
    ...(order === "F" ? [reversed] : []),
    ...(endian === "big" ? [bytes] : []),
    ...(compressor === null ? [] : [v2Compressor(compressor, dtype)]),
  ];
}

function v2Compressor({ id, ...configuration }, dtype) {
  if (id === "blosc") {
    const shuffle = ["noshuffle", "shuffle", "bitshuffle"][configuration.shuffle];
    return { name: "blosc", configuration: { ...configuration, shuffle, typesize: KINDS[dtype].size ?? 1 } };
  }
  if (id === "zstd") return { name: "zstd", configuration: { ...configuration, checksum: false } };
  return { name: id === "bz2" ? "numcodecs.bz2" : id, configuration };
}

/** Where the object at these grid coordinates lies below the array's folder. */
export function objectKey({ format, separator }, at) {
  if (format === 3) return ["c", ...at].join(separator);
  return at.length === 0 ? "0" : at.join(separator);
}

/** First and last+1 index of a grid position along one dimension. */
export function objectSpan(spec, axis, position) {
  const { lengths, chunks, shape } = spec;
  if (lengths === undefined) {
    return [position * chunks[axis], Math.min((position + 1) * chunks[axis], shape[axis])];
  }
  const start = lengths[axis].slice(0, position).reduce((sum, length) => sum + length, 0);
  return [start, Math.min(start + lengths[axis][position], shape[axis])];
}
