/** Reading what a reference leads to. Errors name the reference, the target and the range. */
import { type ByteRange, resolveRange } from "../../bytes/source/byte-range.ts";
import { displayAddress } from "../../bytes/text/display-address.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { Reference } from "../../model/virtual/reference.ts";
import type { TargetFacts } from "../../model/virtual/reference-set.ts";
import type { GetOptions, StoreOptions } from "../../stores/store.ts";
import type { OpenedSource } from "../format.ts";

/**
 * The source, tied to the version that the set records. With an ETag every read is checked as it arrives; if only the
 * size is known, it is checked once.
 */
export function recordedVersion(source: OpenedSource, facts: TargetFacts | undefined): OpenedSource {
  if (facts === undefined) return source;
  const changed = (what: string): HyperslabError =>
    new HyperslabError("invalid-data", `it ${what}, so it is not the file that the references were made of`, {
      hint: "Make the references again, or look for the old file.",
    });
  const { version } = source;
  if (facts.validator !== undefined && version !== undefined && version.validator === undefined) {
    version.validator = facts.validator;
    const read: OpenedSource["read"] = async (range, options) => {
      try {
        return await source.read(range, options);
      } catch (error) {
        throw isHyperslabError(error) && error.request?.kind === "changed"
          ? changed("has another version than the set records")
          : error;
      }
    };
    return { ...source, read };
  }
  if (facts.size === undefined || source.size === undefined) return source;
  const { size } = source;
  let checked: Promise<void> | undefined;
  const check = async (options?: StoreOptions): Promise<void> => {
    const found = await size(options);
    if (found !== undefined && found !== facts.size) throw changed(`has ${found} bytes, not ${facts.size}`);
  };
  return {
    ...source,
    read: async (range, options) => {
      checked ??= check({ signal: options?.signal });
      await checked.catch((error: unknown) => {
        checked = undefined;
        throw error;
      });
      return source.read(range, options);
    },
  };
}

type Outside = Exclude<Reference, { readonly kind: "inline" }>;

/** Where a reference stands: the set, and its key. */
interface SetPlace {
  readonly location: string;
  readonly key: string;
}

/** The bytes that the reference leads to, or a part of them. */
export async function readTarget(
  open: () => Promise<OpenedSource>,
  reference: Outside,
  place: SetPlace,
  options: GetOptions = {},
): Promise<Uint8Array> {
  const { range, signal, room } = options;
  const read = (part: ByteRange | undefined): Promise<Uint8Array> =>
    following(reference, place, async () => (await open()).read(part, { signal, room }));
  if (reference.kind === "whole") return read(range);
  const { start, end } = resolveRange(range, reference.length);
  const wanted = end - start;
  if (wanted === 0) return new Uint8Array(0);
  const bytes = await read({ offset: reference.offset + start, length: wanted });
  if (bytes.byteLength === wanted) return bytes;
  throw new HyperslabError("invalid-data", `${described(reference)}, which ends before that`, {
    ...place,
    hint: "The file is cut off, or is not the one that the references were made of.",
  });
}

/** What a target gives; an error if it is missing. */
async function following<T>(
  reference: Outside,
  place: SetPlace,
  ask: () => Promise<T | undefined>,
): Promise<Exclude<T, undefined>> {
  let found: T | undefined;
  try {
    found = await ask();
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    const { code, what, hint, request } = error;
    throw new HyperslabError(code, `${described(reference)}: ${what}`, {
      ...place,
      cause: error,
      ...(hint !== undefined && { hint }),
      ...(request !== undefined && { request }),
    });
  }
  if (found !== undefined) return found as Exclude<T, undefined>;
  throw new HyperslabError("io", `${described(reference)}, which does not exist`, {
    ...place,
    hint: "A key that refers to nothing is not an absent chunk. Check where the files are.",
  });
}

function described(reference: Outside): string {
  // An empty URL means the file that contains the reference, which the error names anyway.
  const url = displayAddress(reference.url) || "this file";
  if (reference.kind === "whole") return `the reference leads to ${url}`;
  return `the reference leads to bytes ${reference.offset} to ${reference.offset + reference.length - 1} of ${url}`;
}

/** The length of the value. */
export async function sizeOf(
  reference: Reference,
  target: () => Promise<OpenedSource>,
  place: SetPlace,
  options?: StoreOptions,
): Promise<number> {
  if (reference.kind === "inline") return reference.bytes.byteLength;
  if (reference.kind === "range") return reference.length;
  return following(reference, place, async () => {
    const source = await target();
    return source.size === undefined ? (await source.read(undefined, options))?.byteLength : source.size(options);
  });
}
