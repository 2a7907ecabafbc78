/**
 * How a bucket is asked whether 403 stands for absence. S3 answers so for a key that is not there to callers that may not list the
 * bucket. In a public bucket, read without credentials, that is meant if listing is refused while other objects are given;
 * as long as none was, nothing is proven.
 */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { type AskedObject, absenceProof, BELIEVED_MILLISECONDS } from "../http/absence-proof.ts";
import { joinKey } from "../store-key.ts";
import type { S3Client } from "./s3-client.ts";
import type { S3Failure } from "./s3-error.ts";
import type { S3Settings } from "./s3-settings.ts";

export interface Forbidden {
  /** A request for an object goes out. */
  begin(key: string): AskedObject;
  /** Is the key that this was said of absent? Fails where it cannot be told. */
  isAbsent(
    failure: S3Failure,
    asked: AskedObject,
    place: ErrorPlace,
    signal: AbortSignal | undefined,
  ): Promise<boolean>;
}

const NOTE = "keys that the server forbids (403) are taken as absent, because it does not let the bucket be listed";

/** `told`: called for each key that is taken as absent. */
export function forbiddenKeys(
  client: S3Client,
  { forbidden, onNote }: S3Settings,
  told: (key: string) => void,
): Forbidden {
  let isNoted = false;
  let listing: { readonly isAllowed: Promise<boolean>; readonly time: number } | undefined;
  const { key: root } = client.site.target;
  /** Of this store's own prefix: policies may be as narrow as that. */
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
  /** Asked again only after a while: it is the policy of the bucket, and asked for before anything was read, too. */
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
    // Without an object that was read there is nothing to look for: names of documents are not known here.
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

/** Formats take it for a document that may or may not be there. */
function notProven(status: number, place: ErrorPlace): HyperslabError {
  return new HyperslabError("not-allowed", "the server forbids access, to what is there or to what is not", {
    ...place,
    request: { kind: "absence-not-proven", transient: false, status },
    hint: "Check the address. A bucket that is not public wants credentials: name a profile, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  });
}
