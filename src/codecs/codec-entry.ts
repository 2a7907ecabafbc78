/** A codec as a registry lists it: by name, and loaded when it is first needed. */
import type { Codec, CodecKind } from "./codec.ts";

/** A codec that is known, and how it is loaded. */
export interface CodecEntry {
  /** The name in documents. */
  readonly name: string;
  /** Other names that are read as this codec. */
  readonly aliases?: readonly string[];
  /** Which of the three kinds of codec it is. */
  readonly kind: CodecKind;
  /** Loads the codec. */
  load(): Promise<Codec>;
}
