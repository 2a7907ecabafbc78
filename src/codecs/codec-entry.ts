/** A codec as a registry lists it: by name, and loaded when it is first needed. */
import type { Codec, CodecKind } from "./codec.ts";

export interface CodecEntry {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly kind: CodecKind;
  load(): Promise<Codec>;
}
