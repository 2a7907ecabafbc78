/** Which rows in the files of an array are kept when it grows, and which are replaced. */
import type { RecordFiles } from "./record-files.ts";
import type { RecordLayout } from "./record-layout.ts";
import type { ArrayTarget } from "./write.ts";

/** Returns a function that takes the layouts of an array before and after it has grown. */
export function keptRows(
  files: RecordFiles,
  recordSize: number,
): (old: RecordLayout, grown: RecordLayout) => Required<Pick<ArrayTarget, "before" | "also">> {
  return (old, grown) => ({
    /** Copies the existing rows into the new file. */
    before: async (record, writer) => {
      const start = record * recordSize;
      const found = start < old.count ? await files.record(old, record) : undefined;
      for (let row = 0; row < Math.min(found?.rowCount ?? 0, old.count - start); row++) {
        const reference = found!.find(row);
        if (reference !== undefined) writer.set(row, reference);
      }
    },
    /** Finds files with rows beyond the old array, which would become chunks of the grown one. */
    also: async function* (written) {
      const replaced = new Set(written);
      for (let record = Math.floor(old.count / recordSize); record * recordSize < grown.count; record++) {
        const found = replaced.has(record) ? undefined : await files.record(grown, record);
        const start = record * recordSize;
        for (
          let row = Math.max(0, old.count - start);
          row < Math.min(found?.rowCount ?? 0, grown.count - start);
          row++
        ) {
          if (found!.find(row) === undefined) continue;
          yield record;
          break;
        }
      }
    },
  });
}
