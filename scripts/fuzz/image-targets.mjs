// Targets: decoders of images within TIFF and GRIB files, on damaged streams; and GRIB's packings, by WebAssembly and by its twin.
import { inflateSync } from "node:zlib";
import { unpackField } from "../../dist/modules/codecs/array-to-bytes/grib/unpack.js";
import { decodeLerc } from "../../dist/modules/codecs/array-to-bytes/tiff/lerc/lerc.js";
import { decodeJpeg } from "../../dist/modules/codecs/bytes-to-bytes/jpeg/jpeg.js";
import { decodeJpeg2000 } from "../../dist/modules/codecs/bytes-to-bytes/jpeg2000/jpeg2000.js";
import { CcittRows } from "../../dist/modules/codecs/bytes-to-bytes/tiff/ccitt-rows.js";
import { loadPackedKernel } from "../../dist/modules/codecs/kernels/packed/wasm.js";
import { HyperslabError } from "../../dist/modules/index.js";
import { damage } from "./random.mjs";
import { filesOf } from "./raster-targets.mjs";

/** A stream of a file, and how many pixels it has. */
const FINDERS = {
  jpeg: { start: [0xff, 0xd8, 0xff], end: [0xff, 0xd9], size: jpegSize },
  jpeg2000: {
    start: [0xff, 0x4f, 0xff, 0x51],
    end: [0xff, 0xd9],
    size: (view) => [view.getUint32(8), view.getUint32(12)],
  },
  lerc: { start: [...Buffer.from("Lerc2 ")], size: lercSize },
};

export function imageTargets() {
  return {
    jpeg: streamTarget("jpeg", (bytes, [width, height]) => decodeJpeg(bytes, undefined, width * height)),
    jpeg2000: streamTarget("jpeg2000", (bytes, [width, height]) => decodeJpeg2000(bytes, width * height)),
    lerc: streamTarget("lerc", (bytes, [columns, rows, samples]) =>
      decodeLerc(withChecksum(bytes), { rows, columns, samples, numbers: new Float64Array(rows * columns * samples) }),
    ),
    ccitt: ccittTarget(),
    "grib-packed": packedTarget(),
  };
}

function streamTarget(name, decode) {
  let streams;
  return async (random) => {
    streams ??= filesOf("tiff", ".tif").flatMap((file) => streamsIn(file, FINDERS[name]));
    const { bytes, size } = random.pick(streams);
    const damaged = Uint8Array.from(damage(bytes, random, random.pick(streams).bytes));
    return {
      describe: () => ({ base64: Buffer.from(damaged).toString("base64"), size }),
      run: () => [async () => void decode(damaged, size)],
    };
  };
}

/** Strips and tiles of classic little-endian files by CCITT's compressions, read by their own scheme or by another. */
function ccittTarget() {
  let streams;
  return async (random) => {
    streams ??= filesOf("tiff", ".tif").flatMap(ccittStreams);
    const { bytes, columns } = random.pick(streams);
    const damaged = Uint8Array.from(damage(bytes, random, random.pick(streams).bytes));
    const form = {
      scheme: random.pick(["rle", "g3", "g4"]),
      twoDimensional: random.chance(2),
      columns: random.chance(4) ? 1 + random.below(70) : columns,
    };
    const most = 1 + random.below(60);
    return {
      describe: () => ({ base64: Buffer.from(damaged).toString("base64"), form, most }),
      run: () => [
        async () => {
          const rows = new CcittRows(damaged, form);
          const row = new Uint8Array(Math.ceil(form.columns / 8));
          for (let count = 0; count < most; count++) {
            row.fill(0);
            rows.next(row);
            const beyond = row.length * 8 - form.columns;
            if ((row.at(-1) & ((1 << beyond) - 1)) !== 0) throw new Error("pixels beyond the last column are black");
          }
        },
      ],
    };
  };
}

function ccittStreams(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (view.getUint32(0, true) !== 0x2a4949) return [];
  const directory = view.getUint32(4, true);
  const values = new Map();
  for (let at = directory + 2; at < directory + 2 + 12 * view.getUint16(directory, true); at += 12) {
    const [tag, type, count] = [view.getUint16(at, true), view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
    if (type !== 3 && type !== 4) continue;
    const size = type === 3 ? 2 : 4;
    const from = count * size <= 4 ? at + 8 : view.getUint32(at + 8, true);
    const number = (index) =>
      size === 2 ? view.getUint16(from + 2 * index, true) : view.getUint32(from + 4 * index, true);
    values.set(
      tag,
      Array.from({ length: count }, (_, index) => number(index)),
    );
  }
  if (![2, 3, 4].includes(values.get(259)?.[0])) return [];
  const lengths = values.get(325) ?? values.get(279);
  const columns = (values.get(322) ?? values.get(256))[0];
  return (values.get(324) ?? values.get(273))
    .slice(0, 4)
    .map((offset, index) => ({ bytes: file.subarray(offset, offset + lengths[index]), columns }));
}

function streamsIn(file, { start, end, size }) {
  const found = [];
  for (
    let at = file.indexOf(Buffer.from(start));
    at >= 0 && found.length < 4;
    at = file.indexOf(Buffer.from(start), at + 4)
  ) {
    const last = end === undefined ? file.length : file.indexOf(Buffer.from(end), at) + 2;
    const bytes = Uint8Array.from(file.subarray(at, last > at ? last : file.length));
    const pixels = size(new DataView(bytes.buffer));
    if (pixels !== undefined) found.push({ bytes, size: pixels });
  }
  return found;
}

/** From the frame; a stream of tables alone has none. */
function jpegSize(view) {
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint16(at) === 0xffc0) return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
  return undefined;
}

function lercSize(view) {
  const depth = view.getInt32(6, true) >= 4 ? view.getInt32(22, true) : 1;
  return [view.getInt32(18, true), view.getInt32(14, true), depth];
}

/** With a checksum that matches the damaged bytes: otherwise only the checksum would be tested. */
function withChecksum(bytes) {
  if (bytes.byteLength < 14) return bytes;
  const view = new DataView(bytes.buffer);
  const depth = view.getInt32(6, true) >= 4 ? 4 : 0;
  const length = bytes.byteLength >= 34 + depth ? view.getInt32(30 + depth, true) : 0;
  let [first, second] = [0xffff, 0xffff];
  for (let at = 14; at < Math.min(Math.max(length, 14), bytes.byteLength); at += 2) {
    const isLast = at + 1 >= Math.min(length, bytes.byteLength);
    first = (first + bytes[at] * 256 + (isLast ? 0 : bytes[at + 1])) % 65535 || 65535;
    second = (second + first) % 65535 || 65535;
  }
  view.setUint32(10, second * 65536 + first, true);
  return bytes;
}

function packedTarget() {
  let [files, kernel] = [];
  return async (random) => {
    files ??= filesOf("grib", ".grib");
    kernel ??= await loadPackedKernel();
    const file = Uint8Array.from(random.pick(files));
    // Values and their description come last.
    const from = random.chance(2) ? 0 : Math.max(0, file.length - 600);
    for (let change = random.below(3); change >= 0; change--)
      file[from + random.below(file.length - from)] = random.below(256);
    const isWide = random.chance(2);
    const count = random.pick([496, 35, 2000]);
    const by = (one) => outcome(() => unpackField(file, count, { inflate: inflated, kernel: one, isWide }));
    return {
      describe: () => ({ base64: Buffer.from(file).toString("base64"), count, isWide }),
      run: () => [
        async () => {
          const [fast, plain] = [by(kernel), by(undefined)];
          if (fast.text !== plain.text) throw new Error(`the kernel gives ${fast.text}, its twin ${plain.text}`);
          if (fast.error !== undefined) throw fast.error;
        },
      ],
    };
  };
}

function inflated(stream) {
  try {
    return new Uint8Array(inflateSync(stream));
  } catch (cause) {
    throw new HyperslabError("invalid-data", "a broken stream", { cause });
  }
}

function outcome(run) {
  try {
    return { text: Buffer.from(run().buffer).toString("base64") };
  } catch (error) {
    return { text: String(error), error };
  }
}
