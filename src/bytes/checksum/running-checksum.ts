/** Checksums of bytes that come piece by piece. */
import { adler32 } from "./adler32.ts";
import { crc32 } from "./crc32.ts";
import { type ChecksumName, computeChecksum } from "./named-checksum.ts";

export interface RunningChecksum {
  update(bytes: Uint8Array): void;
  finish(): Uint8Array;
}

/** As `computeChecksum` of all the pieces. Digests are Node's; elsewhere the pieces are kept until the end. */
export function runningChecksum(name: ChecksumName): RunningChecksum {
  if (name === "adler32") return runningSum(adler32, 1);
  if (name === "crc32") return runningSum(crc32, 0);
  const crypto = name === "None" ? undefined : globalThis.process?.getBuiltinModule?.("node:crypto");
  if (crypto !== undefined && name !== "None") {
    const hash = crypto.createHash(name);
    return { update: (bytes) => void hash.update(bytes), finish: () => new Uint8Array(hash.digest()) };
  }
  const pieces: Uint8Array[] = [];
  return {
    update: (bytes) => {
      if (name !== "None") pieces.push(bytes.slice());
    },
    finish: () => computeChecksum(name, joined(pieces)),
  };
}

function runningSum(sum: (bytes: Uint8Array, seed: number) => number, initial: number): RunningChecksum {
  let value = initial;
  return {
    update: (bytes) => {
      value = sum(bytes, value);
    },
    finish: () => {
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setUint32(0, value, true);
      return bytes;
    },
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}
