/**
 * The central directory of an archive, kept as the bytes that were read, with the offset of each header and a table of
 * names beside it. What an entry says is parsed when it is asked for. Everything that can be wrong is looked for here,
 * once: names that are no keys, entries that overlap, fields that lead out of the directory.
 */
import { HyperslabError } from "../../errors.ts";
import type { EndRecord } from "./end-record.ts";
import { CENTRAL_LENGTH, CENTRAL_SIGNATURE, LOCAL_LENGTH, parseCentral, type ZipEntry } from "./entry-header.ts";
import { isFolder, nameProblem, showName, utf8Name } from "./entry-name.ts";
import { type NamePlace, nameTable } from "./name-table.ts";

export interface Directory {
  /** Headers, folders and replaced entries included. */
  readonly count: number;
  /** The number of the entry that the name means: the last one of it. -1: there is none, or it is a folder. */
  find(name: Uint8Array): number;
  entry(number: number): ZipEntry;
  /** The name as UTF-8, a view of the directory's bytes. */
  name(number: number): Uint8Array;
  /** The name as it is in the headers. */
  rawName(number: number): Uint8Array;
  /** Is it the name of a folder? */
  isFolder(number: number): boolean;
  /** The whole header, as it was read. */
  header(number: number): Uint8Array;
}

/** More than ten million entries; a larger directory does not fit into memory in any useful way. */
const LARGEST_DIRECTORY = 2 ** 30;

/** Fails unless a directory of this size can be held, before anything is read. */
export function checkDirectorySize(size: number): void {
  if (size <= LARGEST_DIRECTORY) return;
  throw new HyperslabError("unsupported", `the directory of the archive has ${size} bytes, more than can be read`);
}

/** Parses `bytes`, all of them. `limit` is where the entries must end, if it is known. */
export function parseDirectory(bytes: Uint8Array, end: EndRecord, limit: number = Number.MAX_SAFE_INTEGER): Directory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = headerStarts(view, end);
  const count = starts.length;
  const converted = new Map<number, Uint8Array>();

  const rawPlace = (number: number): NamePlace => {
    const start = starts[number]! + CENTRAL_LENGTH;
    return { bytes, start, end: start + view.getUint16(starts[number]! + 28, true) };
  };
  const placeOf = (number: number): NamePlace => {
    const name = converted.get(number);
    return name === undefined ? rawPlace(number) : { bytes: name, start: 0, end: name.byteLength };
  };
  const viewOf = (place: NamePlace): Uint8Array => place.bytes.subarray(place.start, place.end);
  const entry = (number: number): ZipEntry => parseCentral(view, starts[number]!);

  const table = nameTable(count, placeOf);
  for (let number = 0; number < count; number++) {
    const raw = rawPlace(number);
    if (!isAscii(raw)) {
      const extra = { start: raw.end, end: raw.end + view.getUint16(starts[number]! + 30, true) };
      const name = utf8Name(viewOf(raw), view.getUint16(starts[number]! + 8, true), view, extra);
      if (name.byteOffset !== bytes.byteOffset + raw.start) converted.set(number, name);
    }
    const place = placeOf(number);
    const problem = nameProblem(place.bytes, place.start, place.end);
    if (problem !== undefined) throw badName(viewOf(place), problem);
    if (!isFolder(place.bytes, place.start, place.end)) table.put(number);
  }
  checkExtents(count, entry, (number) => showName(viewOf(placeOf(number))), limit);

  return {
    count,
    find: (name) => table.find(name),
    entry,
    name: (number) => viewOf(placeOf(number)),
    rawName: (number) => viewOf(rawPlace(number)),
    isFolder: (number) => {
      const place = placeOf(number);
      return isFolder(place.bytes, place.start, place.end);
    },
    header: (number) => bytes.subarray(starts[number]!, starts[number + 1] ?? bytes.byteLength),
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
    at += CENTRAL_LENGTH;
    at += view.getUint16(starts[count]! + 28, true);
    at += view.getUint16(starts[count]! + 30, true);
    at += view.getUint16(starts[count]! + 32, true);
    if (at > view.byteLength) throw brokenDirectory(count);
  }
  const same = end.shortCount ? (count & 0xffff) === end.count : count === end.count;
  if (same) return starts.subarray(0, count);
  throw new HyperslabError(
    "invalid-data",
    `the directory of the archive has ${count} entries, its end record says ${end.count}`,
  );
}

/** Every entry has bytes of its own, before the directory. Most archives have them in the order of the directory. */
function checkExtents(
  count: number,
  entry: (number: number) => ZipEntry,
  show: (number: number) => string,
  limit: number,
): void {
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  let sorted = true;
  let last = 0;
  for (let number = 0; number < count; number++) {
    const { offset, nameLength, compressedSize } = entry(number);
    starts[number] = offset;
    const end = (ends[number] = offset + LOCAL_LENGTH + nameLength + compressedSize);
    sorted &&= offset >= last;
    last = end;
    if (end <= limit) continue;
    throw new HyperslabError("invalid-data", `the entry ${show(number)} reaches past the end of the archive`);
  }
  if (sorted) return;
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => starts[a]! - starts[b]!);
  for (let i = 1; i < count; i++) {
    if (starts[order[i]!]! >= ends[order[i - 1]!]!) continue;
    const names = `${show(order[i - 1]!)} and ${show(order[i]!)}`;
    throw new HyperslabError("invalid-data", `the entries ${names} of the archive overlap`);
  }
}

function isAscii({ bytes, start, end }: NamePlace): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! >= 0x80) return false;
  return true;
}

function badName(name: Uint8Array, problem: string): HyperslabError {
  const backslash = problem.includes("backslash");
  return new HyperslabError("invalid-data", `the entry ${showName(name)} of the archive ${problem}`, {
    hint: backslash
      ? "Unpack it with the program that made it, and pack it again with another."
      : "No honest program makes such an archive.",
  });
}

function brokenDirectory(count: number): HyperslabError {
  return new HyperslabError("invalid-data", `the directory of the archive is broken after ${count} entries`, {
    hint: "The archive is truncated or damaged; zip -FF can salvage what is left.",
  });
}
