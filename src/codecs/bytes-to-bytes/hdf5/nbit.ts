/**
 * `hdf5.nbit`: HDF5's filter 5, which stores only the bits that matter: of numbers `precision` bits from `offset` on; of
 * other elements what the parameters of the filter say (`element`).
 */
import { HyperslabError } from "../../../errors.ts";
import { reverseGroups } from "../../../model/values/numeric-array.ts";
import type { BytesToBytesCodec } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { PackedReader, PackedWriter } from "./bit-stream.ts";
import { eachNumber, type NbitElement, parseNbitElement, storedBits } from "./nbit-element.ts";

export const hdf5Nbit: BytesToBytesCodec<NbitElement> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    const element = configuration.get("element");
    if (element !== undefined) {
      configuration.only(["element"]);
      return parseNbitElement(element.items().map((word) => word.integer(0, 2 ** 32 - 1)));
    }
    configuration.only(["size", "precision", "offset", "endian"]);
    const size = configuration.required("size").integer(1, 16);
    const offset = configuration.required("offset").integer(0, size * 8 - 1);
    const precision = configuration.required("precision").integer(1, size * 8 - offset);
    const isBig = configuration.required("endian").oneOf(["little", "big"]) === "big";
    return { kind: "number", size, isBig, precision, offset };
  },
  bind: (element, { length }) => {
    if (length === undefined) throw new HyperslabError("unsupported", "values of unknown length cannot be n-bit");
    const { size } = element;
    // HDF5 counts the byte after the last whole one even if it contains no bits.
    const packed = Math.floor((Math.floor(length / size) * storedBits(element)) / 8) + 1;
    return {
      encodedLength: undefined,
      encode: (bytes) => {
        const values = bytes.slice();
        const writer = new PackedWriter(new Uint8Array(packed), 0);
        for (let start = 0; start + size <= length; start += size) {
          eachNumber(element, start, (number, at) => {
            if (number.isBig) reverseGroups(values.subarray(at, at + number.size), number.size);
            writer.write(number.precision, values, at, number.offset);
          });
        }
        return writer.bytes;
      },
      decode: (bytes) => {
        if (bytes.byteLength !== packed) {
          throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are stored, n-bit values take ${packed}`);
        }
        const out = allocate(length);
        out.fill(0);
        const reader = new PackedReader(bytes, 0);
        for (let start = 0; start + size <= length; start += size) {
          eachNumber(element, start, (number, at) => {
            reader.read(number.precision, out, at, number.offset);
            if (number.isBig && element !== number) reverseGroups(out.subarray(at, at + number.size), number.size);
          });
        }
        if (element.kind === "number" && element.isBig) reverseGroups(out, size);
        return out;
      },
    };
  },
};
