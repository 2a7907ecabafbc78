/** Packing and unpacking from memory to memory. */
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { type PackOptions, pack, unpack } from "../../../src/index.ts";

export async function packed(bytes: Uint8Array, options: PackOptions = {}): Promise<Uint8Array> {
  const target = memoryTarget();
  await pack(memorySource(bytes), target, options);
  return target.bytes();
}

export async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const target = memoryTarget();
  await unpack(memorySource(bytes), target);
  return target.bytes();
}
