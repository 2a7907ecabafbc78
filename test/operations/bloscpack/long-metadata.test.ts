/** Metadata that reach past what is read when a file is opened: offsets and chunks behind them are found all the same. */
import { expect, it } from "vitest";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { append, pack, packInfo, unpack } from "../../../src/index.ts";
import { same, sampleBytes } from "./sample-bytes.ts";

it("a file with long metadata shows its offsets, and is appended to", async () => {
  const bytes = sampleBytes(50_000);
  // As bloscpack does it, ten times as much room is left for them: 200 kB.
  const metadata = { note: Array.from({ length: 4000 }, (_, i) => (i * i).toString(36)).join(" ") };
  const target = memoryTarget();
  await pack(memorySource(bytes), target, { chunkSize: 10_000, codec: "lz4", metadata });
  const { offsets } = await packInfo(memorySource(target.bytes()));
  expect(offsets?.[0]).toBeGreaterThan(131_072);
  expect(offsets?.length).toBe(5);
  await append(target, memorySource(bytes));
  const out = memoryTarget();
  await unpack(memorySource(target.bytes()), out);
  expect(same(out.bytes(), new Uint8Array(Buffer.concat([bytes, bytes])))).toBe(true);
});
