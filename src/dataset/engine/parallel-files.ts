/** Whether workers may read and write an array's files by themselves; if so, what does it. */
import type { ArrayHandle } from "../array/array-handle.ts";
import type { TransferOptions } from "../open/options.ts";

type Parallel = typeof import("./parallel.ts");
let loaded: Parallel | undefined;

/** Undefined: the chunks are no local files, or the caller wants no workers. */
export async function parallelFiles(
  { access }: ArrayHandle,
  { workers }: TransferOptions,
): Promise<Parallel | undefined> {
  if (workers === false || access.files === undefined) return undefined;
  loaded ??= await import("./parallel.ts");
  return loaded;
}
