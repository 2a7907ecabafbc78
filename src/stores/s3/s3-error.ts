/** Each refusal by an S3 server as a separate error: what it means, whether a retry may help, what to do. */
import { ownMember } from "../../bytes/own-member.ts";
import { type ErrorCode, type ErrorPlace, HyperslabError, type RequestFailure } from "../../errors.ts";
import { contentLength } from "../http/response-facts.ts";
import type { HttpResponse, ResponseHead } from "../http/transport/transport.ts";
import { childText, parseXml, type XmlElement } from "./xml.ts";

interface Kind {
  readonly kind: string;
  readonly code: ErrorCode;
  readonly transient?: true;
  readonly what: string;
  readonly hint?: string;
}

/** What the hint of the error depends on. */
export interface FailureContext {
  readonly place: ErrorPlace;
  /** Where the credentials came from. */
  readonly from: string;
  readonly signed: boolean;
  /** Milliseconds to wait before retrying, as requested by the server. */
  readonly retryAfter?: number | undefined;
}

const SERVER = "The server, or a proxy in front of it, is at fault. Its administrator can say more.";
const busy: Kind = {
  kind: "too-many-requests",
  code: "io",
  transient: true,
  what: "the server wants fewer requests",
  hint: "Try again later, or pass a lower concurrency.",
};
const failed: Kind = { kind: "server-error", code: "io", transient: true, what: "the server failed", hint: SERVER };
const damaged: Kind = {
  kind: "damaged",
  code: "io",
  transient: true,
  what: "the data arrived damaged",
  hint: "Something between here and the server alters the data.",
};
const expired: Kind = { kind: "expired-credentials", code: "not-allowed", what: "the credentials have expired" };
const elsewhere: Kind = {
  kind: "wrong-region",
  code: "io",
  what: "the bucket is at another address",
  hint: "Give its region, or the endpoint of its server.",
};
const forbidden: Kind = { kind: "forbidden", code: "not-allowed", what: "the server forbids access" };
const unable: Kind = { kind: "not-implemented", code: "unsupported", what: "the server cannot do this" };
const refused: Kind = { kind: "status", code: "io", what: "the server refused the request" };
const wrong: Kind = { ...refused, code: "invalid-request" };

const kinds: Readonly<Record<string, Kind>> = {
  NoSuchBucket: {
    kind: "no-bucket",
    code: "io",
    what: "there is no bucket with this name",
    hint: "Check the name of the bucket, and the endpoint.",
  },
  AccessDenied: forbidden,
  AllAccessDisabled: forbidden,
  AccountProblem: forbidden,
  InvalidAccessKeyId: { kind: "unknown-key", code: "not-allowed", what: "the server does not know the access key" },
  SignatureDoesNotMatch: {
    kind: "bad-signature",
    code: "not-allowed",
    what: "the signature does not match",
    hint: "The secret key does not belong to the access key.",
  },
  ExpiredToken: expired,
  ExpiredTokenException: expired,
  TokenRefreshRequired: expired,
  InvalidToken: { kind: "bad-token", code: "not-allowed", what: "the server does not accept the session token" },
  InvalidSecurity: { kind: "bad-token", code: "not-allowed", what: "the server does not accept the credentials" },
  RequestTimeTooSkewed: {
    kind: "clock",
    code: "not-allowed",
    what: "the server's clock and ours differ too much",
    hint: "Set the clock of this machine.",
  },
  PermanentRedirect: elsewhere,
  TemporaryRedirect: elsewhere,
  Redirect: elsewhere,
  AuthorizationHeaderMalformed: elsewhere,
  IllegalLocationConstraintException: elsewhere,
  InvalidObjectState: {
    kind: "archived",
    code: "unsupported",
    what: "the object is archived",
    hint: "Restore it first: aws s3api restore-object.",
  },
  SlowDown: busy,
  ServiceUnavailable: busy,
  Throttling: busy,
  ThrottlingException: busy,
  RequestThrottled: busy,
  RequestLimitExceeded: busy,
  TooManyRequests: busy,
  BandwidthLimitExceeded: busy,
  InternalError: failed,
  RequestTimeout: failed,
  OperationAborted: failed,
  ConditionalRequestConflict: failed,
  BadDigest: damaged,
  XAmzContentSHA256Mismatch: damaged,
  IncompleteBody: damaged,
  QuotaExceeded: { kind: "quota", code: "not-allowed", what: "the quota is used up" },
  PreconditionFailed: { kind: "exists", code: "exists", what: "the object already exists" },
  NotImplemented: unable,
  MethodNotAllowed: unable,
  InvalidBucketName: { ...wrong, what: "the bucket's name is not valid" },
  KeyTooLongError: { ...wrong, what: "the key is longer than 1024 bytes" },
  EntityTooLarge: { ...wrong, what: "the value is larger than the server accepts" },
};

/** The error for a refusal; `transient` marks requests that may succeed on a second attempt. */
export function s3Error(failure: S3Failure, context: FailureContext): HyperslabError {
  const { status, code } = failure;
  const found = ownMember(kinds, code);
  const kind = found ?? kindOfStatus(status);
  const { retryAfter } = context;
  const request: RequestFailure = {
    kind: kind.kind,
    transient: kind.transient === true,
    status,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
  const hint = kind.hint ?? credentialHint(kind, context);
  return new HyperslabError(kind.code, `${kind.what}: ${code === "" ? `status ${status}` : code}`, {
    ...context.place,
    request,
    ...(hint === undefined ? {} : { hint }),
  });
}

function kindOfStatus(status: number): Kind {
  if (status === 401 || status === 403) return forbidden;
  if (status === 301 || status === 302 || status === 307 || status === 308) return elsewhere;
  if (status === 429 || status === 503) return busy;
  if (status === 408 || (status >= 500 && status !== 501 && status !== 505)) return failed;
  return status === 501 || status === 405 ? unable : refused;
}

function credentialHint(kind: Kind, { from, signed }: FailureContext): string | undefined {
  if (kind.code !== "not-allowed") return undefined;
  if (!signed) {
    return `The request had ${from}. Name a profile, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or check the address.`;
  }
  if (kind !== forbidden) return `The credentials came from ${from}.`;
  return `The credentials came from ${from}. For a public bucket, send unsigned requests (anonymous). If the reader pays, say so (requesterPays).`;
}

export interface S3Failure {
  readonly status: number;
  /** `NoSuchKey`; "" if the response has none. Messages are not kept, because they quote requests. */
  readonly code: string;
  /** Where the bucket is, if the server says so. */
  readonly region: string | undefined;
  /** The server's clock, in milliseconds since 1970. */
  readonly time: number | undefined;
}

const LARGEST = 64 * 1024;

/** How much of the body of a refusal is useful. */
export function takeFailure(head: ResponseHead): number | undefined {
  return (contentLength(head) ?? 0) > LARGEST ? undefined : LARGEST;
}

export function readFailure(response: HttpResponse): S3Failure {
  const { status, body } = response;
  const error = errorElement(body);
  const code = error === undefined ? "" : (childText(error, "Code") ?? "");
  const time = Date.parse((error && childText(error, "ServerTime")) ?? response.header("date") ?? "");
  return {
    status,
    code: /^[A-Za-z0-9.]{1,64}$/.test(code) ? code : "",
    region: regionOf(response, error),
    time: Number.isNaN(time) ? undefined : time,
  };
}

/** Other servers respond with pages or nothing; then the status must suffice. */
export function errorElement(body: Uint8Array): XmlElement | undefined {
  try {
    const root = parseXml(body, {});
    return root.name === "Error" ? root : undefined;
  } catch {
    return undefined;
  }
}

/** From a header, from an element, or from the host that the server prefers. */
function regionOf(response: HttpResponse, error: XmlElement | undefined): string | undefined {
  const host = /^https?:\/\/([^/]+)/i.exec(response.header("location") ?? "")?.[1];
  const told = [
    response.header("x-amz-bucket-region"),
    error && childText(error, "Region"),
    regionInHost(error && childText(error, "Endpoint")),
    regionInHost(host),
  ];
  return told.find((text) => text !== undefined && /^[a-z0-9-]{1,64}$/i.test(text));
}

function regionInHost(host: string | undefined): string | undefined {
  return /(?:^|\.)s3(?:\.dualstack)?[.-]([a-z]{2,}(?:-[a-z]+)+-\d+)\.amazonaws\.com(?:\.cn)?$/i.exec(host ?? "")?.[1];
}

/** Returns whether the key is absent. A missing bucket, upload or tenant is an error instead. */
export function isAbsence({ status, code }: S3Failure): boolean {
  return (status === 404 || status === 410) && (code === "" || code === "NoSuchKey" || code === "NotFound");
}
