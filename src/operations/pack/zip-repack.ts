/** Removes what has accumulated in a local zip archive: replaced and deleted entries, old directories, gaps. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { parseLocation } from "../../dataset/open/location.ts";
import { type OnProgress, type ProgressMeter, progressMeter } from "../../dataset/transfer.ts";
import { HyperslabError } from "../../errors.ts";
import { REPACK } from "../option-names.ts";

/** Options of `repackArchive`. */
export interface RepackArchiveOptions {
  /** Called with the progress, at most ten times per second and once at the end. */
  readonly onProgress?: OnProgress | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What `repackArchive` did. */
export interface RepackArchiveReport {
  /** The path or URL, without secrets. */
  readonly location: string;
  /** Values in the archive. */
  readonly entries: number;
  /** The archive's length before. */
  readonly bytesBefore: number;
  /** The archive's length now. */
  readonly bytes: number;
  /** Bytes that were freed. */
  readonly bytesFreed: number;
}

/** Rewrites the archive; until that is done, and if it fails, the file is the old one. */
export async function repackArchive(
  address: string | URL,
  options: RepackArchiveOptions = {},
): Promise<RepackArchiveReport> {
  if (hasUnknown(options, REPACK)) return refuseUnknown("repackArchive", options, REPACK);
  const { onProgress, signal } = options;
  const { base } = parseLocation(address);
  if (base.scheme !== "file") {
    throw new HyperslabError("unsupported", "only a local archive can be repacked", {
      hint: "Copy it here first, or copy it to a new archive: hyperslab copy SOURCE NEW.zip.",
    });
  }
  const location = base.path;
  let meter: ProgressMeter | undefined;
  const onEntry = (_: number, total: number, bytes: number): void => {
    meter ??= progressMeter("repack", total, onProgress);
    meter.step(bytes);
  };
  const { repackZipFile } = await import("../../stores/file/zip-repack.ts");
  const { entries, bytes, bytesBefore } = await repackZipFile(location, { signal, onEntry });
  meter?.end();
  return { location, entries, bytesBefore, bytes, bytesFreed: bytesBefore - bytes };
}
