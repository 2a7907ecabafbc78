/** Small text files of this machine that say how to reach a store; nowhere but in Node are there any. */
import { HyperslabError } from "../../errors.ts";
import type { Environment } from "../http/proxy.ts";

/** The text of a file; undefined if it does not exist. */
export type ReadText = (path: string) => string | undefined;

/** Configurations are some kilobytes; what is far larger is none. */
const LARGEST = 4 * 1024 * 1024;

export function readLocalText(path: string): string | undefined {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (fs === undefined) return undefined;
  try {
    const { size } = fs.statSync(path);
    if (size <= LARGEST) return fs.readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new HyperslabError("not-allowed", `a configuration file cannot be read: ${code ?? "no reason is given"}`, {
      location: path,
    });
  }
  throw new HyperslabError("invalid-request", "a configuration file is far too large", { location: path });
}

/** The user's own directory, if the environment tells. */
export function homeOf(environment: Environment): string | undefined {
  return environment["HOME"] || environment["USERPROFILE"] || undefined;
}
