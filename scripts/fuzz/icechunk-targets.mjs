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

/** Any bytes are a value or are refused. */
function plainTarget() {
  return async (random) => {
    const bytes = Uint8Array.from({ length: random.below(60) }, () => random.below(256));
    return {
      describe: () => ({ bytes: Buffer.from(bytes).toString("hex") }),
      run: () => [() => void readFlexBuffer(bytes), () => void readMessagePack(bytes)],
    };
  };
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
