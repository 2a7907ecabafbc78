/** A codec as a document names it, in the neutral spelling: that of Zarr v3 if it has one. Plain data. */
import type { JsonObject } from "../bytes/json/node.ts";

export interface CodecSpec {
  readonly name: string;
  readonly configuration: JsonObject;
  /** For codecs of file formats that cut the bytes of a chunk into pieces, each encoded by itself: their length. */
  readonly pieceBytes?: number;
}
