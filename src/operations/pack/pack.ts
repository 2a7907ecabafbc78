/**
 * `pack`: turns a file into a Bloscpack file of version 3, like `blpk compress`. Chunks are read, encoded on all cores
 * and written as they become available, so memory is bounded whatever the length of the file. The header is written
 * last.
 */

import type { BloscpackHeader } from "../../bytes/blosc/file-header.ts";
import { DEFAULT_CHUNKS } from "../../bytes/blosc/options.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { progressMeter } from "../../dataset/transfer.ts";
import { cutChunks } from "../../formats/bloscpack/array-node.ts";
import { SPARE_FACTOR } from "../../formats/bloscpack/file-plan.ts";
import { printMetadata } from "../../formats/bloscpack/metadata-section.ts";
import { PACK } from "../option-names.ts";
import { frameOptions, wantedChunkSize } from "./frame-options.ts";
import { metadataNode } from "./metadata-option.ts";
import type { PackOptions } from "./pack-options.ts";
import { openOutput, openPlain, writablePath } from "./places.ts";
import { forBytes, writeChunks, writeFile } from "./write-chunks.ts";

/** What `pack` did. */
export interface PackReport {
  /** Bytes that were read. */
  readonly bytesIn: number;
  /** Bytes that were written. */
  readonly bytesOut: number;
  /** The number of chunks. */
  readonly chunks: number;
  /** Bytes per chunk before compression. */
  readonly chunkSize: number;
  /** Bytes in the last chunk. */
  readonly lastChunk: number;
}

/** Packs `input` into `output`, which must not exist unless `overwrite` is set. */
export async function pack(
  input: string | ByteSource,
  output: string | ByteTarget,
  options: PackOptions = {},
): Promise<PackReport> {
  if (hasUnknown(options, PACK)) return refuseUnknown("pack", options, PACK);
  const { offsets = true, checksum = DEFAULT_CHUNKS.checksum } = options;
  const frames = frameOptions(options, checksum);
  const wanted = wantedChunkSize(options.chunkSize);
  const metadata = await metadataNode(options);
  const section = metadata === undefined ? new Uint8Array(0) : await printMetadata(metadata);
  const plain = await openPlain(input);
  try {
    const bytesIn = await plain.size();
    const cut = cutChunks(bytesIn, wanted);
    const header: BloscpackHeader = {
      version: 3,
      offsets,
      metadata: section.byteLength > 0,
      variableLength: false,
      checksum,
      typeSize: frames.typeSize,
      ...cut,
      spareChunks: offsets ? SPARE_FACTOR * cut.chunkCount : 0,
    };
    const packed = await openOutput(typeof output === "string" ? writablePath(output) : output, options);
    try {
      const transfer = forBytes(options, bytesIn);
      const meter = progressMeter("pack", cut.chunkCount, options.onProgress);
      const bytesOut = await writeFile(packed.target, header, section, (start) =>
        writeChunks(packed.target, start, plain, 0, cut, frames, meter, transfer),
      );
      meter.end();
      await packed.finish();
      return { bytesIn, bytesOut, chunks: cut.chunkCount, chunkSize: cut.chunkSize, lastChunk: cut.lastChunk };
    } catch (error) {
      await packed.abandon();
      throw error;
    }
  } finally {
    await plain.close();
  }
}
