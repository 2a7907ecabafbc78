/**
 * Small files are read and written synchronously: the thread pool's hand-over costs more than the work. Measured on
 * 2 cores with a warm cache (Node 20), 4096 files of 8 KiB in 64 directories, best of 5:
 *
 *   open, read, close synchronously          10 us a file     fs.promises.readFile, 32 in flight   43 to 100 us
 *   write a new file and rename it, tmpfs    22 to 28 us      the same with fs.promises            43 to 45 us
 *
 * Reading is faster synchronously up to 128 KiB (42 against 47 to 65 us) and equal from 256 KiB on.
 * A caller that awaits thousands of small files in a row would never let a timer or a signal run, so now and then we
 * let go.
 */
/** Values up to this length are read and written on the calling thread. */
export const synchronousBytes: number = 128 * 1024;

/** Half a frame of a 60 Hz screen: nobody notices a pause of this length. */
const longestTurnMilliseconds = 8;

let turnStart = 0;

/** Has synchronous work gone on for so long that others must have a turn? */
export function turnIsOver(): boolean {
  return performance.now() - turnStart > longestTurnMilliseconds;
}

/** Lets timers, signals and other I/O run. */
export async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  turnStart = performance.now();
}
