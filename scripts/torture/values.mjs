// Random elements, as bytes for the peers and as the containers that Hyperslab takes.

const TEXTS = ["", "a", "ab", "abc", "λμ", "x y", "0", "日本語"];

/** What is drawn for each kind of data type. `bytes` of one element, or `items`. */
export const KINDS = {
  bool: { size: 1, draw: (random) => Buffer.of(random.below(2)) },
  int8: whole(1),
  uint8: whole(1),
  int16: whole(2),
  uint16: whole(2),
  int32: whole(4),
  uint32: whole(4),
  int64: whole(8),
  uint64: whole(8),
  float16: { size: 2, draw: (random, zeroes) => half(random, zeroes) },
  float32: { size: 4, draw: (random, zeroes) => single(random, zeroes) },
  float64: { size: 8, draw: (random, zeroes) => double(random, zeroes) },
  complex64: {
    size: 8,
    draw: (random, zeroes) => Buffer.concat([single(random, zeroes), single(random, zeroes)]),
  },
  complex128: {
    size: 16,
    draw: (random, zeroes) => Buffer.concat([double(random, zeroes), double(random, zeroes)]),
  },
  "datetime64[ns]": { ...whole(8), only: "zarr" },
  "timedelta64[s]": { ...whole(8), only: "zarr" },
  U3: { size: 12, only: "zarr", draw: (random) => fixedText(random.pick(TEXTS), 12, "ucs4") },
  S4: {
    size: 4,
    only: "zarr",
    draw: (random) => fixedText(random.pick(TEXTS.filter((text) => /^[ -~]*$/.test(text))), 4, "ascii"),
  },
  struct: {
    size: 10,
    only: "zarr",
    formats: [2],
    dtype: {
      fields: [
        { name: "id", dtype: "uint16" },
        { name: "x", dtype: "float64" },
      ],
    },
    draw: (random) => Buffer.concat([whole(2).draw(random), double(random, false)]),
  },
  string: { only: "zarr", item: (random) => random.pick(TEXTS) },
};

function whole(size) {
  return {
    size,
    draw: (random) => {
      const bytes = Buffer.alloc(size);
      // Small numbers compress, others do not.
      if (random.often(60)) bytes[0] = random.below(50);
      else for (let i = 0; i < size; i++) bytes[i] = random.bits() & 0xff;
      return bytes;
    },
  };
}

/** `zeroes`: may a negative zero be drawn? Peers take it for the fill value 0. */
function number(random, zeroes) {
  const drawn = random.below(20);
  if (drawn === 0) return Number.NaN;
  if (drawn === 1) return random.pick([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  if (drawn === 2) return zeroes ? -0 : 0;
  return random.often(50) ? random.below(100) : (random.bits() / 2 ** 20 - 2048) * 0.25;
}

function single(random, zeroes) {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(number(random, zeroes));
  return bytes;
}

function double(random, zeroes) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(number(random, zeroes));
  return bytes;
}

/** Every finite half, both infinities and the usual NaN. */
function half(random, zeroes) {
  const bytes = Buffer.alloc(2);
  let bits = random.bits() & 0xffff;
  if ((bits & 0x7c00) === 0x7c00 && (bits & 0x3ff) !== 0) bits = 0x7e00;
  if (bits === 0x8000 && !zeroes) bits = 0;
  bytes.writeUInt16LE(bits);
  return bytes;
}

function halfToNumber(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

function fixedText(text, size, kind) {
  const bytes = Buffer.alloc(size);
  if (kind === "ascii") bytes.write(text.slice(0, size), "latin1");
  else
    for (const [i, letter] of [...text].slice(0, size / 4).entries()) bytes.writeUInt32LE(letter.codePointAt(0), 4 * i);
  return bytes;
}

/** `count` elements: `{ bytes }` in base64, or `{ items }`. One value for all of them in a fifth of the draws. */
export function drawValues(random, dtype, count, zeroes) {
  const kind = KINDS[dtype];
  const same = random.often(20);
  if (kind.item !== undefined) {
    const first = kind.item(random);
    return { items: Array.from({ length: count }, () => (same ? first : kind.item(random))) };
  }
  const bytes = Buffer.alloc(count * kind.size);
  const first = kind.draw(random, zeroes);
  for (let i = 0; i < count; i++) (same ? first : kind.draw(random, zeroes)).copy(bytes, i * kind.size);
  return { bytes: bytes.toString("base64") };
}

/** `count` times the one element of `fill`. */
export function repeated(fill, count) {
  if (fill.items !== undefined) return { items: Array.from({ length: count }, () => fill.items[0]) };
  const one = Buffer.from(fill.bytes, "base64");
  return { bytes: Buffer.concat(Array.from({ length: count }, () => one)).toString("base64") };
}

/** The values as Hyperslab takes them. */
export function containerOf(dtype, values) {
  if (values.items !== undefined) return values.items;
  const bytes = Buffer.from(values.bytes, "base64");
  const whole = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  if (dtype === "float16") return Float32Array.from(new Uint16Array(whole), halfToNumber);
  if (dtype === "U3") return texts(bytes, 12, (part) => fromUcs4(part));
  if (dtype === "S4") return texts(bytes, 4, (part) => part.toString("latin1").replace(/\0+$/, ""));
  return new CONTAINERS[dtype](whole);
}

function texts(bytes, size, read) {
  return Array.from({ length: bytes.byteLength / size }, (_, i) => read(bytes.subarray(i * size, (i + 1) * size)));
}

function fromUcs4(part) {
  let text = "";
  for (let i = 0; i < part.byteLength; i += 4) {
    const code = part.readUInt32LE(i);
    if (code !== 0) text += String.fromCodePoint(code);
  }
  return text;
}

const CONTAINERS = {
  bool: Uint8Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
  complex64: Float32Array,
  complex128: Float64Array,
  "datetime64[ns]": BigInt64Array,
  "timedelta64[s]": BigInt64Array,
  struct: Uint8Array,
};

/** The data type as Hyperslab and the peers take it. */
export function typeOf(dtype) {
  return KINDS[dtype].dtype ?? dtype;
}

/** One element as Hyperslab takes it for a fill value, or to write it everywhere. */
export function scalarOf(dtype, fill) {
  const container = containerOf(dtype, fill);
  if (dtype === "bool") return container[0] === 1;
  if (dtype === "struct") return container;
  return dtype.startsWith("complex") ? [container[0], container[1]] : container[0];
}
