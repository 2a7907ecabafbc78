/** Stopping when asked: long work calls this between its steps. */

/** Throws the signal's reason if it was aborted. The reason is the caller's own and is not wrapped. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw signal.reason;
}

const shared = new WeakSet<AbortSignal>();

/** For a signal that many wait on at once: Node takes more than ten listeners for a leak, and says so on stderr. */
export function expectListeners(signal: AbortSignal): void {
  if (shared.has(signal)) return;
  shared.add(signal);
  try {
    globalThis.process?.getBuiltinModule?.("node:events").setMaxListeners(0, signal);
  } catch {
    // A signal that is not Node's own gives no such warning.
  }
}
