/**
 * A small S3 server on the loopback interface: buckets in memory, signatures checked by what really arrived, regions,
 * a clock, policies, and whatever misbehaviour a test asks for. It answers in the words of Amazon's.
 */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { HttpTransport } from "../../../src/stores/http/transport/transport.ts";
import { s3Limits } from "../../../src/stores/s3/limits.ts";
import { secrets } from "../../secrets.ts";
import { listen, stop } from "../object-server.ts";

export const accessKeyId = "AKIDTESTTESTTESTTEST";
export const secretAccessKey: string = `s3/${secrets.apiKey}+0`;
export const sessionToken: string = secrets.token;

export interface SeenCall {
  readonly method: string;
  /** Host, path and query as they came. */
  readonly host: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly signed: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string | number>;
  readonly body?: string | Uint8Array;
}

export interface S3ServerOptions {
  /** Where its buckets are; requests that are signed for another region are refused as Amazon refuses them. */
  readonly region?: string;
  /** Milliseconds that its clock is ahead. */
  readonly ahead?: number;
  /** What everybody may do without a signature; default nothing. */
  readonly public?: "nothing" | "get" | "get and list";
  /** Session tokens that it accepts; default: none is needed. */
  tokens?(): readonly string[];
  readonly pageSize?: number;
  /** Knows how to delete many at once; default true. */
  readonly deletesMany?: boolean;
  /** Tells regions in headers and elements; default true. */
  readonly tellsRegion?: boolean;
  /** Keeps to If-None-Match on writes; default true. */
  readonly conditional?: boolean;
  /** Asked first; undefined: go on as usual. */
  answer?(call: SeenCall, count: number): Answer | undefined;
}

export interface S3Server {
  readonly origin: string;
  readonly seen: SeenCall[];
  /** Objects by bucket and key. */
  readonly buckets: Map<string, Map<string, Uint8Array>>;
  /** Uploads in parts that were neither completed nor given up. */
  readonly uploads: Map<string, Map<number, Uint8Array>>;
  close(): Promise<void>;
}

export async function s3Server(options: S3ServerOptions = {}): Promise<S3Server> {
  const buckets = new Map([["bucket", new Map<string, Uint8Array>()]]);
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const seen: SeenCall[] = [];
  const state = { buckets, uploads, options };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = "", url = "", headers } = request;
    const signed = headers.authorization !== undefined;
    const call = { method, host: headers.host ?? "", url, headers, body: Buffer.concat(parts), signed };
    seen.push(call);
    const { status, headers: more = {}, body = "" } = options.answer?.(call, seen.length) ?? answerTo(state, call);
    const bytes = Buffer.from(body);
    response.sendDate = false;
    const date = new Date(Date.now() + (options.ahead ?? 0)).toUTCString();
    response.writeHead(status, { date, "content-length": bytes.byteLength, ...more });
    response.end(method === "HEAD" ? undefined : bytes);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return { origin, seen, buckets, uploads, close: () => stop(server) };
}

/** Cloud host names without a cloud: every request goes to this server, with the host that it was meant for. */
export function sentTo(server: { readonly origin: string }, transport: HttpTransport): HttpTransport {
  return {
    ...transport,
    request: async (request) => {
      const url = new URL(`${request.url.pathname}${request.url.search}`, server.origin);
      const headers = { ...request.headers, host: request.url.host };
      return { ...(await transport.request({ ...request, url, headers })), url: request.url };
    },
  };
}

interface State {
  readonly buckets: Map<string, Map<string, Uint8Array>>;
  readonly uploads: Map<string, Map<number, Uint8Array>>;
  readonly options: S3ServerOptions;
}

export function refusal(status: number, code: string, more = "", headers: Answer["headers"] = {}): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>secret words, ${secrets.signature}</Message>${more}</Error>`;
  return { status, headers: { "content-type": "application/xml", ...headers }, body };
}

function answerTo(state: State, call: SeenCall): Answer {
  const { bucket, key, query } = addressOf(call);
  const refused = checkAccess(state, call, query, key !== "");
  if (refused !== undefined) return refused;
  const objects = state.buckets.get(bucket);
  if (objects === undefined) return refusal(404, "NoSuchBucket");
  if (key === "") return bucketAnswer(state, objects, call, query);
  if (query.has("uploads") || query.has("uploadId")) return uploadAnswer(state, objects, key, call, query);
  if (call.method === "PUT") {
    const isMade = call.headers["if-none-match"] === "*" && state.options.conditional !== false;
    if (isMade && objects.has(key)) return refusal(412, "PreconditionFailed");
    objects.set(key, new Uint8Array(call.body));
    return { status: 200, headers: { etag: tagOf(call.body) } };
  }
  if (call.method === "DELETE") {
    objects.delete(key);
    return { status: 204 };
  }
  const value = objects.get(key);
  if (value !== undefined) return valueAnswer(value, call);
  const isHidden = !call.signed && state.options.public === "get";
  return isHidden ? refusal(403, "AccessDenied") : refusal(404, "NoSuchKey");
}

/** `/bucket/key`, or `/key` where the host begins with the bucket. */
function addressOf({ host, url }: SeenCall): { bucket: string; key: string; query: URLSearchParams } {
  const [path = "", search = ""] = url.split("?");
  const query = new URLSearchParams(search);
  const virtual = /^([a-z0-9-]+)\.s3[.-]/.exec(host)?.[1];
  const decoded = path.slice(1).split("/").map(decodeURIComponent);
  const bucket = virtual ?? decoded.shift() ?? "";
  return { bucket, key: decoded.join("/"), query };
}

function checkAccess(state: State, call: SeenCall, query: URLSearchParams, isObject: boolean): Answer | undefined {
  const { region, tellsRegion = true } = state.options;
  const told = region === undefined || !tellsRegion ? {} : { "x-amz-bucket-region": region };
  if (!call.signed) {
    const mayRead = state.options.public !== undefined && state.options.public !== "nothing";
    const mayList = state.options.public === "get and list" && query.has("list-type");
    const isRead = call.method === "GET" || call.method === "HEAD";
    return isRead && (isObject ? mayRead : mayList) ? undefined : refusal(403, "AccessDenied", "", told);
  }
  const problem = checkSignature(call, region, state.options);
  if (problem === undefined) return undefined;
  if (problem === "AuthorizationHeaderMalformed") {
    return refusal(400, problem, tellsRegion ? `<Region>${region}</Region>` : "", told);
  }
  const time = new Date(Date.now() + (state.options.ahead ?? 0)).toISOString();
  return refusal(problem.startsWith("Expired") ? 400 : 403, problem, `<ServerTime>${time}</ServerTime>`);
}

/** From what arrived, by the letter of the specification. */
function checkSignature(call: SeenCall, region: string | undefined, options: S3ServerOptions): string | undefined {
  const { authorization = "", "x-amz-date": date = "", "x-amz-content-sha256": payload = "" } = call.headers;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (match === null || typeof date !== "string" || typeof payload !== "string") return "InvalidRequest";
  const [, key, day = "", scope = "", names = "", signature] = match;
  if (key !== accessKeyId) return "InvalidAccessKeyId";
  if (region !== undefined && scope !== region) return "AuthorizationHeaderMalformed";
  const tokens = options.tokens?.();
  if (tokens !== undefined && !tokens.includes(String(call.headers["x-amz-security-token"]))) return "ExpiredToken";
  const time = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(time - Date.now() - (options.ahead ?? 0)) < 15 * 60_000)) return "RequestTimeTooSkewed";
  const unsigned = Object.keys(call.headers).filter(
    (name) => name.startsWith("x-amz-") && !names.split(";").includes(name),
  );
  if (unsigned.length > 0 || !names.split(";").includes("host")) return "AccessDenied";
  const sha = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha(call.body)) return "XAmzContentSHA256Mismatch";
  const [path = "", search = ""] = call.url.split("?");
  const sorted = search.split("&").sort().join("&");
  const lines = names.split(";").map((name) => `${name}:${String(call.headers[name]).trim()}\n`);
  const canonical = [call.method, path, sorted, lines.join(""), names, payload].join("\n");
  const text = ["AWS4-HMAC-SHA256", date, `${day}/${scope}/s3/aws4_request`, sha(canonical)].join("\n");
  const hmac = (secret: string | Buffer, data: string): Buffer => createHmac("sha256", secret).update(data).digest();
  const derived = [day, scope, "s3", "aws4_request"].reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`));
  return hmac(derived, text).toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}

function tagOf(value: Uint8Array): string {
  return `"${createHash("md5").update(value).digest("hex")}"`;
}

function valueAnswer(value: Uint8Array, call: SeenCall): Answer {
  const headers = { etag: tagOf(value), "accept-ranges": "bytes", "content-type": "application/octet-stream" };
  const size = value.byteLength;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(call.headers.range ?? "") ?? [];
  if (first === undefined) return { status: 200, headers: { ...headers, "content-length": size }, body: value };
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  if (start >= size) return refusal(416, "InvalidRange", `<ActualObjectSize>${size}</ActualObjectSize>`);
  const part = { "content-range": `bytes ${start}-${end - 1}/${size}`, "content-length": end - start };
  return { status: 206, headers: { ...headers, ...part }, body: value.subarray(start, end) };
}

function bucketAnswer(state: State, objects: Map<string, Uint8Array>, call: SeenCall, query: URLSearchParams): Answer {
  if (call.method === "POST" && query.has("delete")) return deleteAnswer(state, objects, call);
  if (call.method === "GET" && query.get("list-type") === "2") return listAnswer(state, objects, query);
  return refusal(501, "NotImplemented");
}

function deleteAnswer({ options }: State, objects: Map<string, Uint8Array>, call: SeenCall): Answer {
  if (options.deletesMany === false) return refusal(501, "NotImplemented");
  const digest = createHash("md5").update(call.body).digest("base64");
  if (call.headers["content-md5"] !== digest) return refusal(400, "InvalidDigest");
  const keys = Array.from(call.body.toString().matchAll(/<Key>(.*?)<\/Key>/gs), ([, key = ""]) =>
    key.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
  );
  if (keys.length > 1000) return refusal(400, "MalformedXML");
  for (const key of keys) objects.delete(key);
  return { status: 200, body: `<?xml version="1.0"?><DeleteResult xmlns="x"/>` };
}

function listAnswer({ options }: State, objects: Map<string, Uint8Array>, query: URLSearchParams): Answer {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const after = query.get("continuation-token") ?? query.get("start-after") ?? "";
  const most = Math.min(Number(query.get("max-keys") ?? 1000), options.pageSize ?? 1000);
  const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const entries: { name: string; isPrefix: boolean }[] = [];
  for (const key of [...objects.keys()].filter((name) => name.startsWith(prefix)).sort(byBytes)) {
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    const name = end < 0 ? key : key.slice(0, end + delimiter.length);
    if (after !== "" && byBytes(name, after) <= 0) continue;
    if (entries.at(-1)?.name !== name) entries.push({ name, isPrefix: end >= 0 });
  }
  const page = entries.slice(0, most);
  const escaped = (text: string): string => encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2F", "/");
  const items = page.map(({ name, isPrefix }) =>
    isPrefix
      ? `<CommonPrefixes><Prefix>${escaped(name)}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${escaped(name)}</Key><Size>${objects.get(name)?.byteLength}</Size></Contents>`,
  );
  const isCut = page.length < entries.length;
  const next = isCut ? `<NextContinuationToken>${xml(page.at(-1)?.name ?? "")}</NextContinuationToken>` : "";
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><EncodingType>url</EncodingType><IsTruncated>${isCut}</IsTruncated>${next}${items.join("")}</ListBucketResult>`;
  return { status: 200, headers: { "content-type": "application/xml" }, body };
}

function xml(text: string): string {
  return text.replace(/[<>&]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function uploadAnswer(
  { uploads }: State,
  objects: Map<string, Uint8Array>,
  key: string,
  call: SeenCall,
  query: URLSearchParams,
): Answer {
  if (call.method === "POST" && query.has("uploads")) {
    const id = `upload/${uploads.size + 1}+=`;
    uploads.set(id, new Map());
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    };
  }
  const id = query.get("uploadId") ?? "";
  const parts = uploads.get(id);
  if (parts === undefined) return refusal(404, "NoSuchUpload");
  if (call.method === "PUT") {
    parts.set(Number(query.get("partNumber")), new Uint8Array(call.body));
    return { status: 200, headers: { etag: tagOf(call.body) } };
  }
  uploads.delete(id);
  if (call.method === "DELETE") return { status: 204 };
  const listed = Array.from(call.body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g));
  const chosen = listed.map(([, number]) => parts.get(Number(number)) ?? new Uint8Array(0));
  if (chosen.slice(0, -1).some((part) => part.byteLength < s3Limits.leastPartBytes.value))
    return refusal(400, "EntityTooSmall");
  if (call.headers["if-none-match"] === "*" && objects.has(key)) return refusal(412, "PreconditionFailed");
  objects.set(key, new Uint8Array(Buffer.concat(chosen)));
  return { status: 200, body: `<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>` };
}
