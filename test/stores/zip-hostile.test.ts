/** Archives that lie, and archives that are broken: each is refused with a typed error, quickly. */
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crc32 } from "../../src/bytes/checksum/crc32.ts";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { type HyperslabError, isHyperslabError } from "../../src/errors.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { bytes, keysOf, pattern } from "../contracts/store-contract.ts";
import { hasTinyLimits } from "../usual-limits.ts";
import { concat, type RawEnd, type RawEntry, rawZip, u16, u32, u64, zip64End } from "./raw-zip.ts";

const none = new Uint8Array(0);
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

async function failure(run: () => Promise<unknown>): Promise<HyperslabError> {
  const error = await run().then(
    () => new Error("nothing was thrown"),
    (caught: unknown) => caught,
  );
  if (!isHyperslabError(error)) throw error;
  return error;
}

/** What comes of opening the archive. */
function refusal(archive: Uint8Array): Promise<HyperslabError> {
  return failure(() => zipStore(memorySource(archive), { location: "x.zip" }).head!("a"));
}

describe("names", () => {
  test.each([
    ["/etc/passwd", "is absolute"],
    ["/", "is absolute"],
    ["../a", 'has a ".." in its path'],
    ["a/../b", 'has a ".." in its path'],
    ["a/..", 'has a ".." in its path'],
    ["a/../", 'has a ".." in its path'],
    ["./a", 'has a "." in its path'],
    ["a/./b", 'has a "." in its path'],
    ["a//b", "has an empty part in its name"],
    ["a//", "has an empty part in its name"],
    ["a\\b", "has a backslash in its name"],
    ["..\\a", "has a backslash in its name"],
    ["a\0b", "has a NUL character in its name"],
    ["", "has no name"],
  ])("%j %s", async (name, problem) => {
    for (const entries of [[{ name }], [{ name: "fine" }, { name }]]) {
      const error = await refusal(rawZip(entries));
      expect(error).toMatchObject({ code: "invalid-data", place: { location: "x.zip" } });
      expect(error.message).toContain(problem);
    }
  });

  test("that say to be UTF-8 and are not", async () => {
    const error = await refusal(rawZip([{ name: Uint8Array.of(0x61, 0xff), flags: 1 << 11 }]));
    expect(error).toMatchObject({ code: "invalid-data" });
    expect(error.message).toContain("not UTF-8");
  });

  test("that lead out only once they are decoded", async () => {
    const raw = Uint8Array.of(0x61, 0xe4);
    const extra = concat(u16(0x7075), u16(5 + 4), Uint8Array.of(1), u32(crc32(raw)), text("../b"));
    expect((await refusal(rawZip([{ name: raw, extra }]))).message).toContain('".." in its path');
  });

  test("twice: the last one counts, also where both have the same data", async () => {
    const store = zipStore(memorySource(rawZip(["a", "b", "a"].map((name, i) => ({ name, data: bytes(i) })))));
    expect(await store.get("a")).toEqual(bytes(2));
    expect(await keysOf(store, "")).toEqual(["a", "b"]);
    const same = rawZip([
      { name: "a", data: bytes(1) },
      { name: "a", data: bytes(1), offset: 0 },
    ]);
    expect((await refusal(same)).message).toContain('the entries "a" and "a" of the archive overlap');
  });

  test("of a key and of a folder of keys at once", async () => {
    const store = zipStore(
      memorySource(rawZip([{ name: "a", data: bytes(1) }, { name: "a/" }, { name: "a/b", data: bytes(2) }])),
    );
    expect([await store.get("a"), await store.get("a/b")]).toEqual([bytes(1), bytes(2)]);
  });

  // A header with its name lies in the buffer, which is shorter than these names with tiny limits.
  test.skipIf(hasTinyLimits)("that a writer must not make", async () => {
    const store = zipStore(memoryTarget());
    expect(await failure(() => store.set!("a\\b", none))).toMatchObject({ code: "invalid-request" });
    for (const length of [65_536, 400_000, 1_500_000]) {
      expect(await failure(() => store.set!("a".repeat(length), none))).toMatchObject({ code: "invalid-request" });
    }
    await store.set!("ä".repeat(32_767), bytes(1));
    expect(await failure(() => store.set!("ä".repeat(32_768), none))).toMatchObject({ code: "invalid-request" });
    await store.flush();
    expect(await store.get("ä".repeat(32_767))).toEqual(bytes(1));
  });
});

describe("the directory", () => {
  const entries: readonly RawEntry[] = ["a", "b", "c"].map((name) => ({ name, data: pattern(100) }));
  const whole = rawZip(entries);
  const long = (4 + 46 + 1) * 3;

  const ends: readonly [string, RawEnd, string][] = [
    ["counts too many", { count: 4 }, "has 3 entries, but its end record says 4"],
    ["counts too few", { count: 2 }, "has 3 entries, but its end record says 2"],
    ["is shorter than it is", { size: 40 }, "directory of the archive is broken"],
    ["is longer than it is", { size: long }, "directory of the archive"],
    ["lies past the end", { offset: 1_000_000 }, "directory of the archive is not where its end record says"],
    ["lies elsewhere", { offset: 17 }, "past the end of the archive"],
    ["is on another disk", { disk: 1 }, "split over several disks"],
    ["is followed by much", { after: new Uint8Array(70_000) }, "not a zip archive, or its end is missing"],
    [
      "has a locator to nowhere",
      { count: 0xffff, between: zip64End({ count: 3, size: 1, offset: 0, at: 5 }).subarray(56) },
      "not where its locator says",
    ],
    [
      "has two ends that differ",
      { between: zip64End({ count: 4, size: 141, offset: 393, at: 534 }) },
      "contradict each other",
    ],
    [
      "is beyond 2^53",
      { offset: 0xffff_ffff, between: zip64End({ count: 3, size: 141, offset: 2n ** 60n, at: 534 }) },
      "beyond 2^53",
    ],
    [
      "is larger than memory",
      { size: 0xffff_ffff, between: zip64End({ count: 3, size: 2 ** 45, offset: 393, at: 534 }) },
      "more than can be read",
    ],
    [
      "has more entries than bytes",
      { count: 0xffff, between: zip64End({ count: 2 ** 50, size: 141, offset: 393, at: 534 }) },
      "its end record says",
    ],
    [
      "is split in zip64 terms",
      { between: zip64End({ count: 3, size: 141, offset: 393, at: 534, disk: 1 }) },
      "split over several disks",
    ],
  ];
  test.each(ends)("%s", async (_, end, problem) => {
    const error = await refusal(rawZip(entries, end));
    expect(error.message).toContain(problem);
    expect(["invalid-data", "unsupported"]).toContain(error.code);
  });

  test("is what these tests take it for", async () => {
    expect(whole.byteLength).toBe(393 + 141 + 22);
    const zip64 = rawZip(entries, { between: zip64End({ count: 3, size: 141, offset: 393, at: 534 }) });
    for (const archive of [whole, zip64]) expect(await zipStore(memorySource(archive)).get("b")).toEqual(pattern(100));
  });

  test("cut short anywhere is refused", async () => {
    for (let length = 1; length < whole.byteLength; length++) {
      const error = await refusal(whole.subarray(0, length));
      expect([length, error.code]).toEqual([length, "invalid-data"]);
    }
  });

  test("with a comment that quotes an end record is read, with something behind it too", async () => {
    const fake = concat(u32(0x06054b50), new Uint8Array(16), u16(0));
    for (const end of [
      { comment: concat(fake, text("!")) },
      { after: bytes(0, 0, 0) },
      { comment: text("PK"), after: none },
    ]) {
      expect(await keysOf(zipStore(memorySource(rawZip(entries, end))), "")).toEqual(["a", "b", "c"]);
    }
  });

  test("in zip64 terms with the longest comment", async () => {
    const comment = new Uint8Array(0xffff).fill(0x2e);
    const full = { count: 0xffff, size: 0xffff_ffff, offset: 0xffff_ffff };
    const between = zip64End({ count: 3, size: 141, offset: 393, at: 534 });
    const store = zipStore(memorySource(rawZip(entries, { ...full, between, comment })));
    expect(await keysOf(store, "")).toEqual(["a", "b", "c"]);
    expect(await store.get("b")).toEqual(pattern(100));
  });

  test("of which a comment pretends to be the end gives what every reader takes, never both", async () => {
    const fake = concat(u32(0x06054b50), new Uint8Array(16), u16(0));
    expect(await keysOf(zipStore(memorySource(rawZip(entries, { comment: fake }))), "")).toEqual([]);
  });

  test("of a file that is no archive", async () => {
    for (const archive of [bytes(1), text("not a zip".repeat(9000)), new Uint8Array(100_000)]) {
      expect((await refusal(archive)).message).toContain("not a zip archive, or its end is missing");
    }
  });
});

describe("entries", () => {
  const data = pattern(100_000);
  const packed = new Uint8Array(deflateRawSync(data));
  const deflated = { name: "a", data: packed, method: 8, size: data.byteLength, crc: crc32(data) };
  const zip64 = (...values: readonly (number | bigint)[]): Uint8Array =>
    concat(u16(1), u16(values.length * 8), ...values.map(u64));

  const openings: readonly [string, readonly RawEntry[], string][] = [
    [
      "overlap",
      [
        { name: "a", data },
        { name: "b", data, offset: 50 },
      ],
      "overlap",
    ],
    [
      "overlap by their headers",
      [
        { name: "a", data: bytes(1) },
        { name: "b", offset: 31 },
      ],
      "overlap",
    ],
    ["are all one", ["a", "b", "c"].map((name) => ({ ...deflated, name, offset: 0 })), "overlap"],
    ["reach past the end", [{ name: "a", data: bytes(1), compressedSize: 1000 }], "reaches past the end"],
    ["start past the end", [{ name: "a", offset: 0xffff_fff0 }], "reaches past the end"],
    ["lack their zip64 size", [{ name: "a", size: 0xffff_ffff }], "lacks a size"],
    [
      "lack their zip64 offset",
      [{ name: "a", size: 0xffff_ffff, offset: 0xffff_ffff, extra: zip64(0) }],
      "lacks a size",
    ],
    [
      "have a zip64 offset past the end",
      [{ name: "a", offset: 0xffff_ffff, extra: zip64(2 ** 50) }],
      "reaches past the end",
    ],
    [
      "have a zip64 size beyond 2^53",
      [{ name: "a", compressedSize: 0xffff_ffff, extra: zip64(2n ** 63n) }],
      "beyond 2^53",
    ],
    [
      "have a zip64 field that is cut",
      [{ name: "a", size: 0xffff_ffff, extra: concat(u16(1), u16(8), u32(0)) }],
      "lacks a size",
    ],
  ];
  test.each(openings)("that %s are refused at once", async (_, entries, problem) => {
    const error = await refusal(rawZip(entries));
    expect(error.message).toContain(problem);
    expect(error.code).toBe("invalid-data");
  });

  const readings: readonly [string, RawEntry, string, string][] = [
    ["is encrypted", { name: "a", data, flags: 1 }, "the entry is encrypted", "unsupported"],
    ["is strongly encrypted", { name: "a", data, flags: 0x41 }, "the entry is encrypted", "unsupported"],
    ["has masked headers", { name: "a", data, flags: 1 << 13 }, "the entry is encrypted", "unsupported"],
    ["is AES-encrypted", { name: "a", data, method: 99 }, "AES encryption", "unsupported"],
    ["is packed unknown ways", { name: "a", data, method: 77 }, "method 77", "unsupported"],
    ["is deflate64", { name: "a", data, method: 9 }, "deflate64", "unsupported"],
    ["has another checksum", { name: "a", data, crc: 1 }, "its checksum differs", "invalid-data"],
    ["is stored in two sizes", { name: "a", data, size: 99 }, "its two sizes are 100000 and 99", "invalid-data"],
    ["holds more than it says", { ...deflated, size: 99_999 }, "it holds more than its header says", "invalid-data"],
    ["holds less than it says", { ...deflated, size: 100_001 }, "the entry holds 100000 bytes", "invalid-data"],
    [
      "claims what no deflate can hold",
      { ...deflated, size: 0xffff_fffe },
      "claims to hold 4294967294 bytes",
      "invalid-data",
    ],
    ["is no deflate", { name: "a", data, method: 8 }, "the compressed entry is corrupt", "invalid-data"],
    [
      "is cut deflate",
      { ...deflated, data: packed.subarray(0, 300) },
      "the compressed entry is corrupt",
      "invalid-data",
    ],
    [
      "is deflate with something behind",
      { ...deflated, data: concat(packed, bytes(0)) },
      "1 bytes follow",
      "invalid-data",
    ],
    ["has another packed checksum", { ...deflated, crc: 1 }, "its checksum differs", "invalid-data"],
    ["is called otherwise", { name: "a", data, local: { name: "b" } }, "contradicts the directory", "invalid-data"],
    ["is longer otherwise", { name: "a", data, local: { size: 5 } }, "contradicts the directory", "invalid-data"],
    ["is packed otherwise", { name: "a", data, local: { method: 8 } }, "contradicts the directory", "invalid-data"],
    ["has another own checksum", { name: "a", data, local: { crc: 8 } }, "contradicts the directory", "invalid-data"],
  ];
  test.each(readings)("one that %s", async (_, entry, problem, code) => {
    const store = zipStore(memorySource(rawZip([entry])), { location: "x.zip" });
    const error = await failure(() => store.get("a"));
    expect(error.message).toContain(problem);
    expect(error).toMatchObject({ code, place: { location: "x.zip", key: "a" } });
  });

  test("one that would need more memory than allowed", async () => {
    const store = zipStore(memorySource(rawZip([deflated])), { maxDecodedBytes: 99_999 });
    expect((await failure(() => store.get("a"))).message).toContain("more than the possible 99999");
    expect(await zipStore(memorySource(rawZip([deflated]))).get("a", { range: { suffix: 1 } })).toEqual(data.slice(-1));
  });

  test("a failed part of a packed entry is not kept for the next", async () => {
    let broken = true;
    const archive = memorySource(rawZip([deflated]));
    const store = zipStore({
      read: async (range, options) => {
        if (broken && range !== undefined && "offset" in range) throw new Error("network");
        return archive.read(range, options);
      },
    });
    await expect(store.get("a", { range: { offset: 1, length: 1 } })).rejects.toThrow("network");
    broken = false;
    expect(await store.get("a", { range: { offset: 1, length: 1 } })).toEqual(data.slice(1, 2));
  });

  test("a decoder of Zstandard that gives another length is not believed", async () => {
    const entry = { name: "a", data: bytes(1, 2, 3), method: 93, size: 4, crc: crc32(bytes(9, 9, 9, 9)) };
    const read = (zstd: () => Uint8Array): Promise<unknown> =>
      zipStore(memorySource(rawZip([entry])), { zstd }).get("a");
    expect(await read(() => bytes(9, 9, 9, 9))).toEqual(bytes(9, 9, 9, 9));
    expect((await failure(() => read(() => bytes(9)))).message).toContain("holds 1 bytes");
    expect((await failure(() => read(() => bytes(9, 9, 9, 8)))).message).toContain("checksum");
    const bad = (): Uint8Array => {
      throw new RangeError("bad frame");
    };
    expect(await failure(() => read(bad))).toMatchObject({ code: "invalid-data" });
  });
});

test("an archive that becomes shorter while it is open is noticed", async () => {
  const archive = rawZip([
    { name: "a", data: pattern(1000) },
    { name: "b", data: pattern(1000) },
  ]);
  let length = archive.byteLength;
  const store = zipStore({ read: async (range) => memorySource(archive.subarray(0, length)).read(range) });
  await store.head!("a");
  length = 1500;
  expect(await failure(() => store.get("b"))).toMatchObject({ code: "invalid-data" });
  length = archive.byteLength;
  await store.get("b");
  length = 1500;
  expect((await failure(() => store.get("b"))).message).toContain("ends in the middle of the entry");
});

test("a source that fails is tried again, and its errors are not taken for absence", async () => {
  const archive = memorySource(rawZip([{ name: "a", data: bytes(1) }]));
  let failing = true;
  const store = zipStore({
    read: async (range) => {
      if (failing) throw new Error("network");
      return archive.read(range);
    },
  });
  await expect(store.get("a")).rejects.toThrow("network");
  failing = false;
  expect(await store.get("a")).toEqual(bytes(1));
});

test("an archive with any byte changed gives the values, or an error of ours", async () => {
  const archive = rawZip(
    [
      { name: "a/zarr.json", data: bytes(1, 2, 3) },
      {
        name: "a/c/0",
        data: new Uint8Array(deflateRawSync(pattern(300))),
        method: 8,
        size: 300,
        crc: crc32(pattern(300)),
      },
      { name: "ä", data: bytes(4) },
    ],
    { comment: text("hello") },
  );
  const read = async (data: Uint8Array): Promise<void> => {
    const store = zipStore(memorySource(data), { topFolder: "" });
    for (const key of await keysOf(store, "")) {
      await store.get(key);
      await store.get(key, { range: { suffix: 2 } });
    }
    const changed = zipStore(memoryTarget(data), { topFolder: "" });
    await changed.set!("new", bytes(1));
    await changed.close();
    expect(await changed.get("new")).toEqual(bytes(1));
  };
  await read(archive);
  const change = fc.tuple(fc.nat(archive.byteLength - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const damaged = archive.slice();
      for (const [at, value] of changes) damaged[at] = value;
      await read(damaged).catch((error: unknown) => {
        if (!isHyperslabError(error)) throw error;
      });
    }),
    { numRuns: 400 },
  );
});
