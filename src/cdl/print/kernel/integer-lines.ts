/**
 * Lines of integers by WebAssembly, compiled from kernels/cdl/ and contained in binary.ts: a process that prints a few
 * million values ends before its engine has optimised the same loop in JavaScript.
 */
import { fromHexadecimal } from "../../../bytes/text/hexadecimal.ts";
import { WASM_HEX } from "./binary.ts";

/** The functions of kernels/cdl/index.ts, which take addresses. */
interface IntegerFunctions {
  prepare(): void;
  integers(
    kind: number,
    values: number,
    count: number,
    out: number,
    left: number,
    row: number,
    limit: number,
    indent: number,
  ): number;
}

/** The module's state: the fill value, whether there is one, and the bytes in the line. */
const FILL = 48;
const HAS_FILL = 56;
const COLUMN = 60;
/** The module's table of digits ends below this. */
const VALUES = 40 * 1024;
const OUT = VALUES + 32 * 1024;
const PAGES = 4;
const END = PAGES * 64 * 1024;
/** A sign, 20 digits, `, `, a broken line without its indent, and what is overwritten after it. */
const ROOM = 36;
/** More elements than any call takes. */
const MANY = 2 ** 31 - 1;

type Integers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

/** In this order, the position is the module's number of the type. */
const TYPES = [
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  BigInt64Array,
  BigUint64Array,
] as const;

/** Integers, and which of them is printed as `_`. */
export interface IntegerBlock {
  readonly values: Integers;
  readonly fill: number | bigint | undefined;
}

/**
 * What is printed, and its position in lines and rows. The last value of a variable is not printed by the kernel,
 * because it has no comma.
 */
export interface IntegerRun extends IntegerBlock {
  /** The first element, and the most elements to print. */
  readonly from: number;
  readonly most: number;
  /** Elements up to the end of its row, and in each later row. */
  readonly left: number;
  readonly row: number;
  readonly limit: number;
  readonly indent: number;
  /** Bytes in the line. */
  readonly column: number;
}

/** The text of the first elements; valid until the next call. */
export interface PrintedRun {
  readonly text: Uint8Array;
  readonly count: number;
  readonly column: number;
}

/** Prints as many elements as fit: none if the lines are indented too far. */
export type IntegerKernel = (run: IntegerRun) => PrintedRun;

let loading: Promise<IntegerKernel | undefined> | undefined;

/** The kernel of this realm; undefined if WebAssembly is missing or forbidden, or on a big-endian machine. */
export function loadIntegerKernel(): Promise<IntegerKernel | undefined> {
  loading ??= makeKernel().catch(() => undefined);
  return loading;
}

async function makeKernel(): Promise<IntegerKernel | undefined> {
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) return undefined;
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: 65536 });
  const { instance } = await WebAssembly.instantiate(fromHexadecimal(WASM_HEX), { env: { memory } });
  // The only place with types from outside: the tests call every function.
  const functions = instance.exports as IntegerFunctions & WebAssembly.Exports;
  functions.prepare();
  const bytes = new Uint8Array(memory.buffer);
  const state = new DataView(memory.buffer);
  return (run) => {
    const { values, fill, from, most, indent } = run;
    const { BYTES_PER_ELEMENT: size } = values;
    const fitting = Math.min(Math.floor((OUT - VALUES) / size), Math.floor((END - OUT) / (ROOM + indent)));
    const count = Math.min(most, values.length - from, fitting);
    if (count <= 0) return { text: bytes.subarray(0, 0), count: 0, column: run.column };
    bytes.set(new Uint8Array(values.buffer, values.byteOffset + from * size, count * size), VALUES);
    state.setBigInt64(FILL, BigInt.asIntN(64, BigInt(fill ?? 0)), true);
    state.setUint32(HAS_FILL, fill === undefined ? 0 : 1, true);
    state.setUint32(COLUMN, run.column, true);
    const kind = TYPES.findIndex((type) => values instanceof type);
    const [left, row] = [Math.min(run.left, MANY), Math.min(run.row, MANY)];
    const end = functions.integers(kind, VALUES, count, OUT, left, row, run.limit, indent);
    return { text: bytes.subarray(OUT, end), count, column: state.getUint32(COLUMN, true) };
  };
}
