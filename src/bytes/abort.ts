/** Stopping when asked: long work calls this between its steps. */

/** Throws the signal's reason if it was aborted. The reason is the caller's own and is not wrapped. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw signal.reason;
}
