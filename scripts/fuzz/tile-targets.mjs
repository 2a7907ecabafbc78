// Targets: the decoders of raster files and szip, each on chunks of files that peers made: strips and tiles of TIFF, tiles of FITS, chunks of HDF5,
// with bytes damaged, or with fields of their headers or of their configuration changed. A decoded chunk is as long as its shape says.
import { memorySource } from "../../dist/modules/bytes/source/byte-source.js";
import { decodeAec } from "../../dist/modules/codecs/bytes-to-bytes/aec/decode.js";
import { loadPackedKernel } from "../../dist/modules/codecs/kernels/packed/wasm.js";
import { driveMemory } from "../../dist/modules/codecs/pipeline/drive.js";
import { bindPipeline } from "../../dist/modules/codecs/pipeline/pipeline.js";
import { isHyperslabError } from "../../dist/modules/errors.js";
import { filledChunk } from "../../dist/modules/model/grid/chunk.js";
import { chunkCoords, chunkShapeAt } from "../../dist/modules/model/grid/chunk-grid.js";
import { wholeSelection } from "../../dist/modules/model/selection/axis-selection.js";
import { zeroElement } from "../../dist/modules/model/values/fill-value.js";
import { scanner as fits } from "../../dist/modules/scanners/fits/fits.js";
import { hdf5 } from "../../dist/modules/scanners/hdf5/hdf5.js";
import { tiff } from "../../dist/modules/scanners/tiff/tiff.js";
import { damage } from "./random.mjs";
import { archivedFiles, filesOf, LARGEST_FILE } from "./raster-targets.mjs";

/** Chunks of one array that are used: more are alike. */
const MOST_CHUNKS = 4;
/** Longer chunks would only slow the fuzzing down. */
const LONGEST = 16 * 1024;
const ODD = [
  0,
  1,
  2,
  3,
  7,
  8,
  15,
  16,
  31,
  32,
  127,
  128,
  255,
  256,
  32767,
  65535,
  2 ** 24,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
];
/** What the scanner of FITS puts before a tile. */
const TILE_PREFIX = 25;

export function tileTargets() {
  const tiffs = () => filesOf("tiff", ".tif").map((bytes) => ["a.tif", tiff, bytes]);
  const fitses = () => archivedFiles("fits/files.tar.gz", ".fits").map((bytes) => ["a.fits", fits, bytes]);
  const hdf5s = (pattern) => () =>
    archivedFiles("hdf5/h5py.tar.gz", ".h5", pattern, 2 * LARGEST_FILE).map((bytes) => ["a.h5", hdf5, bytes]);
  const tile = (compression, changed) =>
    chunkTarget(fitses, ({ name, configuration }) => isTile(name, configuration, compression), changed);
  return {
    aec: aecTarget(),
    "hdf5.szip": chunkTarget(hdf5s(/szip/), named("hdf5.szip"), atHead(16)),
    "hdf5.zfp": chunkTarget(hdf5s(/zfp/), named("hdf5.zfp"), atHead(32)),
    tiff: chunkTarget(tiffs, named("tiff"), atHead(LONGEST)),
    "tiff.lzw": chunkTarget(tiffs, named("tiff.lzw"), changedLzw),
    "tiff.packbits": chunkTarget(tiffs, named("tiff.packbits"), atHead(LONGEST)),
    "tiff.fill-order": chunkTarget(tiffs, named("tiff.fill-order"), atHead(LONGEST)),
    "fits.ascii": chunkTarget(fitses, named("fits.ascii"), atHead(LONGEST)),
    "fits.unsigned": chunkTarget(fitses, named("fits.unsigned"), atHead(LONGEST)),
    "fits.values": chunkTarget(fitses, named("fits.values"), atHead(LONGEST)),
    "fits-rice": tile("RICE_1", atHead(TILE_PREFIX + 16)),
    "fits-gzip": tile("GZIP_", atHead(TILE_PREFIX)),
    "fits-plain": tile("NOCOMPRESS", atHead(LONGEST)),
    "fits-plio": tile("PLIO_1", changedPlio),
    // The prefix, then magic, rows, columns, scale, sum, and the bit planes of the quadrants.
    "fits-hcompress": tile("HCOMPRESS_1", atHead(TILE_PREFIX + 29)),
  };
}

function named(wanted) {
  return ({ name }) => name === wanted;
}

function isTile(name, configuration, compression) {
  return name === "fits.tile" && configuration.members.get("compression").value.startsWith(compression);
}

function chunkTarget(files, isWanted, changed) {
  let chunks;
  return async (random) => {
    chunks ??= await chunksBy(files(), isWanted);
    const { encoded, pipeline } = random.pick(chunks);
    const other = random.pick(chunks).encoded;
    const damaged = random.chance(2) ? changed(encoded, random) : Uint8Array.from(damage(encoded, random, other));
    const { dataType, shape, fillValue } = pipeline.type;
    return {
      describe: () => ({ base64: Buffer.from(damaged).toString("base64"), shape, dataType: dataType.name }),
      run: () => [
        async () => {
          const target = filledChunk(dataType, shape, fillValue);
          driveMemory(pipeline.decode(wholeSelection(shape), target), damaged);
        },
      ],
    };
  };
}

/** Stored chunks of the arrays that have such a codec, as their codecs get them. */
async function chunksBy(files, isWanted) {
  const chunks = [];
  for (const [name, scanner, file] of files) {
    const bytes = new Uint8Array(file);
    const dataset = await scanner.scan({ source: memorySource(bytes), place: {}, name });
    for (const [path, node] of dataset.nodes) {
      if (node.kind !== "array" || !node.codecs.some(isWanted)) continue;
      await dataset.pending?.get(path)?.load();
      const coords = [...chunkCoords(node.grid)];
      for (const at of coords.filter((_, index) => index % Math.ceil(coords.length / MOST_CHUNKS) === 0)) {
        const key = `${path}/${at.length === 0 ? "0" : at.join(".")}`;
        const { offset, length } = dataset.references.table.find(key) ?? { length: LONGEST + 1 };
        if (length > LONGEST) continue;
        const prefix = dataset.prefixes?.get(key) ?? new Uint8Array(0);
        const encoded = Uint8Array.from([...prefix, ...bytes.subarray(offset, offset + length)]);
        const fillValue = node.fillValue ?? zeroElement(node.dataType);
        const type = { dataType: node.dataType, shape: chunkShapeAt(node.grid, at), fillValue };
        chunks.push({ encoded, pipeline: await bindPipeline(node.codecs, type) });
      }
    }
  }
  if (chunks.length === 0) throw new Error("no file has chunks by this codec");
  return chunks;
}

/** One to three numbers of one, two or four bytes among the first `most` bytes are others. */
function atHead(most) {
  return (bytes, random) => {
    const copy = bytes.slice();
    for (let changes = random.below(3); changes >= 0; changes--)
      putNumber(copy, random, 0, Math.min(most, copy.length));
    return copy;
  };
}

function putNumber(bytes, random, from, to) {
  const width = random.pick([1, 1, 2, 4]);
  const at = from + random.below(Math.max(1, to - from - width + 1));
  if (at + width > bytes.length) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const value = random.chance(3) ? random.bits() : random.pick(ODD);
  if (width === 4) view.setUint32(at, value >>> 0);
  else if (width === 2) view.setUint16(at, value & 65535);
  else bytes[at] = random.chance(2) ? value & 255 : bytes[at] ^ (1 << random.below(8));
}

/** Read in the other order of bits, or with one of its codes changed: to clear the table, to end, or one that is not defined yet. */
function changedLzw(bytes, random) {
  const copy = bytes.slice();
  if (random.chance(4)) {
    [copy[0], copy[1]] = copy[0] === 0 ? [0x80, 0] : [0, 1];
    return copy;
  }
  const code = random.pick([256, 257, 258, 511, 512, 1023, 2047, 4095, random.below(4096)]);
  const width = random.pick([9, 10, 11, 12]);
  const bit = random.below(Math.max(1, copy.length * 8 - width));
  for (let index = 0; index < width; index++) {
    const [at, mask] = [(bit + index) >> 3, 128 >> ((bit + index) & 7)];
    copy[at] = ((code >> (width - 1 - index)) & 1) === 1 ? copy[at] | mask : copy[at] & ~mask;
  }
  return copy;
}

/** A word of the list, or of its header in the old or the new form, is another one. */
function changedPlio(bytes, random) {
  const copy = bytes.slice();
  const words = Math.floor((copy.length - TILE_PREFIX) / 2);
  for (let changes = random.below(3); changes >= 0 && words > 0; changes--) {
    const word = random.chance(2) ? random.below(Math.min(words, 7)) : random.below(words);
    const operation = random.below(16) << 12;
    const value = random.chance(2) ? operation | random.below(4096) : random.pick(ODD);
    new DataView(copy.buffer).setUint16(TILE_PREFIX + 2 * word, value & 65535);
  }
  return copy;
}

/** Streams of GRIB's CCSDS packing, by their own parameters or by others: the kernel and its twin give the same samples. */
function aecTarget() {
  let [streams, kernel] = [];
  return async (random) => {
    streams ??= filesOf("grib", ".grib").flatMap(ccsdsStreams);
    kernel ??= await loadPackedKernel();
    const { bytes, coding, count } = random.pick(streams);
    const damaged = Uint8Array.from(damage(bytes, random, random.pick(streams).bytes));
    const own = random.chance(2) ? coding : otherCoding(coding, random);
    const wanted = random.chance(3) ? random.below(3000) : count;
    return {
      describe: () => ({ base64: Buffer.from(damaged).toString("base64"), coding: own, count: wanted }),
      run: () => [
        async () => {
          const fast = kernel.samples(damaged, own, wanted);
          const plain = outcome(() => decodeAec(damaged, own, wanted));
          if (fast === undefined && plain.samples !== undefined) throw new Error("only the kernel refuses it");
          if (
            fast !== undefined &&
            (plain.samples === undefined || fast.some((sample, at) => sample !== plain.samples[at]))
          )
            throw new Error("the kernel gives other samples than its twin");
          if (plain.error !== undefined) throw plain.error;
          return plain.samples.length === wanted ? undefined : `${plain.samples.length} samples, ${wanted} wanted`;
        },
      ],
    };
  };
}

function otherCoding(coding, random) {
  return {
    bitsPerSample: random.chance(2) ? coding.bitsPerSample : 1 + random.below(32),
    blockSize: random.pick([coding.blockSize, 8, 16, 32, 64, 2 * (1 + random.below(40))]),
    interval: random.pick([coding.interval, 1, 2, 64, 65, 128, 4096]),
    signed: random.chance(2),
    preprocess: random.chance(2),
    restricted: random.chance(2),
    padded: random.chance(2),
  };
}

function outcome(run) {
  try {
    return { samples: run() };
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    return { error };
  }
}

/** Of a message of edition 2 with one field, packed by template 5.42. */
function ccsdsStreams(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 40 || file[7] !== 2 || file.toString("latin1", 0, 4) !== "GRIB") return [];
  let coding;
  let count = 0;
  for (let at = 16; at + 5 <= file.length && view.getUint32(at) !== 0x37373737; at += view.getUint32(at)) {
    const number = file[at + 4];
    if (number === 5 && view.getUint16(at + 9) !== 42) return [];
    if (number === 5) {
      count = view.getUint32(at + 5);
      const flags = file[at + 21];
      coding = {
        bitsPerSample: file[at + 19],
        blockSize: file[at + 22],
        interval: view.getUint16(at + 23),
        signed: (flags & 1) !== 0,
        preprocess: (flags & 8) !== 0,
        restricted: (flags & 16) !== 0,
        padded: (flags & 32) !== 0,
      };
    }
    if (number === 7) return [{ bytes: file.subarray(at + 5, at + view.getUint32(at)), coding, count }];
  }
  return [];
}
