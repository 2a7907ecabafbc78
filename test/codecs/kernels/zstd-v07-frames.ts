/** The frames of zstd 0.7 in fixtures/zstd. */
import { readFileSync } from "node:fs";

interface Decoded {
  readonly name: string;
  readonly frame: Uint8Array;
  readonly length: number;
  readonly sha256: string;
}

interface Refused {
  readonly name: string;
  readonly frame: Uint8Array;
  readonly refused: string;
}

const { cases }: { readonly cases: readonly { readonly frame: string }[] } = JSON.parse(
  readFileSync("fixtures/zstd/frames-0.7.json", "utf8"),
);
const all = cases.map((one): object => ({ ...one, frame: new Uint8Array(Buffer.from(one.frame, "base64")) }));

export const framesV07: readonly Decoded[] = all.filter((one): one is Decoded => "length" in one);
export const refusedV07: readonly Refused[] = all.filter((one): one is Refused => "refused" in one);

export function frameV07(name: string): Decoded {
  const found = framesV07.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no frame ${name}`);
  return found;
}
