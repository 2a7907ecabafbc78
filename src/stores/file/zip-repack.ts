/** Repacks an archive in a file: a new file beside it takes its place when it is complete and on disk. */
import { chmodSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { HyperslabError } from "../../errors.ts";
import { type RepackOptions, type RepackReport, repackZip } from "../zip/repack.ts";
import { fileBytes } from "./bytes.ts";
import { fileError, provesAbsence } from "./error.ts";
import { partialName } from "./partial-name.ts";
import { syncDirectory } from "./write.ts";

export interface FileRepackReport extends RepackReport {
  /** Length of the old archive. */
  readonly bytesBefore: number;
}

/** The archive is locked meanwhile. A change by a program that ignores the lock is detected. */
export async function repackZipFile(
  path: string,
  options: Pick<RepackOptions, "signal" | "onEntry">,
): Promise<FileRepackReport> {
  const real = resolved(path);
  const source = fileBytes(real, path);
  const partial = join(dirname(real), partialName(basename(real)));
  await source.lock?.();
  try {
    const [bytesBefore = 0, stamp] = [await source.size(), await source.stamp?.()];
    const report = await repackZip(source, fileBytes(partial, path), { ...options, location: path, fsync: true });
    if ((await source.stamp?.()) !== stamp) {
      throw new HyperslabError("invalid-data", "the archive changed while it was repacked", {
        location: path,
        hint: "It was left unchanged. Try again when nothing writes to it.",
      });
    }
    chmodSync(partial, statSync(real).mode);
    renameSync(partial, real);
    await syncDirectory(dirname(real));
    return { ...report, bytesBefore };
  } catch (error) {
    throw fileError(error, "the archive cannot be repacked", { location: path });
  } finally {
    rmSync(partial, { force: true });
    await source.close?.();
    await source.unlock?.();
  }
}

function resolved(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (provesAbsence(error)) throw new HyperslabError("not-found", "there is no such archive", { location: path });
    throw fileError(error, "the archive cannot be found", { location: path });
  }
}
