/** bloscpack 0.16 reads every file that Hyperslab packs, and Hyperslab all of bloscpack's: all codecs and checksums. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { BLOSC_COMPRESSORS } from "../../src/bytes/blosc/options.ts";
import { CHECKSUM_NAMES } from "../../src/bytes/checksum/named-checksum.ts";
import { packInfoLines } from "../../src/cli/output/bloscpack-lines.ts";
import { append, copy, create, openArray, pack, packInfo, unpack } from "../../src/index.ts";
import { noise, sampleBytes } from "../operations/bloscpack/sample-bytes.ts";
import { useBlpk } from "./blpk.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";

type Answer = Readonly<Record<string, unknown>>;

const blpk = useBlpk();
let peer: LinePeer<Answer>;
let folder: string;
beforeAll(() => {
  peer = startLinePeer<Answer>(ensureEnvironment("bloscpack"), ["test/interop/bloscpack_peer.py"]);
  folder = mkdtempSync(join(tmpdir(), "hyperslab-bloscpack-"));
});
afterAll(() => {
  peer.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (requests: readonly object[]): Promise<readonly Answer[]> => Promise.all(requests.map(peer.ask));

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Its wheels are built without Snappy, of which there are fixtures. */
const CODECS = BLOSC_COMPRESSORS.filter((codec) => codec !== "snappy");

/** One of everything: 5 codecs by 9 checksums, other options in turn. */
function cases() {
  return CODECS.flatMap((codec, i) =>
    CHECKSUM_NAMES.map((checksum, j) => ({
      name: `${codec}-${checksum}`,
      codec,
      checksum,
      level: (i + j) % 10,
      shuffle: (i + j) % 3 !== 0,
      typeSize: [1, 2, 3, 4, 8, 16, 17, 255][(i * 3 + j) % 8]!,
      chunkSize: [10_000, 4096, 65_536, 1_000_000][(i + j) % 4]!,
      offsets: j % 4 !== 1,
      metadata: j % 2 === 0 ? { dtype: "float64", nested: { a: [1, 2.5, null, true] }, unicode: "hänel ☃" } : undefined,
    })),
  );
}

const raw = (): Uint8Array =>
  new Uint8Array(Buffer.concat([sampleBytes(150_001), noise(30_000), new Uint8Array(20_000)]));

describe("bloscpack reads what Hyperslab packs", () => {
  it("all codecs and checksums", async () => {
    const bytes = raw();
    writeFileSync(join(folder, "raw"), bytes);
    const all = cases();
    for (const { name, ...options } of all) await pack(join(folder, "raw"), join(folder, `${name}.blp`), options);
    const answers = await ask(all.map(({ name }) => ({ verb: "unpack", file: join(folder, `${name}.blp`) })));
    answers.forEach((answer, i) => {
      expect(answer, all[i]!.name).toEqual({
        sha256: sha256(bytes),
        size: bytes.length,
        metadata: all[i]!.metadata ?? null,
      });
    });
  });

  it("what was appended, by it and by us in turn", async () => {
    const file = join(folder, "grown.blp");
    const parts = [
      sampleBytes(25_000),
      sampleBytes(777, 2),
      noise(31_000),
      new Uint8Array(4000),
      sampleBytes(60_000, 5),
    ];
    writeFileSync(join(folder, "part-0"), parts[0]!);
    await pack(join(folder, "part-0"), file, { chunkSize: 10_000, typeSize: 4 });
    for (const [i, part] of parts.entries()) {
      if (i === 0) continue;
      const path = join(folder, `part-${i}`);
      writeFileSync(path, part);
      if (i % 2 === 0) await append(file, path, { codec: "zstd" });
      else {
        const request = { verb: "append", file, raw: path, typesize: 4, clevel: 7, shuffle: true, codec: "lz4" };
        expect(await ask([request])).toEqual([{}]);
      }
      const whole = new Uint8Array(Buffer.concat(parts.slice(0, i + 1)));
      expect((await ask([{ verb: "unpack", file }]))[0]).toMatchObject({ sha256: sha256(whole), size: whole.length });
      await unpack(file, join(folder, "again"), { overwrite: true });
      expect(sha256(readFileSync(join(folder, "again")))).toBe(sha256(whole));
    }
  });

  it("arrays that we make and copy", async () => {
    const made = join(folder, "made.blp");
    const array = await create(made, { shape: [30, 40], dtype: "float32", chunks: [10, 40], format: "bloscpack" });
    const values = Float32Array.from({ length: 1200 }, (_, i) => i / 7);
    await array.write(null, values);
    const zarr = join(folder, "data.zarr");
    await copy(made, zarr, { format: "zarr3" });
    const copied = join(folder, "copied.blp");
    await copy(zarr, copied, { format: "bloscpack" });
    const bytes = new Uint8Array(values.buffer);
    for (const answer of await ask([made, copied].map((file) => ({ verb: "unpack-array", file })))) {
      expect(answer).toEqual({ dtype: "<f4", shape: [30, 40], fortran: false, sha256: sha256(bytes) });
    }
  });
});

describe("Hyperslab reads what bloscpack packs", () => {
  it("all codecs and checksums, and says about them what blpk says", async () => {
    const bytes = raw();
    writeFileSync(join(folder, "raw"), bytes);
    const all = cases();
    const requests = all.map(({ name, codec, checksum, level, shuffle, typeSize, chunkSize, offsets, metadata }) => ({
      verb: "pack",
      raw: join(folder, "raw"),
      file: join(folder, `theirs-${name}.blp`),
      codec,
      checksum,
      clevel: level,
      shuffle,
      typesize: typeSize,
      chunk_size: chunkSize,
      offsets,
      metadata: metadata ?? null,
    }));
    for (const answer of await ask(requests)) expect(answer).toEqual({});
    for (const { name, metadata } of all) {
      const file = join(folder, `theirs-${name}.blp`);
      const report = await unpack(file, join(folder, "out"), { overwrite: true });
      expect(report.metadata, name).toEqual(metadata);
      expect(sha256(readFileSync(join(folder, "out"))), name).toBe(sha256(bytes));
    }
    for (const { name } of all.slice(0, 12)) {
      const file = join(folder, `theirs-${name}.blp`);
      const theirs = await blpk("info", file);
      expect(`${packInfoLines(await packInfo(file))}\n`).toBe(theirs.stdout);
    }
  });

  it("arrays of NumPy, cut anywhere", async () => {
    const dtypes = ["|b1", "|i1", "<i2", ">i4", "<u8", "<f2", ">f8", "<c16", "<M8[s]", "|S7", "<U3"];
    const requests = dtypes.flatMap((dtype) =>
      ["C", "F"].map((order, i) => {
        const size = dtype === "<U3" ? 12 : Number(/\d+/.exec(dtype)?.[0]);
        return {
          verb: "pack-array",
          dtype,
          order,
          shape: [13, 7, 11],
          chunk_size: size * (i === 0 ? 101 : 64),
          file: join(folder, `array-${dtype.replace(/\W/g, "")}-${order}-${i}.blp`),
        };
      }),
    );
    const answers = await ask(requests);
    for (const [i, request] of requests.entries()) {
      const array = await openArray(request.file);
      expect(array.shape).toEqual([13, 7, 11]);
      const out = join(folder, "array.zarr");
      await copy(array, out, { format: "zarr3", overwrite: true, chunks: [5, 7, 4] });
      const again = join(folder, "array.blp");
      await copy(out, again, { format: "bloscpack", overwrite: true });
      const [answer] = await ask([{ verb: "unpack-array", file: again }]);
      expect(answer?.["sha256"], request.file).toBe(answers[i]!["sha256"]);
    }
  });
});
