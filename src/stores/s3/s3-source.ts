/** One object of a bucket, to read inside of: a zip archive, an HDF5 file. All reads are of one version of it. */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { HyperslabError } from "../../errors.ts";
import { objectSource } from "../object-source.ts";
import { splitKey } from "../store-key.ts";
import type { S3Target } from "./s3-address.ts";
import type { S3Settings } from "./s3-settings.ts";
import { s3Store } from "./s3-store.ts";

/** `s3://bucket/archive.zip`. Nothing is requested until something is read. */
export async function s3Source(target: S3Target, settings: S3Settings = {}): Promise<ByteSource> {
  const { prefix, name } = splitKey(target.key);
  if (name === "") {
    throw new HyperslabError("invalid-request", "the address names a bucket and no object in it", {
      location: `s3://${target.bucket}`,
    });
  }
  const store = await s3Store({ ...target, key: prefix }, settings);
  return { ...objectSource(store, name), fresh: true };
}
