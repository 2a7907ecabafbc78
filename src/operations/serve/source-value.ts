/** A byte source as a served value: one version of it, with its size. */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { contentValidator } from "./content-validator.ts";
import { bytesValue, type ServedValue, type TreeRequest } from "./served-tree.ts";

export interface SourceFacts {
  /** Where it is, for messages. */
  readonly place: ErrorPlace;
  /** A prefix for validators that count from the start of this process. */
  readonly session: string;
}

/** `undefined` if the source is proven absent. */
export async function sourceValue(
  source: ByteSource,
  facts: SourceFacts,
  request?: TreeRequest,
): Promise<ServedValue | undefined> {
  if (source.hold !== undefined) {
    const held = await source.hold(request);
    if (held === undefined) return undefined;
    const size = (await held.size?.()) ?? 0;
    return parts(held, { size, validator: held.version?.validator, isTied: true, close: () => held.close() }, facts);
  }
  if (source.size === undefined) {
    const bytes = await source.read(undefined, request);
    return bytes && bytesValue(bytes, await contentValidator(bytes));
  }
  const size = await source.size(request);
  if (size === undefined) return undefined;
  const validator = await source.validator?.(request);
  if (validator !== undefined && source.version !== undefined) source.version.validator = validator;
  return parts(source, { size, validator, isTied: validator !== undefined, close: () => {} }, facts);
}

interface SourceVersion {
  readonly size: number;
  readonly validator: string | undefined;
  /** Whether several reads see one version, or fail. */
  readonly isTied: boolean;
  close(): void;
}

function parts(source: ByteSource, version: SourceVersion, { place, session }: SourceFacts): ServedValue {
  const { size, validator, isTied, close } = version;
  return {
    size,
    validator: validator === undefined ? undefined : session + validator,
    atOnce: !isTied,
    read: async (start, end, request) => {
      const bytes = await source.read({ offset: start, length: end - start }, request);
      if (bytes?.byteLength === end - start) return bytes;
      throw new HyperslabError("invalid-data", "the value changed while it was read", place);
    },
    close,
  };
}

const started = crypto.randomUUID();

/** Versions of values in memory count from the start of the process, so those of another process may be equal. */
export function sessionOf(place: string): string {
  return /^(?:file|https?|s3):/.test(place) ? "" : `${started} `;
}
