/**
 * What every codec must do, in one suite. A new codec runs it by saying which configurations it has and which data
 * types it takes; its vectors are fixtures/codecs/<name>.json, made by another implementation.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromPlain, jsonNull, toPlain } from "../../src/bytes/json/make.ts";
import { jsonView } from "../../src/bytes/json/view.ts";
import type { ChunkType, Codec, Pipeline } from "../../src/codecs/codec.ts";
import { driveMemory } from "../../src/codecs/pipeline/drive.ts";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { codecEntry } from "../../src/codecs/registry.ts";
import { isHyperslabError } from "../../src/errors.ts";
import type { DataType } from "../../src/model/data-types/data-type.ts";
import { type Chunk, filledChunk } from "../../src/model/grid/chunk.ts";
import { selectChunk } from "../../src/model/lattice/copy.ts";
import { type AxisSelection, selectionShape } from "../../src/model/selection/axis-selection.ts";
import { type Item, presentItem, zeroElement } from "../../src/model/values/fill-value.ts";
import {
  ALL_TYPES,
  anySelection,
  decode,
  elementsOf,
  named,
  numbers,
  type PlainSpec,
  sampleChunk,
  specs,
  typeOf,
} from "../codecs/samples.ts";

export interface CodecSubject {
  /** Configurations for chunks of this shape; those that do not depend on it are the same for all. */
  configurations(shape: readonly number[], dataType: DataType): readonly object[];
  accepts(dataType: DataType): boolean;
  /** Configurations that must be refused. */
  readonly refused: readonly object[];
  /** Is any damage to the encoded bytes noticed, at least in the given configuration? */
  readonly detects?: object;
  /** May an object be longer than it need be, in this configuration? */
  readonly loose?: (configuration: object) => boolean;
  /** Does it write, for the same input, the very bytes that its peers write? */
  readonly exact: boolean;
  /** Data types beside those of every codec. */
  readonly types?: readonly DataType[];
  /** Chunks that the codec gives back unchanged, where it does not give back every one. */
  readonly sample?: typeof sampleChunk;
}

const SHAPES: readonly (readonly number[])[] = [[], [7], [3, 4], [2, 3, 4], [2, 1, 3, 2]];

/** Six of a long list, others each time: over all data types every one has its turn. */
function inTurn<T>(list: readonly T[], turn: number): readonly T[] {
  const start = turn % list.length;
  return [...list.slice(start), ...list.slice(0, start)].slice(0, 6);
}

/** Taken in turn, one a round trip. */
const LAYOUTS = ["C", "F", "gaps"] as const;

/** The whole chain that a codec is tested in. */
export function chainOf(codec: Codec["kind"], spec: PlainSpec, dataType: DataType): PlainSpec[] {
  const serializer =
    dataType.kind === "string"
      ? { name: "vlen-utf8" }
      : dataType.kind === "bytes"
        ? { name: "vlen-bytes" }
        : { name: "bytes", configuration: { endian: "little" } };
  if (codec === "array-to-array") return [spec, serializer];
  return codec === "array-to-bytes" ? [spec] : [serializer, spec];
}

/** Runs the suite. `standard` is the name in documents and vectors, where a variant is registered under another. */
export function describeCodec(name: string, subject: CodecSubject, standard: string = name): void {
  const { kind } = codecEntry(name);
  const bind = (type: ChunkType, configuration: object): Promise<Pipeline> =>
    bindPipeline(specs(...chainOf(kind, { name, configuration }, type.dataType)), type);
  const types = [...ALL_TYPES, ...(subject.types ?? [])].filter(subject.accepts);
  const { sample = sampleChunk } = subject;
  const first = types.find((dataType) => dataType.name === "uint16") ?? types[0]!;

  describe(`codec ${name}`, () => {
    for (const shape of SHAPES) {
      test(`gives back every data type, shape [${shape.join(", ")}], any layout`, async () => {
        let turn = 0;
        for (const dataType of types) {
          const type = typeOf(dataType, shape);
          for (const configuration of inTurn(subject.configurations(shape, dataType), turn)) {
            const pipeline = await bind(type, configuration);
            const chunk = sample(type, shape.length + 1, LAYOUTS[turn++ % LAYOUTS.length]);
            const encoded = pipeline.encode(chunk);
            const absent = filledChunk(dataType, shape, type.fillValue);
            const decoded = encoded === undefined ? absent : decode(pipeline, encoded)!;
            expect(elementsOf(decoded), `${dataType.name} ${JSON.stringify(configuration)}`).toEqual(elementsOf(chunk));
          }
        }
      });
    }

    test("refuses other data types when it is bound", async () => {
      for (const dataType of ALL_TYPES.filter((candidate) => !subject.accepts(candidate))) {
        const [configuration = {}] = subject.configurations([4], dataType);
        await expect(bind(typeOf(dataType, [4]), configuration), dataType.name).rejects.toSatisfy((error) =>
          isHyperslabError(error),
        );
      }
    });

    test("decodes a part as it decodes the whole", async () => {
      const parts = fc
        .constantFrom(...SHAPES)
        .chain((shape) => fc.tuple(fc.constant(shape), anySelection(shape), fc.nat(99)));
      await fc.assert(
        fc.asyncProperty(parts, async ([shape, selection, seed]) => {
          const type = typeOf(types[seed % types.length]!, shape);
          const configurations = subject.configurations(shape, type.dataType);
          const pipeline = await bind(type, configurations[seed % configurations.length]!);
          const chunk = sample(type, seed);
          const encoded = pipeline.encode(chunk);
          const part = decode(pipeline, encoded, selection);
          if (encoded === undefined) expect(part).toBeUndefined();
          else expect(elementsOf(part!)).toEqual(elementsOf(selectChunk(chunk, selection)));
        }),
        { numRuns: 60 },
      );
    });

    test("shares no memory with what it is given, and changes none of it", async () => {
      const type = typeOf(first, [5, 4]);
      for (const configuration of subject.configurations([5, 4], first)) {
        const pipeline = await bind(type, configuration);
        const chunk = sample(type, 5);
        const before = elementsOf(chunk);
        const encoded = pipeline.encode(chunk)!;
        expect(elementsOf(chunk)).toEqual(before);
        const copy = encoded.slice();
        chunk.bytes?.fill(0xee);
        chunk.items?.fill("changed");
        expect(encoded).toEqual(copy);
        const decoded = decode(pipeline, encoded)!;
        expect(encoded).toEqual(copy);
        encoded.fill(0xee);
        expect(elementsOf(decoded)).toEqual(before);
      }
    });

    test("writes a part of the target and nothing beside it", async () => {
      const type = typeOf(first, [3, 4]);
      for (const configuration of subject.configurations([3, 4], first)) {
        const pipeline = await bind(type, configuration);
        const chunk = sample(type, 9);
        const encoded = pipeline.encode(chunk)!;
        const target = sample(typeOf(first, [7, 9]), 11);
        const before = elementsOf(target);
        const place: AxisSelection[] = [
          { kind: "range", start: 2, step: 1, count: 3 },
          { kind: "range", start: 8, step: -2, count: 4 },
        ];
        const view = selectChunk(target, place);
        expect(driveMemory(pipeline.decode(wholeOf([3, 4]), view), encoded)).toBe(true);
        expect(elementsOf(view)).toEqual(elementsOf(chunk));
        const restored = sample(typeOf(first, [7, 9]), 11);
        const original = selectChunk(restored, place);
        if (view.bytes !== undefined && original.bytes !== undefined) view.bytes.set(original.bytes);
        else view.items?.splice(0, view.items.length, ...original.items!);
        expect(elementsOf(target)).toEqual(before);
      }
    });

    test("distinguishes an absent object from any other", async () => {
      const type = typeOf(first, [3]);
      for (const configuration of subject.configurations([3], first)) {
        expect(decode(await bind(type, configuration), undefined)).toBeUndefined();
      }
    });

    test("turns bytes that are truncated, damaged or foreign into a typed error or a whole chunk", async () => {
      const type = typeOf(first, [3, 4]);
      for (const configuration of subject.configurations([3, 4], first)) {
        const pipeline = await bind(type, configuration);
        const encoded = pipeline.encode(sample(type, 3))!;
        for (const damaged of damages(encoded)) {
          for (const selection of [wholeOf([3, 4]), oneElement(2)]) attemptDecode(pipeline, damaged, selection);
        }
      }
    });

    test("never takes a shorter or longer object for a whole one", async () => {
      const type = typeOf(first, [3, 4]);
      for (const configuration of subject.configurations([3, 4], first)) {
        const pipeline = await bind(type, configuration);
        const encoded = pipeline.encode(sample(type, 3))!;
        for (let length = 0; length < encoded.byteLength; length++) {
          const found = attemptDecode(pipeline, encoded.subarray(0, length), wholeOf([3, 4]));
          expect(found, `${JSON.stringify(configuration)} cut to ${length}`).toBe("refused");
        }
        if (subject.loose?.(configuration)) continue;
        const longer = Uint8Array.from([...encoded, 7]);
        expect(attemptDecode(pipeline, longer, wholeOf([3, 4])), "one byte more").toBe("refused");
      }
    });

    test("stops at the expected length and names both lengths or the limit", async () => {
      const large = typeOf(first, [40, 50]);
      const small = typeOf(first, [4, 5]);
      for (const configuration of subject.configurations([4, 5], first)) {
        if (subject.loose?.(configuration)) continue;
        const encoded = (await bind(large, configuration)).encode(sample(large, 2))!;
        const pipeline = await bind(small, configuration);
        const error = decodeError(() => decode(pipeline, encoded));
        expect(error?.code).toBe("invalid-data");
        expect(error?.place).toMatchObject({ direction: "decode", codec: expect.any(String) });
        expect(error?.what).toMatch(/\d/);
      }
    });

    test("refuses bad configurations with the field's path", async () => {
      for (const configuration of [{ ...subject.configurations([2, 2], first)[0], unknown: 1 }, ...subject.refused]) {
        const error = await bind(typeOf(first, [2, 2]), configuration).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(isHyperslabError(error), JSON.stringify(configuration)).toBe(true);
        expect(isHyperslabError(error) && error.place.field).toMatch(/^codecs\[[01]\]/);
      }
    });

    test("parses its configurations without a document", async () => {
      const codec = await codecEntry(name).load();
      for (const configuration of subject.configurations([2, 2], first)) {
        expect(() => codec.parse(jsonView(fromPlain(configuration)))).not.toThrow();
      }
    });

    const { detects } = subject;
    if (detects !== undefined) {
      test("notices every single bit that is flipped, or is not disturbed by it", async () => {
        const type = typeOf(first, [6, 5]);
        const pipeline = await bind(type, detects);
        const chunk = sample(type, 13);
        const encoded = pipeline.encode(chunk)!;
        for (let bit = 0; bit < encoded.byteLength * 8; bit++) {
          const damaged = encoded.slice();
          damaged[bit >> 3]! ^= 1 << (bit & 7);
          let decoded: Chunk | undefined;
          const error = decodeError(() => (decoded = decode(pipeline, damaged)));
          if (error === undefined) expect(elementsOf(decoded!), `bit ${bit}`).toEqual(elementsOf(chunk));
        }
      });
    }

    describeVectors(name, standard, subject.exact);
  });
}

function wholeOf(shape: readonly number[]): AxisSelection[] {
  return shape.map((length) => ({ kind: "range", start: 0, step: 1, count: length }));
}

function oneElement(rank: number): AxisSelection[] {
  return Array.from({ length: rank }, () => ({ kind: "range", start: 1, step: 1, count: 1 }));
}

/** Damaged copies: cut anywhere, single bytes changed, runs overwritten, foreign bytes, nothing at all. */
function* damages(encoded: Uint8Array): Generator<Uint8Array> {
  for (let length = 0; length < encoded.byteLength; length++) yield encoded.subarray(0, length);
  const next = numbers(encoded.byteLength);
  for (let at = 0; at < encoded.byteLength; at++) {
    for (const change of [1 << (next() & 7), 0xff]) {
      const damaged = encoded.slice();
      damaged[at]! ^= change;
      yield damaged;
    }
    const damaged = encoded.slice();
    damaged.fill(next(), at, at + 8);
    yield damaged;
  }
  for (let run = 0; run < 50; run++) yield Uint8Array.from({ length: next() % 60 }, next);
}

/** Decodes; whatever is thrown must be ours. */
function attemptDecode(
  pipeline: Pipeline,
  object: Uint8Array,
  selection: readonly AxisSelection[],
): "refused" | "decoded" {
  const { dataType, fillValue } = pipeline.type;
  const target = filledChunk(dataType, selectionShape(selection), fillValue);
  const error = decodeError(() => driveMemory(pipeline.decode(selection, target), object));
  return error === undefined ? "decoded" : "refused";
}

function decodeError(run: () => unknown) {
  try {
    run();
    return undefined;
  } catch (error) {
    if (isHyperslabError(error)) return error;
    throw error;
  }
}

/** Base64 or a text; null if it is missing, `[null]` if that is so in an inner optional type alone. */
type VectorItem = string | null | readonly [null];

interface Vector {
  readonly name: string;
  readonly data_type: string;
  readonly shape: readonly number[];
  readonly fill_value: string | readonly VectorItem[];
  readonly codecs: readonly PlainSpec[];
  readonly encoded: string | null;
  readonly elements: string | readonly VectorItem[] | { readonly length: number; readonly sha256: string };
}

/** What another implementation stored for known chunks. */
export function vectorsOf(name: string): readonly Vector[] {
  const file = fileURLToPath(new URL(`../../fixtures/codecs/${name}.json`, import.meta.url));
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).cases : [];
}

function describeVectors(name: string, standard: string, exact: boolean): void {
  const vectors = vectorsOf(standard);
  test("has vectors from another implementation", () => expect(vectors.length).toBeGreaterThan(0));
  for (const vector of vectors) {
    test(`reads and writes "${vector.name}" as another implementation does`, async () => {
      const dataType = named(vector.data_type);
      const fillValue = itemOf(dataType, vector.fill_value);
      const codecs = vector.codecs.map((spec) => (spec.name === standard ? { ...spec, name } : spec));
      const pipeline = await bindPipeline(specs(...codecs), { dataType, shape: vector.shape, fillValue });
      const encoded = vector.encoded === null ? undefined : new Uint8Array(Buffer.from(vector.encoded, "base64"));
      const chunk = decode(pipeline, encoded) ?? filledChunk(dataType, vector.shape, fillValue);
      expectElements(chunk, vector.elements);
      const again = pipeline.encode(chunk, { dropFill: true });
      if (exact && vector.codecs.every(isExact)) expect(again).toEqual(encoded);
      else expectElements(decode(pipeline, again) ?? chunk, vector.elements);
    });
  }
}

/** Compressors may choose: only chains without one are compared byte for byte. */
function isExact(spec: PlainSpec): boolean {
  return !/"(gzip|zlib|zstd|blosc)"/.test(JSON.stringify(spec));
}

function itemOf(dataType: DataType, text: Vector["fill_value"]): Item {
  const [item = ""] = typeof text === "string" ? [text] : text;
  if (item === null) return zeroElement(dataType);
  if (typeof item !== "string") return presentItem(jsonNull());
  if (dataType.kind === "optional") return itemOf(dataType.item, item);
  return dataType.kind === "string" ? item : new Uint8Array(Buffer.from(item, "base64"));
}

function expectElements(chunk: Chunk, expected: Vector["elements"]): void {
  const found = elementsOf(chunk);
  if (typeof found !== "string") {
    const items = found.map((item) =>
      typeof item === "string"
        ? item
        : item instanceof Uint8Array
          ? Buffer.from(item).toString("base64")
          : toPlain(item),
    );
    expect(items).toEqual(expected);
  } else if (typeof expected === "string") {
    expect(found).toBe(Buffer.from(expected, "base64").toString("hex"));
  } else {
    const bytes = Buffer.from(found, "hex");
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect({ length: bytes.byteLength, sha256 }).toEqual(expected);
  }
}
