/**
 * Ids of Icechunk objects: 12 random bytes (snapshots, manifests, chunks) or 8 (nodes). In file names they are written
 * in Crockford's base 32, 5 bits per character from the highest on, with zero bits at the end: 20 or 13 characters.
 */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const OBJECT_ID_BYTES = 12;
export const NODE_ID_BYTES = 8;

export function printId(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    count += 8;
    for (; count >= 5; count -= 5) text += DIGITS[(bits >> (count - 5)) & 31];
    bits &= (1 << count) - 1;
  }
  return count === 0 ? text : text + DIGITS[(bits << (5 - count)) & 31];
}

/** Returns whether the text may be the id of a snapshot. Nothing else becomes part of a key. */
export function isObjectId(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(text);
}
