/**
 * Real files of 64 MiB and of 1 GiB on real servers, nginx and Ceph's gateway: what a slice of 1000 elements costs, as the
 * server or a proxy before it counts, and that it costs the same of both. And what appending costs to a real file.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ByteTarget } from "../../../src/bytes/source/byte-target.ts";
import { append, openArray, packInfo, unpack } from "../../../src/index.ts";
import { fileBytes } from "../../../src/stores/file/bytes.ts";
import { cephBucket } from "../../stores/ceph-bucket.ts";
import { type ServedFolder, serveFolder } from "../../stores/web-server.ts";
import { type NoiseBits, packValues, valuesFrom } from "./counted-file.ts";
import { type CountingProxy, countingProxy } from "./counting-proxy.ts";
import { noise, same } from "./sample-bytes.ts";

const MiB = 2 ** 20;
const GIGABYTE = 2 ** 28;
let folder: string;
const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-gigabyte-"));
  expect(await packValues(path("long.blp"), 1024)).toBe(GIGABYTE);
  await packValues(path("short.blp"), 64);
  await packValues(path("zstd.blp"), 64, { codec: "zstd", level: 3, chunkSize: "4M" });
  await packValues(path("noise.blp"), 64, {}, 32);
  await packValues(path("one.blp"), 64, { chunkSize: "max" });
  copyFileSync(path("short.blp"), path("plain name"));
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Cost {
  readonly requests: number;
  readonly bytes: number;
}

/** Where slices begin: in the first chunk, inside of one, over the end of one, at the end of the file. */
function starts(count: number): readonly number[] {
  const chunk = MiB / 4;
  const middle = Math.floor(count / chunk / 2) * chunk;
  return [0, middle + 77_777, middle - 500, count - 1000];
}

/** Opens the file anew for each slice, and gives what that and the slice took. */
async function costs(
  address: string,
  count: number,
  spent: () => Promise<Cost>,
  options: Parameters<typeof openArray>[1] = {},
  bits: NoiseBits = 16,
): Promise<readonly Cost[]> {
  const all: Cost[] = [];
  for (const start of starts(count)) {
    await spent();
    const array = await openArray(address, { ...options, dtype: "int32" });
    expect(array.shape).toEqual([count]);
    const { data } = await array.read(`${start}:${start + 1000}`);
    expect(data).toEqual(valuesFrom(start, 1000, bits));
    all.push(await spent());
  }
  return all;
}

function expectCheap(all: readonly Cost[]): void {
  for (const { requests, bytes } of all) {
    expect(requests).toBeLessThanOrEqual(3);
    expect(bytes).toBeLessThanOrEqual(2 * MiB);
  }
}

describe("1000 elements, opening included, from nginx", () => {
  let server: ServedFolder;
  beforeAll(async () => {
    server = await serveFolder("nginx", "", folder);
  });
  afterAll(() => server.close());

  /** By the log of the server. */
  async function spent(): Promise<Cost> {
    const lines = await server.requests();
    let bytes = 0;
    for (const line of lines) {
      const [, first, last] = /^GET .* bytes=(\d+)-(\d+)$/.exec(line) ?? [];
      if (first === undefined) throw new Error(`no range of a file: ${line}`);
      bytes += Number(last) - Number(first) + 1;
    }
    return { requests: lines.length, bytes };
  }

  it("are at most 3 ranges and 2 MiB of a file of 1 GiB, and as many of one of 64 MiB", async () => {
    const long = await costs(`${server.origin}/long.blp`, GIGABYTE, spent);
    expectCheap(long);
    const short = await costs(`${server.origin}/short.blp`, GIGABYTE / 16, spent);
    expectCheap(short);
    expect(long.map(({ requests }) => requests)).toEqual(short.map(({ requests }) => requests));
  });

  it("are so few of chunks of 4 MiB with zstd, of one chunk, and of what does not compress", async () => {
    expectCheap(await costs(`${server.origin}/zstd.blp`, GIGABYTE / 16, spent));
    expectCheap(await costs(`${server.origin}/one.blp`, GIGABYTE / 16, spent));
    expectCheap(await costs(`${server.origin}/noise.blp`, GIGABYTE / 16, spent, {}, 32));
  });

  it("are the same of a file without the extension, if the address says what it is", async () => {
    expectCheap(await costs(`${server.origin}/plain%20name|bloscpack:`, GIGABYTE / 16, spent));
  });
});

describe("1000 elements, opening included, from Ceph", () => {
  const NAME = "packed";
  const bucket = cephBucket(NAME);
  let proxy: CountingProxy;
  beforeAll(async () => {
    proxy = await countingProxy(bucket.settings().endpoint);
    await bucket.store().set!("dir/short.blp", readFileSync(path("short.blp")));
    await bucket.store().set!("dir/plain name", readFileSync(path("zstd.blp")));
  }, 600_000);
  afterAll(() => proxy?.stop());

  async function spent(): Promise<Cost> {
    const calls = proxy.calls.splice(0);
    for (const { method, range } of calls) expect([method, range]).toEqual(["GET", expect.stringMatching(/^bytes=\d/)]);
    return { requests: calls.length, bytes: calls.reduce((sum, call) => sum + call.bytes, 0) };
  }
  const means = () => ({ store: { endpoint: proxy.origin, region: "us-east-1" } });

  it("are at most 3 ranges and 2 MiB", async () => {
    expectCheap(await costs(`s3://${NAME}/dir/short.blp`, GIGABYTE / 16, spent, means()));
  });

  it("are so few of a file without the extension, if the address says what it is", async () => {
    const address = `s3://${NAME}/dir/plain%20name|bloscpack:`;
    expectCheap(await costs(address, GIGABYTE / 16, spent, means()));
    const { header } = await packInfo(address, means());
    expect(header).toMatchObject({ nchunks: 16, chunk_size: 4 * MiB });
    const { bytesOut } = await unpack(address, path("out"), means());
    expect(bytesOut).toBe(64 * MiB);
    expect(same(readFileSync(path("out")), new Uint8Array(valuesFrom(0, GIGABYTE / 16).buffer))).toBe(true);
  });
});

describe("appending 1 MiB to a real file", () => {
  interface Cost {
    read: number;
    written: number;
  }

  async function costOf(name: string): Promise<Cost> {
    const file = fileBytes(path(name));
    const cost: Cost = { read: 0, written: 0 };
    const target: ByteTarget = {
      ...file,
      read: async (range, options) => {
        const bytes = await file.read(range, options);
        cost.read += bytes?.byteLength ?? 0;
        return bytes;
      },
      readInto: async (offset, into) => {
        const found = (await file.readInto?.(offset, into)) ?? 0;
        cost.read += found;
        return found;
      },
      write: async (offset, parts, options) => {
        cost.written += parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
        await file.write(offset, parts, options);
      },
    };
    await append(target, { read: async () => added, size: async () => MiB }, { typeSize: 4, codec: "lz4" });
    await file.close?.();
    return cost;
  }
  const added = noise(MiB);

  it("reads and writes as much of 1 GiB as of 10 MiB", async () => {
    await packValues(path("ten.blp"), 10);
    const before = statSync(path("long.blp")).size;
    const [long, ten] = [await costOf("long.blp"), await costOf("ten.blp")];
    expect(statSync(path("long.blp")).size).toBeGreaterThan(before + MiB);
    // The room of the metadata depends on how many digits the shape has.
    expect(Math.abs(long.written - ten.written)).toBeLessThan(1000);
    expect(long.written).toBeLessThan(MiB + 8 * 1024);
    expect(Math.abs(long.read - ten.read)).toBeLessThan(1000);
    expect(long.read).toBeLessThan(MiB);
    expect((await packInfo(path("long.blp"))).header).toMatchObject({ nchunks: 1025, last_chunk: MiB });
  });
});
