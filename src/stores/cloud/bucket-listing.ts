/** Listings of a bucket, page by page, as listings of a store whose keys begin at some prefix of the bucket. */
import { HyperslabError } from "../../errors.ts";
import { listingProgress } from "../listing-progress.ts";
import type { DirectoryListing, Store, StoreEntry, StoreOptions } from "../store.ts";
import { checkPrefix, compareKeys, joinKey } from "../store-key.ts";

export interface BucketPage {
  readonly objects: readonly BucketObject[];
  /** With a delimiter: names up to and including it. */
  readonly prefixes: readonly string[];
  /** The token that requests the next page; absent on the last page. */
  readonly next?: string | undefined;
}

export interface BucketObject {
  readonly key: string;
  readonly size: number;
}

export interface PageRequest {
  /** Names begin with it: "" or ending with a slash. */
  readonly prefix: string;
  /** One level only, or everything below. */
  readonly delimiter?: "/" | undefined;
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Returns undefined if the bucket does not exist. */
export type ReadPage = (request: PageRequest) => Promise<BucketPage | undefined>;

/** `list` and `listDirectory` of a store at `root` in the bucket. */
export function bucketListing(
  readPage: ReadPage,
  root: string,
  location: string,
): Required<Pick<Store, "list" | "listDirectory">> {
  return {
    list: (prefix, options) => listBelow(readPage, root, prefix, location, options),
    listDirectory: async (prefix, options) => {
      checkPrefix(prefix);
      const keys = new Set<string>();
      const prefixes = new Set<string>();
      const start = inBucket(root, prefix);
      for await (const page of pages(readPage, { prefix: start, delimiter: "/", ...options }, location)) {
        for (const { key } of page.objects) if (key !== start) keys.add(key.slice(start.length));
        for (const name of page.prefixes) prefixes.add(name.slice(start.length, -1));
      }
      return sorted(keys, prefixes);
    },
  };
}

function sorted(keys: ReadonlySet<string>, prefixes: ReadonlySet<string>): DirectoryListing {
  const order = (names: ReadonlySet<string>): string[] =>
    Array.from(names)
      .filter((name) => name !== "")
      .sort(compareKeys);
  return { keys: order(keys), prefixes: order(prefixes) };
}

async function* listBelow(
  readPage: ReadPage,
  root: string,
  prefix: string,
  location: string,
  options: StoreOptions | undefined,
): AsyncGenerator<StoreEntry> {
  checkPrefix(prefix);
  const start = inBucket(root, prefix);
  const cut = root === "" ? 0 : root.length + 1;
  for await (const page of pages(readPage, { prefix: start, ...options }, location)) {
    for (const { key, size } of page.objects) {
      options?.signal?.throwIfAborted();
      if (!key.endsWith("/")) yield { key: key.slice(cut), size };
    }
  }
}

function inBucket(root: string, prefix: string): string {
  const start = joinKey(root, prefix);
  return start === "" ? "" : `${start}/`;
}

async function* pages(readPage: ReadPage, request: PageRequest, location: string): AsyncGenerator<BucketPage> {
  const check = listingProgress();
  let after: string | undefined;
  for (;;) {
    request.signal?.throwIfAborted();
    const page = await readPage({ ...request, after });
    if (page === undefined) throw new HyperslabError("not-found", "there is no such bucket", { location });
    const names = [...page.objects.map(({ key }) => key), ...page.prefixes];
    const odd = names.find((name) => !name.startsWith(request.prefix));
    if (odd !== undefined) throw badListing(location, "it has unexpected names");
    yield page;
    if (page.next === undefined || page.next === "") return;
    if (page.next === after) throw badListing(location, "it does not say where the next page begins");
    const problem = check({ names, next: page.next });
    if (problem !== undefined) throw badListing(location, problem);
    after = page.next;
  }
}

export function badListing(location: string, problem: string): HyperslabError {
  return new HyperslabError("invalid-data", `the server's listing cannot be read: ${problem}`, {
    location,
    request: { kind: "bad-answer", transient: false },
  });
}
