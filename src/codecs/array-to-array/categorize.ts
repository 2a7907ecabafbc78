/**
 * `numcodecs.categorize`: strings from a list of labels as the number of their label, counted from 1, in `astype`. 0 is
 * the empty string (numcodecs also writes it for strings without a label, which are refused here).
 */
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { type DataType, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { Chunk, FixedChunk } from "../../model/grid/chunk.ts";
import { copyItems } from "../../model/lattice/copy.ts";
import { contiguous, latticeCount } from "../../model/lattice/lattice.ts";
import { elementToScalar, scalarToElement } from "../../model/values/element.ts";
import type { Item } from "../../model/values/fill-value.ts";
import type { ArrayToArrayCodec, BoundArrayToArray, ChunkType } from "../codec.ts";
import { dtypeMember } from "../configuration.ts";
import { lazyLimits } from "../lazy-limits.ts";
import { neverFits } from "../numbers/float-cast.ts";
import { castDoubles } from "../numbers/number-cast.ts";
import { type IntegerType, integerRange, roundedDoubles } from "../numbers/real-type.ts";
import { allocate } from "../pipeline/allocate.ts";
import { denseChunk, elementsInOrder } from "../pipeline/chunk-elements.ts";

export interface CategorizeConfiguration {
  readonly labels: readonly string[];
  readonly astype: DataType | undefined;
}

const UINT8: IntegerType = { kind: "integer", name: "uint8", itemSize: 1, bits: 8, signed: false };

export const categorize: ArrayToArrayCodec<CategorizeConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["labels", "dtype", "astype", "id"]);
    configuration.get("dtype");
    const labels = configuration
      .required("labels")
      .items()
      .map((item) => item.string());
    return { labels, astype: dtypeMember(configuration, "astype") };
  },
  bind: ({ labels, astype }, input) => {
    const { dataType } = input;
    if (dataType.kind !== "string" && dataType.kind !== "fixed-utf32") {
      throw new HyperslabError("invalid-data", `only strings have labels, not elements of ${dataType.name}`);
    }
    return bindCategorize(input, labels, codeType(astype ?? UINT8, labels.length));
  },
};

function codeType(astype: DataType, count: number): IntegerType {
  if (astype.kind === "integer" && BigInt(count) <= integerRange(astype).max) return astype;
  throw new HyperslabError("invalid-data", `${count} labels cannot be numbered in ${astype.name}`);
}

function bindCategorize(input: ChunkType, labels: readonly string[], output: IntegerType): BoundArrayToArray {
  const { dataType, fillValue } = input;
  // Of equal labels numcodecs uses the last.
  const codes = new Map([["", 0], ...labels.map((label, index) => [label, index + 1] as const)]);
  const texts = ["", ...labels];
  const fill = textOf(dataType, fillValue);
  const codeOf = (text: string, index: number): number => {
    const code = codes.get(text) ?? (text === fill ? 0 : undefined);
    if (code !== undefined) return code;
    throw new HyperslabError("invalid-request", `the string ${JSON.stringify(text)} at index ${index} has no label`);
  };
  const stored = (numbers: Float64Array): Uint8Array =>
    castDoubles(numbers, output, neverFits(`does not fit ${output.name}`));
  const elements = isFixedSize(dataType) ? texts.map((text) => elementOf(dataType, text)) : [];
  return {
    output: { dataType: output, shape: input.shape, fillValue: stored(Float64Array.of(codeOf(fill, 0))) },
    elementwise: true,
    encode: (chunk) => denseChunk(output, chunk.shape, stored(numbersOf(chunk, codeOf))),
    decode: (chunk) => {
      const numbers = readCodes(output, elementsInOrder(chunk), labels.length);
      const { shape } = chunk;
      if (isFixedSize(dataType)) return denseChunk(dataType, shape, joined(elements, numbers, dataType.itemSize));
      const items: Item[] = Array.from(numbers, (code) => texts[code]!);
      return { dataType, shape, layout: contiguous(shape), items };
    },
  };
}

function readCodes(type: IntegerType, bytes: Uint8Array, count: number): Float64Array {
  const codes = roundedDoubles(type, bytes);
  const unknown = codes.findIndex((code) => code < 0 || code > count);
  if (unknown < 0) return codes;
  throw new HyperslabError("invalid-data", `element ${unknown} is ${codes[unknown]}, but there are ${count} labels`);
}

function joined(elements: readonly Uint8Array[], codes: Float64Array, itemSize: number): Uint8Array {
  const bytes = allocate(codes.length * itemSize);
  for (let i = 0; i < codes.length; i++) bytes.set(elements[codes[i]!]!, i * itemSize);
  return bytes;
}

type CodeOf = (text: string, index: number) => number;

function numbersOf(chunk: Chunk, codeOf: CodeOf): Float64Array {
  const { dataType } = chunk;
  if (chunk.items === undefined) return fixedNumbers(chunk, codeOf);
  const items = new Array<Item>(latticeCount(chunk.layout));
  copyItems(chunk.items, chunk.layout, items, contiguous(chunk.shape));
  return Float64Array.from(items, (item, index) => codeOf(textOf(dataType, item), index));
}

/** Elements seen before are recognised by their code points, because few strings occur many times. */
function fixedNumbers(chunk: FixedChunk, codeOf: CodeOf): Float64Array {
  const bytes = elementsInOrder(chunk);
  const { itemSize } = chunk.dataType;
  const width = itemSize / 4;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, bytes.byteLength / 4);
  const numbers = new Float64Array(words.length / width);
  const met: { readonly at: number; readonly code: number }[] = [];
  for (let index = 0; index < numbers.length; index++) {
    const at = index * width;
    const known = met.find((one) => sameWords(words, one.at, at, width));
    const code =
      known?.code ?? codeOf(textOf(chunk.dataType, bytes.subarray(index * itemSize, (index + 1) * itemSize)), index);
    if (known === undefined && !lazyLimits.metTexts.isExceededBy(met.length + 1)) met.push({ at, code });
    numbers[index] = code;
  }
  return numbers;
}

function sameWords(words: Uint32Array, a: number, b: number, width: number): boolean {
  for (let i = 0; i < width; i++) if (words[a + i] !== words[b + i]) return false;
  return true;
}

function textOf(dataType: DataType, item: Item): string {
  const text = elementToScalar(dataType, item);
  if (typeof text === "string") return text;
  throw new HyperslabError("invalid-data", `an element of ${dataType.name} is not a string`);
}

function elementOf(dataType: FixedDataType, label: string): Uint8Array {
  try {
    const element = scalarToElement(dataType, label);
    if (element instanceof Uint8Array) return element;
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
  }
  throw new HyperslabError("invalid-data", `the label ${JSON.stringify(label)} does not fit ${dataType.name}`);
}
