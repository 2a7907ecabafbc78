/**
 * Buckets that anybody may read but not list say 403 of what does not exist. That is told from "forbidden" by two
 * questions: an object of the store can be read, and a key that nobody has ever used is forbidden all the same. The
 * answer is believed for a minute, so that a bucket that is closed meanwhile does not turn into one full of holes.
 */
import type { ResponseHead } from "./transport.ts";

export interface ForbiddenKeys {
  /** An object was read: the store is not closed as a whole. */
  readable(url: URL): void;
  /** Does 403 for this key mean that it does not exist? */
  areMissing(url: URL): Promise<boolean>;
}

const BELIEVED_MILLISECONDS = 60_000;

/** What lies in the folder of a store of arrays, to look for where nothing was read yet. */
const documents = ["zarr.json", ".zgroup", ".zarray", ".zmetadata"];

/** `statusOf`: of a HEAD request without credentials. `told`: called when 403 is first taken for absence. */
export function forbiddenKeys(
  urlOf: (key: string) => URL,
  statusOf: (url: URL) => Promise<number>,
  told: () => void,
): ForbiddenKeys {
  let known: URL | undefined;
  let knownSince = 0;
  let proof: { readonly missing: Promise<boolean>; readonly time: number } | undefined;
  const isReadable = async (url: URL): Promise<boolean> => (await statusOf(url)) === 200;
  const firstReadable = async (urls: readonly URL[]): Promise<URL | undefined> => {
    const answers = await Promise.all(urls.map(isReadable));
    return urls[answers.indexOf(true)];
  };
  const prove = async (url: URL): Promise<boolean> => {
    const isFresh = known !== undefined && Date.now() - knownSince < BELIEVED_MILLISECONDS;
    const candidates = known === undefined ? [] : [known];
    const beside = documents.map((name) => new URL(name, url));
    const readable = isFresh ? known : await firstReadable([...candidates, ...beside, ...documents.map(urlOf)]);
    if (readable === undefined) return false;
    known = readable;
    knownSince = Date.now();
    const unused = `hyperslab-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("")}`;
    return (await statusOf(urlOf(unused))) === 403;
  };
  return {
    readable: (url) => {
      known = url;
      knownSince = Date.now();
    },
    areMissing: async (url) => {
      if (proof === undefined || Date.now() - proof.time >= BELIEVED_MILLISECONDS) {
        const missing = prove(url).catch(() => false);
        const made = { missing, time: Date.now() };
        proof = made;
        if (await missing) told();
        else if (proof === made) proof = undefined;
      }
      return proof?.missing ?? false;
    },
  };
}

/** An answer in the manner of S3 and of Google's buckets. */
export function isBucketRefusal(head: ResponseHead): boolean {
  return head.status === 403 && /^(?:application|text)\/xml\b/i.test(head.header("content-type") ?? "");
}
