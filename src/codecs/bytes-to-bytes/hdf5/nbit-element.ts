/**
 * What HDF5's n-bit filter stores of an element, as its parameters say it: a class, then
 *
 *     1 number    size, byte order, bits, first bit      only these bits
 *     2 array     size, then the elements                one after the other
 *     3 compound  size, count, then per member its offset and what it is
 *     4 bytes     size                                   all of them
 */
import { HyperslabError } from "../../../errors.ts";

export type NbitElement =
  | {
      readonly kind: "number";
      readonly size: number;
      readonly isBig: boolean;
      readonly precision: number;
      readonly offset: number;
    }
  | { readonly kind: "array"; readonly size: number; readonly base: NbitElement }
  | { readonly kind: "compound"; readonly size: number; readonly members: readonly NbitMember[] };

interface NbitMember {
  readonly at: number;
  readonly element: NbitElement;
}

const [NUMBER, ARRAY, COMPOUND, BYTES] = [1, 2, 3, 4];
const BYTE: NbitElement = { kind: "number", size: 1, isBig: false, precision: 8, offset: 0 };
/** As deep as datatypes may be nested. */
const MOST_DEPTH = 32;

export function parseNbitElement(words: readonly number[]): NbitElement {
  let next = 0;
  const word = (): number => words[next++] ?? refuse("end too early");
  const parse = (depth: number): NbitElement => {
    const kind = word();
    const size = word();
    if (size < 1 || depth > MOST_DEPTH) return refuse(`have elements of ${size} bytes, nested ${depth} deep`);
    if (kind === NUMBER) {
      const [isBig, precision, offset] = [word() === 1, word(), word()];
      if (precision < 1 || precision + offset > size * 8) refuse(`have ${precision} bits in ${size} bytes`);
      return { kind: "number", size, isBig, precision, offset };
    }
    if (kind === BYTES) return { kind: "array", size, base: BYTE };
    if (kind === ARRAY) {
      const base = parse(depth + 1);
      return size % base.size === 0 ? { kind: "array", size, base } : refuse(`have arrays of ${size} bytes`);
    }
    if (kind !== COMPOUND) return refuse(`have elements of class ${kind}`);
    const members = Array.from({ length: Math.min(word(), words.length) }, () => {
      const at = word();
      const element = parse(depth + 1);
      return at + element.size <= size ? { at, element } : refuse(`have members outside of ${size} bytes`);
    });
    return { kind: "compound", size, members };
  };
  return parse(0);
}

function refuse(what: string): never {
  throw new HyperslabError("invalid-data", `the parameters of n-bit values ${what}`);
}

/** The bits that are stored of an element. */
export function storedBits(element: NbitElement): number {
  if (element.kind === "number") return element.precision;
  if (element.kind === "array") return (element.size / element.base.size) * storedBits(element.base);
  return element.members.reduce((total, member) => total + storedBits(member.element), 0);
}

/** Visits the numbers of an element that begins at a byte, in the order in which they are stored. */
export function eachNumber(
  element: NbitElement,
  at: number,
  visit: (number: Extract<NbitElement, { readonly kind: "number" }>, at: number) => void,
): void {
  if (element.kind === "number") visit(element, at);
  else if (element.kind === "compound") {
    for (const member of element.members) eachNumber(member.element, at + member.at, visit);
  } else {
    for (let inner = 0; inner < element.size; inner += element.base.size) eachNumber(element.base, at + inner, visit);
  }
}
