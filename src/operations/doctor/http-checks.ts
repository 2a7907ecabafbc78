/** What a server can do with one object: byte ranges, size, version; and how it answers for absent keys. */
import type { ErrorPlace } from "../../errors.ts";
import { statusFailure } from "../../stores/http/http-error.ts";
import { contentEncoding, contentLength, contentRange, looksLikePage } from "../../stores/http/response-facts.ts";
import type { HttpResponse } from "../../stores/http/transport/transport.ts";
import type { CheckList } from "./check.ts";
import type { HttpProbe } from "./http-probe.ts";

/** An object of the server that was read. */
export interface ProbedObject {
  readonly key: string;
  readonly size: number;
  /** Its first and last bytes, to compare ranges with. */
  readonly first: Uint8Array;
  readonly last: Uint8Array;
  readonly response: HttpResponse;
}

/** Bytes per range. */
const PART = 4;

export interface CheckContext {
  readonly probe: HttpProbe;
  readonly list: CheckList;
  readonly signal: AbortSignal | undefined;
}

/** The first of these keys that exists. If none does, reports why and returns undefined. */
export async function findObject(
  { probe, list, signal }: CheckContext,
  keys: readonly string[],
): Promise<ProbedObject | undefined> {
  return list.attempt("reach", "the server answers", async () => {
    let refusal: HttpResponse | undefined;
    for (const key of keys) {
      const started = performance.now();
      // Only part of an archive is read.
      const headers = key === "" ? { range: `bytes=0-${1024 * 1024 - 1}` } : {};
      const response = await probe.send({ method: "GET", key, headers, signal });
      const { status, body } = response;
      const whole = status === 200 || status === 206;
      const size = contentRange(response)?.size ?? contentLength(response) ?? body.byteLength;
      if (whole && size >= PART && !looksLikePage(body)) {
        const milliseconds = Math.round(performance.now() - started);
        const title = `GET ${key === "" ? probe.url.pathname : key}`;
        list.add("ok", "reach", title, `${status}, ${size} bytes in ${milliseconds} ms`);
        const last = size === body.byteLength ? body.subarray(-PART) : new Uint8Array(0);
        return { key, size, first: body.subarray(0, PART), last, response };
      }
      if (!whole && status !== 404 && status !== 410) refusal ??= response;
    }
    const place: ErrorPlace = { location: probe.location };
    if (refusal !== undefined) throw statusFailure(refusal, place, () => "Give credentials.");
    list.add("warn", "reach", "the server answers", "but none of the documents of an array or group exists");
    return undefined;
  });
}

export async function checkObject(context: CheckContext, object: ProbedObject): Promise<void> {
  await checkRanges(context, object);
  await checkHead(context, object);
  await checkVersions(context, object);
  await checkCompression(context, object);
  await checkAbsence(context, object);
}

const WHOLE_OBJECTS = "Objects are fetched whole to read a part: shards and archives will be slow.";

async function checkRanges({ probe, list, signal }: CheckContext, object: ProbedObject): Promise<void> {
  const { key, size, first, last } = object;
  const kinds = [
    { name: "range", text: `0-${PART - 1}`, start: 0, bytes: first, without: WHOLE_OBJECTS },
    {
      name: "range-open",
      text: `${size - PART}-`,
      start: size - PART,
      bytes: last,
      without: "Ends are requested by offset.",
    },
    {
      name: "range-suffix",
      text: `-${PART}`,
      start: size - PART,
      bytes: last,
      without: "The size is requested first: one extra request per shard and archive.",
    },
  ];
  for (const { name, text, start, bytes, without } of kinds) {
    const title = `Range: bytes=${text}`;
    await list.attempt(name, title, async () => {
      const answer = await probe.send({ method: "GET", key, headers: { range: `bytes=${text}` }, signal });
      const part = contentRange(answer);
      const isRight = part?.start === start && part.end === start + PART && sameBytes(answer.body, bytes);
      if (answer.status === 206 && isRight) list.add("ok", name, title, "206, the right bytes");
      else if (answer.status === 206) {
        list.add("fail", name, title, "206, but with other bytes than requested", "Ask the server's administrator.");
      } else list.add("warn", name, title, `${answer.status}, not 206. ${without}`, "ranges");
    });
  }
}

/** Unknown bytes are not compared. */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return b.byteLength === 0
    ? a.byteLength === PART
    : a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]);
}

async function checkHead({ probe, list, signal }: CheckContext, { key, size }: ProbedObject): Promise<void> {
  await list.attempt("head", "HEAD", async () => {
    const answer = await probe.send({ method: "HEAD", key, signal });
    const told = contentLength(answer);
    if (answer.status === 200 && told === size) list.add("ok", "head", "HEAD", `200 with the length`);
    else {
      const why =
        answer.status === 200
          ? `200 with ${told === undefined ? "no length" : `the length ${told}`}`
          : `${answer.status}`;
      list.add(
        "warn",
        "head",
        "HEAD",
        `${why}. Sizes are determined by reading a byte.`,
        "Allow HEAD wherever GET is allowed.",
      );
    }
  });
}

async function checkVersions({ probe, list, signal }: CheckContext, object: ProbedObject): Promise<void> {
  const title = "versions";
  const etag = object.response.header("etag");
  const modified = object.response.header("last-modified");
  if (etag === undefined) {
    const found = modified === undefined ? "neither ETag nor Last-Modified" : "Last-Modified, but no ETag";
    const what =
      modified === undefined
        ? "a change of equal length during a read goes unnoticed"
        : "changes within a second go unnoticed";
    list.add("warn", "versions", title, `${found}: ${what}`, "Let the server send ETag.");
    return;
  }
  const kind = etag.startsWith("W/") ? "a weak ETag" : "ETag";
  await list.attempt("versions", title, async () => {
    const answer = await probe.send({
      method: "GET",
      key: object.key,
      headers: { "if-match": '"hyperslab-doctor"', range: "bytes=0-0" },
      signal,
    });
    const honoured =
      answer.status === 412 ? "If-Match is honoured" : "If-Match is not; versions of answers are compared";
    list.add("ok", "versions", title, `${kind}; ${honoured}`);
  });
}

async function checkCompression({ probe, list, signal }: CheckContext, { key, first }: ProbedObject): Promise<void> {
  const title = "compression";
  await list.attempt("compression", title, async () => {
    const headers = { "accept-encoding": "gzip, br", range: `bytes=0-${PART - 1}` };
    const answer = await probe.send({ method: "GET", key, headers, signal });
    const coding = contentEncoding(answer);
    if (coding === undefined || answer.status !== 206) {
      const whole = coding === undefined ? "none" : `${coding}, on whole objects only`;
      list.add("ok", "compression", title, `${whole}; parts are parts of the object itself`);
    } else if (!sameBytes(answer.body, first)) {
      list.add(
        "warn",
        "compression",
        title,
        `parts are taken from the ${coding} stream: browsers cannot read them`,
        "Switch compression off for these files, or for requests with Range.",
      );
    } else list.add("ok", "compression", title, `${coding} is announced, but parts are right`);
  });
}

/** A key that never exists. */
export const ABSENT_KEY = "hyperslab-doctor/no-such-key";

async function checkAbsence({ probe, list, signal }: CheckContext, { key }: ProbedObject): Promise<void> {
  // A single file has no keys beside it.
  if (key === "") return;
  const title = "a missing key";
  const add = (status: "ok" | "warn", found: string, fix?: string): void =>
    list.add(status, "absence", title, found, fix);
  await list.attempt("absence", title, async () => {
    const { status, body } = await probe.send({ method: "GET", key: ABSENT_KEY, signal });
    if (status === 404 || status === 410) add("ok", `${status}`);
    else if (status === 403) {
      const bucket = "Grant s3:ListBucket on the bucket; 403 becomes 404.";
      const server = "Let the server answer 404, or grant the right to list.";
      const found = "403: missing keys cannot be distinguished from forbidden ones";
      add("warn", found, probe.kind === "s3" ? bucket : server);
    } else if (status === 200 && looksLikePage(body)) {
      const fix = "Serve data from a path where the application's fallback page is off.";
      add("warn", "200 with a web page: missing chunks look like pages", fix);
    } else add("warn", `${status}, where 404 is expected`, "Let the server answer 404 for missing keys.");
  });
}
