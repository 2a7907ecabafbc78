/** Names reserved by a directory store: values being written, `.<name>.<random>.partial`. Readers do not see them. */

const partialPattern = /^\..*\.[0-9a-f]{12}-[0-9a-z]+\.partial$/s;

let token: string | undefined;
let count = 0;

/** A name that no other writer uses. Names are limited to 255 bytes, so a long one is truncated. */
export function partialName(name: string): string {
  token ??= Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  count += 1;
  return `.${name.slice(0, 32)}.${token}-${count.toString(36)}.partial`;
}

export function isPartialName(name: string): boolean {
  return name.endsWith(".partial") && partialPattern.test(name);
}

/**
 * The file or object by which a program holds the right to change a hierarchy: `.hyperslab-lock` and an ending that
 * hides it from readers. Files that belong to it have more text between the two.
 */
export const LOCK_STEM = ".hyperslab-lock";
export const LOCK_ENDING = ".000000000000-0.partial";

export function isLockName(name: string): boolean {
  return name.startsWith(LOCK_STEM) && name.endsWith(LOCK_ENDING);
}

/** Returns whether the key contains a reserved name; then there is no such value. */
export function isHiddenKey(key: string): boolean {
  return key.includes(".partial") && key.split("/").some(isPartialName);
}
