/** Rectilinear grids of more lengths than a call has room for arguments. */
import { expect, it } from "vitest";
import { copy, create, openArray } from "../../src/index.ts";

const LENGTHS = Array.from({ length: 130_000 }, (_, i) => 1 + (i % 3));
const EXTENT = LENGTHS.reduce((sum, length) => sum + length, 0);

it("are copied to chunks of one length", async () => {
  const source = await create(new Map(), { shape: [EXTENT], dtype: "uint8", chunks: [LENGTHS], codecs: [] });
  await source.write([{ start: EXTENT - 4 }], Uint8Array.of(1, 2, 3, 4));
  const regular = new Map<string, Uint8Array>();
  await copy(source, regular, { chunks: [100_000], verify: false });
  const array = await openArray(regular);
  expect(array.chunks).toEqual([100_000]);
  const { data } = await array.read([{ start: EXTENT - 5 }]);
  expect(data).toEqual(Uint8Array.of(0, 1, 2, 3, 4));
});
