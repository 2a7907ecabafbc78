/**
 * Small files are read and written synchronously, because handing them to the thread pool costs more than the work.
 * Measured with Node 20 on 2 cores and a warm cache, 4096 files of 8 KiB in 64 directories, best of several runs,
 * microseconds per file:
 *
 *   get                12    open, fstat, read and close alone 10; fs.promises.readFile, 32 in flight, 38 to 100
 *   set, tmpfs   31 to 43    write and rename alone 22 to 28; the same through fs.promises 43 to 45
 *   set, ext4   69 to 540    making the inode is most of it, and takes as long either way
 *
 * By size, reading synchronously is faster up to 128 KiB (42 against 47 to 65 us) and no faster from 256 KiB on, hence
 * `storeLimits.synchronousBytes`. A caller that awaits thousands of small files in a row would never let a timer or a
 * signal run, so we yield now and then.
 */
import { afterThisTurn, LONGEST_TURN_MILLISECONDS } from "../../bytes/concurrency.ts";

let turnStart = 0;

/** Returns whether synchronous work has gone on so long that it must yield. */
export function turnIsOver(): boolean {
  return performance.now() - turnStart > LONGEST_TURN_MILLISECONDS;
}

/** Lets timers, signals and other I/O run. */
export async function nextTurn(): Promise<void> {
  await new Promise<void>(afterThisTurn);
  turnStart = performance.now();
}
