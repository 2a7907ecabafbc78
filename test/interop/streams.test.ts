/** LZ4's, Snappy's, Brotli's and zlib's own implementations read what we write, and we what they write. */
import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { fromPlain } from "../../src/bytes/json/make.ts";
import { jsonView } from "../../src/bytes/json/view.ts";
import { codecEntry } from "../../src/codecs/registry.ts";
import { mixedBytes } from "../codecs/kernels/guarded.ts";

let python: string;
beforeAll(() => {
  python = ensureEnvironment("compressors");
});

const CASES: readonly (readonly [name: string, configuration: object])[] = [
  ["lz4f", {}],
  ["lz4f", { level: 12, blocksizeid: 4, contentchecksum: true, blockchecksum: true }],
  ["lz4f", { level: -9, blocksizeid: 5, contentchecksum: true }],
  ["snappy", {}],
  ["snappy", { framed: true }],
  ["deflate-raw", { level: 1 }],
  ["deflate-raw", { level: 9 }],
  ["brotli", { level: 2 }],
  ["brotli", { level: 10, lgwin: 16, mode: 1 }],
];
const LENGTHS = [1, 13, 1000, 65_536, 70_001, 600_000];

async function bind(name: string, configuration: object, length: number) {
  const codec = await codecEntry(name).load();
  if (codec.kind !== "bytes-to-bytes") throw new Error("wrong kind");
  return codec.bind(codec.parse(jsonView(fromPlain(configuration))), { length, elementSize: 1, maxLength: length });
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

test.each(CASES)("%s %j", async (name, configuration) => {
  const samples = LENGTHS.map((length) => mixedBytes(length, length));
  const requests = await Promise.all(
    samples.map(async (data) => {
      const bound = await bind(name, configuration, data.byteLength);
      return { codec: name, configuration, data: base64(data), encoded: base64(bound.encode(data)) };
    }),
  );
  const input = requests.map((request) => JSON.stringify(request)).join("\n");
  const run = spawnSync(python, ["test/interop/streams_peer.py"], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  expect(run.stderr).toBe("");
  const answers = run.stdout.trimEnd().split("\n");
  expect(answers.length).toBe(samples.length);
  for (const [index, line] of answers.entries()) {
    const { decoded, written } = JSON.parse(line);
    const data = samples[index]!;
    for (const theirs of decoded) expect(theirs === base64(data), `${data.byteLength} bytes, read by them`).toBe(true);
    const bound = await bind(name, configuration, data.byteLength);
    for (const theirs of written) {
      const found = bound.decode(new Uint8Array(Buffer.from(theirs, "base64")));
      expect(Buffer.compare(found, data), `${data.byteLength} bytes, read by us`).toBe(0);
    }
  }
});
