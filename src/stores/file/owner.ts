/** Which process owns something in a file system, and whether it still runs. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "./error.ts";

/** What this machine is called in locks and claims. */
export const HOST: string = hostname();

export interface Owner {
  readonly process: number;
  readonly host: string;
  /** When it started, as its system counts it: process numbers are reused. Undefined where the system does not say. */
  readonly started: string | undefined;
  /** Tells two claims of one process apart. */
  readonly token: string;
}

/** This process, with a new token. */
export function newOwner(): Owner {
  return { process: process.pid, host: HOST, started: ownStart(), token: randomUUID() };
}

/** Whether the owner runs on this machine: true or false if that is known, undefined for an owner elsewhere. */
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

/** Linux: clock ticks from the machine's start to the process's, the 22nd field of its `stat`; the second has any text. */
function startOf(id: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
