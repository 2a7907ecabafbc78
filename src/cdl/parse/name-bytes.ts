/** Bytes that may be in names: 2 anywhere, 1 not first, 0 nowhere. A slash is part of a path. */

export const NAME_BYTES: Uint8Array = nameBytes();

function nameBytes(): Uint8Array {
  const table = new Uint8Array(256);
  for (let byte = 0x80; byte < 0x100; byte++) table[byte] = 2;
  for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_\\/")
    table[character.charCodeAt(0)] = 2;
  for (const character of "0123456789.@+-%") table[character.charCodeAt(0)] = 1;
  return table;
}
