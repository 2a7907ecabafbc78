/** Bytes as hexadecimal digits, two per byte. */

export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes for digits made by `hexadecimal`. */
export function fromHexadecimal(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (digitValue(digits.charCodeAt(2 * i)) << 4) | digitValue(digits.charCodeAt(2 * i + 1));
  }
  return bytes;
}

/** Of 0 to 9 and a to f. */
function digitValue(code: number): number {
  return code <= 0x39 ? code - 0x30 : code - 0x57;
}
