/** blpk, the program of bloscpack 0.16, as the tests run it. */
import { afterAll, beforeAll } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { type LinePeer, startLinePeer } from "./line-peer.ts";

export interface BlpkRun {
  readonly status: number;
  readonly stdout: string;
}

/** Starts it before a file's tests. The function runs it with arguments. */
export function useBlpk(): (...argv: readonly string[]) => Promise<BlpkRun> {
  let peer: LinePeer<BlpkRun>;
  beforeAll(() => {
    peer = startLinePeer<BlpkRun>(ensureEnvironment("bloscpack"), ["test/interop/blpk_peer.py"]);
  });
  afterAll(() => peer.close());
  return (...argv) => peer.ask({ argv });
}
