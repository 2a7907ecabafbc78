/** The plan of a copy in the terminal: one line per array, and totals. */
import type { CopyPlan, PlannedArray } from "../../index.ts";
import { noteText } from "./note-text.ts";
import { counted, formatBytes, formatCount, printable, shapeText } from "./units.ts";

export function* planLines(plan: CopyPlan): Generator<string> {
  const { source, target, groups, arrays } = plan;
  yield printable(`from  ${source.location}::/${source.path} (${source.format})`);
  yield printable(`to    ${target.location}::/${target.path} (${target.format})`);
  for (const array of arrays) yield `  ${arrayLine(array)}`;
  for (const loss of plan.lost) yield printable(`lost  ${loss}`);
  for (const note of plan.notes) yield `note  ${noteText(note)}`;
  const chunks = arrays.reduce((sum, array) => sum + array.chunks, 0);
  const bytes = arrays.reduce((sum, array) => sum + (array.bytes ?? 0), 0);
  const parts = [
    counted(arrays.length, "array"),
    counted(groups.length, "group"),
    counted(chunks, "chunk"),
    `${formatBytes(bytes)} of values`,
    plan.consolidate ? "consolidated metadata" : "",
  ];
  yield `${parts.filter((part) => part !== "").join(", ")}; nothing was written`;
}

function arrayLine({ target, way, chunks, units, absent, bytes }: PlannedArray): string {
  const size = bytes === undefined ? "" : ` (${formatBytes(bytes)})`;
  const how = {
    pass: `${counted(chunks, "chunk")} passed through unchanged`,
    encode: `${counted(chunks, "chunk")} re-encoded, in ${counted(units.count, "block")}`,
    file: "one file, written from start to end",
  }[way];
  const missing = absent === 0 ? "" : `, ${formatCount(absent)} absent`;
  return `${printable(`/${target.path}`)}  ${target.dataType.name} ${shapeText(target.shape)}${size}: ${how}${missing}`;
}
