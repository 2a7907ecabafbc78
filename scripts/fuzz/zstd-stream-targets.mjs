// Target: damaged Zstandard files in pieces of any length. The decoder of pieces gives what the decoder of whole files gives, or refuses.

import { readFileSync } from "node:fs";
import { setLimits } from "../../dist/modules/bytes/limit.js";
import { decodeZstdStream } from "../../dist/modules/codecs/kernels/plain/zstd/stream.js";
import { loadZstd } from "../../dist/modules/codecs/kernels/zstd/kernel.js";
import { isHyperslabError } from "../../dist/modules/errors.js";
import { damage, runsAndNoise } from "./random.mjs";
import { outcome } from "./twins.mjs";

/** Bytes that a case may decode to: a few bytes of a frame may stand for gigabytes. */
const MOST_CONTENT = 2 ** 18;
/** Only the decoder of pieces forgets what lies before the window, and refuses windows that are too large to keep. */
const OWN_REFUSALS = /refers to bytes before the frame|needs a window/;

export async function zstdStreamTargets() {
  const whole = await loadZstd();
  const { cases } = JSON.parse(readFileSync(new URL("../../fixtures/zstd/frames.json", import.meta.url), "utf8"));
  const made = cases.flatMap(({ frame, length }) =>
    length !== undefined && length < 20_000 ? [new Uint8Array(Buffer.from(frame, "base64"))] : [],
  );
  const fileOf = (random) =>
    random.chance(2)
      ? random.pick(made)
      : whole.encodeZstd(runsAndNoise(random), random.below(20) - 5, random.chance(2));
  const target = async (random) => {
    const other = fileOf(random);
    const file = random.chance(3) ? new Uint8Array(Buffer.concat([fileOf(random), other])) : fileOf(random);
    const damaged = random.chance(4) ? file : damage(file, random, other);
    const pieces = [...piecesOf(damaged, random)];
    // Of the output as little is kept as can be, or all of it.
    const kept = random.pick([1, 16, 1000, 2 ** 20]);
    return {
      describe: () => ({
        kept,
        pieces: pieces.map(({ byteLength }) => byteLength),
        bytes: Buffer.from(damaged).toString("base64"),
      }),
      run: () => [
        async () => {
          const expected = outcome(() => whole.decodeZstdUnknown(damaged, MOST_CONTENT));
          const found = await streamed(pieces, kept);
          if (found.error !== undefined) {
            if (expected.error === undefined && !OWN_REFUSALS.test(found.error.message)) {
              return `only the decoder of pieces refuses: ${found.error.message}`;
            }
            throw found.error;
          }
          if (found.isLong) {
            if (expected.error === undefined) return "the decoder of pieces gives more";
            throw expected.error;
          }
          if (expected.error !== undefined) return `only the decoder of pieces accepts: ${expected.error.message}`;
          return Buffer.compare(found.bytes, expected.bytes) === 0 ? undefined : "pieces decode to other bytes";
        },
      ],
    };
  };
  return { "zstd-stream": target };
}

/** Some pieces are empty. */
function* piecesOf(bytes, random) {
  const longest = random.pick([1, 2, 20, 1000, bytes.byteLength]);
  for (let at = 0; at < bytes.byteLength; ) {
    const length = random.below(longest + 1);
    yield bytes.slice(at, at + length);
    at += length;
  }
}

async function streamed(pieces, kept) {
  setLimits({ tiny: false, values: { "codecs.streamedPieceBytes": kept } });
  const parts = [];
  let length = 0;
  try {
    const source = async function* () {
      yield* pieces;
    };
    for await (const part of decodeZstdStream(source())) {
      parts.push(part.slice());
      length += part.byteLength;
      if (length > MOST_CONTENT) return { isLong: true };
    }
    return { bytes: Buffer.concat(parts) };
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    return { error };
  } finally {
    setLimits({ tiny: false, values: {} });
  }
}
