/** The built program as a process of its own. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { resolve } from "node:path";
import { refuseSecrets } from "../secrets.ts";
import type { Outcome } from "./run-cli.ts";

export const PROGRAM: string = resolve("dist/cli/main.js");

export function startCli(argv: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...argv], { stdio: ["ignore", "pipe", "pipe"], ...options });
}

export interface Ended extends Omit<Outcome, "code"> {
  readonly code: number | null;
}

export function ended(child: ChildProcess): Promise<Ended> {
  const parts = { stdout: "", stderr: "" };
  child.stdout?.on("data", (part: Buffer) => (parts.stdout += part.toString()));
  child.stderr?.on("data", (part: Buffer) => (parts.stderr += part.toString()));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      try {
        refuseSecrets(parts.stdout, parts.stderr);
        done({ code, ...parts });
      } catch (error) {
        fail(error);
      }
    });
  });
}

export function spawnCli(argv: readonly string[], options: SpawnOptions = {}): Promise<Ended> {
  return ended(startCli(argv, options));
}
