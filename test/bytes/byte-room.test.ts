/** Memory that is used again: only what was given back is, and only by one at a time. */
import { expect, test } from "vitest";
import { byteRoom } from "../../src/bytes/source/byte-room.ts";

test("what is given back is used again, for lengths that fit it", () => {
  const room = byteRoom();
  const first = room.take(5000)!;
  expect(first.byteLength).toBe(5000);
  const second = room.take(5000)!;
  expect(second.buffer).not.toBe(first.buffer);
  room.give(first);
  expect(room.take(9000)!.buffer).not.toBe(first.buffer);
  const again = room.take(8192)!;
  expect([again.buffer === first.buffer, again.byteLength]).toEqual([true, 8192]);
});

test("nothing is lent to two: not after it was given twice, nor what was never from here", () => {
  const room = byteRoom();
  const bytes = room.take(4096)!;
  room.give(bytes);
  room.give(bytes);
  const [a, b] = [room.take(4096)!, room.take(4096)!];
  expect(a.buffer).not.toBe(b.buffer);
  const foreign = new Uint8Array(4096);
  room.give(foreign);
  expect(room.take(4096)!.buffer).not.toBe(foreign.buffer);
});

test("long values are not for it, and it does not keep more than its share", () => {
  const room = byteRoom();
  expect(room.take(2 ** 20 + 1)).toBeUndefined();
  const many = Array.from({ length: 20 }, () => room.take(2 ** 20)!);
  for (const bytes of many) room.give(bytes);
  const known = new Set(many.map(({ buffer }) => buffer));
  const again = Array.from({ length: 20 }, () => room.take(2 ** 20)!);
  expect(again.filter(({ buffer }) => known.has(buffer)).length).toBe(16);
});
