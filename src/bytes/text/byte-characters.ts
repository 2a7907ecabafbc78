/** Bytes as text, one character per byte (ISO 8859-1): for magic words and for texts that are only searched. */

export function byteCharacters(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
