/** Integers printed by WebAssembly and by its plain twin: the same bytes, wherever rows, lines and blocks end. */
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { hashSources } from "../../scripts/build-cdl.mjs";
import { SOURCE_HASH } from "../../src/cdl/print/kernel/binary.ts";
import { type IntegerKernel, loadIntegerKernel } from "../../src/cdl/print/kernel/integer-lines.ts";
import { TextBuffer } from "../../src/cdl/print/text-buffer.ts";
import { tokenizer } from "../../src/cdl/print/tokens.ts";
import { ValueRows } from "../../src/cdl/print/value-rows.ts";
import type { DimensionReference, NetcdfValues, NetcdfVariable } from "../../src/model/netcdf/dataset.ts";

const TYPES = {
  byte: Int8Array,
  ubyte: Uint8Array,
  short: Int16Array,
  ushort: Uint16Array,
  int: Int32Array,
  uint: Uint32Array,
} as const;
const LONG_TYPES = { int64: BigInt64Array, uint64: BigUint64Array } as const;
type IntegerType = keyof typeof TYPES | keyof typeof LONG_TYPES;
const NAMES: readonly IntegerType[] = ["byte", "ubyte", "short", "ushort", "int", "uint", "int64", "uint64"];

const dimension = (length: number, unlimited = false): DimensionReference => ({
  name: "d",
  group: "",
  length,
  unlimited,
});

function variableOf(type: IntegerType, shape: readonly number[], fill?: bigint): NetcdfVariable {
  return {
    name: "v",
    path: "v",
    type,
    typeName: type,
    dimensions: shape.map((length) => dimension(length)),
    attributes: fill === undefined ? [] : [{ name: "_FillValue", type, values: arrayOf(type, [fill]) }],
    special: [],
  };
}

interface Printing {
  readonly variable: NetcdfVariable;
  readonly blocks: readonly NetcdfValues[];
  readonly lineLength?: number;
  readonly indent?: number;
  readonly pieceBytes?: number;
}

function printed(
  { variable, blocks, lineLength, indent = 0, pieceBytes = 100 }: Printing,
  kernel?: IntegerKernel,
): string {
  const form = { lineLength };
  const buffer = new TextBuffer(pieceBytes);
  const rows = new ValueRows(buffer, variable, {
    form,
    indent,
    tokenize: tokenizer(variable, form, undefined),
    kernel,
  });
  const pieces = blocks.flatMap((block) => [...rows.add(block)]);
  return Buffer.concat([...pieces, buffer.bytes.subarray(0, buffer.end)]).toString("latin1");
}

/** Both ways; how often the kernel was called tells that it was used at all. */
async function bothWays(printing: Printing): Promise<{ plain: string; fast: string; calls: number; taken: number }> {
  const kernel = await loadIntegerKernel();
  let [calls, taken] = [0, 0];
  const fast = printed(printing, (run) => {
    const result = kernel!(run);
    calls += 1;
    taken += result.count;
    return result;
  });
  return { plain: printed(printing), fast, calls, taken };
}

it("is compiled from these sources", () => expect(SOURCE_HASH).toBe(hashSources()));

it("goes without WebAssembly where there is none", async () => {
  vi.resetModules();
  vi.stubGlobal("WebAssembly", undefined);
  try {
    const fresh = await import("../../src/cdl/print/kernel/integer-lines.ts");
    expect(await fresh.loadIntegerKernel()).toBeUndefined();
  } finally {
    vi.unstubAllGlobals();
  }
});

it.each(NAMES)("all lengths of %s, with signs and limits", async (type) => {
  const [bits, signed] = [8 * arrayOf(type, []).BYTES_PER_ELEMENT, !type.startsWith("u")];
  const values: bigint[] = [];
  for (let power = 0n; power <= 20n; power++) {
    for (const near of [-1n, 0n, 1n]) values.push(10n ** power + near, -(10n ** power + near));
  }
  for (let bit = 0n; bit <= 64n; bit++)
    for (const near of [-1n, 0n, 1n]) values.push(2n ** bit + near, -(2n ** bit + near));
  const [least, most] = signed
    ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n]
    : [0n, 2n ** BigInt(bits) - 1n];
  const fitting = values.filter((value) => value >= least && value <= most);
  const fill = fitting[7]!;
  const data = arrayOf(type, fitting);
  const variable = variableOf(type, [data.length], fill);
  const { plain, fast, taken } = await bothWays({ variable, blocks: [data] });
  expect(fast).toBe(plain);
  expect(taken).toBe(data.length - 1);
  const words = fast.slice(" v = ".length + 1, -" ;\n".length).split(/,\s+/);
  expect(words).toEqual(fitting.map((value) => (value === fill ? "_" : String(value))));
});

it("any rows, lines, indents, blocks and fill values", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        type: fc.constantFrom(...NAMES),
        shape: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 0, maxLength: 3 }),
        seeds: fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 1, maxLength: 12 }),
        shift: fc.integer({ min: 0, max: 60 }),
        hasFill: fc.boolean(),
        lineLength: fc.integer({ min: 10, max: 90 }),
        indent: fc.integer({ min: 0, max: 24 }),
        cut: fc.integer({ min: 1, max: 40 }),
        pieceBytes: fc.integer({ min: 8, max: 300 }),
      }),
      async ({ type, shape, seeds, shift, hasFill, lineLength, indent, cut, pieceBytes }) => {
        const count = shape.reduce((size, length) => size * length, 1);
        const words = Array.from(
          { length: count },
          (_, i) => seeds[i % seeds.length]! >> BigInt((shift * (i + 1)) % 64),
        );
        const data = arrayOf(type, words);
        const variable = variableOf(type, shape, hasFill ? words[0] : undefined);
        const blocks: NetcdfValues[] = [];
        for (let at = 0; at < count; at += cut) blocks.push(data.subarray(at, at + cut));
        const { plain, fast, taken } = await bothWays({ variable, blocks, lineLength, indent, pieceBytes });
        expect(fast).toBe(plain);
        expect(taken).toBe(count - 1);
      },
    ),
    { numRuns: 300 },
  );
});

it("more values than the kernel's memory holds, in several calls", async () => {
  const data = Int16Array.from({ length: 50_000 }, (_, i) => i * 7919);
  const { plain, fast, calls } = await bothWays({ variable: variableOf("short", [5000, 10]), blocks: [data] });
  expect(fast).toBe(plain);
  expect(calls).toBeGreaterThan(3);
});

it("the plain twin prints lines that are indented too far for the kernel", async () => {
  const data = Int32Array.from({ length: 20 }, (_, i) => i * 1_000_003);
  const variable = variableOf("int", [20]);
  const { plain, fast, taken } = await bothWays({ variable, blocks: [data], indent: 200_000, pieceBytes: 2 ** 22 });
  expect(fast).toBe(plain);
  expect(taken).toBe(0);
});

it("braces and comments are left to the plain twin", async () => {
  const data = Int32Array.from({ length: 12 }, (_, i) => i);
  const records = { ...variableOf("int", [3, 4]), dimensions: [dimension(3, true), dimension(4, true)] };
  expect((await bothWays({ variable: records, blocks: [data] })).calls).toBe(0);
});

function arrayOf(type: IntegerType, values: readonly bigint[]): Exclude<NetcdfValues, readonly (string | null)[]> {
  if (type === "int64" || type === "uint64") return LONG_TYPES[type].from(values);
  return TYPES[type].from(values.map((value) => Number(BigInt.asIntN(32, value))));
}
