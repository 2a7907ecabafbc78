/** A file with other metadata: in the room of the old ones if they fit, else with everything behind them moved on. */

import { HEADER_BYTES, printHeader } from "../../bytes/blosc/file-header.ts";
import { offsetCount, parseOffsets, printOffsets, UNKNOWN_OFFSET } from "../../bytes/blosc/offsets.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { printJsonBytes } from "../../bytes/json/print.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { FileLayout } from "./file-layout.ts";
import { DEFAULT_METADATA, type MetadataOptions, printMetadata } from "./metadata-section.ts";

/** `bytes` is the whole file. */
export async function replaceMetadata(bytes: Uint8Array, layout: FileLayout, value: JsonNode): Promise<Uint8Array> {
  const { header, metadata, offsetsAt, dataStart } = layout;
  if (header.version !== 3) {
    throw new HyperslabError("unsupported", `files of version ${header.version} have no metadata`);
  }
  const section = await sectionFor(value, metadata?.header);
  const moved = HEADER_BYTES + section.byteLength - offsetsAt;
  const offsets = parseOffsets(bytes.subarray(offsetsAt, dataStart), offsetsAt);
  const changed = new Uint8Array(bytes.byteLength + moved);
  changed.set(printHeader({ ...header, metadata: true }));
  changed.set(section, HEADER_BYTES);
  const shifted = offsets.map((offset) => (offset === UNKNOWN_OFFSET ? offset : offset + moved));
  changed.set(printOffsets(shifted.subarray(0, offsetCount(header))), offsetsAt + moved);
  changed.set(bytes.subarray(dataStart), dataStart + moved);
  return changed;
}

async function sectionFor(value: JsonNode, old: MetadataOptions | undefined): Promise<Uint8Array> {
  if (old === undefined) return printMetadata(value);
  try {
    return await metadataFor(value, old);
  } catch (error) {
    if (!isHyperslabError(error, "invalid-request")) throw error;
    return printMetadata(value, { ...old, room: undefined });
  }
}

/** The section for a value in the room that there is; refused as `invalid-request` if it does not fit. */
export async function metadataFor(value: JsonNode, old: MetadataOptions): Promise<Uint8Array> {
  const { checksum, level, room } = old;
  const text = printJsonBytes(value, "numcodecs", { sorted: false, nonFinite: "token" });
  // A section that was stored as it is may have been meant to be packed.
  const codec = level > 0 || text.byteLength > (room ?? 0) ? DEFAULT_METADATA.codec : old.codec;
  return printMetadata(value, { checksum, codec, level: level > 0 ? level : DEFAULT_METADATA.level, room });
}
