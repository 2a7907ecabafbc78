/**
 * `hdf5.zfp`: HDF5's filter 32013. A chunk is a zfp stream without zfp's header, which is in the parameters of the
 * filter: `header` contains it, in 32-bit words. The filter treats bytes as little-endian numbers, whatever the byte
 * order of the elements.
 */
import { HyperslabError } from "../../../errors.ts";
import { bytesFromNumbers } from "../../../model/values/numeric-array.ts";
import { makeValues } from "../../array-to-bytes/zfp/bind.ts";
import { ZfpReader } from "../../array-to-bytes/zfp/bit-stream.ts";
import { blockCodec } from "../../array-to-bytes/zfp/block-codec.ts";
import { decodeField } from "../../array-to-bytes/zfp/field.ts";
import { parseHeader, type TypedHeader } from "../../array-to-bytes/zfp/header.ts";
import type { BytesToBytesCodec } from "../../codec.ts";

export interface Hdf5ZfpConfiguration {
  readonly header: TypedHeader;
}

const ITEM_BYTES = { int32: 4, int64: 8, float32: 4, float64: 8 } as const;
/** Streams are padded to words of the library that wrote them, of up to this many bytes. */
const MOST_WORD_BYTES = 8;

export const hdf5Zfp: BytesToBytesCodec<Hdf5ZfpConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["header"]);
    const words = Uint32Array.from(
      configuration
        .required("header")
        .items()
        .map((word) => word.integer(0, 2 ** 32 - 1)),
    );
    return { header: parseHeader(new ZfpReader(bytesFromNumbers(words))) };
  },
  bind: ({ header }, type) => {
    const count = header.shape.reduce((product, length) => product * length, 1);
    const length = count * ITEM_BYTES[header.type];
    if (type.length !== undefined && type.length !== length) {
      throw new HyperslabError(
        "invalid-data",
        `zfp: ${header.type} of shape [${header.shape.join(", ")}] is stored, but the chunk has ${type.length} bytes`,
      );
    }
    return {
      encodedLength: undefined,
      encode: () => {
        // Most modes of zfp change values, so a chunk that was stored without it cannot be read as if it had it.
        throw new HyperslabError("unsupported", "hdf5.zfp is only read");
      },
      decode: (bytes) => {
        const blocks = header.shape.reduce((product, extent) => product * Math.ceil(extent / 4), 1);
        // Each block takes at least one bit, so a stream that is too short is detected before memory is allocated.
        if (bytes.byteLength * 8 < blocks || length > type.maxLength) {
          throw new HyperslabError("invalid-data", `zfp: ${bytes.byteLength} bytes are too few for ${count} values`);
        }
        const reader = new ZfpReader(bytes);
        const values = makeValues(header.type, count);
        decodeField(reader, blockCodec(header.type, header.shape.length, header.parameters), header.shape, values);
        const used = Math.ceil(reader.at / 8);
        if (bytes.byteLength < used || bytes.byteLength >= used + MOST_WORD_BYTES) {
          throw new HyperslabError(
            "invalid-data",
            `zfp: ${bytes.byteLength} bytes are stored, the blocks take ${used}`,
          );
        }
        return bytesFromNumbers(values);
      },
    };
  },
};
