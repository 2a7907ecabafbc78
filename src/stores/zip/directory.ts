/**
 * The central directory of an archive, kept as the bytes read, along with the offset of each header and a table of
 * names. Entries are parsed on demand. All checks are made here, once: names that are not keys, entries that overlap,
 * fields that lead out of the directory.
 */
import { HyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";
import type { EndRecord } from "./end-record.ts";
import { CENTRAL_LENGTH, CENTRAL_SIGNATURE, LOCAL_LENGTH, parseCentral, type ZipEntry } from "./entry-header.ts";
import { isFolder, nameProblem, showName, utf8Name } from "./entry-name.ts";
import { type Names, nameTable } from "./name-table.ts";

export interface Directory {
  /** The number of headers, including folders and replaced entries. */
  readonly count: number;
  /** The number of the entry that a name refers to: its last one. -1 if it does not exist or is a folder. */
  find(bytes: Uint8Array, start: number, end: number): number;
  /** Returns whether it is the entry that its name refers to. */
  isLast(number: number): boolean;
  entry(number: number): ZipEntry;
  /** All names as UTF-8. */
  readonly names: Names;
  /** One of them, a view. */
  name(number: number): Uint8Array;
  /** The name in the headers. */
  rawName(number: number): Uint8Array;
  /** Returns whether it is the name of a folder. */
  isFolder(number: number): boolean;
  /** The whole header, as read. */
  header(number: number): Uint8Array;
}

/** Fails unless a directory of this size can be held, before anything is read. */
export function checkDirectorySize(size: number): void {
  if (!storeLimits.archiveDirectoryBytes.isExceededBy(size)) return;
  throw new HyperslabError("unsupported", `the directory of the archive has ${size} bytes, more than can be read`);
}

/** Parses `bytes`, all of them. `limit` is where the entries must end. */
export function parseDirectory(bytes: Uint8Array, end: EndRecord, limit: number): Directory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headers = headerStarts(view, end);
  const names = namesOf(bytes, view, headers);
  const table = nameTable(names);
  const name = (number: number): Uint8Array => names.bytes.subarray(names.starts[number], names.ends[number]);
  for (let number = 0; number < headers.length; number++) {
    const [nameStart, nameEnd] = [names.starts[number]!, names.ends[number]!];
    const problem = nameProblem(names.bytes, nameStart, nameEnd);
    if (problem !== undefined) throw badName(name(number), problem);
    if (!isFolder(names.bytes, nameStart, nameEnd)) table.put(number);
  }
  checkExtents(view, headers, limit, name);
  return {
    count: headers.length,
    find: table.find,
    isLast: (number) => table.find(names.bytes, names.starts[number]!, names.ends[number]!) === number,
    entry: (number) => parseCentral(view, headers[number]!),
    names,
    name,
    rawName: (number) => {
      const start = headers[number]! + CENTRAL_LENGTH;
      return bytes.subarray(start, start + view.getUint16(headers[number]! + 28, true));
    },
    isFolder: (number) => isFolder(names.bytes, names.starts[number]!, names.ends[number]!),
    header: (number) => bytes.subarray(headers[number], headers[number + 1] ?? bytes.byteLength),
  };
}

/** Where each header starts. Together they fill the directory exactly, and are as many as the end record says. */
function headerStarts(view: DataView, end: EndRecord): Uint32Array {
  const starts = new Uint32Array(Math.floor(view.byteLength / CENTRAL_LENGTH));
  let count = 0;
  for (let at = 0; at < view.byteLength; count++) {
    const fits = at + CENTRAL_LENGTH <= view.byteLength;
    if (!fits || view.getUint32(at, true) !== CENTRAL_SIGNATURE) throw brokenDirectory(count);
    starts[count] = at;
    at +=
      CENTRAL_LENGTH + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (at > view.byteLength) throw brokenDirectory(count);
  }
  const same = end.shortCount ? (count & 0xffff) === end.count : count === end.count;
  if (same) return starts.subarray(0, count);
  throw new HyperslabError(
    "invalid-data",
    `the directory of the archive has ${count} entries, but its end record says ${end.count}`,
  );
}

/** The names as UTF-8: those in the headers, and after them those that had to be converted. */
function namesOf(bytes: Uint8Array, view: DataView, headers: Uint32Array): Names {
  const starts = new Uint32Array(headers.length);
  const ends = new Uint32Array(headers.length);
  const converted: Uint8Array[] = [];
  let length = bytes.byteLength;
  for (let number = 0; number < headers.length; number++) {
    const header = headers[number]!;
    const start = (starts[number] = header + CENTRAL_LENGTH);
    const end = (ends[number] = start + view.getUint16(header + 28, true));
    if (isAscii(bytes, start, end)) continue;
    const extra = { start: end, end: end + view.getUint16(header + 30, true) };
    const raw = bytes.subarray(start, end);
    const name = utf8Name(raw, view.getUint16(header + 8, true), view, extra);
    if (name === raw) continue;
    converted.push(name);
    starts[number] = length;
    ends[number] = length += name.byteLength;
  }
  if (converted.length === 0) return { bytes, starts, ends };
  const all = new Uint8Array(length);
  all.set(bytes);
  let at = bytes.byteLength;
  for (const name of converted) {
    all.set(name, at);
    at += name.byteLength;
  }
  return { bytes: all, starts, ends };
}

/** Every entry has bytes of its own, before the directory. Most archives have them in the order of the directory. */
function checkExtents(view: DataView, headers: Uint32Array, limit: number, name: (number: number) => Uint8Array): void {
  const starts = new Float64Array(headers.length);
  const ends = new Float64Array(headers.length);
  let sorted = true;
  let last = 0;
  for (let number = 0; number < headers.length; number++) {
    const { offset, nameLength, compressedSize } = parseCentral(view, headers[number]!);
    starts[number] = offset;
    const end = (ends[number] = offset + LOCAL_LENGTH + nameLength + compressedSize);
    if (end > limit) {
      const what = `the entry ${showName(name(number))} reaches past the end of the archive`;
      throw new HyperslabError("invalid-data", what);
    }
    sorted &&= offset >= last;
    last = end;
  }
  if (sorted) return;
  const order = Uint32Array.from({ length: headers.length }, (_, i) => i).sort((a, b) => starts[a]! - starts[b]!);
  for (let i = 1; i < order.length; i++) {
    if (starts[order[i]!]! >= ends[order[i - 1]!]!) continue;
    const both = `${showName(name(order[i - 1]!))} and ${showName(name(order[i]!))}`;
    throw new HyperslabError("invalid-data", `the entries ${both} of the archive overlap`);
  }
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! >= 0x80) return false;
  return true;
}

function badName(name: Uint8Array, problem: string): HyperslabError {
  return new HyperslabError("invalid-data", `the entry ${showName(name)} of the archive ${problem}`, {
    hint: problem.includes("backslash")
      ? "Unpack it with the program that made it, and pack it again with another."
      : "Legitimate programs do not create such archives.",
  });
}

function brokenDirectory(count: number): HyperslabError {
  return new HyperslabError("invalid-data", `the directory of the archive is broken after ${count} entries`, {
    hint: "The archive is truncated or damaged; zip -FF can salvage what is left.",
  });
}
