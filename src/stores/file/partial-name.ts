/** Names that a directory uses for itself: values on their way in, `.<name>.<random>.partial`. No reader sees them. */

const partialPattern = /^\..*\.[0-9a-f]{12}-[0-9a-z]+\.partial$/s;

let token: string | undefined;
let count = 0;

/** A name that no other writer uses. Names may have 255 bytes, so only the start of a long one is kept. */
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
 * The file or object by which a program holds the right to change a hierarchy, `.hyperslab-lock` and an ending that makes it a
 * name that no reader sees. What belongs to it has more text between the two.
 */
export const LOCK_STEM = ".hyperslab-lock";
export const LOCK_ENDING = ".000000000000-0.partial";

export function isLockName(name: string): boolean {
  return name.startsWith(LOCK_STEM) && name.endsWith(LOCK_ENDING);
}

/** Does the key pass through a name that a directory uses for itself? Then there is no such value. */
export function isHiddenKey(key: string): boolean {
  return key.includes(".partial") && key.split("/").some(isPartialName);
}
