/**
 * Where to put bytes that the system copies out of a file. Memory for files lies in whole pages, and processors whose
 * string copy is fast otherwise take three times as long when the target lies 1 to 31 bytes further into its page than
 * the source in its own (measured on AMD EPYC: 131 ms against 39 ms for 256 MiB in chunks of 1 MiB). By bad luck every
 * large ArrayBuffer of Node begins 16 bytes into a page, behind the allocator's header.
 */

const PAGE_BYTES = 4096;
/** Added to the allocator's 16 bytes this is one cache line. */
const DISTANCE_BYTES = 48;
const ALIGNMENT = 16;

/** Bytes of slack that a buffer needs for each part placed by `copyOffset`. */
export const COPY_SLACK_BYTES: number = PAGE_BYTES + DISTANCE_BYTES;

/** The first offset in a large buffer, from `least` on, that suits a copy from `position` in a file; a multiple of 16. */
export function copyOffset(least: number, position: number): number {
  const inPage = position % PAGE_BYTES;
  const wanted = DISTANCE_BYTES + inPage - (inPage % ALIGNMENT);
  const from = Math.ceil(least / ALIGNMENT) * ALIGNMENT;
  const ahead = (wanted - from) % PAGE_BYTES;
  return from + (ahead < 0 ? ahead + PAGE_BYTES : ahead);
}
