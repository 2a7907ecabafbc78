/** Codecs with their settings in one line: `bytes(endian=little) > zstd(level=3)`. */
import type { CodecInfo } from "../../index.ts";
import { shapeText, valueText } from "./units.ts";

export function codecText(codecs: readonly CodecInfo[]): string {
  return codecs.map(oneCodec).join(" > ");
}

function oneCodec({ name, configuration }: CodecInfo): string {
  const members = isObject(configuration) ? Object.entries(configuration) : [];
  const settings = members.map(([key, value]) => `${key}=${settingText(key, value)}`);
  return settings.length === 0 ? name : `${name}(${settings.join(", ")})`;
}

function settingText(key: string, value: unknown): string {
  if (key.endsWith("codecs") && Array.isArray(value)) return value.map((codec) => oneCodec(asCodec(codec))).join(" > ");
  if (key === "chunk_shape" && isLengths(value)) return shapeText(value);
  return typeof value === "string" ? value : valueText(value);
}

/** A codec inside a configuration: an object with a name, or a bare name. */
function asCodec(value: unknown): CodecInfo {
  if (!isObject(value)) return { name: String(value), configuration: {} };
  const { name, configuration } = value;
  return { name: String(name), configuration: isObject(configuration) ? configuration : {} };
}

function isObject(value: unknown): value is Record<string, never> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isLengths(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((length) => typeof length === "number");
}
