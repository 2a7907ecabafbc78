/**
 * What every registered codec does with bad input: nothing at all, too little, a flipped bit in its headers, lengths that
 * lie, bytes of another codec. A typed error that names the codec and the direction, or (where the format has nothing to
 * tell by) a whole chunk; never much more memory than the chunk has.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Pipeline } from "../../src/codecs/codec.ts";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { codecEntry, knownCodecs } from "../../src/codecs/registry.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { chainOf } from "../contracts/codec-contract.ts";
import { ALL_TYPES, decode, sampleChunk, specs, typeOf } from "./samples.ts";
import { subjects } from "./subjects.ts";

const SHAPE = [8, 9];
/** Where headers are: this many bytes at the start, and at the end. */
const HEAD = 26;
const TAIL = 16;
/** Arrays that garbage collection has not freed yet, the kernels' own memory and the tests' included. */
const MARGIN = 48 * 2 ** 20;

interface Subject {
  readonly name: string;
  readonly label: string;
  readonly pipeline: Pipeline;
  readonly encoded: Uint8Array;
}

const names = knownCodecs().map(({ name }) => name);
const made = new Map<string, readonly Subject[]>();

beforeAll(async () => {
  for (const name of names) made.set(name, await subjectsOf(name));
});
afterAll(() => made.clear());

/** A codec in at most three configurations, with a chunk that it encoded. */
async function subjectsOf(name: string): Promise<readonly Subject[]> {
  const subject = subjects[name];
  if (subject === undefined) throw new Error(`test/codecs/subjects.ts has no ${name}`);
  const types = [...ALL_TYPES, ...(subject.types ?? [])].filter(subject.accepts);
  const dataType = types.find((candidate) => candidate.name === "uint16") ?? types[0]!;
  const type = typeOf(dataType, SHAPE);
  const { kind } = codecEntry(name);
  return Promise.all(
    subject
      .configurations(SHAPE, dataType)
      .slice(0, 3)
      .map(async (configuration) => {
        const pipeline = await bindPipeline(specs(...chainOf(kind, { name, configuration }, dataType)), type);
        const encoded = pipeline.encode((subject.sample ?? sampleChunk)(type, 3))!;
        return { name, label: `${name} ${JSON.stringify(configuration)}`, pipeline, encoded };
      }),
  );
}

/** Decodes; whatever is thrown must be ours and say which codec it was. */
function attempt({ pipeline, label }: Subject, bytes: Uint8Array, what: string): "refused" | "decoded" {
  try {
    if (decode(pipeline, bytes) !== undefined) return "decoded";
    throw new Error("an object that is there is taken for an absent one");
  } catch (error) {
    const place = isHyperslabError(error) ? error.place : {};
    const typed = isHyperslabError(error, "invalid-data") || isHyperslabError(error, "unsupported");
    // An expectation for each of so many cases would take longer than the cases.
    if (typed && place.codec !== undefined && place.direction === "decode") return "refused";
    throw new Error(`${label}, ${what}: ${String(error)}, ${JSON.stringify(place)}`, { cause: error });
  }
}

/** Runs; what lies in array buffers (those of WebAssembly included) may grow by the margin at most. */
function inBoundedMemory(run: () => void): void {
  const before = process.memoryUsage().arrayBuffers;
  run();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MARGIN);
}

const LENGTHS = [
  0n,
  1n,
  2n ** 15n,
  2n ** 16n - 1n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
];

/** Copies in which four or eight bytes are another number, in either byte order. */
function* lies(encoded: Uint8Array): Generator<readonly [Uint8Array, string]> {
  const { byteLength } = encoded;
  for (const width of [4, 8]) {
    for (let at = 0; at + width <= byteLength; at++) {
      if (at >= HEAD && at + width <= byteLength - TAIL) continue;
      const view = new DataView(encoded.buffer, encoded.byteOffset + at, width);
      const own = BigInt(width === 4 ? view.getUint32(0, true) : view.getBigUint64(0, true));
      for (const value of [own + 1n, own - 1n, ...LENGTHS]) {
        for (const little of [true, false]) {
          const damaged = encoded.slice();
          const field = new DataView(damaged.buffer, at, width);
          if (width === 4) field.setUint32(0, Number(BigInt.asUintN(32, value)), little);
          else field.setBigUint64(0, BigInt.asUintN(64, value), little);
          yield [damaged, `${value} as ${width} bytes at ${at}`];
        }
      }
    }
  }
}

describe.each(names)("%s", (name) => {
  it("refuses nothing at all, and every truncation", () => {
    for (const subject of made.get(name)!) {
      for (let length = 0; length < subject.encoded.byteLength; length++) {
        const outcome = attempt(subject, subject.encoded.subarray(0, length), `cut to ${length}`);
        if (outcome !== "refused") expect.fail(`${subject.label} takes ${length} bytes for all of them`);
      }
    }
  });

  it("turns a flipped bit in any header field into a typed error or a whole chunk", () => {
    for (const subject of made.get(name)!) {
      const { encoded } = subject;
      for (let bit = 0; bit < 8 * encoded.byteLength; bit++) {
        if (bit >= 8 * HEAD && bit < 8 * (encoded.byteLength - TAIL)) continue;
        const damaged = encoded.slice();
        damaged[bit >> 3]! ^= 1 << (bit & 7);
        attempt(subject, damaged, `bit ${bit}`);
      }
    }
  });

  it("trusts no false length", () => {
    const [subject] = made.get(name)!;
    inBoundedMemory(() => {
      for (const [damaged, what] of lies(subject!.encoded)) attempt(subject!, damaged, what);
    });
  });

  it("turns bytes of any other codec into a typed error or a whole chunk", () => {
    const [subject] = made.get(name)!;
    inBoundedMemory(() => {
      for (const others of made.values()) {
        for (const { encoded, label } of others) attempt(subject!, encoded, `the bytes of ${label}`);
      }
    });
  });
});
