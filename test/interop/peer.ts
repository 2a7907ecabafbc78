/** A Python peer that stays alive and answers what it reads from a store, one JSON line a request. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { pythonOf } from "../../scripts/peers/environments.mjs";

export type PeerName = "zarr" | "zarr2" | "tensorstore" | "zarrs";

export interface PeerAnswer {
  readonly error?: string;
  readonly kind?: "array" | "group";
  readonly shape?: readonly number[];
  readonly dtype?: string;
  readonly values?: string | readonly unknown[];
  readonly attributes?: unknown;
  readonly dims?: readonly (string | null)[] | null;
  readonly children?: Readonly<Record<string, string>>;
}

export interface Peer {
  readonly name: PeerName;
  read(path: string, node?: string): Promise<PeerAnswer>;
  close(): void;
}

export function startPeer(name: PeerName): Peer {
  const python = pythonOf(name === "zarr2" ? "zarr2" : "zarr3");
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(python, ["test/interop/read_with.py", name], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting: ((answer: PeerAnswer) => void)[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.(JSON.parse(line)));
  child.on("exit", (code) => {
    for (const answer of waiting.splice(0)) answer({ error: `${name} ended with ${code}` });
  });
  return {
    name,
    read: (path, node = "") =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${JSON.stringify({ path, node })}\n`);
      }),
    close: () => child.stdin.end(),
  };
}
