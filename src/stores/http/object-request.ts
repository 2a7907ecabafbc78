/** One request for an object or a part of it, and its possible outcomes. The strategy is in object-reader.ts. */

import { type Bound, boundValue, isBeyond } from "../../bytes/limit.ts";
import { type ByteRange, formatRange } from "../../bytes/source/byte-range.ts";
import type { ByteRoom } from "../../bytes/source/byte-room.ts";
import { type ErrorPlace, isHyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";
import { decodeContent } from "./content-coding.ts";
import { parseIndex } from "./directory-index.ts";
import type { HttpAnswer, HttpClient, HttpHeaders } from "./http-client.ts";
import { httpError } from "./http-error.ts";
import {
  answersRange,
  contentEncoding,
  contentLength,
  contentRange,
  isCalledPage,
  looksLikePage,
  unsatisfiedSize,
  validatorOf,
} from "./response-facts.ts";
import type { HttpTransport, ResponseHead } from "./transport/transport.ts";

export type ObjectOutcome =
  /** Proven: 404, 410, or the server says that it is a directory. */
  | { readonly kind: "absent" }
  /** The part that was asked for; `size` is the whole object's. */
  | ({ readonly kind: "part"; readonly size: number | undefined } & ObjectBytes)
  /** The whole object, asked for or not. */
  | ({ readonly kind: "whole"; readonly head: ResponseHead } & ObjectBytes)
  /** 304: the caller's copy is still valid. */
  | { readonly kind: "unchanged" }
  /** The server wanted to send the whole object, which is larger than the limit. */
  | { readonly kind: "too-large"; readonly size: number | undefined }
  /** 416, with the size of the object if the server sends it. */
  | { readonly kind: "unsatisfied"; readonly size: number | undefined }
  /** Part of the compressed object, which is useless. */
  | { readonly kind: "encoded" }
  /** A different part than requested. */
  | { readonly kind: "wrong"; readonly detail: string };

interface ObjectBytes {
  readonly bytes: Uint8Array;
  readonly validator: string | undefined;
}

export interface ObjectRequest {
  readonly key: string;
  readonly range?: ByteRange | undefined;
  /** The largest whole object to accept. */
  readonly wholeMost: Bound;
  readonly headers?: HttpHeaders | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Memory for the bytes; must not be given if they are kept. */
  readonly room?: ByteRoom | undefined;
}

/** The most bytes that fit into one array. */
export const MOST_BYTES: number = 2 ** 32;

/** Enough to recognise a page. */
const OPENING: ByteRange = { offset: 0, length: 256 };

export function placeOf(client: HttpClient, key: string): ErrorPlace {
  return { location: client.address.location, key };
}

export async function requestObject(client: HttpClient, request: ObjectRequest): Promise<ObjectOutcome> {
  const { key, range, wholeMost, signal, room } = request;
  const transport = await client.transport();
  const place = placeOf(client, key);
  const headers = range === undefined ? request.headers : { ...request.headers, range: formatRange(range) };
  let sendsWhole = false;
  const take = (head: ResponseHead): number | undefined => {
    if (head.status === 206) return range === undefined ? undefined : takePart(head, range, transport);
    sendsWhole = head.status === 200;
    return sendsWhole && !isBeyond(contentLength(head) ?? 0, wholeMost) ? boundValue(wholeMost) : undefined;
  };
  try {
    const answer = await client.send({
      method: "GET",
      url: client.address.urlOf(key),
      headers,
      place,
      signal,
      room,
      take,
    });
    const outcome = await outcomeOf(answer, request, transport, place);
    const hasBytes = outcome.kind === "part" || outcome.kind === "whole";
    if (hasBytes && isCalledPage(answer, key)) await refusePage(client, request, answer, outcome);
    return outcome;
  } catch (error) {
    if (sendsWhole && isHyperslabError(error) && error.request?.kind === "too-long") {
      return { kind: "too-large", size: undefined };
    }
    throw error;
  }
}

/** `refused`: the server does not support this form of range. `rejected`: it does not allow this page to send it. */
export async function requestSuffix(
  client: HttpClient,
  key: string,
  range: { readonly suffix: number },
  signal: AbortSignal | undefined,
): Promise<ObjectOutcome | "refused" | "rejected"> {
  const { preflights } = await client.transport();
  const url = client.address.urlOf(key);
  const needed = preflights?.isNeeded(url) === true;
  const send = async (): Promise<ObjectOutcome | "refused" | undefined> => {
    try {
      return await requestObject(client, { key, range, wholeMost: storeLimits.cheapBytes, signal });
    } catch (error) {
      if (isRefusal(error)) return "refused";
      if (needed && isHidden(error)) return undefined;
      throw error;
    }
  };
  return (await (needed ? preflights.attempt(url, send) : send())) ?? "rejected";
}

/** Returns whether the server does not support this kind of request. */
export function isRefusal(error: unknown): boolean {
  const status = isHyperslabError(error) ? error.request?.status : undefined;
  return status === 400 || status === 405 || status === 501;
}

function isHidden(error: unknown): boolean {
  const kind = isHyperslabError(error) ? error.request?.kind : undefined;
  return kind === "network" || kind === "cors";
}

/** How much of a part to accept: nothing if it is not the requested one. */
function takePart(head: ResponseHead, range: ByteRange, transport: HttpTransport): number | undefined {
  if (contentEncoding(head) !== undefined) return undefined;
  const part = contentRange(head);
  if (part !== undefined) return answersRange(part, range) ? part.end - part.start : undefined;
  if (!transport.hidesHeaders) return undefined;
  // The browser hides which part it is. Reading one extra byte reveals a part that is too long.
  if ("suffix" in range) return range.suffix + 1;
  return range.length === undefined ? MOST_BYTES : range.length + 1;
}

function outcomeOf(
  answer: HttpAnswer,
  { key, range, wholeMost }: ObjectRequest,
  transport: HttpTransport,
  place: ErrorPlace,
): ObjectOutcome | Promise<ObjectOutcome> {
  const { status } = answer;
  if (status === 404 || status === 410) return { kind: "absent" };
  if (status === 304) return { kind: "unchanged" };
  if (status === 416) return { kind: "unsatisfied", size: unsatisfiedSize(answer) };
  if (answer.directory && isIndex(answer, key)) return { kind: "absent" };
  if (status === 206 && range !== undefined) return partOutcome(answer, range, transport, place);
  if (status !== 200) throw httpError("status", place, { detail: `status ${status}`, status });
  const coding = transport.decodes ? undefined : contentEncoding(answer);
  const told = contentLength(answer);
  if (told !== undefined && isBeyond(told, wholeMost))
    // The length of an encoded body says nothing about the object.
    return { kind: "too-large", size: contentEncoding(answer) === undefined ? told : undefined };
  const whole = (bytes: Uint8Array): ObjectOutcome => {
    return { kind: "whole", bytes, head: answer, validator: validatorOf(answer, bytes.byteLength) };
  };
  return coding === undefined
    ? whole(answer.body)
    : decodeContent(answer.body, coding, boundValue(wholeMost), place).then(whole);
}

/** What a server sends for a directory: an index or a custom page. */
function isIndex(answer: HttpAnswer, key: string): boolean {
  if (isCalledPage(answer, key)) return true;
  return parseIndex(answer.body, answer.header("content-type") ?? "", answer.url) !== undefined;
}

function partOutcome(answer: HttpAnswer, range: ByteRange, transport: HttpTransport, place: ErrorPlace): ObjectOutcome {
  if (contentEncoding(answer) !== undefined) return { kind: "encoded" };
  const part = contentRange(answer);
  const { body } = answer;
  if (part === undefined) {
    if (!transport.hidesHeaders) return { kind: "wrong", detail: "it does not say which part" };
    const asked = "suffix" in range ? range.suffix : (range.length ?? MOST_BYTES);
    if (body.byteLength > asked) return { kind: "wrong", detail: `more than ${asked} bytes` };
  } else {
    if (!answersRange(part, range)) return { kind: "wrong", detail: describePart(part.start, part.end, range) };
    if (body.byteLength !== part.end - part.start) {
      const detail = `${body.byteLength} bytes where Content-Range says ${part.end - part.start}`;
      throw httpError(body.byteLength < part.end - part.start ? "short-body" : "wrong-content-range", place, {
        detail,
      });
    }
  }
  return { kind: "part", bytes: body, size: part?.size, validator: validatorOf(answer, part?.size) };
}

function describePart(start: number, end: number, range: ByteRange): string {
  return `bytes ${start}-${end - 1} for ${formatRange(range)}`;
}

/** A web page in place of an object is an error. A part from its middle is recognised by reading the page's beginning. */
async function refusePage(
  client: HttpClient,
  { key, range, signal }: ObjectRequest,
  answer: HttpAnswer,
  { kind, bytes }: { readonly kind: "part" | "whole"; readonly bytes: Uint8Array },
): Promise<void> {
  if (bytes.byteLength === 0) return;
  const place = placeOf(client, key);
  const isStart = kind === "whole" || (contentRange(answer)?.start ?? rangeStart(range)) === 0;
  if (isStart ? looksLikePage(bytes) : await beginsAsPage(client, key, signal)) {
    throw httpError("web-page", place, { status: answer.status });
  }
}

function rangeStart(range: ByteRange | undefined): number | undefined {
  return range !== undefined && "offset" in range ? range.offset : undefined;
}

async function beginsAsPage(client: HttpClient, key: string, signal: AbortSignal | undefined): Promise<boolean> {
  const take = (head: ResponseHead): number | undefined => (head.status === 206 ? 256 : undefined);
  const headers = { range: formatRange(OPENING) };
  const url = client.address.urlOf(key);
  const answer = await client.send({ method: "GET", url, headers, place: placeOf(client, key), signal, take });
  return answer.status !== 206 || looksLikePage(answer.body);
}
