/**
 * Objects of one server by key: whole, in parts, and their size. If a server cannot send the last bytes, the size is
 * requested first; if it cannot send parts, whole objects are fetched and kept for a while for the next part.
 */

import { type Bound, boundValue } from "../../bytes/limit.ts";
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import type { ByteRoom } from "../../bytes/source/byte-room.ts";
import { isHyperslabError } from "../../errors.ts";
import { cutRange } from "../byte-request.ts";
import { storeLimits } from "../limits.ts";
import { checkVersion } from "../object-version.ts";
import { type SharedRead, sharedRead } from "../shared-read.ts";
import type { ObjectInfo, ObjectVersion } from "../store.ts";
import type { HttpClient } from "./http-client.ts";
import { httpError } from "./http-error.ts";
import { isRefusal, MOST_BYTES, type ObjectOutcome, placeOf, requestObject, requestSuffix } from "./object-request.ts";
import { contentEncoding, contentLength, isCalledPage, maySameVersion, validatorOf } from "./response-facts.ts";
import { type WholeObject, wholeObjects } from "./whole-objects.ts";

export interface ObjectReaderOptions {
  /** The largest object that is fetched whole to get a part of it; default 256 MiB. */
  readonly wholeObjectLimit: number | undefined;
  /** Called for things that the server cannot do, any number of times. */
  note(kind: ReaderNote): void;
}

/** What a server cannot do. */
export type ReaderNote = "no-suffixes" | "no-ranges";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly version?: ObjectVersion | undefined;
  /** Memory for a whole object. Not used for parts: an object that came instead of a part may be kept. */
  readonly room?: ByteRoom | undefined;
}

type Bounded = Extract<ByteRange, { offset: number }>;

export class ObjectReader {
  readonly #client: HttpClient;
  readonly #wholeObjectLimit: Bound;
  readonly #note: ObjectReaderOptions["note"];
  readonly #kept = wholeObjects();
  readonly #fetching = new Map<string, SharedRead<WholeObject | undefined>>();
  #sendsSuffixes = true;
  #sendsParts = true;
  #cuts = 0;

  constructor(client: HttpClient, options: ObjectReaderOptions) {
    this.#client = client;
    this.#wholeObjectLimit = options.wholeObjectLimit ?? storeLimits.wholeObjectBytes;
    this.#note = options.note;
  }

  async whole(key: string, { signal, version, room }: ReadOptions): Promise<Uint8Array | undefined> {
    const outcome = await requestObject(this.#client, { key, wholeMost: MOST_BYTES, signal, room });
    if (outcome.kind === "absent") return undefined;
    const place = placeOf(this.#client, key);
    if (outcome.kind === "too-large") throw httpError("too-long", place, { detail: `more than ${MOST_BYTES} bytes` });
    if (outcome.kind !== "whole") throw this.#unexpected(key, outcome);
    checkVersion(version, outcome.validator, place);
    return outcome.bytes;
  }

  async part(key: string, range: ByteRange, options: ReadOptions): Promise<Uint8Array | undefined> {
    const isEmpty = "suffix" in range ? range.suffix === 0 : range.length === 0;
    if (isEmpty) return (await this.info(key, options)) === undefined ? undefined : new Uint8Array(0);
    if (!this.#sendsParts) {
      this.#cuts += 1;
      if (!storeLimits.cutParts.isReachedBy(this.#cuts)) return this.#cutFromWhole(key, range, options);
      this.#cuts = 0;
    }
    if (!("suffix" in range)) return this.#bounded(key, range, options);
    return (await this.#prefersSize(key)) ? this.#suffixBySize(key, range, options) : this.#suffix(key, range, options);
  }

  /** Size and version without the bytes. */
  async info(key: string, { signal, version }: ReadOptions): Promise<ObjectInfo | undefined> {
    const info = await this.#cheapInfo(key, signal);
    const found = info === "unknown" ? await this.#infoByWhole(key, signal) : info;
    if (found !== undefined) checkVersion(version, found.validator, placeOf(this.#client, key));
    return found;
  }

  async #bounded(key: string, range: Bounded, options: ReadOptions): Promise<Uint8Array | undefined> {
    const wholeMost = this.#wholeObjectLimit;
    const { signal, room } = options;
    const outcome = await requestObject(this.#client, { key, range, wholeMost, signal, room });
    if (outcome.kind === "unsatisfied") return this.#pastEnd(key, range, outcome.size, options);
    if (outcome.kind === "encoded") return this.#cutFromWhole(key, range, options);
    return this.#accept(key, range, outcome, options, () => this.#noParts());
  }

  async #suffix(
    key: string,
    range: { readonly suffix: number },
    options: ReadOptions,
  ): Promise<Uint8Array | undefined> {
    const outcome = await requestSuffix(this.#client, key, range, options.signal);
    if (outcome === "rejected" || outcome === "refused") return this.#suffixBySize(key, range, options, outcome);
    if (outcome.kind === "unsatisfied" && outcome.size === 0) return new Uint8Array(0);
    if (outcome.kind === "encoded") return this.#cutFromWhole(key, range, options);
    if (outcome.kind === "absent" || outcome.kind === "part" || outcome.kind === "whole") {
      return this.#accept(key, range, outcome, options, () => this.#noSuffixes());
    }
    return this.#suffixBySize(key, range, options, "refused");
  }

  /** In a page, requesting the size takes no longer than the preflight for a suffix, and cannot be rejected. */
  async #prefersSize(key: string): Promise<boolean> {
    if (!this.#sendsSuffixes) return true;
    const { preflights } = await this.#client.transport();
    return preflights?.isNeeded(this.#client.address.urlOf(key)) === true && !this.#client.needsPreflight;
  }

  /** `failure` is why a requested suffix did not arrive. */
  async #suffixBySize(
    key: string,
    range: { readonly suffix: number },
    { signal, version }: ReadOptions,
    failure = this.#sendsSuffixes ? undefined : "refused",
  ): Promise<Uint8Array | undefined> {
    const place = placeOf(this.#client, key);
    let info = await this.#cheapInfo(key, signal);
    if (info === "unknown") {
      if (failure === undefined) return this.#suffix(key, range, { signal, version });
      info = await this.#infoByWhole(key, signal);
    }
    if (info === undefined) return undefined;
    if (info.size === 0) return new Uint8Array(0);
    if (failure === "refused") this.#noSuffixes();
    const length = Math.min(range.suffix, info.size);
    const read: ObjectVersion = { ...version };
    const bytes = await this.#bounded(key, { offset: info.size - length, length }, { signal, version: read });
    if (!maySameVersion(info.validator, read.validator)) checkVersion(read, info.validator, place);
    checkVersion(version, read.validator, place);
    return bytes;
  }

  /** The bytes of an outcome that has any. */
  #accept(
    key: string,
    range: ByteRange,
    outcome: ObjectOutcome,
    { version }: ReadOptions,
    whenWhole: () => void,
  ): Uint8Array | undefined {
    if (outcome.kind === "absent") return undefined;
    if (outcome.kind !== "part" && outcome.kind !== "whole") throw this.#unexpected(key, outcome);
    checkVersion(version, outcome.validator, placeOf(this.#client, key));
    if (outcome.kind === "part") {
      this.#sendsParts = true;
      return outcome.bytes;
    }
    const bytes = cutRange(outcome.bytes, range);
    // A range that covers the whole object may be answered with 200.
    if (bytes.byteLength < outcome.bytes.byteLength) whenWhole();
    // It may lie in lent memory, but the caller gets a copy, and so never returns that memory.
    this.#kept.keep(key, outcome, outcome.head);
    return bytes;
  }

  /** For servers that cannot send parts: the object, fetched once for all concurrent readers. */
  async #cutFromWhole(key: string, range: ByteRange, options: ReadOptions): Promise<Uint8Array | undefined> {
    this.#noParts();
    let fetching = this.#fetching.get(key);
    if (fetching === undefined || fetching.abandoned) {
      const started = sharedRead((signal) =>
        this.#fetchWhole(key, signal).finally(() => {
          if (this.#fetching.get(key) === started) this.#fetching.delete(key);
        }),
      );
      this.#fetching.set(key, (fetching = started));
    }
    const object = await fetching.join(options.signal);
    if (object === undefined) return undefined;
    checkVersion(options.version, object.validator, placeOf(this.#client, key));
    return cutRange(object.bytes, range);
  }

  async #fetchWhole(key: string, signal: AbortSignal): Promise<WholeObject | undefined> {
    // Conditions would need a CORS preflight; the browser's own cache sends them anyway.
    const { hidesHeaders } = await this.#client.transport();
    const headers = hidesHeaders ? {} : this.#kept.condition(key);
    const kept = this.#kept.get(key);
    const wholeMost = this.#wholeObjectLimit;
    const outcome = await requestObject(this.#client, { key, wholeMost, headers, signal });
    if (outcome.kind === "absent") return undefined;
    if (outcome.kind === "unchanged" && kept !== undefined) return kept;
    if (outcome.kind !== "whole") throw this.#unexpected(key, outcome);
    this.#kept.keep(key, outcome, outcome.head);
    return outcome;
  }

  /** 416: empty if the size shows that the range starts at or after the end. */
  async #pastEnd(
    key: string,
    range: Bounded,
    told: number | undefined,
    options: ReadOptions,
  ): Promise<Uint8Array | undefined> {
    const size = told ?? (await this.info(key, options))?.size;
    if (size === undefined) return undefined;
    if (range.offset >= size) return new Uint8Array(0);
    const detail = `byte ${range.offset} of ${size}`;
    throw httpError("range-not-satisfiable", placeOf(this.#client, key), { detail, status: 416 });
  }

  /** Returns "unknown" if the server does not report the object's size, or does not support HEAD. */
  async #headInfo(key: string, signal: AbortSignal | undefined): Promise<ObjectInfo | undefined | "unknown"> {
    const client = this.#client;
    const take = (): undefined => undefined;
    const asked = {
      method: "HEAD",
      url: client.address.urlOf(key),
      place: placeOf(client, key),
      signal,
      take,
    } as const;
    const answer = await client.send(asked).catch((error: unknown) => {
      // A URL that is signed for GET is refused for HEAD.
      if (isRefusal(error) || (isHyperslabError(error) && error.request?.kind === "forbidden")) return undefined;
      throw error;
    });
    if (answer === undefined) return "unknown";
    if (answer.status === 404 || answer.status === 410) return undefined;
    if (answer.directory || isCalledPage(answer, key)) return "unknown";
    const size = contentLength(answer);
    if (answer.status !== 200 || size === undefined || contentEncoding(answer) !== undefined) return "unknown";
    const modified = Date.parse(answer.header("last-modified") ?? "");
    const info = withValidator(size, validatorOf(answer, size));
    return Number.isNaN(modified) ? info : { ...info, modified };
  }

  async #cheapInfo(key: string, signal: AbortSignal | undefined): Promise<ObjectInfo | undefined | "unknown"> {
    const info = await this.#headInfo(key, signal);
    return info === "unknown" ? this.#infoByPart(key, signal) : info;
  }

  async #infoByPart(key: string, signal: AbortSignal | undefined): Promise<ObjectInfo | undefined | "unknown"> {
    const range = { offset: 0, length: 1 };
    const outcome = await requestObject(this.#client, { key, range, wholeMost: storeLimits.cheapBytes, signal });
    if (outcome.kind === "absent") return undefined;
    if (outcome.kind === "whole") return withValidator(outcome.bytes.byteLength, outcome.validator);
    if (outcome.kind === "part" && outcome.size !== undefined) return withValidator(outcome.size, outcome.validator);
    const told = outcome.kind === "too-large" || outcome.kind === "unsatisfied" ? outcome.size : undefined;
    return told === undefined ? "unknown" : { size: told };
  }

  async #infoByWhole(key: string, signal: AbortSignal | undefined): Promise<ObjectInfo | undefined> {
    const version: ObjectVersion = {};
    const bytes = await this.whole(key, { signal, version });
    return bytes === undefined ? undefined : withValidator(bytes.byteLength, version.validator);
  }

  #noParts(): void {
    this.#sendsParts = false;
    this.#note("no-ranges");
  }

  #noSuffixes(): void {
    this.#sendsSuffixes = false;
    this.#note("no-suffixes");
  }

  #unexpected(key: string, outcome: ObjectOutcome): Error {
    const place = placeOf(this.#client, key);
    if (outcome.kind === "wrong") return httpError("wrong-content-range", place, { detail: outcome.detail });
    if (outcome.kind === "too-large") {
      const size = outcome.size === undefined ? "the object" : `its ${outcome.size} bytes`;
      const detail = `${size} would have to be fetched whole, and the limit is ${boundValue(this.#wholeObjectLimit)}`;
      return httpError("range-ignored", place, { detail, status: 200 });
    }
    const status = { absent: 404, part: 206, whole: 200, unchanged: 304, unsatisfied: 416, encoded: 206 }[outcome.kind];
    return httpError("status", place, { detail: `unexpected status ${status}`, status });
  }
}

function withValidator(size: number, validator: string | undefined): ObjectInfo {
  return validator === undefined ? { size } : { size, validator };
}
