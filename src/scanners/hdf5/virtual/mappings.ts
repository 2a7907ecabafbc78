/**
 * What a virtual dataset consists of, in the global heap: `version(1) count`, then per mapping the names of the
 * source's file and dataset, each terminated by NUL, and two selections; finally a checksum(4). In version 1, flags
 * come first: 1 and 2: the name of the file or dataset is that of the mapping with this number (8); 4: the source is in
 * the same file, and no file is named.
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { type Hdf5File, textOf } from "../structures/file.ts";
import { isUnlimited, parseSelection, type Selection } from "./selection.ts";

/** If only the target is unlimited, `%b` in the names stands for the number of the block, and `%%` for a percent sign. */
export interface VirtualMapping {
  /** Undefined for the same file. */
  readonly file: string | undefined;
  readonly dataset: string;
  readonly source: Selection;
  readonly target: Selection;
}

const [SHARED_FILE, SHARED_DATASET, SAME_FILE] = [1, 2, 4] as const;
/** The least number of bytes that a mapping takes. */
const LEAST_BYTES = 26;

export function parseMappings(file: Hdf5File, bytes: Uint8Array, address: number): readonly VirtualMapping[] {
  file.checkSum(bytes, "the mappings of a virtual dataset", address);
  const cursor = file.cursorOver(bytes.subarray(0, bytes.byteLength - 4), address);
  const version = cursor.u8();
  if (version > 1) cursor.fail(`mappings of version ${version}; 0 and 1 are known`, 1);
  const count = file.length(cursor);
  if (count * LEAST_BYTES > bytes.byteLength)
    cursor.fail(`${count} mappings do not fit into ${bytes.byteLength} bytes`);
  const mappings: VirtualMapping[] = [];
  const earlier = (): VirtualMapping => {
    const number = file.length(cursor);
    return mappings[number] ?? cursor.fail(`a mapping refers to mapping ${number}`, 8);
  };
  for (let index = 0; index < count; index++) {
    const flags = version === 0 ? 0 : cursor.u8();
    const isOwn = (flags & SAME_FILE) !== 0;
    const named = isOwn ? undefined : (flags & SHARED_FILE) !== 0 ? earlier().file : fileName(cursor);
    const dataset = (flags & SHARED_DATASET) !== 0 ? earlier().dataset : name(cursor);
    const source = parseSelection(cursor);
    const target = parseSelection(cursor);
    mappings.push({ file: named, dataset, source, target });
  }
  return mappings.map((mapping) =>
    isNumbered(mapping)
      ? mapping
      : { ...mapping, file: mapping.file && unescaped(mapping.file), dataset: unescaped(mapping.dataset) },
  );
}

/** True if each block of the target is a source of its own. */
function isNumbered({ source, target }: VirtualMapping): boolean {
  return isUnlimited(target) && !isUnlimited(source);
}

/** A dot stands for the same file. */
function fileName(cursor: ByteCursor): string | undefined {
  const text = name(cursor);
  return text === "." ? undefined : text;
}

function name(cursor: ByteCursor): string {
  const start = cursor.offset;
  while (cursor.u8() !== 0);
  const end = cursor.offset;
  return textOf(cursor.at(start).bytes(end - start));
}

/** `%%` is a percent sign; other formats occur only where blocks have numbers. */
function unescaped(text: string): string {
  return text.replaceAll("%%", "%");
}
