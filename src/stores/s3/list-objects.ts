/** Listings (ListObjectsV2), in pages of up to a thousand entries. */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { listingProgress } from "../listing-progress.ts";
import type { S3Client } from "./s3-client.ts";
import { childrenOf, childText, parseXml, type XmlElement } from "./xml.ts";

export interface ListedObject {
  readonly key: string;
  readonly size: number;
}

export interface ListPage {
  readonly objects: readonly ListedObject[];
  /** With a delimiter: names up to and including it. */
  readonly prefixes: readonly string[];
}

export interface ListRequest {
  /** Of the bucket, with its slash. */
  readonly prefix: string;
  readonly delimiter?: string | undefined;
  /** Entries per page, at most 1000. */
  readonly pageSize?: number | undefined;
  readonly startAfter?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A thousand keys of 1024 bytes, every byte escaped, with the markup around them. */
const LARGEST_PAGE = 16 * 1024 * 1024;

export async function* listObjects(client: S3Client, request: ListRequest): AsyncGenerator<ListPage> {
  const { prefix, delimiter, pageSize, startAfter, signal } = request;
  const place: ErrorPlace = { location: client.site.location };
  const check = listingProgress();
  let token: string | undefined;
  for (;;) {
    const query: [string, string][] = [
      ["list-type", "2"],
      ["encoding-type", "url"],
      ["prefix", prefix],
    ];
    if (delimiter !== undefined) query.push(["delimiter", delimiter]);
    if (pageSize !== undefined) query.push(["max-keys", String(pageSize)]);
    if (token !== undefined) query.push(["continuation-token", token]);
    else if (startAfter !== undefined) query.push(["start-after", startAfter]);
    const reply = await client.request({ method: "GET", query, signal, place, take: () => LARGEST_PAGE });
    if (reply.failure !== undefined) throw reply.error();
    const page = parseXml(reply.response.body, place);
    const listed = readPage(page, prefix, place);
    yield listed;
    const next = childText(page, "NextContinuationToken");
    if (childText(page, "IsTruncated")?.trim() !== "true") return;
    if (next === undefined || next === "" || next === token)
      throw badListing("it does not say where the next page begins", place);
    const problem = check({ names: [...listed.objects.map(({ key }) => key), ...listed.prefixes], next });
    if (problem !== undefined) throw badListing(problem, place);
    token = next;
  }
}

function readPage(page: XmlElement, prefix: string, place: ErrorPlace): ListPage {
  if (page.name !== "ListBucketResult") throw badListing(`it is called <${page.name.slice(0, 40)}>`, place);
  const isEncoded = childText(page, "EncodingType")?.trim().toLowerCase() === "url";
  const decoded = (element: XmlElement, name: string): string => {
    const text = childText(element, name);
    const key = text === undefined || !isEncoded ? text : decodeKey(text);
    if (key?.startsWith(prefix) === true) return key;
    throw badListing("it has keys that were not requested", place);
  };
  return {
    objects: childrenOf(page, "Contents").map((element) => ({
      key: decoded(element, "Key"),
      size: sizeOf(element, place),
    })),
    prefixes: childrenOf(page, "CommonPrefixes").map((element) => decoded(element, "Prefix")),
  };
}

function sizeOf(element: XmlElement, place: ErrorPlace): number {
  const size = Number(childText(element, "Size")?.trim() || Number.NaN);
  if (Number.isSafeInteger(size) && size >= 0) return size;
  throw badListing("an object has no size", place);
}

/** Amazon writes a space as a plus sign. */
function decodeKey(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function badListing(problem: string, place: ErrorPlace): HyperslabError {
  return new HyperslabError("io", `the server's listing cannot be read: ${problem}`, {
    ...place,
    request: { kind: "bad-answer", transient: false },
    hint: "Check that the endpoint is an S3 server that supports ListObjectsV2.",
  });
}
