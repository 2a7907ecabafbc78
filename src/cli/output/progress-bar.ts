/** One line on stderr that is rewritten: `copy  ████████░░░░  62 %  1.2 GB  84 MB/s  ETA 0:12`. */
import type { OnProgress, Progress } from "../../index.ts";
import { formatBytes, formatCount } from "./units.ts";

const BAR_WIDTH = 24;

export function progressBar(
  write: (text: string) => void,
  columns: number,
): { readonly onProgress: OnProgress; end(): void } {
  let shown = false;
  return {
    onProgress: (progress) => {
      shown = true;
      write(`\r\x1b[2K${progressLine(progress).slice(0, columns - 1)}`);
    },
    end: () => {
      if (shown) write("\r\x1b[2K");
      shown = false;
    },
  };
}

export function progressLine({ phase, done, total, bytes, elapsed, eta }: Progress): string {
  const share = total === 0 ? 1 : done / total;
  const full = Math.round(share * BAR_WIDTH);
  const bar = "█".repeat(full) + "░".repeat(BAR_WIDTH - full);
  // A scan does not count bytes, but files.
  const isCounted = bytes === 0 && done > 0;
  const amount = isCounted ? `${formatCount(done)} of ${formatCount(total)}` : formatBytes(bytes);
  const rate = elapsed > 0 && !isCounted ? `${formatBytes((bytes / elapsed) * 1000)}/s` : "";
  const left = eta === undefined ? "" : `ETA ${clock(eta)}`;
  const parts = [phase, bar, `${Math.floor(share * 100)} %`, amount, rate, left];
  return parts.filter((part) => part !== "").join("  ");
}

function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}
