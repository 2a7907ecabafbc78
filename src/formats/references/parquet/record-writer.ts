/**
 * Builds the reference files of one array, one after the other, in reused memory. They are padded to the record size,
 * because fsspec appends to them row by row.
 */
import { encodeBase64 } from "../../../bytes/text/base64.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import type { Reference } from "../../../model/virtual/reference.ts";
import { writeParquet } from "../../../parquet/write.ts";
import { BASE64 } from "./record.ts";

/** Compresses the pages of a file. */
export interface PageCompression {
  /** Its name in Parquet. */
  readonly codec: "ZSTD" | "GZIP" | "SNAPPY" | "UNCOMPRESSED";
  compress(bytes: Uint8Array): Uint8Array;
}

/** Types as pandas records them: without these, or counts of absent values, fastparquet reads integers as floating point. */
const PANDAS = JSON.stringify({
  index_columns: [],
  column_indexes: [],
  columns: [
    { name: "path", field_name: "path", pandas_type: "unicode", numpy_type: "object", metadata: null },
    { name: "offset", field_name: "offset", pandas_type: "int64", numpy_type: "int64", metadata: null },
    { name: "size", field_name: "size", pandas_type: "int64", numpy_type: "int64", metadata: null },
    { name: "raw", field_name: "raw", pandas_type: "bytes", numpy_type: "object", metadata: null },
  ],
  creator: { library: "hyperslab", version: "0" },
  pandas_version: "2.0.0",
  partition_columns: [],
});

export class RecordWriter {
  readonly #compression: PageCompression;
  readonly #path: Int32Array;
  readonly #raw: Int32Array;
  readonly #offset: BigInt64Array;
  readonly #size: BigInt64Array;
  readonly #offsetHalves: Uint32Array;
  readonly #sizeHalves: Uint32Array;
  readonly #urls = new Map<string, number>();
  readonly #inline: Uint8Array[] = [];
  #filled = 0;

  constructor(recordSize: number, compression: PageCompression) {
    this.#compression = compression;
    this.#path = new Int32Array(recordSize);
    this.#raw = new Int32Array(recordSize);
    this.#offset = new BigInt64Array(recordSize);
    this.#size = new BigInt64Array(recordSize);
    this.#offsetHalves = new Uint32Array(this.#offset.buffer);
    this.#sizeHalves = new Uint32Array(this.#size.buffer);
    this.#clear();
  }

  /** Rows that are not absent. */
  get filled(): number {
    return this.#filled;
  }

  set(row: number, reference: Reference): void {
    this.#filled += 1;
    if (reference.kind === "inline") {
      this.#raw[row] = this.#inline.push(asFsspecReads(reference.bytes)) - 1;
      return;
    }
    // Offset 0 and size 0 would mean the whole file, so an empty range is stored as empty inline data.
    if (reference.kind === "range" && reference.offset === 0 && reference.length === 0) {
      this.#raw[row] = this.#inline.push(new Uint8Array(0)) - 1;
      return;
    }
    let url = this.#urls.get(reference.url);
    if (url === undefined) this.#urls.set(reference.url, (url = this.#urls.size));
    this.#path[row] = url;
    if (reference.kind !== "range") return;
    setHalves(this.#offsetHalves, row, reference.offset);
    setHalves(this.#sizeHalves, row, reference.length);
  }

  /** Returns the file, and starts an empty record. */
  finish(): Uint8Array {
    const { codec, compress } = this.#compression;
    const file = writeParquet(
      [
        {
          name: "path",
          rows: this.#path,
          values: Array.from(this.#urls.keys(), (url) => encodeUtf8(url)),
          isText: true,
        },
        { name: "offset", integers: this.#offset },
        { name: "size", integers: this.#size },
        { name: "raw", rows: this.#raw, values: this.#inline, isText: false },
      ],
      { rowCount: this.#path.length, codec, compress, metadata: { pandas: PANDAS } },
    );
    this.#clear();
    return file;
  }

  #clear(): void {
    this.#path.fill(-1);
    this.#raw.fill(-1);
    this.#offset.fill(0n);
    this.#size.fill(0n);
    this.#urls.clear();
    this.#inline.length = 0;
    this.#filled = 0;
  }
}

/** An integer below 2^53 as two halves, the low one first, which avoids a bigint for each. */
function setHalves(halves: Uint32Array, row: number, value: number): void {
  halves[2 * row] = value;
  halves[2 * row + 1] = Math.floor(value / 2 ** 32);
}

/** fsspec decodes inline bytes that begin with `base64:`, so such bytes are encoded once more. */
function asFsspecReads(bytes: Uint8Array): Uint8Array {
  if (!BASE64.every((byte, index) => bytes[index] === byte)) return bytes;
  return encodeUtf8(`base64:${encodeBase64(bytes)}`);
}
