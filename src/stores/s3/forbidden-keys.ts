/**
 * S3 says 403 of a key that is not there to whoever may not list the bucket, as it does of one that is kept from them. In a
 * public bucket, read without credentials, the first is meant if listing is refused while other objects are given;
 * as long as none was, nothing is proven.
 */
import type { ErrorPlace } from "../../errors.ts";
import { HyperslabError } from "../../errors.ts";
import type { S3Client, S3Reply } from "./s3-client.ts";
import type { S3Failure } from "./s3-failure.ts";
import type { S3Settings } from "./s3-settings.ts";

export interface Forbidden {
  /** Takes note of how a request for an object ends. */
  watch(asked: Promise<S3Reply>): void;
  /** Is the key that this was said of absent? Fails where it cannot be told. */
  isAbsent(failure: S3Failure, place: ErrorPlace, signal: AbortSignal | undefined): Promise<boolean>;
}

export function forbiddenKeys(client: S3Client, { treat403AsMissing, onNote }: S3Settings): Forbidden {
  const underWay = new Set<Promise<unknown>>();
  let hasRead = false;
  let mayList: Promise<boolean> | undefined;
  let isTold = false;
  /** Of this store's own prefix: policies may be as narrow as that. */
  const asksToList = async (): Promise<boolean> => {
    const prefix = client.site.target.key === "" ? "" : `${client.site.target.key}/`;
    const { failure, error } = await client.request({
      method: "GET",
      query: [
        ["list-type", "2"],
        ["max-keys", "1"],
        ["prefix", prefix],
      ],
    });
    if (failure === undefined) return true;
    if (failure.status === 403) return false;
    throw error();
  };
  return {
    watch: (asked) => {
      if (hasRead) return;
      const watched = asked.then(
        ({ failure }) => {
          if (failure === undefined) hasRead = true;
        },
        () => {},
      );
      underWay.add(watched);
      watched.finally(() => underWay.delete(watched));
    },
    isAbsent: async ({ status, code }, place, signal) => {
      if (treat403AsMissing === true) return true;
      if (code !== "AccessDenied" && code !== "") return false;
      if ((await client.site.credentials.get()) !== undefined) return false;
      mayList ??= asksToList().catch((error: unknown) => {
        mayList = undefined;
        throw error;
      });
      if (await mayList) return false;
      // Documents are asked for together: one of the others may be there.
      await Promise.all(underWay);
      signal?.throwIfAborted();
      if (!hasRead) throw notProven(status, place);
      if (!isTold)
        onNote?.(`${client.site.location}: keys that the server forbids are taken as absent, for it lists none`);
      isTold = true;
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
