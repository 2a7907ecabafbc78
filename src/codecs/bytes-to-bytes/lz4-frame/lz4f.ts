/**
 * `lz4f`: LZ4's frame format, which `lz4` on a command line writes: one frame or several, of linked or independent blocks,
 * legacy and skippable ones too (framing: lz4-frame/walk.ts). Configured as imagecodecs does: `level` up to 12, from 3 on
 * denser; `blocksizeid` 4 to 7; `contentchecksum` and `blockchecksum`.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import type { BytesToBytesCodec } from "../../codec.ts";
import { encoderSetting, givenMember } from "../../configuration.ts";
import { type Kernels, loadKernels } from "../../kernels/kernels.ts";
import { within } from "../../kernels/staged.ts";
import { decodeFrames } from "./decode.ts";
import { encodeFrame, type Lz4FrameOptions } from "./encode.ts";

const LEAST_LEVEL = -65536;
const LARGEST_LEVEL = 12;

export const lz4f: BytesToBytesCodec<Lz4FrameOptions> = lz4fBy(loadKernels);

/** The codec over given kernels. */
export function lz4fBy(load: () => Promise<Kernels>): BytesToBytesCodec<Lz4FrameOptions> {
  return {
    kind: "bytes-to-bytes",
    parse: (configuration) => {
      configuration.only(["level", "blocksizeid", "contentchecksum", "blockchecksum", "id"]);
      return {
        level: encoderSetting(configuration, "level", LEAST_LEVEL, LARGEST_LEVEL) ?? 0,
        blockSize: parseBlockSize(givenMember(configuration, "blocksizeid")),
        contentChecksum: givenMember(configuration, "contentchecksum")?.boolean() ?? false,
        blockChecksum: givenMember(configuration, "blockchecksum")?.boolean() ?? false,
      };
    },
    bind: async (options, type) => {
      const kernels = await load();
      return {
        encodedLength: undefined,
        writesOut: true,
        encode: (bytes) => within(kernels, () => encodeFrame(kernels, bytes, options)),
        decode: (bytes, out) => within(kernels, () => decodeFrames(kernels, bytes, type, out)),
      };
    },
  };
}

/** 0 means LZ4's own choice. */
function parseBlockSize(member: JsonView | undefined): number | undefined {
  const id = member?.integer(0, 7) ?? 0;
  if (id > 0 && id < 4) member!.fail("expected 0 or 4 to 7: 64 KiB, 256 KiB, 1 MiB, 4 MiB");
  return id === 0 ? undefined : id;
}
