// What bench/codecs.mjs times: a name, the data it is fed and the configuration, as each contestant spells it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Bytes of a chunk, and how many different ones are taken in turn. */
export const CHUNK = 2 ** 20;
export const CHUNKS = 4;

/** The data: what an element is, and how it comes of a value of the field. */
export const DATA = {
  f32: { dtype: "float32", numpy: "<f4", array: Float32Array, of: (value) => value },
  // Like detector counts: small and not negative.
  i16: { dtype: "int16", numpy: "<i2", array: Int16Array, of: (value) => Math.max(0, Math.round((value - 250) * 4)) },
  bool: { dtype: "bool", numpy: "|b1", array: Uint8Array, of: (value) => (value > 280 ? 1 : 0) },
  // Texts of four code points, each a word; a label is that of a value.
  labels: {
    dtype: "U4",
    numpy: "<U4",
    array: Uint32Array,
    of: (_, at, values) => LABELS[Math.floor(values[at >> 2] / 4) % LABELS.length].codePointAt(at & 3) ?? 0,
  },
};

const LABELS = ["cold", "mild", "warm", "hot"];

/** Data of variable length: elements of 16 bytes on average, as JSON holds them, and as the codecs take them. */
export const ITEMS = {
  texts: { dtype: "string", of: (value, at) => `${at % 997} K: ${value.toFixed(2)} \u00e4`, read: (text) => text },
  blobs: {
    dtype: "bytes",
    of: (value, at) => Array.from({ length: at % 33 }, (_, i) => Math.round(value * i) & 255),
    read: (bytes) => Uint8Array.from(bytes),
  },
  ragged: {
    dtype: { item: "int16" },
    of: (value, at) => Array.from({ length: at % 17 }, (_, i) => Math.round(value) + i),
    read: (numbers) => Int16Array.from(numbers),
  },
  objects: {
    dtype: "object",
    of: (value, at) => (at % 3 === 0 ? { k: Math.round(value), name: `n${at % 97}` } : at % 3 === 1 ? `t${at}` : null),
    read: (value) => value,
  },
  optionals: {
    dtype: { name: "optional", item: "float64" },
    of: (value, at) => (at % 3 === 0 ? null : value),
    read: (value) => value,
  },
};
/** Elements of a chunk of these. */
export const ITEM_COUNT = CHUNK / 16;

const SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"];

const blosc = (cname, shuffle, clevel = 5) => ({
  name: `blosc ${cname} ${shuffle}`,
  codec: { name: "blosc", configuration: { cname, clevel, shuffle } },
  numcodecs: { id: "blosc", cname, clevel, shuffle: SHUFFLES.indexOf(shuffle) },
  javascript: { id: "blosc", cname, clevel, shuffle: SHUFFLES.indexOf(shuffle), blocksize: 0 },
});

/** A codec whose configuration both spell alike. */
const alike = (id, configuration = {}, more = {}) => ({
  name: [id, ...Object.values(configuration)].join(" "),
  codec: { name: id, configuration },
  numcodecs: { id, ...configuration },
  ...more,
});

const inJavaScript = (id, configuration = {}) => alike(id, configuration, { javascript: { id: id, ...configuration } });

/** A codec that numcodecs does not have. */
const own = (name, configuration = {}) => ({ name, codec: { name, configuration } });

const COMPRESSORS = [
  ...["lz4", "zstd", "blosclz", "zlib"].flatMap((cname) => ["shuffle", "bitshuffle"].map((kind) => blosc(cname, kind))),
  blosc("lz4", "noshuffle"),
  blosc("lz4hc", "shuffle"),
  blosc("snappy", "shuffle"),
  ...[1, 3, 9].map((level) => inJavaScript("zstd", { level })),
  inJavaScript("gzip", { level: 5 }),
  inJavaScript("zlib", { level: 5 }),
  inJavaScript("lz4", { acceleration: 1 }),
  alike("bz2", { level: 5 }),
  { ...alike("lzma", { preset: 1 }), name: "lzma preset 1" },
  own("hdf5.lz4"),
  own("hdf5.bitshuffle"),
  own("lz4f"),
  own("snappy"),
  own("deflate-raw", { level: 5 }),
  own("brotli", { level: 4 }),
];

const FILTERS = {
  f32: [
    alike("shuffle", { elementsize: 4 }),
    {
      ...alike("fixedscaleoffset", { offset: 280, scale: 100, dtype: "<f4", astype: "<i2" }),
      name: "fixedscaleoffset f4 to i2",
    },
    alike("bitround", { keepbits: 10 }),
    { ...alike("quantize", { digits: 1, dtype: "<f4" }), name: "quantize 1" },
    { ...alike("astype", { encode_dtype: "<f8", decode_dtype: "<f4" }), name: "astype f4 to f8" },
    ...["crc32c", "crc32", "adler32", "fletcher32", "jenkins_lookup3", "base64"].map((id) => alike(id)),
    { ...alike("zfpy", { mode: 4, tolerance: 0.01 }), name: "zfpy tolerance 0.01" },
    { ...alike("pcodec", { level: 8 }), name: "pcodec" },
    {
      ...own("cast_value", { data_type: "int16", rounding: "nearest-even", out_of_range: "clamp" }),
      name: "cast_value f4 to i2",
    },
    own("scale_offset", { offset: 256, scale: 2 }),
    { ...own("zfp", { mode: "fixed_accuracy", tolerance: 0.01 }), name: "zfp tolerance 0.01" },
  ],
  i16: [alike("shuffle", { elementsize: 2 }), { ...alike("delta", { dtype: "<i2" }), name: "delta" }],
  bool: [
    { ...alike("packbits"), codec: { name: "numcodecs.packbits", configuration: {} } },
    { ...own("packbits"), name: "packbits of Zarr v3" },
  ],
  labels: [{ ...alike("categorize", { labels: LABELS, dtype: "<U4", astype: "|u1" }), name: "categorize" }],
  texts: [alike("vlen-utf8"), alike("json2"), alike("msgpack2")],
  blobs: [alike("vlen-bytes")],
  ragged: [{ ...alike("vlen-array", { dtype: "<i2" }), name: "vlen-array" }],
  objects: [alike("json2"), alike("msgpack2")],
  optionals: [
    own("zarrs.optional", {
      mask_codecs: [{ name: "packbits" }],
      data_codecs: [{ name: "bytes", configuration: { endian: "little" } }],
    }),
  ],
};

/** Every row, with a name of its own. */
export const ROWS = Object.entries(FILTERS).flatMap(([data, filters]) =>
  [...(data === "f32" || data === "i16" ? COMPRESSORS : []), ...filters].map((row) => ({
    ...row,
    name: `${row.name}, ${data}`,
    data,
    numpy: DATA[data]?.numpy,
  })),
);

/** Writes the chunks of each data type into a folder, one file a type. `full`: a field.f32 to take them from. */
export function makeData(folder, full) {
  mkdirSync(folder, { recursive: true });
  const values = fieldValues(full, (CHUNK * CHUNKS) / Uint8Array.BYTES_PER_ELEMENT);
  for (const [name, { array, of }] of Object.entries(DATA)) {
    const made = array.from({ length: (CHUNK * CHUNKS) / array.BYTES_PER_ELEMENT }, (_, i) => of(values[i], i, values));
    writeFileSync(join(folder, `${name}.bin`), made);
  }
  for (const [name, { of }] of Object.entries(ITEMS)) {
    const chunks = Array.from({ length: CHUNKS }, (_, chunk) =>
      Array.from({ length: ITEM_COUNT }, (__, i) => of(values[chunk * ITEM_COUNT + i], i)),
    );
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(chunks));
  }
}

/** Chunk `index` of a data type: its bytes, or a list of its elements. */
export function chunkOf(folder, data, index) {
  if (data in ITEMS) return JSON.parse(readFileSync(join(folder, `${data}.json`), "utf8"))[index].map(ITEMS[data].read);
  const bytes = readFileSync(join(folder, `${data}.bin`));
  return new Uint8Array(bytes.subarray(index * CHUNK, (index + 1) * CHUNK));
}

function fieldValues(file, count) {
  if (existsSync(file)) {
    const bytes = readFileSync(file).subarray(0, count * 4);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }
  return Float32Array.from({ length: count }, (_, i) => madeValue(i));
}

/** The rule of peers/stores.py, with noise of another generator: waves, a trend and noise, rounded to 0.01. */
function madeValue(index) {
  const [step, row, column] = [index >>> 20, (index >>> 10) & 1023, index & 1023];
  const waves = 20 * Math.sin((9 * row) / 1023) * Math.cos((17 * column) / 1023);
  return Math.round((280 + waves + step * 0.05 + noise(index) * 0.2) * 100) / 100;
}

/** About normal, of mean 0 and deviation 1: the sum of four even numbers. */
function noise(index) {
  let total = 0;
  for (let i = 0; i < 4; i++) {
    let bits = Math.imul(index * 4 + i + 1, 0x9e3779b1);
    bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca77);
    total += ((bits ^ (bits >>> 13)) >>> 0) / 2 ** 32 - 0.5;
  }
  return total * Math.sqrt(3);
}
