/** Writes objects: in one request, or in parts, several at a time. A part is kept in memory only while it is sent. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { type RetryOptions, retried } from "../wrappers/with-retry.ts";
import { s3Limits } from "./limits.ts";
import type { S3Client } from "./s3-client.ts";
import { errorElement } from "./s3-error.ts";
import { childText, escapeXml, parseXml } from "./xml.ts";

export interface PutOptions {
  readonly place: ErrorPlace;
  readonly signal?: AbortSignal | undefined;
  /** Fails with `exists` if the object exists, even if another program created it at the same moment. */
  readonly ifAbsent?: boolean | undefined;
}

export interface PartOptions extends PutOptions {
  readonly partSize: number;
  /** How failed parts are retried; not at all by default. */
  readonly retry?: RetryOptions | false | undefined;
}

const PARTS_AT_ONCE = 4;
const LARGEST_ANSWER = 64 * 1024;

/** The requested size of parts, or the default. */
export function checkPartSize(size: number = s3Limits.partBytes.value): number {
  if (s3Limits.leastPartBytes.isReachedBy(size) && Number.isSafeInteger(size)) return size;
  throw new HyperslabError("invalid-request", `values cannot be sent in parts of ${size} bytes`, {
    hint: "S3 accepts parts of at least 5 MiB.",
  });
}

export async function putObject(client: S3Client, key: string, value: Uint8Array, options: PutOptions): Promise<void> {
  const { place, signal } = options;
  const reply = await client.request({ method: "PUT", key, body: value, headers: conditions(options), place, signal });
  if (reply.failure !== undefined) throw reply.error();
}

/** Uploads a value in memory, in parts that are views of it. */
export function putInParts(client: S3Client, key: string, value: Uint8Array, options: PartOptions): Promise<void> {
  const size = Math.max(options.partSize, Math.ceil(value.byteLength / s3Limits.parts.value));
  return upload(client, key, partsOf(value, size), options);
}

/**
 * Uploads a value that arrives piece by piece; only a few parts are in memory at a time. If it is shorter than one
 * part, it is a single request.
 */
export async function putStream(
  client: S3Client,
  key: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: PartOptions,
): Promise<void> {
  const parts = gathered(pieces, options.partSize);
  const first = await parts.next();
  const second = first.done === true ? first : await parts.next();
  if (second.done === true) return putObject(client, key, first.value ?? new Uint8Array(0), options);
  await upload(client, key, resumed([first.value ?? new Uint8Array(0), second.value], parts), options);
}

/** Sends all parts, then completes the upload. On failure the upload is aborted, because stored parts cost money. */
async function upload(
  client: S3Client,
  key: string,
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: PartOptions,
): Promise<void> {
  const { place, signal, retry } = options;
  const uploadId = await begin(client, key, options);
  try {
    const tags: string[] = [];
    let count = 0;
    const task = async (body: Uint8Array): Promise<void> => {
      count += 1;
      const number = count;
      if (s3Limits.parts.isExceededBy(number)) throw tooManyParts(place);
      const send = (): Promise<string> => putPart(client, key, uploadId, number, body, options);
      tags[number - 1] = await (retry ? retried("set", key, send, signal, retry) : send());
    };
    await forEachBounded(parts, PARTS_AT_ONCE, task, signal);
    await complete(client, key, uploadId, tags, options);
  } catch (error) {
    await client.request({ method: "DELETE", key, query: [["uploadId", uploadId]], place }).catch(() => {});
    throw error;
  }
}

/** Returns its tag. */
async function putPart(
  client: S3Client,
  key: string,
  uploadId: string,
  number: number,
  body: Uint8Array,
  { place, signal }: PutOptions,
): Promise<string> {
  const query = [
    ["partNumber", String(number)],
    ["uploadId", uploadId],
  ] as const;
  const reply = await client.request({ method: "PUT", key, query, body, place, signal });
  if (reply.failure !== undefined) throw reply.error();
  return reply.response.header("etag") ?? "";
}

async function begin(client: S3Client, key: string, { place, signal }: PutOptions): Promise<string> {
  const take = (): number => LARGEST_ANSWER;
  const reply = await client.request({ method: "POST", key, query: [["uploads", ""]], place, signal, take });
  if (reply.failure !== undefined) throw reply.error();
  const uploadId = childText(parseXml(reply.response.body, place), "UploadId");
  if (uploadId) return uploadId;
  throw new HyperslabError("io", "the server began an upload without a name for it", place);
}

/** The response may be 200 and still contain an error, because the server sends 200 before it does the work. */
async function complete(
  client: S3Client,
  key: string,
  uploadId: string,
  tags: readonly string[],
  options: PutOptions,
): Promise<void> {
  const { place, signal } = options;
  const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`);
  const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
  const headers = { ...conditions(options), "content-type": "application/xml" };
  const query = [["uploadId", uploadId]] as const;
  const take = (): number => LARGEST_ANSWER;
  const reply = await client.request({ method: "POST", key, query, headers, body, place, signal, take });
  if (reply.failure !== undefined || errorElement(reply.response.body) !== undefined) throw reply.error();
}

function conditions({ ifAbsent }: PutOptions): Record<string, string> {
  return ifAbsent === true ? { "if-none-match": "*" } : {};
}

function* partsOf(value: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < value.byteLength; at += size) yield value.subarray(at, at + size);
}

/** Turns pieces of any length into parts of equal length, except for the last. */
async function* gathered(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, undefined> {
  let part = new Uint8Array(size);
  let filled = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; ) {
      const length = Math.min(size - filled, piece.byteLength - at);
      part.set(piece.subarray(at, at + length), filled);
      filled += length;
      at += length;
      if (filled < size) continue;
      yield part;
      part = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
  return undefined;
}

async function* resumed(first: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* rest;
}

function tooManyParts(place: ErrorPlace): HyperslabError {
  return new HyperslabError("invalid-request", `the value has more than ${s3Limits.parts.value} parts`, {
    ...place,
    hint: "Pass a larger partSize.",
  });
}
