/** `shared: true` gives shared memory, whatever the type and the conversion; without it the memory is always ordinary. */
import { describe, expect, it, vi } from "vitest";
import {
  type AnySelection,
  type AsName,
  create,
  isHyperslabError,
  memoryStore,
  points,
  type ReadOptions,
  type Slab,
} from "../../src/index.ts";

const SHAPE = [4, 6];
const NUMBERS = Int16Array.from({ length: 24 }, (_, i) => i - 7);

async function arrayOf(dtype: "int16" | "float16" | "bool" | "int64" | "S3" | "string") {
  const array = await create(memoryStore(), { shape: SHAPE, dtype, chunks: [2, 4] });
  if (dtype === "S3" || dtype === "string") await array.write(undefined, "abc");
  else if (dtype === "int64") await array.write(undefined, BigInt64Array.from(NUMBERS, BigInt));
  else if (dtype === "bool")
    await array.write(
      undefined,
      Uint8Array.from(NUMBERS, (value) => value & 1),
    );
  else if (dtype === "float16") await array.write(undefined, Float32Array.from(NUMBERS));
  else await array.write(undefined, NUMBERS);
  return array;
}

type AnyArray = Awaited<ReturnType<typeof arrayOf>>;
const read = (
  array: AnyArray,
  selection: AnySelection | undefined,
  as: AsName | undefined,
  options: ReadOptions = {},
): Promise<Slab<ArrayLike<unknown>>> =>
  as === undefined ? array.read(selection, options) : array.read(selection, { ...options, as });

const memoryOf = (data: unknown): string =>
  ArrayBuffer.isView(data) ? Object.prototype.toString.call(data.buffer).slice(8, -1) : "none";

describe("the memory of a result", () => {
  const CASES: readonly (readonly ["int16" | "float16" | "bool" | "int64", AsName | undefined])[] = [
    ["int16", undefined],
    ["int16", "float64"],
    ["int16", "bytes"],
    ["int64", undefined],
    // Widened, so that the elements as stored are not what is given.
    ["float16", undefined],
    ["bool", undefined],
  ];
  it.each(CASES)("of %s, as %s, is shared if asked for, and ordinary if not", async (dtype, as) => {
    const array = await arrayOf(dtype);
    for (const selection of [
      undefined,
      "1:3, ::-2",
      points([
        [0, 5],
        [3, 1],
      ]),
    ]) {
      const plain = await read(array, selection, as);
      const shared = await read(array, selection, as, { shared: true });
      expect([memoryOf(plain.data), memoryOf(shared.data)]).toEqual(["ArrayBuffer", "SharedArrayBuffer"]);
      expect(Array.from(shared.data as ArrayLike<unknown>)).toEqual(Array.from(plain.data as ArrayLike<unknown>));
    }
  });

  it("is the caller's with `into`, which `shared` may not contradict", async () => {
    const array = await arrayOf("int16");
    const into = new Int16Array(new SharedArrayBuffer(48));
    expect((await array.read(undefined, { into })).data).toEqual(into);
    expect(into.slice()).toEqual(NUMBERS);
    const both = array.read(undefined, { into, shared: true });
    await expect(both).rejects.toSatisfy((error) => isHyperslabError(error, "invalid-request"));
  });

  it.each([
    ["S3", undefined],
    ["string", undefined],
    ["S3", "string"],
  ] as const)("cannot be shared for %s as %s: refused before anything is read", async (dtype, as) => {
    const array = await arrayOf(dtype);
    const get = vi.spyOn(array.hierarchy.store, "get");
    const error = await read(array, undefined, as, { shared: true }).catch((reason: unknown) => reason);
    expect(isHyperslabError(error, "invalid-request") && error.what).toContain("typed array");
    expect(get).not.toHaveBeenCalled();
  });

  it("is refused where there is no shared memory, with the way to have it", async () => {
    const array = await arrayOf("int16");
    vi.stubGlobal("SharedArrayBuffer", undefined);
    try {
      const error = await array.read(undefined, { shared: true }).catch((reason: unknown) => reason);
      expect(isHyperslabError(error, "unsupported") && error.hint).toContain("Cross-Origin-Opener-Policy");
      expect((await array.read()).data).toEqual(NUMBERS);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
