/** What a bucket offers beyond a store's values: conditional creation, streamed uploads, presigned addresses. */
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { checkValue } from "../byte-request.ts";
import { checkKey, joinKey } from "../store-key.ts";
import { checkPartSize, putObject, putStream } from "./put-object.ts";
import type { S3Target } from "./s3-address.ts";
import { S3Client } from "./s3-client.ts";
import { resolveSite, type S3Settings } from "./s3-settings.ts";

/** What S3 can do beyond a store: conditional creation, streamed uploads and presigned addresses. */
export interface S3Objects {
  /** The bucket and prefix, without secrets. */
  readonly location: string;
  /**
   * Creates an object unless it exists, and returns whether it did; of several concurrent callers, one succeeds. It is
   * not retried: if a response is lost, it is unknown who created the object.
   */
  create(
    key: string,
    value: Uint8Array,
    options?: {
      /** Aborts the operation; it then rejects with the signal's reason. */
      readonly signal?: AbortSignal;
    },
  ): Promise<boolean>;
  /** Writes an object of any length as its bytes arrive; only a few parts are in memory at a time. */
  upload(
    key: string,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options?: {
      /** Aborts the operation; it then rejects with the signal's reason. */
      readonly signal?: AbortSignal;
    },
  ): Promise<void>;
  /** An address by which anyone may read the object for a number of seconds, at most a week. It is a secret. */
  presign(key: string, seconds: number): Promise<string>;
}

/** Keys are those of `s3Store` with the same target. */
export function s3Objects(target: S3Target, settings: S3Settings = {}): S3Objects {
  const client = new S3Client(resolveSite(target, settings), settings);
  const { location } = client.site;
  const partSize = checkPartSize(settings.partSize);
  const objectKey = (key: string): string => {
    checkKey(key);
    return joinKey(target.key, key);
  };
  return {
    location,
    create: async (key, value, { signal } = {}) => {
      const place = { location, key };
      checkValue(value, place);
      if (client.site.provider === "google") throw notOffered(location);
      try {
        await putObject(client, objectKey(key), value, { place, signal, ifAbsent: true });
        return true;
      } catch (error) {
        if (isHyperslabError(error, "exists")) return false;
        throw error;
      }
    },
    upload: async (key, pieces, { signal } = {}) => {
      const { retry = {} } = settings;
      await putStream(client, objectKey(key), pieces, { place: { location, key }, signal, partSize, retry });
    },
    presign: async (key, seconds) => {
      if (Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= WEEK)
        return client.presign(objectKey(key), seconds);
      throw new HyperslabError("invalid-request", `an address cannot be valid for ${seconds} seconds`, {
        hint: "Give 1 second to 7 days.",
      });
    },
  };
}

const WEEK = 7 * 24 * 3600;

/** Google has its own header for this, which it accepts only with its own signatures. */
function notOffered(location: string): HyperslabError {
  return new HyperslabError("unsupported", "Google's S3 dialect cannot create an object conditionally", {
    location,
  });
}
