/**
 * `packbits` of Zarr v3: bits `first_bit` to `last_bit` of each number (of both parts of complex ones), consecutively
 * from the lowest bit of the first byte on. A byte before or after them may give the number of unused bits.
 */

import type { JsonView } from "../../bytes/json/view.ts";
import { ownMember } from "../../bytes/own-member.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType, FixedDataType } from "../../model/data-types/data-type.ts";
import { packBooleans, unpackBooleans } from "../bit-packing.ts";
import type { ArrayToBytesCodec, BoundArrayToBytes } from "../codec.ts";
import { type Kernels, withKernels } from "../kernels/kernels.ts";
import { allocate } from "../pipeline/allocate.ts";
import { denseChunk, elementsInOrder } from "../pipeline/chunk-elements.ts";

export interface PackbitsConfiguration {
  readonly padding: "none" | "first_byte" | "last_byte";
  readonly firstBit: number;
  readonly lastBit: number | undefined;
}

export const packbits: ArrayToBytesCodec<PackbitsConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["padding_encoding", "first_bit", "last_bit"]);
    const firstBit = bitOf(configuration.get("first_bit")) ?? 0;
    const lastBit = bitOf(configuration.get("last_bit"));
    if (lastBit !== undefined && lastBit < firstBit) {
      configuration.required("last_bit").fail(`last_bit ${lastBit} is less than first_bit ${firstBit}`);
    }
    return {
      padding: configuration.get("padding_encoding")?.oneOf(["none", "first_byte", "last_byte"]) ?? "none",
      firstBit,
      lastBit,
    };
  },
  bind: ({ padding, firstBit, lastBit }, { dataType, shape }) => {
    const numbers = packedNumbers(dataType);
    const last = lastBit ?? numbers.bits - 1;
    if (last >= numbers.bits || last < firstBit) {
      const what = `bits ${firstBit} to ${last} are not all in the ${numbers.bits} of ${dataType.name}`;
      throw new HyperslabError("invalid-data", what);
    }
    const count = shape.reduce((product, length) => product * length, 1) * numbers.count;
    return withKernels((kernels) =>
      bindPacking({ ...numbers, kernels, count, first: firstBit, kept: last - firstBit + 1 }, shape, padding),
    );
  },
};

function bitOf(view: JsonView | undefined): number | undefined {
  return view === undefined || view.isNull() ? undefined : view.integer(0, 63);
}

interface PackedNumbers {
  readonly dataType: FixedDataType;
  /** Numbers per element, bytes per number in memory, bits per number. */
  readonly count: number;
  readonly size: number;
  readonly bits: number;
  readonly signed: boolean;
}

/** Floats of fewer than 8 bits, by bits. */
const NARROW_FLOATS: Readonly<Record<string, number>> = { float6_e2m3fn: 6, float6_e3m2fn: 6, float4_e2m1fn: 4 };

function packedNumbers(dataType: DataType): PackedNumbers {
  const one = { count: 1, signed: false };
  switch (dataType.kind) {
    case "bool":
      return { ...one, dataType, size: 1, bits: 1 };
    case "integer":
      return { ...one, dataType, size: dataType.itemSize, bits: dataType.bits, signed: dataType.signed };
    case "float":
      return { ...one, dataType, size: dataType.itemSize, bits: floatBits(dataType.name, dataType.itemSize) };
    case "complex": {
      const size = dataType.itemSize / 2;
      return { count: 2, signed: false, dataType, size, bits: floatBits(dataType.component, size) };
    }
    default:
      throw new HyperslabError("unsupported", `elements of ${dataType.name} cannot be packed into bits`);
  }
}

function floatBits(name: string, size: number): number {
  return ownMember(NARROW_FLOATS, name) ?? 8 * size;
}

/** `count` numbers, of which `kept` bits from `first` on are stored. */
interface Packing extends PackedNumbers {
  readonly kernels: Kernels;
  readonly first: number;
  readonly kept: number;
}

function bindPacking(
  packing: Packing,
  shape: readonly number[],
  padding: PackbitsConfiguration["padding"],
): BoundArrayToBytes {
  const { dataType, count, kept } = packing;
  const packedLength = Math.ceil((count * kept) / 8);
  const unused = 8 * packedLength - count * kept;
  const start = padding === "first_byte" ? 1 : 0;
  const length = packedLength + (padding === "none" ? 0 : 1);
  const place = padding === "first_byte" ? 0 : packedLength;
  return {
    encodedLength: length,
    encode: (chunk) => {
      const encoded = allocate(length);
      if (padding !== "none") encoded[place] = unused;
      pack(elementsInOrder(chunk), encoded.subarray(start, start + packedLength), packing);
      return encoded;
    },
    decode: (bytes) => {
      checkStored(bytes, length, padding === "none" ? undefined : place, unused);
      return denseChunk(dataType, shape, unpack(bytes.subarray(start, start + packedLength), packing));
    },
  };
}

function checkStored(bytes: Uint8Array, length: number, place: number | undefined, unused: number): void {
  if (bytes.byteLength !== length) {
    throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are stored, expected ${length}`);
  }
  if (place !== undefined && bytes[place] !== unused) {
    throw new HyperslabError("invalid-data", `${bytes[place]} bits are said to be unused, expected ${unused}`);
  }
}

/** Runs of bits that cross no byte boundary on either side. */
function pack(elements: Uint8Array, packed: Uint8Array, packing: Packing): void {
  const { dataType, count, size, first, kept, kernels } = packing;
  if (dataType.kind === "bool") {
    packBooleans(kernels, elements, count, packed, "lowest");
    return;
  }
  let to = 0;
  for (let number = 0; number < count; number++) {
    let from = 8 * size * number + first;
    for (const end = from + kept; from < end; ) {
      const run = Math.min(8 - (to & 7), 8 - (from & 7), end - from);
      packed[to >>> 3]! |= ((elements[from >>> 3]! >>> (from & 7)) & ((1 << run) - 1)) << (to & 7);
      from += run;
      to += run;
    }
  }
}

function unpack(packed: Uint8Array, packing: Packing): Uint8Array {
  const { dataType, count, size, first, kept, signed, kernels } = packing;
  const elements = allocate(count * size);
  if (dataType.kind === "bool") {
    unpackBooleans(kernels, packed, count, elements, "lowest");
    return elements;
  }
  let from = 0;
  for (let number = 0; number < count; number++) {
    let to = 8 * size * number + first;
    for (const end = to + kept; to < end; ) {
      const run = Math.min(8 - (to & 7), 8 - (from & 7), end - to);
      elements[to >>> 3]! |= ((packed[from >>> 3]! >>> (from & 7)) & ((1 << run) - 1)) << (to & 7);
      from += run;
      to += run;
    }
    if (signed && ((elements[(to - 1) >>> 3]! >>> ((to - 1) & 7)) & 1) === 1) {
      setBits(elements, to, 8 * size * (number + 1));
    }
  }
  return elements;
}

function setBits(bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at++) bytes[at >>> 3]! |= 1 << (at & 7);
}
