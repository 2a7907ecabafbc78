/** The limits of Parquet files, each crossed by files below it, at it and above it. */
import { expect } from "vitest";
import "../../src/parquet/limits.ts";
import { readParquet } from "../../src/parquet/read.ts";
import { writeParquet } from "../../src/parquet/write.ts";
import { describeLimits } from "./crossing.ts";
import { around } from "./samples.ts";

/** The number of rows that a file of so many integers is read with. */
async function rowsOf(count: number, metadata: Readonly<Record<string, string>> = {}): Promise<number> {
  const integers = new BigInt64Array(count);
  const compress = (bytes: Uint8Array): Uint8Array => bytes;
  const file = writeParquet([{ name: "a", integers }], { rowCount: count, codec: "UNCOMPRESSED", compress, metadata });
  const decompress = async (_: string, bytes: Uint8Array): Promise<Uint8Array> => bytes;
  return (await readParquet(file, { columns: ["a"], maxRows: 100, place: {}, decompress })).rowCount;
}

const footerLength = (file: Uint8Array): number => new DataView(file.buffer).getUint32(file.byteLength - 8, true);

describeLimits("parquet", {
  rows: {
    at: 5,
    run: async (limit) => {
      for (const count of around(limit)) {
        if (count > limit) await expect(rowsOf(count)).rejects.toThrow(/more than the limit/);
        else expect(await rowsOf(count)).toBe(count);
      }
    },
  },
  pageBytes: {
    at: 40,
    run: async () => {
      for (const count of [4, 5]) expect(await rowsOf(count)).toBe(count);
      await expect(rowsOf(6)).rejects.toThrow(/page of 48 bytes/);
    },
  },
  walkedRows: {
    at: 4,
    run: async (limit) => {
      const rows = Int32Array.from({ length: 20 }, (_, row) => (row % 3) - 1);
      const values = [Uint8Array.of(1), Uint8Array.of(2)];
      const compress = (bytes: Uint8Array): Uint8Array => bytes;
      const file = writeParquet([{ name: "a", rows, values, isText: true }], {
        ...{ rowCount: 20, codec: "UNCOMPRESSED", compress, metadata: {} },
      });
      const decompress = async (_: string, bytes: Uint8Array): Promise<Uint8Array> => bytes;
      for (const count of around(limit)) {
        const options = { columns: ["a"], maxRows: 100, place: {}, decompress };
        const column = (await readParquet(file, options)).columns.get("a")!;
        for (let row = 0; row < count; row++) expect(column.index(row)).toBe(rows[row]);
      }
    },
  },
  footerBytes: {
    run: async (limit) => {
      const lengths = [1, 2, 3].map((length) => "x".repeat(length));
      for (const text of lengths) {
        const options = {
          rowCount: 1,
          codec: "UNCOMPRESSED",
          compress: (b: Uint8Array) => b,
          metadata: { a: text },
        } as const;
        const length = footerLength(writeParquet([{ name: "a", integers: new BigInt64Array(1) }], options).slice());
        if (length > limit) await expect(rowsOf(1, { a: text })).rejects.toThrow(/footer of/);
        else expect(await rowsOf(1, { a: text })).toBe(1);
      }
    },
  },
});
