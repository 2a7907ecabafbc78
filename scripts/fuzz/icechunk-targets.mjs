// Targets: repositories of Icechunk with one of their files damaged, in its decompressed content or as it is stored.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { readFlexBuffer } from "../../dist/modules/bytes/flatbuffers/flex-buffer.js";
import { readMessagePack } from "../../dist/modules/bytes/message-pack.js";
import { dictionaryDecoder } from "../../dist/modules/codecs/kernels/plain/zstd/dictionary.js";
import { plainZstd } from "../../dist/modules/codecs/kernels/plain/zstd/plain.js";
import { diffSnapshots, log, open } from "../../dist/modules/index.js";
import { damage } from "./random.mjs";

const fixture = (name) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
/** Magic, writer and version before, the byte of the compression last. */
const HEADER_BYTES = 39;
const MOST_CONTENT = 2 ** 22;

export function icechunkTargets() {
  return {
    "icechunk-v1": repositoryTarget("v1"),
    "icechunk-v2": repositoryTarget("v2"),
    "zstd-dictionary": dictionaryTarget(),
    "plain-values": plainTarget(),
  };
}

function repositoryTarget(version) {
  let repositories;
  return async (random) => {
    repositories ??= unpack(version);
    const { name, files } = random.pick(repositories);
    const keys = [...files.keys()].filter((key) => /^(repo|refs|snapshots|manifests|transactions)\b/.test(key));
    const key = random.pick(keys);
    const damaged = new Map(files);
    const bytes = new Uint8Array(files.get(key));
    const isBinary = !key.startsWith("refs");
    if (random.chance(40)) damaged.delete(key);
    else if (isBinary && !random.chance(4)) {
      // Most damage to compressed bytes only reaches the decompressor, so the content is damaged instead.
      const content = plainZstd.decodeZstdUnknown(bytes.subarray(HEADER_BYTES), MOST_CONTENT);
      const header = bytes.slice(0, HEADER_BYTES);
      header[HEADER_BYTES - 1] = 0;
      damaged.set(key, Buffer.concat([header, damage(content, random, content)]));
    } else damaged.set(key, damage(bytes, random, bytes));
    return {
      describe: () => ({ repository: name, key, value: Buffer.from(damaged.get(key) ?? []).toString("latin1") }),
      run: () => [() => readAll(damaged), async () => void (await log(damaged, { all: true })), () => compare(damaged)],
    };
  };
}

async function readAll(files) {
  const root = await open(files);
  if (root.kind === "array") return void (await root.read());
  for await (const node of root.walk()) {
    if (node.kind === "array" && node.size <= 2 ** 16) await node.read();
  }
}

async function compare(files) {
  const { commits } = await log(files);
  if (commits.length > 1) await diffSnapshots(files, { from: commits[1].id });
}

/** Files that were compressed with a dictionary, with the dictionary or a frame damaged. */
function dictionaryTarget() {
  let known;
  return async (random) => {
    known ??= JSON.parse(fixture("zstd/dictionary.json").toString());
    const { dictionary, frame } = random.pick(known.frames);
    let [bytes, own] = [frame, known.dictionaries[dictionary]].map((text) => Buffer.from(text, "base64"));
    if (random.chance(2)) own = damage(new Uint8Array(own), random, bytes);
    else bytes = damage(new Uint8Array(bytes), random, own);
    return {
      describe: () => ({
        dictionary: Buffer.from(own).toString("base64"),
        frame: Buffer.from(bytes).toString("base64"),
      }),
      run: () => [() => void dictionaryDecoder(new Uint8Array(own))(new Uint8Array(bytes), MOST_CONTENT)],
    };
  };
}

/** Any bytes are a value or are refused: mostly values of both formats with some of their bytes damaged. */
function plainTarget() {
  return async (random) => {
    const make = () => random.pick([messagePack, flexBuffer])(random);
    const bytes = random.chance(4)
      ? Uint8Array.from({ length: random.below(60) }, () => random.below(256))
      : damage(make(), random, make());
    return {
      describe: () => ({ bytes: Buffer.from(bytes).toString("hex") }),
      run: () => [() => void readFlexBuffer(bytes), () => void readMessagePack(bytes)],
    };
  };
}

const NAMES = ["a", "é", "__proto__", "author", "message"];

/** A value in MessagePack, by the codes of its specification. */
function messagePack(random, depth = 0) {
  const numbers = (width) => Array.from({ length: width }, () => random.below(256));
  const many = (value) => Array.from({ length: random.below(4) }, value).flat();
  const key = () => text(random.pick(NAMES));
  const text = (value) => {
    const bytes = [...Buffer.from(value)];
    return random.chance(2) ? [0xa0 + bytes.length, ...bytes] : [0xda, 0, bytes.length, ...bytes];
  };
  const inner = () => [...messagePack(random, depth + 1)];
  const kinds = [
    () => [random.pick([0xc0, 0xc2, 0xc3, 0x00, 0x7f, 0xe0, 0xff])],
    () => [random.pick([0xcc, 0xd0]), ...numbers(1)],
    () => [random.pick([0xcd, 0xd1]), ...numbers(2)],
    () => [random.pick([0xce, 0xd2, 0xca]), ...numbers(4)],
    () => [random.pick([0xcf, 0xd3, 0xcb]), ...numbers(8)],
    key,
    () => counted(random.pick([[0x90], [0xdc, 0], [0xdd, 0, 0, 0]]), () => [inner()]),
    () => counted(random.pick([[0x80], [0xde, 0], [0xdf, 0, 0, 0]]), () => [[...key(), ...inner()]]),
  ];
  const counted = (head, item) => {
    const items = many(item);
    const bytes = head.length === 1 ? [head[0] + items.length] : [...head, items.length];
    return [...bytes, ...items.flat()];
  };
  return Uint8Array.from(random.pick(depth < 4 ? kinds : kinds.slice(0, 6))());
}

/** A value in FlexBuffers, with places of one byte: what is referred to comes before it, then its type and a width of 1. */
function flexBuffer(random) {
  const bytes = [];
  /** Writes what the value refers to; returns its type, and what to write at a place. */
  const value = (depth) => {
    const kind = random.below(depth < 3 && bytes.length < 120 ? 8 : 5);
    if (kind === 0) return { type: 0, at: () => 0 };
    const number = random.below(256);
    if (kind === 1) return { type: random.pick([1, 2, 26]) << 2, at: () => number };
    const start = bytes.length;
    const back = (to) => (place) => (place - to) & 255;
    if (kind === 2) {
      bytes.push(...Buffer.from(random.pick(NAMES)), 0);
      return { type: 4 << 2, at: back(start) };
    }
    if (kind === 3) {
      const text = [...Buffer.from(random.pick(NAMES))];
      bytes.push(text.length, ...text, 0);
      return { type: random.pick([5, 25]) << 2, at: back(start + 1) };
    }
    if (kind === 4) {
      bytes.push(...Array.from({ length: 8 }, () => random.below(256)));
      return { type: (random.pick([6, 7, 8]) << 2) | 3, at: back(start) };
    }
    if (kind === 5) {
      const numbers = Array.from({ length: random.below(5) }, () => random.below(256));
      bytes.push(numbers.length, ...numbers);
      return { type: random.pick([11, 12, 36]) << 2, at: back(start + 1) };
    }
    const names = NAMES.slice(0, random.below(4));
    const keys = names.map((name) => {
      bytes.push(...Buffer.from(name), 0);
      return bytes.length - Buffer.byteLength(name) - 1;
    });
    const values = names.map(() => value(depth + 1));
    if (kind === 7) {
      bytes.push(keys.length);
      const list = bytes.length;
      for (const to of keys) bytes.push(back(to)(bytes.length));
      bytes.push(back(list)(bytes.length), 1);
    }
    bytes.push(values.length);
    const first = bytes.length;
    for (const { at } of values) bytes.push(at(bytes.length));
    bytes.push(...values.map(({ type }) => type));
    return { type: (kind === 7 ? 9 : 10) << 2, at: back(first) };
  };
  const root = value(0);
  bytes.push(root.at(bytes.length), root.type, 1);
  return Uint8Array.from(bytes);
}

function unpack(version) {
  const tar = gunzipSync(fixture(`icechunk/${version}.tar.gz`));
  const repositories = new Map();
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const name = tar.toString("utf8", at, tar.indexOf(0, at));
    const length = Number.parseInt(tar.toString("latin1", at + 124, at + 136), 8);
    const [folder, ...rest] = name.split("/");
    const files = repositories.get(folder) ?? new Map();
    files.set(rest.join("/"), tar.subarray(at + 512, at + 512 + length));
    repositories.set(folder, files);
    at += 512 + Math.ceil(length / 512) * 512;
  }
  return ["history", "split", "expired", "tiny"].map((name) => ({ name, files: repositories.get(name) }));
}
