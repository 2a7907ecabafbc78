/** The frames in fixtures/zstd, the kernel's variants, and data that uses what the format has. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { loadZstd, type ZstdKernel } from "../../../src/codecs/kernels/zstd/kernel.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import { random } from "./guarded.ts";

interface Case {
  readonly name: string;
  readonly frame: Uint8Array;
  readonly length?: number;
  readonly sha256?: string;
  readonly refused?: string;
}

const listed: { cases: (Omit<Case, "frame"> & { frame: string })[] } = JSON.parse(
  readFileSync("fixtures/zstd/frames.json", "utf8"),
);

const all: readonly Case[] = listed.cases.map((one) => ({
  ...one,
  frame: new Uint8Array(Buffer.from(one.frame, "base64")),
}));

export const frames: readonly (Case & { length: number; sha256: string })[] = all.flatMap((one) =>
  one.length === undefined || one.sha256 === undefined ? [] : [{ ...one, length: one.length, sha256: one.sha256 }],
);
export const refused: readonly (Case & { refused: string })[] = all.flatMap((one) =>
  one.refused === undefined ? [] : [{ ...one, refused: one.refused }],
);

export function frameNamed(name: string): Uint8Array {
  const found = frames.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no frame ${name}`);
  return found.frame;
}

export const kernels: readonly (readonly ["wasm" | "plain", ZstdKernel])[] = [
  ["wasm", await loadZstd()],
  ["plain", await loadZstd({ plain: true })],
];

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** What a decoder makes of it: the bytes, or the word "refused" if it fails as it should. */
export function outcome(run: () => Uint8Array): Uint8Array | "refused" {
  try {
    return run();
  } catch (error) {
    if (!isHyperslabError(error, "invalid-data") && !isHyperslabError(error, "unsupported")) throw error;
    return "refused";
  }
}

/** Words of a small vocabulary, some much more frequent than others. */
export function words(length: number): Uint8Array {
  const next = random(17);
  const vocabulary = Array.from({ length: 2000 }, () =>
    Array.from({ length: 2 + (next() % 9) }, () => String.fromCharCode(97 + (next() % 26))).join(""),
  );
  let text = "";
  while (text.length < length) text += `${vocabulary[Math.floor((next() % 2000) * ((next() % 1000) / 1000))]} `;
  return new TextEncoder().encode(text.slice(0, length));
}

/** Bytes of which every four are a copy of four from far before: as many sequences as a block can have. */
export function manyMatches(length: number): Uint8Array {
  const next = random(5);
  const bytes = new Uint8Array(length);
  const pool = 4096;
  for (let at = 0; at < length; at += 4) {
    const from = at < pool ? undefined : (next() % (pool / 4)) * 4;
    for (let i = 0; i < 4; i++) bytes[at + i] = from === undefined ? next() : bytes[from + i]!;
  }
  return bytes;
}
