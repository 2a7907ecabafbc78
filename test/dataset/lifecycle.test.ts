/** Nodes from creation to deletion, in both formats. */
import { describe, expect, it } from "vitest";
import { create, isHyperslabError, NdArray, open, openArray, openGroup } from "../../src/index.ts";

const FORMATS = ["zarr3", "zarr2"] as const;

async function code(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return isHyperslabError(error) ? error.code : `not ours: ${String(error)}`;
}

describe.each(FORMATS)("%s", (format) => {
  it("makes ancestors, lists children, walks in order", async () => {
    const map = new Map<string, Uint8Array>();
    const root = await create(map, { format, attributes: { title: "t" } });
    await root.create("b/c/d", { shape: [3], dtype: "float64" });
    await root.create("a", { shape: [], dtype: "string" });
    const group = await openGroup(map);
    expect(group.attributes).toEqual({ title: "t" });
    expect((await group.children()).map(({ name, kind }) => [name, kind])).toEqual([
      ["a", "array"],
      ["b", "group"],
    ]);
    const walked: string[] = [];
    for await (const node of group.walk()) walked.push(node.path);
    expect(walked).toEqual(["a", "b", "b/c", "b/c/d"]);
    expect((await group.open("b/c")).path).toBe("b/c");
  });

  it("changes attributes and nothing else", async () => {
    const map = new Map<string, Uint8Array>();
    const array = await create(map, {
      format,
      shape: [3],
      dtype: "int64",
      fillValue: 5n,
      attributes: { z: 1, a: [1, 2] },
    });
    await array.setAttributes({ b: { deep: "é" }, z: 2 });
    await array.deleteAttributes("a");
    const again = await openArray(map);
    expect(again.attributes).toEqual({ z: 2, b: { deep: "é" } });
    expect(again.fillValue).toBe(5n);
  });

  it("keeps dimension names", async () => {
    const map = new Map<string, Uint8Array>();
    const array = await create(map, {
      format,
      shape: [2, 3],
      dtype: "int8",
      dims: ["lat", "lon"],
      attributes: { units: "K" },
    });
    await array.write({ lat: 1 }, [1, 2, 3]);
    const again = await openArray(map, { dtype: "int8" });
    expect(again.dims).toEqual(["lat", "lon"]);
    expect(again.attributes).toEqual({ units: "K" });
    const slab = await again.read({ lon: "1:", lat: 1 });
    expect([[...slab.data], slab.dims]).toEqual([[2, 3], ["lon"]]);
  });

  it("refuses to overwrite, and overwrites when asked", async () => {
    const map = new Map<string, Uint8Array>();
    const first = await create(map, { format, shape: [4], dtype: "int8", chunks: [2] });
    await first.write(undefined, [1, 2, 3, 4]);
    expect(await code(create(map, { format, shape: [4], dtype: "int8" }))).toBe("exists");
    const second = await create(map, { format, shape: [4], dtype: "int8", chunks: [2], overwrite: true });
    expect([...(await second.read()).data]).toEqual([0, 0, 0, 0]);
  });

  it("refuses a node below an array", async () => {
    const map = new Map<string, Uint8Array>();
    const root = await create(map, { format });
    await root.create("a", { shape: [1], dtype: "int8" });
    expect(await code(root.create("a/b", { shape: [1], dtype: "int8" }))).toBe("invalid-request");
  });

  it("deletes and renames with everything below", async () => {
    const map = new Map<string, Uint8Array>();
    const root = await create(map, { format });
    const array = await root.create("g/a", { shape: [2], dtype: "int8" });
    await array.write(undefined, [7, 8]);
    await root.rename("g", "h/i");
    const moved = await root.open("h/i/a");
    expect(moved instanceof NdArray && [...new Int8Array((await moved.read()).data as Int8Array)]).toEqual([7, 8]);
    expect(await code(root.open("g"))).toBe("not-found");
    await root.delete("h");
    expect([...map.keys()].filter((key) => key.startsWith("h"))).toEqual([]);
    expect(await code(root.delete("h"))).toBe("not-found");
  });

  it("never leaves consolidated metadata stale", async () => {
    const map = new Map<string, Uint8Array>();
    const root = await create(map, { format });
    const array = await root.create("g/a", { shape: [2], dtype: "int8", dims: ["x"] });
    await root.consolidate();
    await array.setAttributes({ units: "m" });
    await array.resize([5]);
    await root.create("g/b", { shape: [], dtype: "bool" });
    const seen = await openGroup(map);
    const again = await seen.open("g/a");
    expect(again instanceof NdArray && again.shape).toEqual([5]);
    expect(again.attributes).toEqual({ units: "m" });
    const paths: string[] = [];
    for await (const node of seen.walk()) paths.push(node.path);
    expect(paths).toEqual(["g", "g/a", "g/b"]);
    await root.consolidate({ drop: true });
    expect((await open(map)).hierarchy.consolidated).toBe(false);
  });

  it("builds on what is stored, not on what was consolidated when it was opened", async () => {
    const map = new Map<string, Uint8Array>();
    const root = await create(map, { format });
    await root.create("a", { shape: [0], dtype: "int8", dims: ["x"] });
    await root.consolidate();
    const [one, two] = [await openGroup(map), await openGroup(map)];
    const handles = [await one.open("a"), await two.open("a")];
    for (const [value, handle] of handles.entries()) {
      if (handle instanceof NdArray) await handle.append([value + 1], "x");
    }
    expect([...(await openArray(map, { path: "a", dtype: "int8" }).then((array) => array.read())).data]).toEqual([
      1, 2,
    ]);
  });

  it("appends along any dimension", async () => {
    const map = new Map<string, Uint8Array>();
    const array = await create(map, {
      format,
      data: [
        [1, 2],
        [3, 4],
      ],
      dims: ["y", "x"],
      dtype: "int32",
      chunks: [3, 3],
    });
    await array.append([[5, 6]], "y");
    await array.append({ data: Int32Array.of(7, 8, 9), shape: [3, 1] }, "x");
    const { data, shape } = await (await openArray(map, { dtype: "int32" })).read();
    await expect(array.append({ data: Int32Array.of(1, 2), shape: [1, 2] }, "y")).rejects.toThrow(/do not fit/);
    expect(array.shape).toEqual([3, 3]);
    expect([shape, [...data]]).toEqual([
      [3, 3],
      [1, 2, 7, 3, 4, 8, 5, 6, 9],
    ]);
  });

  it("opens what a mistyped path misses with a clear error", async () => {
    const map = new Map<string, Uint8Array>();
    await create(map, { format });
    expect(await code(open(map, { path: "nope" }))).toBe("not-found");
    expect(await code(openArray(map))).toBe("invalid-request");
  });
});

describe("values", () => {
  it("come as int64 in bigint, as numbers where asked, and never rounded", async () => {
    const array = await create(new Map(), { data: BigInt64Array.of(1n, 2n ** 53n, -3n) });
    expect([...(await array.read("::2", { as: "number" })).data]).toEqual([1, -3]);
    expect(await code(array.write(0, 2n ** 63n))).toBe("invalid-request");
    await array.write(1, 2n ** 53n + 1n);
    expect(await code(array.read(undefined, { as: "number" }))).toBe("invalid-request");
    expect(await array.item([1])).toBe(2n ** 53n + 1n);
  });

  it("make arrays of a group as they make arrays of an address", async () => {
    const group = await create(new Map());
    const made = await group.create("deep/x", { data: Float32Array.of(1, 2, 3), chunks: [2], dims: ["x"] });
    expect([made.path, made.dtype, made.shape, made.chunks]).toEqual(["deep/x", "float32", [3], [2]]);
    expect([...(await (await group.openArray("deep/x")).read()).data]).toEqual([1, 2, 3]);
    const words = await group.create("words", { data: [["a"], ["b"]], dtype: "string" });
    expect((await words.read()).data).toEqual(["a", "b"]);
  });

  it("are read into a buffer of the caller's", async () => {
    const array = await create(new Map(), { data: Float32Array.from({ length: 12 }, (_, i) => i), chunks: [5] });
    const into = new Float32Array(12);
    const slab = await array.read(undefined, { into });
    expect([...into]).toEqual([...(slab.data as Float32Array)]);
    expect(await code(array.read(undefined, { into: new Float32Array(3) }))).toBe("invalid-request");
  });

  it("absent chunks are an error where asked", async () => {
    const array = await create(new Map(), { shape: [4], dtype: "int8", chunks: [2] });
    await array.write("0:2", [1, 2]);
    expect([...(await array.read()).data]).toEqual([1, 2, 0, 0]);
    expect(await code(array.read(undefined, { missing: "error" }))).toBe("not-found");
  });

  it("strings, bytes, complex and structs are written and read", async () => {
    const text = await create(new Map(), {
      data: [
        ["a", "ü"],
        ["", "𝒳"],
      ],
      dtype: "string",
      chunks: [1, 2],
    });
    expect((await text.read("::-1")).data).toEqual(["", "𝒳", "a", "ü"]);
    const bytes = await create(new Map(), { shape: [2], dtype: "bytes" });
    await bytes.write(1, Uint8Array.of(1, 0, 2));
    expect((await bytes.read()).data).toEqual([new Uint8Array(), Uint8Array.of(1, 0, 2)]);
    const complex = await create(new Map(), { shape: [2], dtype: "complex64" });
    await complex.write(undefined, [
      [1, 2],
      [3, -4],
    ]);
    await complex.write(0, [5, 6]);
    expect([...(await complex.read()).data]).toEqual([5, 6, 3, -4]);
    const fields = [
      { name: "id", dtype: "uint16" },
      { name: "at", dtype: "float64", shape: [2] },
    ];
    const struct = await create(new Map(), { shape: [2], dtype: { fields }, format: "zarr2" });
    await struct.write(1, { id: 7, at: [1.5, 2.5] });
    const slab = await struct.read();
    expect([...slab.field("id").data]).toEqual([0, 7]);
    expect([...slab.field("at").data]).toEqual([0, 0, 1.5, 2.5]);
  });

  it("of a wrong shape are refused before anything is written", async () => {
    const map = new Map<string, Uint8Array>();
    const array = await create(map, { shape: [2, 3], dtype: "int16" });
    const before = map.size;
    expect(
      await code(
        array.write(undefined, [
          [1, 2],
          [3, 4],
        ]),
      ),
    ).toBe("invalid-request");
    expect(await code(array.write("0", Int16Array.of(1, 2)))).toBe("invalid-request");
    expect(await code(array.write(undefined, 40_000))).toBe("invalid-request");
    expect(await code(array.write(undefined, { data: [1, 2, 3, 4, 5, 6], shape: [3, 2] }))).toBe("invalid-request");
    expect(map.size).toBe(before);
  });

  it("stop at an abort", async () => {
    const array = await create(new Map(), { shape: [100], dtype: "int8", chunks: [1] });
    const controller = new AbortController();
    controller.abort();
    await expect(array.read(undefined, { signal: controller.signal })).rejects.toThrow(/abort/i);
    await expect(array.write(undefined, 1, { signal: controller.signal })).rejects.toThrow(/abort/i);
  });

  it("report progress up to the end", async () => {
    const array = await create(new Map(), { shape: [10], dtype: "int32", chunks: [2] });
    const seen: [number, number, number][] = [];
    await array.write(undefined, 3, { onProgress: ({ done, total, bytes }) => seen.push([done, total, bytes]) });
    expect(seen.at(-1)).toEqual([5, 5, 40]);
  });
});
