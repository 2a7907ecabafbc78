/** Archives field by field, so that each field can lie. */
import { crc32 } from "../../src/bytes/checksum/crc32.ts";

export interface RawEntry {
  readonly name: string | Uint8Array;
  readonly data?: Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly compressedSize?: number;
  /** What the directory says of where the entry is; the truth unless given. */
  readonly offset?: number;
  readonly extra?: Uint8Array;
  /** Only in the header before the data. */
  readonly local?: Partial<Pick<RawEntry, "name" | "method" | "flags" | "crc" | "size" | "compressedSize" | "extra">>;
}

export interface RawEnd {
  readonly count?: number;
  readonly size?: number;
  readonly offset?: number;
  readonly disk?: number;
  readonly comment?: Uint8Array;
  /** Bytes between the directory and the end record. */
  readonly between?: Uint8Array;
  readonly after?: Uint8Array;
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >> 8) & 0xff);
}

export function u32(value: number): Uint8Array {
  return concat(u16(value & 0xffff), u16(value >>> 16));
}

export function u64(value: number | bigint): Uint8Array {
  const made = new Uint8Array(8);
  new DataView(made.buffer).setBigUint64(0, BigInt(value), true);
  return made;
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

const none = new Uint8Array(0);

function nameBytes(name: string | Uint8Array): Uint8Array {
  return typeof name === "string" ? new TextEncoder().encode(name) : name;
}

/** From the flags to the lengths of name and extra field: the same in both headers. */
function middle(entry: RawEntry, data: Uint8Array): Uint8Array {
  const { method = 0, flags = 0, crc = crc32(data), size = data.byteLength, extra = none } = entry;
  const { compressedSize = data.byteLength } = entry;
  const sizes = concat(u32(crc), u32(compressedSize), u32(size));
  return concat(u16(flags), u16(method), u32(0), sizes, u16(nameBytes(entry.name).byteLength), u16(extra.byteLength));
}

export function rawZip(entries: readonly RawEntry[], end: RawEnd = {}): Uint8Array {
  const bodies: Uint8Array[] = [];
  const headers: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    const { data = none, extra = none, offset = at } = entry;
    const local = { ...entry, ...entry.local };
    const head = concat(u32(0x04034b50), u16(20), middle(local, data), nameBytes(local.name), local.extra ?? none);
    bodies.push(concat(head, data));
    const made = concat(u32(0x02014b50), u16(20), u16(20), middle(entry, data));
    const rest = concat(u16(0), u16(0), u16(0), u32(0), u32(offset));
    headers.push(concat(made, rest, nameBytes(entry.name), extra));
    at += head.byteLength + data.byteLength;
  }
  const directory = concat(...headers);
  const { count = entries.length, size = directory.byteLength, offset = at, disk = 0 } = end;
  const { comment = none, between = none, after = none } = end;
  const places = concat(u16(disk), u16(disk), u16(count), u16(count), u32(size), u32(offset));
  const record = concat(u32(0x06054b50), places, u16(comment.byteLength), comment);
  return concat(...bodies, directory, between, record, after);
}

/** The two zip64 records, for `between`. */
export function zip64End(place: {
  readonly count: number | bigint;
  readonly size: number | bigint;
  readonly offset: number | bigint;
  /** Where the record is. */
  readonly at: number | bigint;
  readonly disk?: number;
}): Uint8Array {
  const { count, size, offset, at, disk = 0 } = place;
  const versions = concat(u16(45), u16(45), u32(disk), u32(disk));
  const record = concat(u32(0x06064b50), u64(44), versions, u64(count), u64(count), u64(size), u64(offset));
  return concat(record, u32(0x07064b50), u32(0), u64(at), u32(1));
}
