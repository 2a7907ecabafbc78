/** `hdf5.nbit`: HDF5's filter 5 for numbers, which stores only the bits that matter: `precision` of them from `offset` on. */
import { HyperslabError } from "../../../errors.ts";
import { reverseGroups } from "../../../model/values/numeric-array.ts";
import type { BytesToBytesCodec } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { PackedReader, PackedWriter } from "./bit-stream.ts";

export interface NbitConfiguration {
  readonly size: number;
  readonly precision: number;
  readonly offset: number;
  readonly isBig: boolean;
}

export const hdf5Nbit: BytesToBytesCodec<NbitConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["size", "precision", "offset", "endian"]);
    const size = configuration.required("size").integer(1, 16);
    const offset = configuration.required("offset").integer(0, size * 8 - 1);
    return {
      size,
      offset,
      precision: configuration.required("precision").integer(1, size * 8 - offset),
      isBig: configuration.required("endian").oneOf(["little", "big"]) === "big",
    };
  },
  bind: ({ size, precision, offset, isBig }, { length }) => {
    if (length === undefined) throw new HyperslabError("unsupported", "values of unknown length cannot be n-bit");
    const count = length / size;
    // HDF5 counts the byte after the last whole one even if it contains no bits.
    const packed = Math.floor((count * precision) / 8) + 1;
    return {
      encodedLength: undefined,
      encode: (bytes) => {
        const values = bytes.slice();
        if (isBig) reverseGroups(values, size);
        const writer = new PackedWriter(new Uint8Array(packed), 0);
        for (let index = 0; index < count; index++) writer.write(precision, values, index * size, offset);
        return writer.bytes;
      },
      decode: (bytes) => {
        if (bytes.byteLength !== packed) {
          throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are stored, n-bit values take ${packed}`);
        }
        const out = allocate(length);
        out.fill(0);
        const reader = new PackedReader(bytes, 0);
        for (let index = 0; index < count; index++) reader.read(precision, out, index * size, offset);
        if (isBig) reverseGroups(out, size);
        return out;
      },
    };
  },
};
