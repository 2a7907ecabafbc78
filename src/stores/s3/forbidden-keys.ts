/**
 * Determines whether a bucket's 403 means absence. S3 answers 403 for a missing key if the caller may not list the
 * bucket. In a public bucket, read without credentials, 403 means absence if listing is refused while other objects can
 * be read. Until one has been read, nothing is proven.
 */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { type AskedObject, absenceProof, BELIEVED_MILLISECONDS } from "../http/absence-proof.ts";
import { joinKey } from "../store-key.ts";
import type { S3Client } from "./s3-client.ts";
import type { S3Failure } from "./s3-error.ts";
import type { S3Settings } from "./s3-settings.ts";

export interface Forbidden {
  /** Must be called when a request for an object is sent. */
  begin(key: string): AskedObject;
  /** Returns whether the key that got this response is absent. Fails if that cannot be decided. */
  isAbsent(
    failure: S3Failure,
    asked: AskedObject,
    place: ErrorPlace,
    signal: AbortSignal | undefined,
  ): Promise<boolean>;
}

const NOTE = "keys that the server forbids (403) are treated as absent, because the bucket cannot be listed";

/** `told` is called for each key that is treated as absent. */
export function forbiddenKeys(
  client: S3Client,
  { forbidden, onNote }: S3Settings,
  told: (key: string) => void,
): Forbidden {
  let isNoted = false;
  let listing: { readonly isAllowed: Promise<boolean>; readonly time: number } | undefined;
  const { key: root } = client.site.target;
  /** For this store's own prefix, because policies may be that narrow. */
  const askToList = async (): Promise<boolean> => {
    const { failure, error } = await client.request({
      method: "GET",
      query: [
        ["list-type", "2"],
        ["max-keys", "1"],
        ["prefix", root === "" ? "" : `${root}/`],
      ],
    });
    if (failure === undefined) return true;
    if (failure.status === 403) return false;
    throw error();
  };
  /** Repeated only after a while, because policies rarely change. It may be called before anything was read. */
  const mayList = async (): Promise<boolean> => {
    if (listing === undefined || Date.now() - listing.time >= BELIEVED_MILLISECONDS) {
      listing = { isAllowed: askToList(), time: Date.now() };
    }
    const asked = listing;
    try {
      return await asked.isAllowed;
    } catch (error) {
      if (listing === asked) listing = undefined;
      throw error;
    }
  };
  const isReadable = async (key: string): Promise<boolean> => {
    const { failure, error } = await client.request({ method: "HEAD", key: joinKey(root, key) });
    if (failure !== undefined && failure.status !== 403 && failure.status !== 404) throw error();
    return failure === undefined;
  };
  const proof = absenceProof({
    isReadable,
    // If no object was read, there is nothing to check, because names of documents are unknown here.
    findReadable: async () => undefined,
    hidesMissing: async () => !(await mayList()),
  });
  return {
    begin: proof.begin,
    isAbsent: async ({ status, code }, asked, place, signal) => {
      const key = place.key ?? "";
      if (forbidden !== undefined && forbidden !== "absent") return false;
      if (forbidden === undefined) {
        if (code !== "AccessDenied" && code !== "") return false;
        if ((await client.site.credentials.get()) !== undefined) return false;
        const answer = await asked.forbidden();
        signal?.throwIfAborted();
        if (answer === "forbidden") return false;
        if (answer === "unknown") {
          if (await mayList()) return false;
          throw notProven(status, place);
        }
        if (!isNoted) onNote?.(`${client.site.location}: ${NOTE}`);
        isNoted = true;
      }
      told(key);
      return true;
    },
  };
}

/** Formats treat it as a document that may or may not exist. */
function notProven(status: number, place: ErrorPlace): HyperslabError {
  return new HyperslabError("not-allowed", "the server forbids access, whether the object exists or not", {
    ...place,
    request: { kind: "absence-not-proven", transient: false, status },
    hint: "Check the address. A bucket that is not public needs credentials: name a profile, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  });
}
