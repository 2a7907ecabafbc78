/**
 * The comment in the end record that stands at the end of an archive while it is being written. It says where the
 * finished archive ends, so that whoever writes next can cut off what a crash left. See docs/design/040-zip.md.
 */
const PATTERN = /^Hyperslab: unfinished; the archive ends at byte (\d{1,16})$/;

export function unfinishedComment(end: number): Uint8Array {
  return new TextEncoder().encode(`Hyperslab: unfinished; the archive ends at byte ${end}`);
}

/** Where the finished archive ends; `undefined` if this is another comment. */
export function unfinishedEnd(comment: Uint8Array): number | undefined {
  const digits = PATTERN.exec(new TextDecoder().decode(comment))?.[1];
  const end = digits === undefined ? undefined : Number(digits);
  return Number.isSafeInteger(end) ? end : undefined;
}
