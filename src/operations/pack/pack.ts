/**
 * `pack`: a file to a Bloscpack file of version 3, as `blpk compress` does. Chunks are read, encoded on all cores and
 * written as they come, so that memory stays bounded whatever the length of the file. The header is written last.
 */

import { type BloscpackHeader, HEADER_BYTES, printHeader } from "../../bytes/blosc/file-header.ts";
import { OFFSET_BYTES, offsetCount, printOffsets } from "../../bytes/blosc/offsets.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { progressMeter } from "../../dataset/array/progress.ts";
import type { FrameOptions } from "../../dataset/engine/frame-engine.ts";
import { cutChunks, SPARE_FACTOR } from "../../formats/bloscpack/file-plan.ts";
import { printMetadata } from "../../formats/bloscpack/metadata-section.ts";
import { forBytes } from "./chunk-batches.ts";
import { metadataNode } from "./metadata-option.ts";
import { frameOptions, type PackOptions, wantedChunkSize } from "./pack-options.ts";
import { type OpenInput, openOutput, openPlain, writablePath } from "./places.ts";
import { writeChunks } from "./write-chunks.ts";

export interface PackReport {
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly chunks: number;
  readonly chunkSize: number;
  readonly lastChunk: number;
}

/** Packs `input` into `output`, which must not be there unless `overwrite` is set. */
export async function pack(
  input: string | ByteSource,
  output: string | ByteTarget,
  options: PackOptions = {},
): Promise<PackReport> {
  const { offsets = true, checksum = "adler32" } = options;
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
      const bytesOut = await writeFile(packed.target, plain, header, section, frames, forBytes(options, bytesIn));
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

/** Gives the length of the file. */
async function writeFile(
  target: ByteTarget,
  plain: OpenInput,
  header: BloscpackHeader,
  section: Uint8Array,
  frames: FrameOptions,
  options: PackOptions,
): Promise<number> {
  const { chunkCount = 0, chunkSize = 0, lastChunk = 0, spareChunks } = header;
  const tableAt = HEADER_BYTES + section.byteLength;
  const dataStart = tableAt + OFFSET_BYTES * offsetCount(header);
  const chunks = { chunkCount, chunkSize, lastChunk };
  const meter = progressMeter("pack", chunkCount, options.onProgress);
  const { offsets, end } = await writeChunks(target, dataStart, plain, 0, chunks, frames, meter, options);
  if (header.offsets) await target.write(tableAt, [printOffsets(offsets, spareChunks)]);
  await target.write(0, [printHeader(header), section]);
  meter.end();
  return end;
}
