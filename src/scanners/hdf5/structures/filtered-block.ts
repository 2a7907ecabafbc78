/** Decodes blocks of fractal heaps that are compressed as chunks are. Groups that were created with filters have such heaps. */
import { HyperslabError, isHyperslabError } from "../../../errors.ts";
import type { Hdf5Filter } from "../messages/filters.ts";
import { codecsOf, spec } from "../values/codec-chain.ts";
import { type Hdf5File, MOST_STRUCTURE_BYTES } from "./file.ts";

export interface FilteredBlock {
  readonly filters: readonly Hdf5Filter[];
  /** Bit n is set if filter n was not applied. */
  readonly mask: number;
  /** Bytes without filters. */
  readonly length: number;
  readonly what: string;
  readonly address: number;
}

export async function unfilter(
  file: Hdf5File,
  stored: Uint8Array,
  { filters, mask, length, what, address }: FilteredBlock,
): Promise<Uint8Array> {
  const { decode, place } = file.facts;
  if (length > MOST_STRUCTURE_BYTES) throw file.failure(`${what} of ${length} bytes is damaged`, address);
  const applied = filters.filter((_, index) => (mask & (1 << index)) === 0);
  const codecs = codecsOf(applied, { elementSize: 1, chunkBytes: length });
  if (decode === undefined || typeof codecs === "string") {
    const by = typeof codecs === "string" ? codecs : "filters";
    throw new HyperslabError("unsupported", `${what} is stored by ${by}, which is not supported here`, place);
  }
  try {
    return await decode(stored, [spec("bytes"), ...codecs], length);
  } catch (error) {
    if (isHyperslabError(error)) throw file.failure(`${what} cannot be decoded: ${error.what}`, address);
    throw error;
  }
}
