/**
 * Lists of external files, which together hold the values of a contiguous dataset: `01 0(3) slots(2) used(2) heap`,
 * then per slot the offset of the name in the local heap, the offset of the values in the file, and the number of bytes
 * used; all ones mean any length.
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import type { Hdf5File } from "../structures/file.ts";
import { readLocalHeap } from "../structures/local-heap.ts";

/** A part of a file that holds values. */
export interface ExternalPart {
  readonly name: string;
  readonly offset: number;
  /** In bytes; infinity means as many as there are. */
  readonly size: number;
}

export async function readExternalFiles(file: Hdf5File, cursor: ByteCursor): Promise<readonly ExternalPart[]> {
  const version = cursor.u8();
  if (version !== 1) cursor.fail(`external file list version ${version}, expected 1,`, 1);
  cursor.skip(5);
  const used = cursor.u16();
  const heap = await readLocalHeap(file, file.needAddress(cursor, "the list of external files"));
  return Array.from({ length: used }, () => {
    const name = heap(file.length(cursor));
    return { name, offset: file.length(cursor), size: file.limit(cursor) };
  });
}
