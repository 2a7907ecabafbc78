/** What the engine runs of a chain. */

import type { Pipeline } from "../codec.ts";
import type { Rooms } from "./allocate.ts";
import { type Chain, encodedLength, readShape } from "./chain.ts";
import { decodeChain } from "./decode-chain.ts";
import { encodeChain, updateChain } from "./encode-chain.ts";

export function chainPipeline(chain: Chain, codecs: readonly string[], rooms: Rooms): Pipeline {
  return {
    type: chain.type,
    codecs,
    encodedLength: encodedLength(chain),
    readShape: readShape(chain),
    framed: chain.bytes.length === 0 ? chain.serializer.bound.framed : undefined,
    plain: chain.arrays.length === 0 && chain.bytes.length === 0 && chain.serializer.bound.plain === true,
    decode: (selection, target, memo) => decodeChain(chain, rooms.decoded, selection, target, memo),
    encode: (chunk, encodeOptions) => encodeChain(chain, rooms, chunk, encodeOptions),
    update: (old, selection, chunk, encodeOptions) => updateChain(chain, rooms, old, selection, chunk, encodeOptions),
  };
}
