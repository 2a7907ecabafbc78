/**
 * Pickles as written by zarr 0.3.0: protocol 0, one opcode per byte, arguments as text up to the end of the line. They
 * are parsed into plain values. Nothing is imported, called or executed: a call stays a description of it, and any
 * opcode or name that 0.3.0 did not write is refused with its offset.
 */
import { ownMember } from "../../bytes/own-member.ts";
import { HyperslabError } from "../../errors.ts";
import { formatLimits } from "../limits.ts";

export interface PickledCall {
  readonly kind: "call";
  readonly name: string;
  readonly arguments: readonly PickledValue[];
  /** The value that would be passed to the object's `__setstate__`. */
  state?: PickledValue;
}

/** Integers are bigints, floats are numbers. */
export type PickledValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | PickledCall
  | { readonly kind: "tuple"; readonly items: readonly PickledValue[] }
  | { readonly kind: "dict"; readonly entries: Map<string, PickledValue> }
  | { readonly kind: "name"; readonly name: string };

/** Classes and functions whose calls are described in the metadata of 0.3.0. */
const NAMES: readonly string[] = [
  "numpy dtype",
  "numpy.core.multiarray scalar",
  "_codecs encode",
  "__builtin__ complex",
];

/** Returns whether a document begins as pickles do, and JSON does not. */
export function isPickle(bytes: Uint8Array): boolean {
  return bytes.byteLength > 0 && [0x28, 0x5d, 0x63, 0x7d, 0x80].includes(bytes[0]!);
}

const MARK = Symbol("mark");

/** Parses a pickle into its single value. */
export function readPickle(bytes: Uint8Array, key: string): PickledValue {
  return new Reader(bytes, key).read();
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #key: string;
  readonly #stack: (PickledValue | typeof MARK)[] = [];
  readonly #memo = new Map<string, PickledValue>();
  /** Position of the current opcode. */
  #at = 0;
  #next = 0;

  constructor(bytes: Uint8Array, key: string) {
    this.#bytes = bytes;
    this.#key = key;
    if (formatLimits.pickleBytes.isExceededBy(bytes.byteLength))
      this.#refuse(`a pickle of ${bytes.byteLength} bytes, at most ${formatLimits.pickleBytes.value} are read`);
  }

  read(): PickledValue {
    while (this.#next < this.#bytes.byteLength) {
      this.#at = this.#next++;
      const opcode = String.fromCharCode(this.#bytes[this.#at]!);
      if (opcode === ".") return this.#end();
      this.#step(opcode);
    }
    return this.#fail("the pickle ends before its opcode STOP");
  }

  #step(opcode: string): void {
    switch (opcode) {
      case "(":
        this.#stack.push(MARK);
        return;
      case "t":
        this.#stack.push({ kind: "tuple", items: this.#toMark() });
        return;
      case "d":
        this.#stack.push(this.#dict(this.#toMark()));
        return;
      case "N":
        this.#stack.push(null);
        return;
      case "V":
        this.#stack.push(unescapeUnicode(this.#line()));
        return;
      case "S":
        this.#stack.push(this.#quoted(this.#line()));
        return;
      case "I":
      case "L":
        this.#stack.push(this.#integer(this.#line()));
        return;
      case "F":
        this.#stack.push(this.#float(this.#line()));
        return;
      case "p":
        this.#memo.set(this.#line(), this.#top());
        return;
      case "g":
        this.#stack.push(this.#memo.get(this.#line()) ?? this.#fail("GET of what was not PUT"));
        return;
      case "c":
        this.#stack.push(this.#name(`${this.#line()} ${this.#line()}`));
        return;
      case "R":
        this.#stack.push(this.#call());
        return;
      case "b":
        this.#build();
        return;
      case "s":
        this.#setItem();
        return;
      default:
        this.#refuse(`the opcode ${describeOpcode(opcode)}`);
    }
  }

  #end(): PickledValue {
    const value = this.#pop();
    if (this.#stack.length > 0) this.#fail("values are left over at STOP");
    if (this.#next !== this.#bytes.byteLength) this.#fail("bytes follow the end of the pickle");
    return value;
  }

  /** Text up to the end of the line; one character per byte. */
  #line(): string {
    const end = this.#bytes.indexOf(0x0a, this.#next);
    if (end < 0) return this.#fail("a line without an end");
    const line = Array.from(this.#bytes.subarray(this.#next, end), (byte) => String.fromCharCode(byte)).join("");
    this.#next = end + 1;
    return line;
  }

  #pop(): PickledValue {
    const value = this.#stack.pop();
    return value === undefined || value === MARK ? this.#fail("a value is missing") : value;
  }

  #top(): PickledValue {
    const value = this.#pop();
    this.#stack.push(value);
    return value;
  }

  #toMark(): PickledValue[] {
    const at = this.#stack.lastIndexOf(MARK);
    if (at < 0) this.#fail("a mark is missing");
    const items = this.#stack.splice(at).slice(1);
    return items.flatMap((item) => (item === MARK ? [] : [item]));
  }

  #dict(items: readonly PickledValue[]): PickledValue {
    if (items.length > 0) this.#refuse("a dictionary with items of its own");
    return { kind: "dict", entries: new Map() };
  }

  #setItem(): void {
    const value = this.#pop();
    const key = this.#pop();
    const target = this.#top();
    if (isKind(target, "dict") && typeof key === "string") target.entries.set(key, value);
    else this.#fail("SETITEM without a dictionary or a name");
  }

  /** Booleans are the integers 00 and 01. */
  #integer(text: string): bigint | boolean {
    if (text === "00" || text === "01") return text === "01";
    return /^-?\d{1,40}L?$/.test(text)
      ? BigInt(text.replace("L", ""))
      : this.#fail(`${JSON.stringify(text)} as integer`);
  }

  #float(text: string): number {
    const words: Readonly<Record<string, number>> = {
      nan: Number.NaN,
      inf: Number.POSITIVE_INFINITY,
      "-inf": Number.NEGATIVE_INFINITY,
    };
    const word = ownMember(words, text);
    if (word !== undefined) return word;
    return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text) ? Number(text) : this.#fail(`${JSON.stringify(text)} as float`);
  }

  /** Byte strings of Python 2, in quotes. */
  #quoted(text: string): string {
    const inside = /^(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")$/.exec(text);
    return inside === null ? this.#fail("a string without quotes") : unescapeBytes(inside[1] ?? inside[2] ?? "");
  }

  #name(name: string): PickledValue {
    return NAMES.includes(name) ? { kind: "name", name } : this.#refuse(`the name ${JSON.stringify(name)}`);
  }

  #call(): PickledValue {
    const values = this.#pop();
    const called = this.#pop();
    if (!isKind(called, "name") || !isKind(values, "tuple"))
      return this.#fail("a call of something that is not a function");
    return { kind: "call", name: called.name, arguments: values.items };
  }

  #build(): void {
    const state = this.#pop();
    const target = this.#top();
    if (isKind(target, "call") && target.name === "numpy dtype") target.state = state;
    else this.#fail("a state for something that is not a data type");
  }

  #fail(what: string): never {
    throw new HyperslabError("invalid-data", `broken pickle at offset ${this.#at}: ${what}`, { key: this.#key });
  }

  #refuse(what: string): never {
    const message = `${what} at offset ${this.#at} does not occur in pickles of zarr 0.3.0; nothing was executed`;
    throw new HyperslabError("unsupported", message, {
      key: this.#key,
      hint: "Pickles can run any program. Convert the array with the software that wrote it, if you trust its origin.",
    });
  }
}

type Kinded = Extract<PickledValue, { readonly kind: string }>;

/** Returns whether it is a value of this kind. */
export function isKind<K extends Kinded["kind"]>(
  value: PickledValue | undefined,
  kind: K,
): value is Extract<Kinded, { readonly kind: K }> {
  return typeof value === "object" && value !== null && value.kind === kind;
}

function describeOpcode(opcode: string): string {
  const code = opcode.charCodeAt(0);
  return code > 0x20 && code < 0x7f ? JSON.stringify(opcode) : `0x${code.toString(16).padStart(2, "0")}`;
}

/** Python's raw-unicode-escape: Latin-1, with \\uXXXX and \\UXXXXXXXX for other characters. */
function unescapeUnicode(text: string): string {
  return text.replace(/\\u([0-9a-fA-F]{4})|\\U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})/g, (_, short, long) =>
    String.fromCodePoint(Number.parseInt(short ?? long, 16)),
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function unescapeBytes(text: string): string {
  return text.replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_, code?: string, character?: string) =>
    code === undefined
      ? (ownMember(ESCAPES, character!) ?? character!)
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
