/** Identifies a version by its bytes. */
import { sha256 } from "../../bytes/checksum/sha.ts";

/** Equal for equal bytes. An insecure page has no native digests. */
export async function contentValidator(bytes: Uint8Array): Promise<string> {
  const plain =
    bytes.buffer instanceof ArrayBuffer
      ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : bytes.slice();
  const digest =
    crypto.subtle === undefined ? sha256(plain) : new Uint8Array(await crypto.subtle.digest("SHA-256", plain));
  return `sha256 ${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
