/**
 * `numcodecs.jenkins_lookup3`: the bytes followed by their lookup3 hash, the checksum of HDF5's metadata. `initval` is
 * where the hash starts; `prefix`, a list of bytes, is hashed before the data without being stored.
 */
import { jenkinsLookup3 } from "../../bytes/checksum/jenkins-lookup3.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { checksumBy, kernelsFor, overPiecesWithState } from "../kernels/checksum-by-kernel.ts";
import { bindChecksum } from "./checksum.ts";

export interface JenkinsConfiguration {
  readonly initval: number;
  readonly prefix: Uint8Array | undefined;
}

export const jenkinsLookup3Codec: BytesToBytesCodec<JenkinsConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["initval", "prefix", "id"]);
    const prefix = configuration.get("prefix");
    return {
      initval: configuration.get("initval")?.integer(0, 2 ** 32 - 1) ?? 0,
      prefix:
        prefix === undefined || prefix.isNull()
          ? undefined
          : Uint8Array.from(prefix.items(), (item) => item.integer(0, 255)),
    };
  },
  bind: async ({ initval, prefix }, type) => {
    const checksum = checksumBy(
      await kernelsFor(type.length),
      (bytes) => jenkinsLookup3(bytes, initval, prefix),
      (kernels, bytes) =>
        jenkinsLookup3(bytes, initval, prefix, (whole, words) =>
          overPiecesWithState(kernels, whole, words, kernels.lookup3),
        ),
    );
    return bindChecksum(checksum, "end", type);
  },
};
