/**
 * The marker of a copy in its target: who is copying, from which source, and the progress. It is written before
 * everything else, renewed every few seconds, and deleted last, so that a target without one is complete. The progress
 * only saves work: without it, existing data is compared byte by byte.
 */
import { decodeUtf8, encodeUtf8 } from "../../bytes/text/utf8.ts";
import { MARKER_START } from "../../dataset/open/unfinished.ts";
import { operationLimits } from "../limits.ts";
import type { CopyOwner } from "./owner.ts";
import type { ProofState } from "./proof.ts";

/** Progress by the path of the array in the target. */
export type CopyJournal = ReadonlyMap<string, ArrayProgress>;

export interface ArrayProgress extends ProofState {
  /** How the array was divided into the units that `done` counts. */
  readonly units: string;
}

export interface CopyMarker {
  readonly source: string;
  /** Undefined if the copy has ended without finishing. */
  readonly owner: CopyOwner | undefined;
  /** Milliseconds since 1970. */
  readonly renewed: number;
  readonly arrays: CopyJournal;
}

const VERSION = 1;

export function printMarker({ source, owner, renewed, arrays }: CopyMarker): Uint8Array {
  const members = { version: VERSION, source, owner, renewed, arrays: Object.fromEntries(arrays) };
  return encodeUtf8(`${MARKER_START}${JSON.stringify(members).slice(1)}`);
}

/** Undefined if the bytes are not a marker of this version. */
export function parseMarker(bytes: Uint8Array): CopyMarker | undefined {
  if (operationLimits.journalBytes.isExceededBy(bytes.byteLength)) return undefined;
  const { version, source, owner, renewed, arrays } = parsed(bytes) ?? {};
  if (version !== VERSION || typeof source !== "string") return undefined;
  return {
    source,
    owner: ownerIn(membersOf(owner)),
    renewed: typeof renewed === "number" ? renewed : 0,
    arrays: new Map(
      Object.entries(membersOf(arrays) ?? {}).flatMap(([name, value]) => {
        const { units, done, digest } = membersOf(value) ?? {};
        const isProgress = typeof units === "string" && typeof done === "number" && typeof digest === "string";
        return isProgress ? [[name, { units, done, digest }] as const] : [];
      }),
    ),
  };
}

function ownerIn(members: Readonly<Record<string, unknown>> | undefined): CopyOwner | undefined {
  const { realm, token, process, host, started } = members ?? {};
  if (typeof realm !== "string" || typeof token !== "string") return undefined;
  return {
    realm,
    token,
    ...(typeof process === "number" && { process }),
    ...(typeof host === "string" && { host }),
    ...(typeof started === "string" && { started }),
  };
}

function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    return membersOf(JSON.parse(decodeUtf8(bytes)));
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}
