/**
 * pcodec's standalone files: "pco!", a version, optionally the type of all chunks, optionally the number of numbers;
 * the format's version; chunks of type, count, metadata and one page; a zero byte.
 */
import { HyperslabError } from "../../../errors.ts";
import { PcoReader } from "./bits.ts";
import { readChunkMetadata } from "./metadata.ts";
import { readPage } from "./page.ts";

const MAX_STANDALONE = 3;
const MAX_FORMAT = 4;
/** Pages temporarily hold their numbers as bigints. */
const MAX_CHUNK = 2 ** 24;

export interface PcoType {
  /** The byte that stands for it. */
  readonly byte: number;
  readonly width: number;
  readonly isFloat: boolean;
}

/** All numbers of a file, as patterns in the order of the numbers; exactly as many as expected. */
export function readStandalone(bytes: Uint8Array, type: PcoType, count: number): BigUint64Array {
  const reader = new PcoReader(bytes);
  const version = readHeader(reader, type, count);
  const numbers: BigUint64Array[] = [];
  let found = 0;
  for (;;) {
    const byte = reader.read(8);
    if (byte === 0) break;
    checkType(byte, type);
    const length = reader.read(24) + 1;
    found += length;
    if (found > count || length > MAX_CHUNK) throw invalid(`more than the ${count} numbers expected`);
    const metadata = readChunkMetadata(reader, version, type.width, type.isFloat);
    numbers.push(readPage(reader, metadata, type.width, length));
  }
  if (found !== count) throw invalid(`${found} numbers, expected ${count}`);
  if (reader.remaining > 0) throw invalid(`${reader.remaining} bytes follow the end`);
  return numbers.length === 1 ? numbers[0]! : joined(numbers, count);
}

/** Returns the version of the format. */
function readHeader(reader: PcoReader, type: PcoType, count: number): number {
  const magic = String.fromCharCode(reader.read(8), reader.read(8), reader.read(8), reader.read(8));
  if (magic !== "pco!") throw invalid("no pcodec file");
  const standalone = reader.read(8);
  if (standalone > MAX_STANDALONE) throw new HyperslabError("unsupported", `pcodec: file version ${standalone}`);
  // The first two versions had one number for file and format.
  if (standalone < 2) return standalone;
  if (standalone >= 3) {
    const uniform = reader.read(8);
    if (uniform !== 0) checkType(uniform, type);
  }
  const hint = reader.readBig(1 + reader.read(6));
  if (hint !== 0n && hint !== BigInt(count)) throw invalid(`${hint} numbers are announced, expected ${count}`);
  reader.align();
  const version = reader.read(8);
  if (version > MAX_FORMAT) throw new HyperslabError("unsupported", `pcodec: format version ${version}`);
  if (version >= 4) reader.read(8);
  return version;
}

function checkType(byte: number, type: PcoType): void {
  if (byte !== type.byte) throw invalid(`numbers of type ${byte}, expected ${type.byte}`);
}

function joined(parts: readonly BigUint64Array[], count: number): BigUint64Array {
  const all = new BigUint64Array(count);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function invalid(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `pcodec: ${what}`);
}
