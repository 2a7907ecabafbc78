/**
 * SHA-256 and HMAC (RFC 2104) for signatures: Node's own in Node, otherwise ours, because WebCrypto is asynchronous,
 * which is slow for the short texts that are signed, and unavailable to pages without TLS.
 */
import { sha256 } from "../../bytes/checksum/sha.ts";
import { s3Limits } from "./limits.ts";

export interface Hashes {
  sha256(data: Uint8Array): Uint8Array;
  hmac(key: Uint8Array, data: Uint8Array): Uint8Array;
}

let chosen: Hashes | undefined;

/** The fastest implementation on this platform. */
export function platformHashes(): Hashes {
  return (chosen ??= nodeHashes() ?? portableHashes);
}

export const portableHashes: Hashes = { sha256, hmac };

function nodeHashes(): Hashes | undefined {
  const crypto = globalThis.process?.getBuiltinModule?.("node:crypto");
  if (crypto === undefined) return undefined;
  return {
    sha256: (data) => crypto.createHash("sha256").update(data).digest(),
    hmac: (key, data) => crypto.createHmac("sha256", key).update(data).digest(),
  };
}

/** The hash of a body, computed off this thread if the platform can. */
export async function bodySha256(data: Uint8Array): Promise<Uint8Array> {
  const hashes = platformHashes();
  const subtle = globalThis.crypto?.subtle;
  if (hashes !== portableHashes || !s3Limits.hashedBytes.isReachedBy(data.byteLength) || subtle === undefined)
    return hashes.sha256(data);
  return new Uint8Array(await subtle.digest("SHA-256", new Uint8Array(data)));
}

const DIGITS = "0123456789abcdef";

export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += DIGITS[byte >> 4]! + DIGITS[byte & 15]!;
  return text;
}

const BLOCK = 64;

function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const short = key.byteLength > BLOCK ? sha256(key) : key;
  const after = (mask: number, rest: Uint8Array): Uint8Array => {
    const block = new Uint8Array(BLOCK + rest.byteLength).fill(mask, 0, BLOCK);
    for (let i = 0; i < short.byteLength; i++) block[i]! ^= short[i]!;
    block.set(rest, BLOCK);
    return sha256(block);
  };
  return after(0x5c, after(0x36, data));
}
