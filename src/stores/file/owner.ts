/** Which process owns something in a file system, and whether it is still running. */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "./error.ts";

/** The name of this machine in locks and claims. */
export const HOST: string = hostname();

export interface Owner {
  readonly process: number;
  readonly host: string;
  /** Its start time in the system's own units, because process numbers are reused. Undefined if the system does not report it. */
  readonly started: string | undefined;
  /** Distinguishes two claims of one process. */
  readonly token: string;
}

/** This process, with a new token. (Importing `node:crypto` for it would delay every start.) */
export function newOwner(): Owner {
  return { process: process.pid, host: HOST, started: ownStart(), token: crypto.randomUUID() };
}

/** Whether the owner is running on this machine; undefined if the owner is on another machine. */
export function isRunning(owner: Partial<Owner>): boolean | undefined {
  if (owner.host !== HOST || typeof owner.process !== "number") return undefined;
  try {
    process.kill(owner.process, 0);
  } catch (error) {
    if (systemCode(error) === "ESRCH") return false;
  }
  const started = startOf(owner.process);
  return typeof owner.started !== "string" || started === undefined || owner.started === started;
}

let own: { readonly start: string | undefined } | undefined;

function ownStart(): string | undefined {
  return (own ??= { start: startOf(process.pid) }).start;
}

/**
 * Linux: clock ticks from boot to the start of the process, the 22nd field of its `stat`; the second field may contain
 * any text.
 */
function startOf(id: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
