/**
 * The one error class. Every failure that a caller can act on carries a stable `code`, says what happened, where
 * (store key, line and column, node, chunk, codec) and what to do. All fields are plain data, so an error can cross a
 * worker boundary by value. Distinguish kinds with `isHyperslabError(error, "not-found")`, never with `instanceof`.
 */
export type ErrorCode =
  /** Nothing is there: no such node, file or key. */
  | "not-found"
  /** What is there is broken: truncated, corrupt, contradicting itself or its specification. */
  | "invalid-data"
  /** What is there may be fine, but this version cannot read or write it. */
  | "unsupported"
  /** The caller asked for something that makes no sense: a bad selection, shape, option or address. */
  | "invalid-request"
  /** The store refused: permission, credentials, read-only. */
  | "not-allowed"
  /** The target exists already and overwriting was not asked for. */
  | "exists"
  /** The store could not be reached or failed; the same call may work later. */
  | "io";

/** Where it happened. Each field is optional; inner layers know little, outer layers add what they know. */
export interface ErrorPlace {
  /** Store location: a path or URL, without secrets. */
  readonly location?: string;
  /** Store key, e.g. `a/zarr.json` or `a/c/0/1`. */
  readonly key?: string;
  /** Position in the document at `key`, counted from 1. */
  readonly line?: number;
  /** The column in the document, counted from 1. */
  readonly column?: number;
  /** Path of a value inside a document, e.g. `codecs[1].configuration.level`. */
  readonly field?: string;
  /** Path of the node in its hierarchy. */
  readonly node?: string;
  /** Chunk coordinates. */
  readonly chunk?: readonly number[];
  /** Codec name. */
  readonly codec?: string;
  /** Whether it happened while encoding or decoding. */
  readonly direction?: "encode" | "decode";
}

/** How a network request failed, as plain data: for retries, and for programs that distinguish kinds of failure. */
export interface RequestFailure {
  /** One word per kind of failure: `connection-refused`, `timeout`, `too-many-requests`, ... */
  readonly kind: string;
  /** The HTTP status, if there was a response. */
  readonly status?: number;
  /** The number of attempts, if known. */
  readonly attempts?: number;
  /** Milliseconds to wait before retrying, as requested by the server. */
  readonly retryAfter?: number;
  /** Whether the same request may succeed if sent again. */
  readonly transient: boolean;
}

/** The place of an error, plus its hint, cause and request failure. */
export interface ErrorDetails extends ErrorPlace {
  /** What to do about it, a full sentence. */
  readonly hint?: string;
  /** The error that caused this one. */
  readonly cause?: unknown;
  /** How the network request failed, if there was one. */
  readonly request?: RequestFailure;
}

/** The only error class that the library throws deliberately. Distinguish kinds of failure by `code`. */
export class HyperslabError extends Error {
  /** Always `HyperslabError`, so that errors are recognised across bundles. */
  override readonly name = "HyperslabError";
  /** The kind of failure. */
  readonly code: ErrorCode;
  /** What happened, without place and hint. */
  readonly what: string;
  /** Where it happened. */
  readonly place: ErrorPlace;
  /** What to do about it. */
  declare readonly hint: string | undefined;
  /** Set if a network request failed. */
  declare readonly request: RequestFailure | undefined;

  /** Also meant for your own codecs and stores. */
  constructor(code: ErrorCode, what: string, details: ErrorDetails = {}) {
    const { hint, cause, request, ...place } = details;
    const where = describePlace(place);
    super(
      `${what}${where === "" ? "" : ` (${where})`}${hint === undefined ? "" : `. ${hint}`}`,
      cause === undefined ? {} : { cause },
    );
    this.code = code;
    this.what = what;
    this.place = place;
    // Left unset rather than set to undefined, so printed errors show only the fields that exist.
    if (hint !== undefined) this.hint = hint;
    if (request !== undefined) this.request = request;
  }
}

/** Returns whether `error` is a HyperslabError of this kind. Works across bundles and realms. */
export function isHyperslabError<C extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: C,
): error is HyperslabError & { readonly code: C } {
  return (
    error instanceof Error &&
    error.name === "HyperslabError" &&
    "code" in error &&
    (code === undefined || error.code === code)
  );
}

/**
 * Returns the same failure with more of its place filled in. Fields set by the inner layer win; other errors (an
 * abort, a bug) are returned unchanged.
 */
export function atPlace(error: unknown, place: ErrorPlace): unknown {
  if (!isHyperslabError(error)) return error;
  const details: ErrorDetails = {
    ...place,
    ...error.place,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.cause === undefined ? {} : { cause: error.cause }),
    ...(error.request === undefined ? {} : { request: error.request }),
  };
  return new HyperslabError(error.code, error.what, details);
}

/** `data.zarr/a/zarr.json:14:18, codecs[1], node /a, chunk 0.1, decoding zstd` */
function describePlace(place: ErrorPlace): string {
  const parts: string[] = [];
  const document = [place.location, place.key].filter((part) => part !== undefined && part !== "").join("/");
  const position = place.line === undefined ? "" : `:${place.line}:${place.column ?? 1}`;
  if (document !== "" || position !== "") parts.push(`${document}${position}`);
  if (place.field !== undefined && place.field !== "") parts.push(place.field);
  if (place.node !== undefined) parts.push(`node /${place.node.replace(/^\//, "")}`);
  if (place.chunk !== undefined) parts.push(`chunk ${place.chunk.join(".") || "0-d"}`);
  if (place.codec !== undefined) {
    const verb = place.direction === undefined ? "codec" : place.direction === "decode" ? "decoding" : "encoding";
    parts.push(`${verb} ${place.codec}`);
  }
  return parts.join(", ");
}
