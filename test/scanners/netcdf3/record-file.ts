/** netCDF-3 files of several variables along records: as many records, and as far apart, as a test needs. */

export type RecordType = "int8" | "int16" | "int32" | "float64";

export interface RecordVariable {
  readonly name: string;
  readonly type: RecordType;
  /** Elements per record. */
  readonly inner: number;
}

const TYPES = { int8: [1, 1], int16: [3, 2], int32: [4, 4], float64: [6, 8] } as const;

/** The element at a position: small enough for every type, different from its neighbours. */
export function valueAt(record: number, index: number): number {
  return ((record * 7 + index * 3) % 251) - 125;
}

/** A CDF-1 file; its header may count more records than it has. */
export function recordFile(
  variables: readonly RecordVariable[],
  records: number,
  counted: number = records,
): { readonly bytes: Buffer; readonly begin: number; readonly step: number } {
  const name = (text: string): Buffer => {
    const padded = Buffer.alloc(4 * Math.ceil(text.length / 4));
    padded.write(text);
    return Buffer.concat([word(text.length), padded]);
  };
  const sizes = variables.map(({ type, inner }) => 4 * Math.ceil((TYPES[type][1] * inner) / 4));
  const step = sizes.reduce((sum, size) => sum + size, 0);
  const head = (begin: number): Buffer => {
    const dimensions = variables.map(({ name: its, inner }) => Buffer.concat([name(`${its}_x`), word(inner)]));
    let at = begin;
    const described = variables.map(({ name: its, type }, number) => {
      const fields = [2, 0, number + 1, 0, 0, TYPES[type][0], sizes[number]!, at];
      at += sizes[number]!;
      return Buffer.concat([name(its), ...fields.map(word)]);
    });
    const start = [0x43444601, counted, 10, variables.length + 1].map(word);
    const list = [0, 0, 11, variables.length].map(word);
    return Buffer.concat([...start, name("time"), word(0), ...dimensions, ...list, ...described]);
  };
  const begin = head(0).byteLength;
  const bytes = Buffer.alloc(begin + records * step);
  head(begin).copy(bytes);
  let at = begin;
  for (let record = 0; record < records; record++) {
    for (const [number, { type, inner }] of variables.entries()) {
      for (let index = 0; index < inner; index++) write(bytes, type, at, index, valueAt(record, index));
      at += sizes[number]!;
    }
  }
  return { bytes, begin, step };
}

function write(bytes: Buffer, type: RecordType, at: number, index: number, value: number): void {
  if (type === "int8") bytes.writeInt8(value, at + index);
  else if (type === "int16") bytes.writeInt16BE(value, at + 2 * index);
  else if (type === "int32") bytes.writeInt32BE(value, at + 4 * index);
  else bytes.writeDoubleBE(value, at + 8 * index);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}
