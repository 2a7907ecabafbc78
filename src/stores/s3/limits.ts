/** The limits of buckets, separate from those of other stores so that only users of buckets load them; see bytes/limit.ts. */
import { defineLimits, type Limit } from "../../bytes/limit.ts";

const KIB = 1024;
const MIB = 1024 * 1024;

type Name =
  | "multipartBytes"
  | "partBytes"
  | "leastPartBytes"
  | "parts"
  | "deletedKeys"
  | "hashedBytes"
  | "longBodyBytes";

export const s3Limits: Readonly<Record<Name, Limit>> = defineLimits("s3", {
  /** Values from this length on are sent in parts, unless the caller says otherwise. */
  multipartBytes: [32 * MIB, 256],
  /** Length of a part, unless the caller says otherwise. */
  partBytes: [16 * MIB, 128],
  /** S3 refuses smaller parts, except for the last. */
  leastPartBytes: [5 * MIB, 64],
  /** S3 refuses more parts than this. */
  parts: [10_000, 10_000],
  /** The most keys that S3 deletes in one request. */
  deletedKeys: [1000, 2],
  /** From this length on WebCrypto is faster than our own hash. */
  hashedBytes: [16 * KIB, 64],
  /** Responses to bodies of at least this length are given more time. */
  longBodyBytes: [MIB, 64],
});
