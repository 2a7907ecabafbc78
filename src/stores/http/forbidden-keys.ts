/**
 * Determines whether a plain server's 403 means absence: by HEAD requests for an object that was read, and for a key
 * that never existed.
 */
import { commonDocuments } from "../format-marks.ts";
import { type AbsenceProof, absenceProof } from "./absence-proof.ts";
import { statusFailure } from "./http-error.ts";
import type { ResponseHead } from "./transport/transport.ts";

/** `headOf` returns the response to a HEAD request. Objects are named by their addresses. */
export function forbiddenKeys(urlOf: (key: string) => URL, headOf: (url: URL) => Promise<ResponseHead>): AbsenceProof {
  const isReadable = async (url: string): Promise<boolean> => (await statusOf(headOf, new URL(url))) === 200;
  return absenceProof({
    isReadable,
    // If nothing was read yet, documents of common formats are tried.
    findReadable: async (asked) => {
      const documents = commonDocuments();
      const beside = asked.flatMap((url) => documents.map((name) => new URL(name, url).href));
      const urls = [...new Set([...beside, ...documents.map((name) => urlOf(name).href)])];
      const answers = await Promise.all(urls.map(isReadable));
      return urls[answers.indexOf(true)];
    },
    hidesMissing: async () => (await statusOf(headOf, urlOf(unusedName()))) === 403,
  });
}

/** A temporary failure says nothing about absence: it is thrown, and may be retried. */
async function statusOf(headOf: (url: URL) => Promise<ResponseHead>, url: URL): Promise<number> {
  const head = await headOf(url);
  const failure = head.status < 400 ? undefined : statusFailure(head, {}, () => "");
  if (failure?.request?.transient === true) throw failure;
  return head.status;
}

function unusedName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `hyperslab-${Array.from(bytes, (byte) => byte.toString(36)).join("")}`;
}

/** Recognises the responses of S3 and of Google's buckets. */
export function isBucketRefusal(head: ResponseHead): boolean {
  return head.status === 403 && /^(?:application|text)\/xml\b/i.test(head.header("content-type") ?? "");
}
