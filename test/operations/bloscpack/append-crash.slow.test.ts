/** A crash at any moment of an append leaves the old file or the new one, whether the process or the power goes. */
import { describe, expect, it } from "vitest";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { type AppendOptions, append, openArray } from "../../../src/index.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import { loneObject } from "../../../src/stores/wrappers/lone-object.ts";
import { packed, unpacked } from "./in-memory.ts";
import { afterKill, afterPowerCut, recordedTarget, tornPoints } from "./recorded-target.ts";
import { noise, same, sampleBytes } from "./sample-bytes.ts";

function joined(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Files whose last chunk grows, shrinks, is full, and whose metadata change. */
const cases: readonly (readonly [string, () => Promise<Uint8Array>, Uint8Array, AppendOptions])[] = [
  ["new chunks", () => packed(sampleBytes(25_000), { chunkSize: 10_000 }), sampleBytes(31_000, 9), {}],
  ["the last chunk alone", () => packed(sampleBytes(25_000), { chunkSize: 10_000 }), sampleBytes(900, 9), {}],
  ["a full last chunk", () => packed(sampleBytes(20_000), { chunkSize: 10_000 }), sampleBytes(15_000, 9), {}],
  [
    "a last chunk that shrinks",
    () => packed(noise(15_000), { chunkSize: 10_000, level: 0 }),
    new Uint8Array(35_000),
    { codec: "zstd", level: 9 },
  ],
  [
    "without checksums",
    () => packed(sampleBytes(25_000), { chunkSize: 10_000, checksum: "None" }),
    sampleBytes(31_000, 9),
    {},
  ],
  [
    "metadata",
    () =>
      packed(sampleBytes(25_000), {
        chunkSize: 10_000,
        metadata: { text: "x".repeat(1000), b: Array.from(noise(500)) },
      }),
    sampleBytes(12_000, 9),
    { metadata: { text: "y".repeat(900), b: Array.from(noise(400, 3)) } },
  ],
];

describe.each(cases)("a crash while appending: %s", (_, make, more, options) => {
  async function run() {
    const before = await make();
    const recorded = recordedTarget(before);
    await append(recorded.target, memorySource(more), options);
    const old = await unpacked(before);
    return { before, changes: recorded.changes, old, new: joined(old, more), after: recorded.bytes() };
  }

  async function check(left: Uint8Array, states: { old: Uint8Array; new: Uint8Array }): Promise<"old" | "new"> {
    const found = await unpacked(left);
    const state = same(found, states.old) ? "old" : "new";
    expect(same(found, states[state])).toBe(true);
    // What is read through the array is the same, and another append builds on it.
    const store = loneObject(memoryStore(new Map([["x.blp", left]])), "x.blp", "x.blp");
    const { data } = await (await openArray(store)).read();
    expect(same(new Uint8Array(Uint8Array.from(data as Uint8Array)), found)).toBe(true);
    const target = memoryTarget(left);
    await append(target, memorySource(Uint8Array.of(1, 2, 3)));
    expect(same(await unpacked(target.bytes()), joined(found, Uint8Array.of(1, 2, 3)))).toBe(true);
    return state;
  }

  it("leaves the old file or the new one when the process is killed after or within any write", async () => {
    const states = await run();
    const seen = new Set<string>();
    for (let count = 0; count <= states.changes.length; count++) {
      for (const torn of tornPoints(states.changes[count])) {
        seen.add(await check(await afterKill(states.before, states.changes, count, torn), states));
      }
    }
    expect([...seen]).toEqual(["old", "new"]);
  });

  it("leaves the old file or the new one when the power goes", async () => {
    const states = await run();
    let state = 12345;
    const keeps = (): boolean => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state > 2 ** 31;
    };
    for (let count = 0; count <= states.changes.length; count++) {
      for (let round = 0; round < 6; round++) {
        await check(await afterPowerCut(states.before, states.changes, count, keeps), states);
      }
    }
  });
});
