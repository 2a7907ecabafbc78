/**
 * AWS Signature Version 4. A request is brought into canonical form (method, path, query, headers, hash of the body)
 * and hashed. The hash is signed with a key that is valid for one day, region and service.
 */
import { platformHashes, toHex } from "./hashes.ts";

/** Credentials that sign requests. */
export interface S3Credentials {
  /** The access key. */
  readonly accessKeyId: string;
  /** The secret key. */
  readonly secretAccessKey: string;
  /** The token of temporary credentials. */
  readonly sessionToken?: string | undefined;
  /** When they expire, in milliseconds since 1970. */
  readonly expiration?: number | undefined;
}

export interface RequestToSign {
  readonly method: string;
  /** Escaped, from the first slash on. */
  readonly path: string;
  /** As written by `encodeQuery`. */
  readonly query: string;
  /** All signed headers, names in lower case, `host` included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Hexadecimal SHA-256 of the body, or a word instead. */
  readonly payload: string;
}

export interface SigningScope {
  readonly region: string;
  readonly service: string;
  /** `20261116T023535Z`. */
  readonly date: string;
}

const UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";
export const EMPTY_PAYLOAD = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const ALGORITHM = "AWS4-HMAC-SHA256";

/** The value of the Authorization header. */
export function authorization(request: RequestToSign, credentials: S3Credentials, scope: SigningScope): string {
  const { path, names, signature } = sign(request, credentials, scope);
  return `${ALGORITHM} Credential=${credentials.accessKeyId}/${path}, SignedHeaders=${names}, Signature=${signature}`;
}

/** The query of an address that anyone may use for a number of seconds, without a header. */
export function presignedQuery(
  request: { readonly method: string; readonly path: string; readonly host: string; readonly seconds: number },
  credentials: S3Credentials,
  scope: SigningScope,
  more: Iterable<readonly [string, string]> = [],
): string {
  const { method, path, host, seconds } = request;
  const { accessKeyId, sessionToken } = credentials;
  const query = encodeQuery([
    ...more,
    ["X-Amz-Algorithm", ALGORITHM],
    ["X-Amz-Credential", `${accessKeyId}/${scopePath(scope)}`],
    ["X-Amz-Date", scope.date],
    ["X-Amz-Expires", String(seconds)],
    ["X-Amz-SignedHeaders", "host"],
    ...(sessionToken === undefined ? [] : ([["X-Amz-Security-Token", sessionToken]] as const)),
  ]);
  const signed = sign({ method, path, query, headers: { host }, payload: UNSIGNED_PAYLOAD }, credentials, scope);
  return `${query}&X-Amz-Signature=${signed.signature}`;
}

/** `20261116T023535Z`, as used in the signature and its header. */
export function signingDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]|\.\d+/g, "");
}

function scopePath({ date, region, service }: SigningScope): string {
  return `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
}

function sign(
  { method, path, query, headers, payload }: RequestToSign,
  credentials: S3Credentials,
  scope: SigningScope,
): { readonly path: string; readonly names: string; readonly signature: string } {
  const sorted = Object.keys(headers).sort();
  const names = sorted.join(";");
  let lines = "";
  for (const name of sorted) lines += `${name}:${headerValue(headers[name] ?? "")}\n`;
  const canonical = `${method}\n${path}\n${query}\n${lines}\n${names}\n${payload}`;
  const { sha256, hmac } = platformHashes();
  const inScope = scopePath(scope);
  const text = `${ALGORITHM}\n${scope.date}\n${inScope}\n${toHex(sha256(encoder.encode(canonical)))}`;
  const signature = toHex(hmac(signingKey(credentials, scope, inScope), encoder.encode(text)));
  return { path: inScope, names, signature };
}

function headerValue(text: string): string {
  return / {2}|^\s|\s$/.test(text) ? text.trim().replace(/ +/g, " ") : text;
}

const encoder = new TextEncoder();
/** The latest key derived from each pair of credentials; it changes at midnight. */
const keys = new WeakMap<S3Credentials, { readonly path: string; readonly key: Uint8Array }>();

function signingKey(credentials: S3Credentials, { date, region, service }: SigningScope, path: string): Uint8Array {
  const kept = keys.get(credentials);
  if (kept?.path === path) return kept.key;
  const { hmac } = platformHashes();
  let key: Uint8Array = encoder.encode(`AWS4${credentials.secretAccessKey}`);
  for (const part of [date.slice(0, 8), region, service, "aws4_request"]) key = hmac(key, encoder.encode(part));
  keys.set(credentials, { path, key });
  return key;
}

/** One name or value. */
export function uriEncode(text: string): string {
  if (/^[A-Za-z0-9._~-]*$/.test(text)) return text;
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A key, its slashes kept. */
export function encodePath(key: string): string {
  if (/^[A-Za-z0-9._~/-]*$/.test(key)) return key;
  return key.split("/").map(uriEncode).join("/");
}

/** `a=1&b=`: encoded, in the order in which it is signed. */
export function encodeQuery(pairs: Iterable<readonly [string, string]>): string {
  const encoded = Array.from(pairs, ([name, value]) => [uriEncode(name), uriEncode(value)] as const);
  const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  encoded.sort(([a, x], [b, y]) => inOrder(a, b) || inOrder(x, y));
  return encoded.map(([name, value]) => `${name}=${value}`).join("&");
}
