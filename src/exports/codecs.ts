/** `hyperslab/codecs`: everything needed to add your own codec. */
export type { JsonView } from "../bytes/json/view.ts";
export type {
  ArrayToArrayCodec,
  ArrayToBytesCodec,
  BoundArrayToArray,
  BoundArrayToBytes,
  BoundBytesToBytes,
  BytesToBytesCodec,
  BytesType,
  ChunkType,
  Codec,
  CodecKind,
} from "../codecs/codec.ts";
export { type CodecRegistration, knownCodecs, registerCodec } from "../codecs/registry.ts";
export type { CodecCost, CodecFacts, CostByMember, EncodedType } from "../model/codec-catalogue/facts.ts";
export type { Chunk, FixedChunk, VariableChunk } from "../model/grid/chunk.ts";
