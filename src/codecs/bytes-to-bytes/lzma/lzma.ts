/**
 * `numcodecs.lzma`: LZMA as Python's `lzma` writes it. `format` 1: xz files; 2: the older .lzma files; 3: raw streams,
 * whose `filters` must be given. `check` -1 is CRC-64 in xz files. `preset` and `filters` exclude each other.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import type { BoundBytesToBytes, BytesToBytesCodec, BytesType } from "../../codec.ts";
import { givenMember } from "../../configuration.ts";
import { growingBuffer } from "../../growing-buffer.ts";
import type { LzmaKernel } from "../../kernels/lzma/wasm.ts";
import { encodeAlone, encodeRaw, encodeXz } from "./containers.ts";
import { DEFAULT_PRESET, type FilterChain, parseFilters, parsePreset, presetChain } from "./filters.ts";
import { type IntegrityCheck, integrityCheck } from "./integrity.ts";
import { type DecodeWith, decodeByMachine } from "./kernel-machine.ts";
import { decodeAlone, decodeRaw } from "./raw-decode.ts";
import { decodeXz } from "./xz-decode.ts";

type LzmaFormat = "xz" | "alone" | "raw";

export interface LzmaConfiguration {
  readonly format: LzmaFormat;
  readonly check: number;
  readonly integrity: IntegrityCheck;
  readonly chain: FilterChain;
}

const FORMATS: readonly LzmaFormat[] = ["xz", "alone", "raw"];
const CRC64 = 4;

export const lzma: BytesToBytesCodec<LzmaConfiguration> = lzmaBy(async () => {
  return (await import("../../kernels/lzma/wasm.ts")).loadLzmaKernel();
});

/** The codec over a given kernel; without one it is all TypeScript. */
export function lzmaBy(load: () => Promise<LzmaKernel | undefined>): BytesToBytesCodec<LzmaConfiguration> {
  return {
    kind: "bytes-to-bytes",
    parse: parseLzma,
    bind: async (configuration, type) => bindLzma(configuration, type, await load()),
  };
}

function parseLzma(configuration: JsonView): LzmaConfiguration {
  configuration.only(["format", "check", "preset", "filters", "id"]);
  const format = FORMATS[(givenMember(configuration, "format")?.integer(1, 3) ?? 1) - 1]!;
  const wanted = givenMember(configuration, "check");
  const check = wanted?.integer(-1, 15) ?? -1;
  const number = format !== "xz" ? 0 : check === -1 ? CRC64 : check;
  const integrity = integrityCheck(number) ?? wanted!.fail("expected 0, 1, 4 or 10: none, CRC-32, CRC-64, SHA-256");
  if (format !== "xz" && check > 0) wanted!.fail("only xz files have checks");
  return { format, check: number, integrity, chain: parseChain(configuration, format) };
}

function parseChain(configuration: JsonView, format: LzmaFormat): FilterChain {
  const preset = givenMember(configuration, "preset");
  const filters = givenMember(configuration, "filters");
  const compressor = format === "alone" ? "lzma1" : "lzma2";
  if (filters === undefined) {
    if (format === "raw") configuration.fail("filters are missing, without which a raw stream cannot be read");
    return presetChain(preset === undefined ? DEFAULT_PRESET : parsePreset(preset), compressor);
  }
  if (preset !== undefined) preset.fail("preset and filters are both given");
  const chain = parseFilters(filters);
  if (format !== "raw" && chain.compressor !== compressor)
    filters.fail(`the last filter of ${format} is ${compressor}`);
  if (format === "alone" && chain.deltas.length > 0) filters.fail("a .lzma file has no filter but LZMA");
  return chain;
}

function bindLzma(
  { format, check, integrity, chain }: LzmaConfiguration,
  type: BytesType,
  kernel: LzmaKernel | undefined,
): BoundBytesToBytes {
  const decodeWith: DecodeWith =
    format === "alone"
      ? (bytes, buffer, machine) => decodeAlone(bytes, type, buffer, machine)
      : format === "raw"
        ? (bytes, buffer, machine) => decodeRaw(bytes, chain, type, buffer, machine)
        : (bytes, buffer, machine) => decodeXz(bytes, type, buffer, machine);
  return {
    encodedLength: undefined,
    writesOut: true,
    encode: (bytes) => {
      if (format === "alone") return encodeAlone(bytes, chain);
      return format === "raw" ? encodeRaw(bytes, chain) : encodeXz(bytes, chain, check, integrity);
    },
    decode: (bytes, out) => decodeByMachine(kernel, bytes, type, growingBuffer(type, out), decodeWith),
  };
}
