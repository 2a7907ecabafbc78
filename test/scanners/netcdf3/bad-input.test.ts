/** Headers that lie are refused with the place, or read in bounded time and memory. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ByteSource } from "../../../src/bytes/source/byte-source.ts";
import { memoryStore, open } from "../../../src/index.ts";
import { scanner } from "../../../src/scanners/netcdf3/netcdf3.ts";
import { unpack } from "../../fixture-sets.ts";

const folder = unpack("fixtures/netcdf3/files.tar.gz");
const bytesOf = (name: string): Buffer => readFileSync(join(folder, name));

async function opened(bytes: Uint8Array) {
  const store = memoryStore();
  await store.set!("a.nc", bytes);
  return open(store, { path: "a.nc" });
}

/** A header of fields; texts are names, numbers 4 bytes. */
function header(version: number, ...fields: readonly (number | string | Uint8Array)[]): Buffer {
  const parts: Uint8Array[] = [Buffer.from([0x43, 0x44, 0x46, version])];
  for (const field of fields) {
    if (typeof field === "number") parts.push(word(field));
    else if (typeof field === "string")
      parts.push(word(field.length), Buffer.from(field.padEnd(4 * Math.ceil(field.length / 4), "\0")));
    else parts.push(field);
  }
  return Buffer.concat(parts);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

const NONE = [0, 0] as const;

it.each([
  ["a tag that is none", header(1, 0, 7, 1), /expected the list of dimensions \(tag 10\), found tag 7, at byte 8/],
  ["a negative count", header(1, 0, 10, -1), /a negative count, -1, at byte 12/],
  ["a name longer than the file", header(1, 0, 10, 1, 0x7fffffff), /a length of 2147483647 bytes/],
  [
    "more dimensions than bytes",
    header(1, 0, 10, 0x7fffffff, "x", 3),
    /ends within its header: expected 4 more bytes, found 0, at byte 28/,
  ],
  ["two record dimensions", header(1, 0, 10, 2, "x", 0, "y", 0, ...NONE, ...NONE), /more than one record dimension/],
  [
    "a dimension that is none",
    header(1, 0, 10, 1, "x", 2, ...NONE, 11, 1, "v", 1, 5, ...NONE, 4, 8, 64),
    /dimension 5 of 1/,
  ],
  [
    "the record dimension second",
    header(1, 0, 10, 2, "t", 0, "x", 2, ...NONE, 11, 1, "v", 2, 1, 0),
    /not the first one/,
  ],
  ["a type that is none", header(1, 0, ...NONE, ...NONE, 11, 1, "v", 0, ...NONE, 9, 8, 64), /CDF-1 has no type 9/],
  [
    "an attribute longer than the file",
    header(1, 0, ...NONE, 12, 1, "a", 6, 0x1fffffff),
    /a length of 4294967288 bytes/,
  ],
  [
    "more than 2^53 bytes",
    header(1, 0, 10, 1, "x", 0x7fffffff, ...NONE, 11, 1, "v", 3, 0, 0, 0, ...NONE, 6, 0, 64),
    /larger than 2\^53/,
  ],
  ["negative begin", header(2, 0, ...NONE, ...NONE, 11, 1, "v", 0, ...NONE, 4, 4, -1, -8), /begin at -8/],
])("%s", async (_, bytes, message) => {
  await expect(opened(bytes)).rejects.toMatchObject({
    code: "invalid-data",
    what: expect.stringMatching(message),
    place: { key: "a.nc" },
  });
});

it("a variable larger than the file opens, and is an error where it is missing", async () => {
  const bytes = header(1, 0, 10, 1, "x", 0x3ffffff, ...NONE, 11, 1, "v", 2, 0, 0, ...NONE, 1, 0, 100);
  const root = await opened(Buffer.concat([bytes, Buffer.alloc(200, 1)]));
  if (root.kind !== "group") throw new Error("not a group");
  const variable = await root.openArray("v");
  expect((await variable.read("0, 0:4")).data).toEqual(Int8Array.of(1, 1, 1, 1));
  await expect(variable.read("5, 0:4")).rejects.toMatchObject({ code: "invalid-data" });
});

it("records that are not there are errors, whatever the header counts", async () => {
  const bytes = Buffer.from(bytesOf("zoo-cdf1.nc"));
  bytes.writeUInt32BE(0xfffffffe, 4);
  const root = await opened(bytes);
  if (root.kind !== "group") throw new Error("not a group");
  const variable = await root.openArray("rec_i4");
  expect(variable.shape).toEqual([0xfffffffe, 3]);
  expect((await variable.read("3")).data).toEqual(Int32Array.of(3, 4, 5));
  await expect(variable.read("4:6")).rejects.toMatchObject({
    code: "invalid-data",
    what: "the header counts 4294967294 records, but the file ends in record 4 of rec_i4",
  });
});

it("variables that share their bytes are not cut up without end", async () => {
  const many = 2000;
  const fields: (number | string)[] = [0, 10, 1, "x", 8 << 20, ...NONE, 11, many];
  for (let index = 0; index < many; index++) fields.push(`v${index}`, 1, 0, ...NONE, 1, 8 << 20, 0);
  const root = await opened(Buffer.concat([header(1, ...fields), Buffer.alloc(8 << 20)]));
  if (root.kind !== "group") throw new Error("not a group");
  expect((await root.children()).length).toBe(many);
});

it("names end at their first NUL, as in netCDF-C", async () => {
  const fields = [0, 10, 1, "x\0\0", 2, ...NONE, 11, 2, "v\0", 1, 0, 12, 1, "a\0", 1, 1, 7 << 24, 1, 4, 0] as const;
  const other = ["\0\0", 1, 0, ...NONE, 1, 4, 0] as const;
  const root = await opened(header(1, ...fields, ...other));
  if (root.kind !== "group") throw new Error("not a group");
  expect(root.dimensions.map(({ name }) => name)).toEqual(["x"]);
  expect((await root.children()).map(({ path, attributes }) => [path, attributes])).toEqual([["v", { a: 7 }]]);
  expect(root.hierarchy.notes.map(({ message }) => message)).toEqual([
    'variable "" is left out: this cannot be the name of an array',
  ]);
});

it("a dimension of CDF-2 may have up to 2^32 elements", async () => {
  const length = 3_000_000_000;
  const fields = [0, 10, 1, "x", length, ...NONE, 11, 1, "v", 1, 0, ...NONE, 1, length, 0, 84] as const;
  const root = await opened(Buffer.concat([header(2, ...fields), Buffer.from([7, 8, 9, 10])]));
  if (root.kind !== "group") throw new Error("not a group");
  const variable = await root.openArray("v");
  expect(variable.shape).toEqual([length]);
  expect((await variable.read("0:4")).data).toEqual(Int8Array.of(7, 8, 9, 10));
  await expect(opened(header(1, ...fields))).rejects.toThrow("a negative count, -1294967296,");
});

it("as many records as a file can have open at once, each found when it is read", async () => {
  // Two bytes per variable and record, padded to four; of most of the records only the sizes are real.
  const records = 2 ** 28;
  const begin = 4 * 31;
  const fields = [records, 10, 1, "t", 0, ...NONE, 11, 2] as const;
  const variable = (name: string, at: number) => [name, 1, 0, ...NONE, 3, 4, at] as const;
  const head = header(1, ...fields, ...variable("a", begin), ...variable("b", begin + 4));
  const size = begin + records * 8;
  const source: ByteSource = {
    size: async () => size,
    read: async (range) => {
      const { offset, length } = range as { readonly offset: number; readonly length: number };
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      if (offset < head.byteLength) head.copy(bytes, 0, offset);
      return new Uint8Array(bytes);
    },
  };
  const { nodes, pending } = (await scanner.scan({ source, place: {}, name: "a.nc" }))!;
  expect(nodes.get("b")).toMatchObject({ shape: [records] });
  const last = { kind: "range", url: "", offset: begin + 4 + (records - 1) * 8, length: 2 };
  expect(await pending!.get("b")!.find([records - 1])).toEqual({ reference: last, mask: 0 });
  expect(await pending!.get("b")!.find([records])).toBeUndefined();
});
