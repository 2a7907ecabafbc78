/** What an archive on the disk holds, read from its bytes and through no store that is open. */
import { readFileSync } from "node:fs";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { keysOf } from "../contracts/store-contract.ts";

export async function valuesIn(path: string): Promise<Record<string, number[]>> {
  const store = zipStore(memorySource(new Uint8Array(readFileSync(path))));
  const values: Record<string, number[]> = {};
  for (const key of await keysOf(store, "")) values[key] = Array.from((await store.get(key))!);
  return values;
}
