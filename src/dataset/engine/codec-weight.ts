/** Whether a chain takes longer than handing a chunk to another thread and back, by the costs in the catalogue of codecs. */

import { findCodec } from "../../model/codec-catalogue/catalogue.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { codecSpecs, type NamedCodec } from "../tree/codec-names.ts";

export type Work = "decode" | "encode";

/** True if a thread of Node does the work sooner. */
export function isHeavy(codecs: readonly CodecSpec[], work: Work): boolean {
  return codecSpecs(codecs).some((codec) => costOf(codec, work) === "heavy");
}

/** True if not even a page gains from a worker: the codecs only move bytes. */
export function isTrivial(codecs: readonly CodecSpec[], work: Work): boolean {
  return codecSpecs(codecs).every((codec) => costOf(codec, work) === "trivial");
}

function costOf({ name, configuration }: NamedCodec, work: Work): "trivial" | "light" | "heavy" {
  const cost = findCodec(name)?.cost ?? "light";
  if (typeof cost === "string") return cost;
  const value = configuration?.type === "object" ? configuration.members.get(cost.member) : undefined;
  return value?.type === "string" && cost[work].includes(value.value) ? "heavy" : "light";
}
