// Targets: the JSON parser, the stores that peers made with a document or a chunk damaged, and selections.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { parseJson } from "../../dist/modules/bytes/json/parse.js";
import { printJson } from "../../dist/modules/bytes/json/print.js";
import { open, tree } from "../../dist/modules/index.js";
import { normalizeSelection } from "../../dist/modules/model/selection/selection.js";
import { damage, damageJson } from "./random.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const DOCUMENT = /(^|\/)(zarr\.json|\.zarray|\.zgroup|\.zattrs|\.zmetadata|\.ncz[a-z]+|meta|attrs)$/;
/** Stores larger than this would only slow the fuzzing down. */
const LARGEST_STORE = 32 * 1024;
/** Elements that are read of a damaged array at most. */
const MOST_ELEMENTS = 2 ** 20;

/** The stores are unpacked when a target first needs them. */
export function documentTargets() {
  let unpacked;
  const stores = () => (unpacked ??= fixtureStores());
  const perVersion = ["v3", "v2", "v0-v1"].map((version) => [`store-${version}`, storeTarget(stores, version)]);
  let unpackedNczarr;
  const nczarr = () =>
    (unpackedNczarr ??= storesIn("fixtures/nczarr").map((store) => ({ ...store, version: "nczarr" })));
  return {
    json: jsonTarget(stores),
    ...Object.fromEntries(perVersion),
    "store-nczarr": storeTarget(nczarr, "nczarr"),
    selection: selectionTarget(),
  };
}

function jsonTarget(stores) {
  let documents;
  return async (random) => {
    documents ??= stores().flatMap(({ files }) =>
      [...files].filter(([key]) => DOCUMENT.test(key)).map(([, bytes]) => bytes),
    );
    const bytes = random.pick(documents);
    const damaged = random.chance(2)
      ? damage(bytes, random, random.pick(documents))
      : Buffer.from(damageJson(Buffer.from(bytes).toString(), random));
    return {
      describe: () => ({ text: Buffer.from(damaged).toString("latin1") }),
      run: () => [
        () => void parseJson(new Uint8Array(damaged)),
        () => agreesWithPlatform(Buffer.from(damaged).toString()),
      ],
    };
  };
}

/** Whatever the platform's parser accepts, ours accepts too, and prints so that the platform's reads the same. */
function agreesWithPlatform(text) {
  let expected;
  try {
    expected = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { root: tree } = parseJson(text);
  const printed = printJson(tree, "compact");
  return JSON.stringify(JSON.parse(printed)) === JSON.stringify(expected) ? undefined : `printed as ${printed}`;
}

function storeTarget(stores, version) {
  let own;
  return async (random) => {
    own ??= stores().filter((store) => store.version === version);
    const { name, files } = random.pick(own);
    const keys = [...files.keys()];
    const documents = keys.filter((key) => DOCUMENT.test(key));
    const key = random.chance(4) ? random.pick(keys) : random.pick(documents);
    const damaged = new Map(files);
    const textual = DOCUMENT.test(key) && !random.chance(5);
    if (random.chance(30)) damaged.delete(key);
    else if (textual) damaged.set(key, Buffer.from(damageJson(Buffer.from(files.get(key)).toString("utf8"), random)));
    else damaged.set(key, damage(new Uint8Array(files.get(key)), random, files.get(random.pick(keys))));
    return {
      describe: () => ({ store: name, key, value: Buffer.from(damaged.get(key) ?? []).toString("latin1") }),
      run: () => [() => readStore(damaged), async () => void (await tree(damaged))],
    };
  };
}

async function readStore(files) {
  const node = await open(files);
  if (node.kind !== "array") {
    await node.tree?.();
    return undefined;
  }
  const first = node.shape.map(() => 0);
  if (node.size > 0) await node.read(first);
  if (node.size > MOST_ELEMENTS) return undefined;
  const { data } = await node.read();
  return data.length % Math.max(1, node.size) === 0 ? undefined : `${data.length} elements read, ${node.size} known`;
}

const PIECES = [
  "0",
  "1",
  "-1",
  "9",
  "99",
  "2147483648",
  "9223372036854775808",
  ":",
  "::",
  ",",
  "...",
  " ",
  "[",
  "]",
  "=",
];
const MORE_PIECES = [
  "x",
  "y",
  "time",
  "null",
  "newaxis",
  "true",
  "1.5",
  "1e3",
  "-",
  "+",
  "*",
  "(",
  ")",
  "{",
  '"',
  "é",
  "0x1",
];
const ITEMS = [
  0,
  1,
  -1,
  9,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  0.5,
  Number.NaN,
  2n ** 63n,
  null,
  undefined,
  "",
  "1:2",
  ":",
  "...",
];
const MORE_ITEMS = [
  [],
  [0, 1],
  [-1],
  [true, false],
  [true],
  [0.5],
  {},
  { start: 0, stop: 3, step: 0 },
  new Int32Array([0, 1]),
];

function selectionTarget() {
  return async (random) => {
    const shape = Array.from({ length: random.below(4) }, () => random.pick([0, 1, 2, 5, 100, 2 ** 40]));
    const names = random.chance(2) ? ["time", "y", "x"].slice(0, shape.length) : [];
    const pieces = Array.from({ length: random.below(12) }, () => random.pick([...PIECES, ...MORE_PIECES]));
    const items = Array.from({ length: random.below(5) }, () => random.pick([...ITEMS, ...MORE_ITEMS]));
    const named = Object.fromEntries(items.map((item) => [random.pick(["time", "y", "x", "z"]), item]));
    const selection = random.pick([pieces.join(""), items, named]);
    return {
      describe: () => ({
        selection: String(typeof selection === "string" ? selection : JSON.stringify(items.map(String))),
        shape,
        names,
      }),
      run: () => [() => checkSelection(selection, shape, names)],
    };
  };
}

function checkSelection(selection, shape, names) {
  const { axes } = normalizeSelection(selection, shape, names);
  if (axes.length !== shape.length) return `${axes.length} axes of ${shape.length}`;
  for (const [axis, chosen] of axes.entries()) {
    if (chosen.kind === "list") {
      if (Array.from(chosen.indices).some((index) => !(index >= 0 && index < shape[axis])))
        return "an index is outside";
    } else if (chosen.count > 0) {
      const last = chosen.start + (chosen.count - 1) * chosen.step;
      if (![chosen.start, last].every((index) => Number.isSafeInteger(index) && index >= 0 && index < shape[axis])) {
        return `range ${JSON.stringify(chosen)} is outside ${shape[axis]}`;
      }
    }
  }
  return undefined;
}

/** Every small array and group of the fixture archives, as keys and bytes. */
function fixtureStores() {
  return ["fixtures/zarr", "fixtures/zarr-legacy"].flatMap(storesIn);
}

function storesIn(place) {
  return readdirSync(join(root, place))
    .filter((file) => file.endsWith(".tar.gz"))
    .sort()
    .flatMap((file) => storesOf(tarFiles(gunzipSync(readFileSync(join(root, place, file))))));
}

const FIRST_DOCUMENTS = { "zarr.json": "v3", ".zarray": "v2", ".zgroup": "v2", meta: "v0-v1" };

/** The outermost nodes of an archive. */
function storesOf(files) {
  const tops = new Map();
  for (const path of [...files.keys()].sort((a, b) => a.split("/").length - b.split("/").length)) {
    const [folder, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
    const version = FIRST_DOCUMENTS[name];
    if (version === undefined || [...tops.keys()].some((top) => `${folder}/`.startsWith(`${top}/`))) continue;
    tops.set(folder, { version, name: folder, files: new Map(), length: 0 });
  }
  for (const [path, bytes] of files) {
    for (const [top, store] of tops) {
      if (!path.startsWith(`${top}/`)) continue;
      store.files.set(path.slice(top.length + 1), bytes);
      store.length += bytes.byteLength;
    }
  }
  return [...tops.values()].filter(({ length }) => length <= LARGEST_STORE);
}

/** The files of a tar archive: blocks of 512 bytes, a header (name, size in octal, type, prefix) before each file. */
function tarFiles(archive) {
  const files = new Map();
  const text = (from, length) => archive.toString("utf8", from, from + length).replace(/\0.*$/s, "");
  let longName;
  for (let at = 0; at + 512 <= archive.byteLength && archive[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const type = text(at + 156, 1);
    const prefix = text(at + 257, 6).trim() === "ustar" && text(at + 257, 8) !== "ustar  " ? text(at + 345, 155) : "";
    const name = longName ?? (prefix === "" ? text(at, 100) : `${prefix}/${text(at, 100)}`);
    const body = archive.subarray(at + 512, at + 512 + size);
    longName = undefined;
    if (type === "L") longName = body.toString("utf8").replace(/\0.*$/s, "");
    else if (type === "x") longName = /\d+ path=(.*)\n/.exec(body.toString("utf8"))?.[1];
    else if (type === "0" || type === "") files.set(name.replace(/^\.\//, ""), new Uint8Array(body));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
