/** Concatenates a few byte sequences. */
export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return joinAll(parts);
}

/** Concatenates a list of any length, which would overflow the stack as arguments. */
export function joinAll(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
