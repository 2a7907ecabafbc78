/**
 * Where to put bytes that the system copies out of a file. The system caches files in whole pages. On processors with a
 * fast string copy, the copy takes three times as long if the target lies 1 to 31 bytes further into its page than the
 * source in its own (AMD EPYC: 131 ms against 39 ms for 256 MiB in chunks of 1 MiB). Every large ArrayBuffer in Node
 * starts 16 bytes into a page, after the allocator's header.
 */

const PAGE_BYTES = 4096;
/** With the allocator's 16 bytes this makes one cache line. */
const DISTANCE_BYTES = 48;
const ALIGNMENT = 16;

/** Slack in bytes that a buffer needs per part placed by `copyOffset`. */
export const COPY_SLACK_BYTES: number = PAGE_BYTES + DISTANCE_BYTES;

/** The first offset in a large buffer, from `least` on, that suits a copy from `position` in a file; a multiple of 16. */
export function copyOffset(least: number, position: number): number {
  const inPage = position % PAGE_BYTES;
  const wanted = DISTANCE_BYTES + inPage - (inPage % ALIGNMENT);
  const from = Math.ceil(least / ALIGNMENT) * ALIGNMENT;
  const ahead = (wanted - from) % PAGE_BYTES;
  return from + (ahead < 0 ? ahead + PAGE_BYTES : ahead);
}
