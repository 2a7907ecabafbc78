// Targets: TIFF and GRIB files that peers made, and DMR++ documents of HDF5 files, with bytes and fields changed. Whatever is opened must be read or refused.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { isHyperslabError } from "../../dist/modules/errors.js";
import { Group, memoryStore, open } from "../../dist/modules/index.js";
import { damage } from "./random.mjs";

/** Files larger than this would only slow the fuzzing down. */
export const LARGEST_FILE = 24 * 1024;
const MOST_ELEMENTS = 2 ** 20;

export function rasterTargets() {
  return {
    "scan-tiff": scanTarget("tiff", ".tif", changedTiff),
    "scan-grib": scanTarget("grib", ".grib", changedGrib),
    "scan-dmrpp": scanTarget("dmrpp", ".dmrpp", changedDocument),
  };
}

/** Files of the archive that has the name of its folder. */
export function filesOf(name, extension) {
  return archivedFiles(`${name}/${name}.tar.gz`, extension);
}

/** Files of a fixture archive (POSIX tar, gzip) that are not too long. */
export function archivedFiles(path, extension, pattern = /^/, largest = LARGEST_FILE) {
  const archive = gunzipSync(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)));
  const files = [];
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const key = archive.toString("latin1", at, archive.indexOf(0, at));
    const length = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
    if (key.endsWith(extension) && pattern.test(key) && length <= largest)
      files.push(archive.subarray(at + 512, at + 512 + length));
    at += 512 + Math.ceil(length / 512) * 512;
  }
  return files;
}

function scanTarget(name, extension, changed) {
  let files;
  return async (random) => {
    // Copies that are not Buffers, whose slices would share their memory with what is damaged.
    files ??= filesOf(name, extension).map((file) => new Uint8Array(file));
    const file = random.pick(files);
    const damaged = random.chance(2) ? damage(file, random, random.pick(files)) : changed(file, random);
    return {
      describe: () => ({ base64: Buffer.from(damaged).toString("base64") }),
      run: () => [() => readAll(new Uint8Array(damaged), name, extension)],
    };
  };
}

async function readAll(bytes, format, extension) {
  const store = memoryStore();
  await store.set(`a${extension}`, bytes);
  const visit = async (node) => {
    if (node instanceof Group) for (const child of await node.children()) await visit(child);
    else if (node.shape.reduce((product, length) => product * length, 1) <= MOST_ELEMENTS)
      await node.read().catch(typed);
  };
  await visit(await open(store, { path: `a${extension}`, format }));
}

/** An array that cannot be read does not prevent reading the others. */
function typed(error) {
  if (!isHyperslabError(error)) throw error;
}

/** A field of a directory replaced: tag, type, count or value. */
function changedTiff(file, random) {
  const copy = Uint8Array.from(file);
  const view = new DataView(copy.buffer);
  const little = copy[0] === 0x49;
  const isBig = view.getUint16(2, little) === 43;
  const first = isBig ? Number(view.getBigUint64(8, little)) : view.getUint32(4, little);
  if (first + 2 > copy.length) return copy;
  const entry = isBig ? 20 : 12;
  const count = Math.min(isBig ? 40 : view.getUint16(first, little), 40);
  const at = first + (isBig ? 8 : 2) + entry * random.below(count) + random.below(entry);
  if (at < copy.length) copy[at] = random.chance(2) ? random.below(256) : random.pick([0, 1, 2, 127, 128, 255]);
  return copy;
}

/** A byte of a section other than that of the values, which is the longest. */
function changedGrib(file, random) {
  const copy = Uint8Array.from(file);
  const at = random.below(Math.min(copy.length, 260));
  copy[at] = random.chance(2) ? random.below(256) : random.pick([0, 1, 127, 128, 254, 255]);
  return copy;
}

const ODD_NUMBERS = ["0", "1", "-1", "3", "65536", "4294967295", "9007199254740993", "1e9", "nan", "", "x", "[0,0]"];
const ODD_PARTS = [
  "<Int32>",
  "</Group>",
  "<Group name='g'>",
  "<!DOCTYPE a>",
  "&amp;",
  "&b;",
  "<![CDATA[",
  "-->",
  '"',
  ">",
];

/** A number, a word, a line or a tag of a document is another one. */
function changedDocument(file, random) {
  let text = Buffer.from(file).toString("utf8");
  for (let changes = random.below(3); changes >= 0; changes--) {
    const lines = text.split("\n");
    const line = random.below(lines.length);
    const ways = [
      () => replaceOne(text, /\d+/g, random.pick(ODD_NUMBERS), random),
      () => replaceOne(text, /"[^"]*"/g, random.pick(text.match(/"[^"]*"/g) ?? ['""']), random),
      () => replaceOne(text, /<\/?[\w:]+/g, random.pick(text.match(/<\/?[\w:]+/g) ?? ["<a"]), random),
      () => replaceOne(text, /(?<=>)[^<]*(?=<)/g, random.pick(ODD_NUMBERS), random),
      () => lines.toSpliced(line, 1).join("\n"),
      () => lines.toSpliced(line, 0, random.pick(lines)).join("\n"),
      () => lines.toSpliced(line, 0, random.pick(ODD_PARTS)).join("\n"),
    ];
    text = random.pick(ways)();
  }
  return Buffer.from(text);
}

function replaceOne(text, pattern, other, random) {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { index, 0: token } = random.pick(found);
  return text.slice(0, index) + other + text.slice(index + token.length);
}
