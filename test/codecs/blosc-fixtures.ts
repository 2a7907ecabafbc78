/** The frames in fixtures/blosc, and Blosc with zlib and zstd of this platform. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fromPlain } from "../../src/bytes/json/make.ts";
import { jsonView } from "../../src/bytes/json/view.ts";
import { bloscBy } from "../../src/codecs/bytes-to-bytes/blosc.ts";
import type { BoundBytesToBytes, BytesToBytesCodec, BytesType } from "../../src/codecs/codec.ts";
import type { Kernels } from "../../src/codecs/kernels/kernels.ts";

const folder = "fixtures/blosc";

interface MadeFrame {
  readonly length: number;
  readonly sample: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

export interface BloscFrame extends MadeFrame {
  readonly codec: "blosc";
  readonly cname: string;
  readonly clevel: number;
  readonly shuffle: string;
  readonly typesize: number;
  readonly blocksize: number;
}

export interface Lz4Frame extends MadeFrame {
  readonly codec: "lz4";
  readonly acceleration: number;
}

export interface ShuffleFrame extends MadeFrame {
  readonly codec: "shuffle";
  readonly elementsize: number;
}

type AnyFrame = BloscFrame | Lz4Frame | ShuffleFrame;

function readFrames(): readonly AnyFrame[] {
  const all = new Uint8Array(readFileSync(`${folder}/frames.bin`));
  const { cases } = JSON.parse(readFileSync(`${folder}/frames.json`, "utf8"));
  return cases.map((made: AnyFrame & { offset: number; size: number }) => ({
    ...made,
    bytes: all.slice(made.offset, made.offset + made.size),
  }));
}

const frames = readFrames();
export const bloscFrames: readonly BloscFrame[] = frames.filter((frame) => frame.codec === "blosc");
export const lz4Frames: readonly Lz4Frame[] = frames.filter((frame) => frame.codec === "lz4");
export const shuffleFrames: readonly ShuffleFrame[] = frames.filter((frame) => frame.codec === "shuffle");

export interface OldFrame {
  readonly name: string;
  readonly maker: string;
  readonly length: number;
  readonly typesize: number;
  readonly sha256: string;
  readonly items?: readonly { readonly start: number; readonly count: number; readonly sha256: string }[];
  readonly bytes: Uint8Array;
}

export const oldFrames: readonly OldFrame[] = JSON.parse(readFileSync(`${folder}/old/old.json`, "utf8")).map(
  (old: OldFrame) => ({ ...old, bytes: new Uint8Array(readFileSync(`${folder}/old/${old.name}.blosc`)) }),
);

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function bytesType(length: number | undefined, elementSize = 1): BytesType {
  return { length, elementSize, maxLength: 2 ** 30 };
}

/** Parses and binds as the pipeline does. */
export async function bind<C>(
  codec: BytesToBytesCodec<C>,
  configuration: object,
  type: BytesType,
): Promise<BoundBytesToBytes> {
  return codec.bind(codec.parse(jsonView(fromPlain(configuration))), type);
}

export function bindBlosc(
  load: () => Promise<Kernels>,
  configuration: object,
  type: BytesType,
): Promise<BoundBytesToBytes> {
  return bind(bloscBy(load), configuration, type);
}
