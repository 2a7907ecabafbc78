/** Decodes bytes by a chain of codecs, for scanners: structures of a file may be compressed as chunks are. */
import { allocate } from "../../codecs/pipeline/allocate.ts";
import { driveMemory } from "../../codecs/pipeline/drive.ts";
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { dataTypeNamed, type FixedDataType } from "../../model/data-types/data-type.ts";
import type { FixedChunk } from "../../model/grid/chunk.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import { wholeSelection } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";

export async function decodeBytes(
  stored: Uint8Array,
  codecs: readonly CodecSpec[],
  length: number,
): Promise<Uint8Array> {
  const dataType = dataTypeNamed("uint8") as FixedDataType;
  const shape = [length];
  const pipeline = await bindPipeline(codecs, { dataType, shape, fillValue: zeroElement(dataType) });
  const block: FixedChunk = { dataType, shape, layout: contiguous(shape), bytes: allocate(length) };
  driveMemory(pipeline.decode(wholeSelection(shape), block), stored);
  return block.bytes;
}
