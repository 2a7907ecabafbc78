/**
 * Decides how to respond: a request becomes the description of a response, without a server. Only GET, HEAD and CORS
 * preflights are answered. A failure is never 404, which Zarr clients interpret as an absent chunk and fill in.
 */
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { type ErrorCode, isHyperslabError } from "../../errors.ts";
import { type EntityTags, entityTags, namesTag, rangeOf } from "./conditions.ts";
import { contentType } from "./content-type.ts";
import { type CorsRules, corsHeaders, preflightHeaders } from "./cors.ts";
import { htmlListing, jsonListing } from "./listing.ts";
import { type RequestPath, requestPath } from "./request-path.ts";
import type { ServedTree, ServedValue } from "./served-tree.ts";

/** A request, whoever received it. */
export interface ServeRequest {
  /** `GET` */
  readonly method: string;
  /** `/a/zarr.json?query` */
  readonly target: string;
  /** A header of the request by its lower-case name. */
  header(name: string): string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The description of a response. */
export interface ServeAnswer {
  readonly status: number;
  /** By lower-case name. If there is or would be a body, `content-length` is included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes to send: in memory, or a part of a value, which is closed afterwards. */
  readonly body?: Uint8Array | ValueBody | undefined;
  /** The error, for a log. */
  readonly error?: unknown;
}

/** The part of a value that is sent. */
export interface ValueBody {
  readonly value: ServedValue;
  readonly start: number;
  readonly end: number;
}

/** Returns the response; never throws. */
export type Answerer = (request: ServeRequest) => Promise<ServeAnswer>;

export function answerer(tree: ServedTree, cors: CorsRules): Answerer {
  const tags = entityTags();
  return async (request) => {
    const answer = await attempted(tree, request, tags);
    if (answer.status === 204) addHeaders(answer, preflightHeaders(request));
    addHeaders(answer, corsHeaders(cors, request));
    return answer;
  };
}

async function attempted(tree: ServedTree, request: ServeRequest, tags: EntityTags): Promise<FreshAnswer> {
  try {
    return await answerTo(tree, request, tags);
  } catch (error) {
    return failure(error, request);
  }
}

/** A response that owns its headers: a server with thousands of responses per second does not copy them. */
export interface FreshAnswer extends ServeAnswer {
  readonly headers: Record<string, string>;
}

/** Adds headers that the response does not have yet. */
function addHeaders({ headers }: FreshAnswer, more: Readonly<Record<string, string>>): void {
  for (const name in more) headers[name] ??= more[name]!;
}

const METHODS = "GET, HEAD, OPTIONS";

async function answerTo(tree: ServedTree, request: ServeRequest, tags: EntityTags): Promise<FreshAnswer> {
  const { method } = request;
  if (method === "OPTIONS") return { status: 204, headers: { allow: METHODS } };
  if (method !== "GET" && method !== "HEAD") {
    return plain(405, `${method} is not served, only ${METHODS}`, request, { allow: METHODS });
  }
  const path = requestPath(request.target);
  if (path.isDirectory) return listingAnswer(tree, path, request);
  const value = await tree.value(path.key, request);
  if (value !== undefined) return valueAnswer(value, path.key, request, tags);
  // Only clients that want pages are redirected to the listing: a Zarr client requests a value, which is not there.
  if (wantsPage(request) && (await tree.list(path.key, request)) !== undefined) {
    const name = path.key.slice(path.key.lastIndexOf("/") + 1);
    return plain(301, "this is a directory", request, { location: `${encodeURIComponent(name)}/` });
  }
  return plain(404, `there is no value ${JSON.stringify(path.key)}`, request);
}

function valueAnswer(value: ServedValue, key: string, request: ServeRequest, tags: EntityTags): FreshAnswer {
  const tag = value.validator === undefined ? undefined : tags(value.validator);
  const headers: Record<string, string> = {
    "accept-ranges": "bytes",
    // Values may be replaced at any time, so caches revalidate by the tag.
    "cache-control": "no-cache",
  };
  if (tag !== undefined) headers["etag"] = tag;
  const finished = (status: number, length?: number): FreshAnswer => {
    value.close();
    if (length !== undefined) headers["content-length"] = String(length);
    return { status, headers };
  };
  const wanted = request.header("if-match");
  if (wanted !== undefined && !namesTag(wanted, tag, false)) return finished(412, 0);
  const known = request.header("if-none-match");
  if (known !== undefined && namesTag(known, tag, true)) return finished(304);
  const range = wantsRange(request, tag) ? rangeOf(request.header("range"), value.size) : undefined;
  if (range === "unsatisfiable") {
    headers["content-range"] = `bytes */${value.size}`;
    return finished(416, 0);
  }
  const { start, end } = range ?? { start: 0, end: value.size };
  headers["content-type"] = contentType(key);
  headers["x-content-type-options"] = "nosniff";
  if (range !== undefined) headers["content-range"] = `bytes ${start}-${end - 1}/${value.size}`;
  const status = range === undefined ? 200 : 206;
  if (request.method === "HEAD" || start === end) return finished(status, end - start);
  headers["content-length"] = String(end - start);
  return { status, headers, body: { value, start, end } };
}

/** A range of a version other than the client's would be joined with what it has, so everything is sent. */
function wantsRange({ method, header }: ServeRequest, tag: string | undefined): boolean {
  const condition = header("if-range");
  return method === "GET" && (condition === undefined || (tag !== undefined && condition.trim() === tag));
}

async function listingAnswer(
  tree: ServedTree,
  { key, query }: RequestPath,
  request: ServeRequest,
): Promise<FreshAnswer> {
  const listing = await tree.list(key, request);
  if (listing === undefined) return plain(404, `there is no directory ${JSON.stringify(key)}`, request);
  const isJson = query === "json" || (query === "" && wantsJson(request));
  const body = isJson ? jsonListing(listing) : htmlListing(key, listing);
  const headers = {
    "content-type": isJson ? "application/json" : "text/html; charset=utf-8",
    "content-length": String(body.byteLength),
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'",
    vary: "Accept, Origin",
  };
  return { status: 200, headers, ...(request.method === "GET" && { body }) };
}

function wantsPage({ header }: ServeRequest): boolean {
  return /\btext\/html\b/i.test(header("accept") ?? "");
}

function wantsJson(request: ServeRequest): boolean {
  return /\bapplication\/json\b/i.test(request.header("accept") ?? "") && !wantsPage(request);
}

/** A response with one line of text. */
function plain(
  status: number,
  text: string,
  request: ServeRequest,
  headers: Readonly<Record<string, string>> = {},
): FreshAnswer {
  const body = encodeUtf8(`${text}\n`);
  const own = {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-length": String(body.byteLength),
  };
  return { status, headers: { ...own, ...headers }, ...(request.method !== "HEAD" && { body }) };
}

/** `not-found` is an error here too: the tree reports absent values, not an error. */
const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  "invalid-request": 400,
  "not-allowed": 403,
  "not-found": 502,
  exists: 500,
  "invalid-data": 500,
  unsupported: 501,
  io: 502,
};

/** What clients are told. Other failures may name local paths, which only go to the log. */
export function failure(error: unknown, request: ServeRequest): FreshAnswer {
  if (!isHyperslabError(error)) return { ...plain(500, "the request failed; the log says why", request), error };
  const { code, what, hint } = error;
  const isTheirs = code === "invalid-request" || code === "not-allowed";
  const text = isTheirs
    ? [what, hint].filter(Boolean).join(". ")
    : `the value cannot be read (${code}); the log says why`;
  return { ...plain(STATUS_OF[code], text, request), error };
}

/** A response with its body in memory. */
export interface WholeAnswer extends ServeAnswer {
  readonly body?: Uint8Array | undefined;
}

/** The response with its whole body, or an error response if that cannot be read. */
export async function wholeAnswer(answer: ServeAnswer, request: ServeRequest): Promise<WholeAnswer> {
  const { body, ...rest } = answer;
  if (body === undefined || body instanceof Uint8Array) return { ...rest, body };
  try {
    return { ...rest, body: await body.value.read(body.start, body.end, request) };
  } catch (error) {
    const { body: text, ...failed } = failure(error, request);
    return { ...failed, ...(text instanceof Uint8Array && { body: text }) };
  } finally {
    body.value.close();
  }
}
