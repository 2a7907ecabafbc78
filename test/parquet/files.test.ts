/** Files that are written are read again, and none that lies takes more than an error. */
import { describe, expect, it } from "vitest";
import { type Column, type ReadParquetOptions, readParquet } from "../../src/parquet/read.ts";
import { type WrittenColumn, writeParquet } from "../../src/parquet/write.ts";

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

function options(more: Partial<ReadParquetOptions> = {}): ReadParquetOptions {
  const decompress = async (): Promise<Uint8Array> => {
    throw new Error("nothing is compressed here");
  };
  return { columns: ["path", "offset", "raw"], maxRows: 1000, place: {}, decompress, ...more };
}

function file(columns: readonly WrittenColumn[], rowCount: number): Uint8Array {
  return writeParquet(columns, { rowCount, codec: "UNCOMPRESSED", compress: (bytes) => bytes, metadata: { a: "b" } });
}

function sample(rowCount: number): { readonly columns: readonly WrittenColumn[]; readonly bytes: Uint8Array } {
  const rows = Int32Array.from({ length: rowCount }, (_, row) => (row % 5 === 3 ? -1 : row % 7));
  const path = Array.from({ length: 7 }, (_, index) => text(`s3://bucket/${"é".repeat(index)}.nc`));
  const raw = Array.from({ length: rowCount }, (_, row) => text("x".repeat(row % 11)));
  const columns: WrittenColumn[] = [
    { name: "path", rows, values: path, isText: true },
    { name: "offset", integers: BigInt64Array.from({ length: rowCount }, (_, row) => 2n ** 53n - 1n - BigInt(row)) },
    { name: "raw", rows: rows.map((at, row) => (at < 0 ? row : -1)), values: raw, isText: false },
  ];
  return { columns, bytes: file(columns, rowCount) };
}

function valueAt(column: Column, row: number): Uint8Array | number | null {
  const index = column.index(row);
  if (index < 0) return null;
  return column.isBytes ? column.bytes(index) : column.integer(index);
}

/** Values by row. */
async function rowsOf(bytes: Uint8Array, more?: Partial<ReadParquetOptions>): Promise<Record<string, unknown[]>> {
  const { columns, rowCount } = await readParquet(bytes, options(more));
  const found: Record<string, unknown[]> = {};
  for (const [name, column] of columns) {
    found[name] = Array.from({ length: rowCount }, (_, row) => valueAt(column, row));
  }
  return found;
}

describe("a file", () => {
  it.each([1, 7, 8, 9, 64, 1000])("of %i rows is read as it was written", async (count) => {
    const { columns, bytes } = sample(count);
    const found = await rowsOf(bytes);
    for (const column of columns) {
      const wanted =
        "integers" in column
          ? Array.from(column.integers, Number)
          : Array.from(column.rows, (at) => (at < 0 ? null : column.values[at]));
      expect(found[column.name]).toEqual(wanted);
    }
  });

  it("may have columns without a value, and lack those that are asked for", async () => {
    const rows = new Int32Array(9).fill(-1);
    const found = await rowsOf(file([{ name: "path", rows, values: [], isText: true }], 9));
    expect(found).toEqual({ path: new Array(9).fill(null) });
  });

  it("keeps long values in several pages", async () => {
    const values = Array.from({ length: 5 }, (_, index) => new Uint8Array(3_000_000).fill(index));
    const bytes = file([{ name: "raw", rows: Int32Array.of(0, -1, 1, 2, -1, 3, 4), values, isText: false }], 7);
    const { columns } = await readParquet(bytes, options());
    const raw = columns.get("raw")!;
    const first = (row: number): number | undefined => (valueAt(raw, row) as Uint8Array | null)?.[7];
    expect([0, 1, 2, 3, 4, 5, 6].map(first)).toEqual([0, undefined, 1, 2, undefined, 3, 4]);
  });

  it("gives the same rows in any order, one or all of them", async () => {
    const { columns, bytes } = sample(1000);
    const [path] = columns as [Extract<WrittenColumn, { rows: unknown }>];
    const wanted = (row: number): unknown => (path.rows[row]! < 0 ? null : path.values[path.rows[row]!]);
    for (const rows of [[999], [3], [998, 4, 997], Array.from({ length: 1000 }, (_, index) => (index * 7919) % 1000)]) {
      const column = (await readParquet(bytes, options())).columns.get("path")!;
      for (const row of rows) expect(valueAt(column, row)).toEqual(wanted(row));
    }
  });

  it.each([2n ** 53n, 2n ** 62n, -1n, -(2n ** 62n)])("gives the integer %i as the nearest number", async (integer) => {
    const bytes = file([{ name: "offset", integers: BigInt64Array.of(integer) }], 1);
    const found = (await rowsOf(bytes))["offset"]![0] as number;
    expect(found).toBe(Number(integer));
  });

  it("of more rows than expected is refused", async () => {
    await expect(rowsOf(sample(9).bytes, { maxRows: 8 })).rejects.toThrow(/9 rows, but at most 8 are allowed/);
  });
});

/** Thrift: a struct of one list of `count` lists, and so on. */
function nestedLists(levels: number, count: number): Uint8Array {
  const varint: number[] = [];
  for (let rest = count; ; rest = Math.floor(rest / 128)) {
    varint.push((rest % 128) | (rest < 128 ? 0 : 128));
    if (rest < 128) break;
  }
  return Uint8Array.from([0x19, ...Array.from({ length: levels }, () => [0xf9, ...varint]).flat(), 0]);
}

function withFooter(footer: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + footer.byteLength + 8);
  bytes.set(text("PAR1"));
  bytes.set(footer, 4);
  new DataView(bytes.buffer).setUint32(4 + footer.byteLength, footer.byteLength, true);
  bytes.set(text("PAR1"), bytes.byteLength - 4);
  return bytes;
}

describe("a file with false claims", () => {
  it.each([
    ["is empty", new Uint8Array(0), /begin and end/],
    ["is something else", text("this is no Parquet file"), /begin and end/],
    ["has no footer", withFooter(new Uint8Array(0)), /malformed footer/],
    ["has lists of billions", withFooter(nestedLists(1, 2 ** 31)), /malformed footer/],
    ["has lists in lists in lists", withFooter(nestedLists(200, 100)), /malformed footer/],
    ["has a footer of nothing", withFooter(Uint8Array.of(0)), /an invalid footer/],
  ])("and %s is refused", async (_, bytes, problem) => {
    await expect(readParquet(bytes, options())).rejects.toThrow(problem);
  });

  it("in any byte is an error, or is not noticed, and takes no time", async () => {
    const { bytes } = sample(12);
    const start = performance.now();
    for (let at = 4; at < bytes.byteLength; at++) {
      for (const flip of [at % 2 === 0 ? 0xff : 0x01]) {
        const damaged = bytes.slice();
        damaged[at]! ^= flip;
        const outcome = await rowsOf(damaged).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome.name, `byte ${at}: ${outcome.message}`).toBe("HyperslabError");
        else for (const column of Object.values(outcome as Record<string, unknown[]>)) expect(column).toHaveLength(12);
      }
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("by being cut anywhere is an error", async () => {
    const { bytes } = sample(40);
    for (let length = 0; length < bytes.byteLength; length++) {
      await expect(readParquet(bytes.slice(0, length), options())).rejects.toMatchObject({ code: "invalid-data" });
    }
  });
});
