/** A Python peer that stays alive and answers what it reads from a store, one JSON line a request. */
import { pythonOf } from "../../scripts/peers/environments.mjs";
import { startLinePeer } from "./line-peer.ts";

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
  const peer = startLinePeer<PeerAnswer>(python, ["test/interop/read_with.py", name]);
  return {
    name,
    read: (path, node = "") => peer.ask({ path, node }),
    close: peer.close,
  };
}
