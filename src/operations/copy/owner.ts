/** Who is making a copy, and whether it is still running, which distinguishes a running copy from a killed one. */
import { hexadecimal } from "../../bytes/text/hexadecimal.ts";
import type { Owner } from "../../stores/file/owner.ts";

export interface CopyOwner extends Partial<Omit<Owner, "token">> {
  /** The program, or the page or worker in it, that makes the copy. */
  readonly realm: string;
  /** Distinguishes two copies of one program. */
  readonly token: string;
}

/** An owner on another machine counts as gone after this time. Claims are renewed every few seconds. */
const LEASE_MS = 2 * 60 * 1000;

let realm: string | undefined;
/** Tokens of the copies running here. */
const running = new Set<string>();

export async function startOwner(): Promise<CopyOwner> {
  realm ??= randomText();
  const token = randomText();
  running.add(token);
  const { token: _, ...local } = (await fileOwners())?.newOwner() ?? { token };
  return { ...local, realm, token };
}

export function endOwner({ token }: CopyOwner): void {
  running.delete(token);
}

/** Returns whether the copy of this owner, who last renewed the claim at that time, is still running. */
export async function isUnderWay(owner: CopyOwner, renewed: number): Promise<boolean> {
  if (owner.realm === realm) return running.has(owner.token);
  const local = (await fileOwners())?.isRunning(owner);
  return local ?? Math.abs(Date.now() - renewed) < LEASE_MS;
}

export function ownerText({ process, host }: CopyOwner): string {
  return process === undefined ? "another page or worker" : `process ${process} on ${host ?? "another machine"}`;
}

function randomText(): string {
  return hexadecimal(crypto.getRandomValues(new Uint8Array(12)));
}

/** Only Node can look up processes. */
async function fileOwners(): Promise<typeof import("../../stores/file/owner.ts") | undefined> {
  return globalThis.process?.versions?.node === undefined ? undefined : import("../../stores/file/owner.ts");
}
