/** Local heaps: `HEAP` 00 0(3) length, free list, address of the data. They hold the names in old-style groups. */
import { decodeNetcdfText } from "../../../model/netcdf/text.ts";
import type { Hdf5File } from "./file.ts";

/** Text by its offset in the heap. */
export type LocalHeap = (offset: number) => string;

const WHAT = "the local heap";

export async function readLocalHeap(file: Hdf5File, address: number): Promise<LocalHeap> {
  const { offsetSize, lengthSize } = file.facts;
  const head = await file.signed(address, 8 + 2 * lengthSize + offsetSize, "HEAP", WHAT);
  head.skip(4);
  const length = file.length(head);
  file.length(head);
  const start = file.needAddress(head, WHAT);
  const data = await file.bytes(start, length, WHAT);
  return (offset) => {
    const end = data.indexOf(0, offset);
    if (offset >= length || end < 0) throw file.failure(`no text at offset ${offset} of ${WHAT}`, address);
    return decodeNetcdfText(data.subarray(offset, end));
  };
}
