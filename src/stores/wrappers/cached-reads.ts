/** Reads of a store with a cache (with-cache.ts), loaded by the first of them. */
import { type ByteRange, formatRange } from "../../bytes/source/byte-range.ts";
import { storeLimits } from "../limits.ts";
import { checkVersion, identifiesVersion } from "../object-version.ts";
import { type SharedRead, sharedRead } from "../shared-read.ts";
import type { GetOptions, ObjectVersion, Store } from "../store.ts";
import type { DiskCache } from "./disk-cache.ts";
import type { ObjectCache } from "./object-cache.ts";

export { diskCache } from "./disk-cache.ts";
export { objectCache } from "./object-cache.ts";

interface Answer {
  readonly bytes: Uint8Array | undefined;
  readonly validator: string | undefined;
  readonly cached: boolean;
  /** When it was last valid, in milliseconds. */
  readonly checked: number;
  /** It is treated as absent because the server forbids it. */
  readonly forbidden?: boolean;
}

export class CachedReads {
  readonly #store: Store;
  readonly #cache: ObjectCache;
  readonly #disk: DiskCache | undefined;
  readonly #maximumAge: number;
  readonly #reads = new Map<string, SharedRead<Answer>>();
  readonly #checks = new Map<string, SharedRead<boolean>>();
  readonly #versions = new Map<string, SharedRead<string | undefined>>();
  /** The latest versions that the store reported for objects in files, oldest first. */
  readonly #said = new Map<string, { readonly validator: string | undefined; readonly checked: number }>();
  /** Counts writes: values read across one are not cached. */
  #writes = 0;
  /** Files last validated before the latest write through this store are revalidated. */
  #lastWrite = 0;
  /** Cached absence is reported each time, as if the server had been queried. */
  readonly #tellForbidden: (key: string) => void;

  constructor(
    store: Store,
    cache: ObjectCache,
    disk: DiskCache | undefined,
    maximumAge: number,
    tellForbidden: (key: string) => void,
  ) {
    this.#tellForbidden = tellForbidden;
    this.#store = store;
    this.#cache = cache;
    this.#disk = disk;
    this.#maximumAge = maximumAge;
  }

  async get(key: string, { range, signal, version, answer }: GetOptions): Promise<Uint8Array | undefined> {
    const place = { location: this.#store.location, key };
    if (await this.#isTrue(key, version, signal)) {
      const object = this.#cache.object(key);
      const bytes = this.#cache.find(key, range);
      const isHere = object?.absent === true || bytes !== undefined;
      if (answer !== undefined && isHere) answer.cached = true;
      if (object?.absent === true) {
        if (object.forbidden) this.#tellForbidden(key);
        return undefined;
      }
      if (object !== undefined && bytes !== undefined) {
        checkVersion(version, object.validator, place);
        return bytes.slice();
      }
    }
    const read = await this.#read(key, range).join(signal);
    if (answer !== undefined) answer.cached = read.cached;
    if (read.forbidden === true) this.#tellForbidden(key);
    checkVersion(version, read.validator, place);
    return read.bytes?.slice();
  }

  /** Drops these objects, or all if undefined. */
  forget(keys: readonly string[] | undefined): void {
    this.#writes += 1;
    // File times have fractions of milliseconds: a file written in this millisecond may be older than the write.
    this.#lastWrite = Date.now() + 1;
    this.#reads.clear();
    this.#checks.clear();
    this.#versions.clear();
    this.#said.clear();
    if (keys === undefined) this.#cache.clear();
    else for (const key of keys) this.#cache.drop(key);
  }

  /** Returns whether the cached object may be returned. Queries the store if the last check is too old. */
  async #isTrue(key: string, version: ObjectVersion | undefined, signal: AbortSignal | undefined): Promise<boolean> {
    const object = this.#cache.object(key);
    if (object === undefined) return false;
    if (version?.validator !== undefined && version.validator !== object.validator) return false;
    if (Date.now() - object.checked < this.#maximumAge) return true;
    if (!identifiesVersion(object.validator) || this.#store.head === undefined) {
      this.#cache.drop(key);
      return false;
    }
    return joined(this.#checks, key, (inner) => this.#ask(key, inner)).join(signal);
  }

  async #ask(key: string, signal: AbortSignal): Promise<boolean> {
    const before = this.#writes;
    const info = await this.#store.head?.(key, { signal });
    const object = this.#cache.object(key);
    if (object === undefined || before !== this.#writes) return false;
    if (info?.validator === object.validator) {
      object.checked = Date.now();
      return true;
    }
    this.#cache.drop(key);
    return false;
  }

  #read(key: string, range: ByteRange | undefined): SharedRead<Answer> {
    const name = range === undefined ? key : `${key}\0${formatRange(range)}`;
    return joined(this.#reads, name, async (signal) => {
      const before = this.#writes;
      const kept = this.#disk === undefined ? undefined : await this.#readDisk(this.#disk, key, range, signal);
      const answer = kept ?? (await this.#readStore(key, range, signal));
      if (before !== this.#writes) return answer;
      const { bytes, validator, cached, checked, forbidden } = answer;
      this.#cache.add(key, range, bytes, validator, checked, forbidden);
      if (!cached && bytes !== undefined && identifiesVersion(validator)) {
        await this.#disk?.add(key, range, bytes, validator);
      }
      return answer;
    });
  }

  async #readStore(key: string, range: ByteRange | undefined, signal: AbortSignal): Promise<Answer> {
    const version: ObjectVersion = {};
    let forbidden = false;
    const stop = this.#store.watchForbidden?.((told) => {
      forbidden ||= told === key;
    });
    try {
      const bytes = await this.#store.get(key, { range, signal, version });
      return { bytes, validator: version.validator, cached: false, checked: Date.now(), forbidden };
    } finally {
      stop?.();
    }
  }

  /** Reads from a file, if its version is the object's. One query serves all requested files of the object. */
  async #readDisk(
    disk: DiskCache,
    key: string,
    range: ByteRange | undefined,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const entry = await disk.find(key, range);
    if (entry === undefined) return undefined;
    const { bytes, validator } = entry;
    // Clocks of machines that share a directory may differ.
    const isYoung = ({ checked }: { readonly checked: number }): boolean =>
      Math.abs(Date.now() - checked) < this.#maximumAge;
    const known = this.#cache.object(key) ?? this.#said.get(key);
    if (known !== undefined && isYoung(known)) {
      if (known.validator !== validator) return undefined;
      if (!isYoung(entry)) await disk.confirm(key, range);
      return { bytes, validator, cached: true, checked: known.checked };
    }
    if (isYoung(entry) && entry.checked > this.#lastWrite) return { ...entry, cached: true };
    if (this.#store.head === undefined) return undefined;
    const said = await joined(this.#versions, key, (inner) => this.#askVersion(key, inner)).join(signal);
    if (said !== validator) return undefined;
    await disk.confirm(key, range);
    return { bytes, validator, cached: true, checked: Date.now() };
  }

  async #askVersion(key: string, signal: AbortSignal): Promise<string | undefined> {
    const before = this.#writes;
    const validator = (await this.#store.head?.(key, { signal }))?.validator;
    if (before !== this.#writes) return undefined;
    this.#said.delete(key);
    this.#said.set(key, { validator, checked: Date.now() });
    const [oldest] = this.#said.keys();
    if (oldest !== undefined && storeLimits.saidVersions.isExceededBy(this.#said.size)) this.#said.delete(oldest);
    return validator;
  }
}

/** The read of this name that is in flight, or a new one. */
function joined<T>(
  reads: Map<string, SharedRead<T>>,
  name: string,
  run: (signal: AbortSignal) => Promise<T>,
): SharedRead<T> {
  const known = reads.get(name);
  if (known !== undefined && !known.abandoned) return known;
  const started = sharedRead((signal) =>
    run(signal).finally(() => {
      if (reads.get(name) === started) reads.delete(name);
    }),
  );
  reads.set(name, started);
  return started;
}
