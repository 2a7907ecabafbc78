/**
 * How far a copy has come, kept in the target while the copy runs, so that the next run need not read again what is
 * proven to be done. It is written every few seconds and when the copy is interrupted, and deleted at its end: a copy
 * that takes no time has none. It only saves work: without one, what is there is compared byte by byte.
 */
import { decodeUtf8, encodeUtf8 } from "../bytes/utf8.ts";
import type { Store } from "../stores/store.ts";
import type { ProofChain, ProofState } from "./copy-proof.ts";
import { operationLimits } from "./limits.ts";

/** What was copied how far, by the path of the array in the target. */
export type CopyJournal = ReadonlyMap<string, ArrayProgress>;

export interface ArrayProgress extends ProofState {
  /** How the array was cut into units; done counts these. */
  readonly units: string;
}

export interface JournalWriter {
  /** The chain of an array that is copied now. */
  follow(path: string, units: string, chain: ProofChain): void;
  /** Writes what is new, if it is time. */
  step(): Promise<void>;
  /** Writes what is new, now. */
  save(): Promise<void>;
  /** The copy is complete. */
  remove(): Promise<void>;
}

const VERSION = 1;
const INTERVAL_MS = 2000;
/** Saving takes at most this part of the time; an archive writes its directory each time. */
const SHARE = 1 / 20;
export function journalKey(path: string): string {
  return path === "" ? ".hyperslab-copy.json" : `${path}/.hyperslab-copy.json`;
}

/** The journal of a copy from `source`; undefined if there is none, or one of another source. */
export async function readJournal(
  store: Store,
  path: string,
  source: string,
  signal: AbortSignal | undefined,
): Promise<CopyJournal | undefined> {
  const bytes = await store.get(journalKey(path), { signal });
  if (bytes === undefined || operationLimits.journalBytes.isExceededBy(bytes.byteLength)) return undefined;
  const journal = parsed(bytes);
  if (journal?.["version"] !== VERSION || journal["source"] !== source) return undefined;
  const arrays = Object.entries(membersOf(journal["arrays"]) ?? {});
  return new Map(
    arrays.flatMap(([name, value]) => {
      const { units, done, digest } = membersOf(value) ?? {};
      const isProgress = typeof units === "string" && typeof done === "number" && typeof digest === "string";
      return isProgress ? [[name, { units, done, digest }] as const] : [];
    }),
  );
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

export interface JournalStart {
  readonly store: Store;
  /** Of the target. */
  readonly path: string;
  readonly source: string;
  /** What an earlier run has written: kept for the arrays that are not followed yet. */
  readonly before: CopyJournal | undefined;
  /** May there be one, which has to go in the end? */
  readonly exists: boolean;
}

/** Failures to write it are no failures of the copy. */
export function journalWriter({ store, path, source, before, exists }: JournalStart): JournalWriter {
  const key = journalKey(path);
  const followed = new Map<string, { readonly units: string; readonly chain: ProofChain }>();
  let next = performance.now() + INTERVAL_MS;
  let written = "";
  let saving: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    const arrays = new Map<string, ArrayProgress>(before);
    for (const [name, { units, chain }] of followed) arrays.set(name, { units, ...chain.state });
    const text = JSON.stringify({ version: VERSION, source, arrays: Object.fromEntries(arrays) });
    if (text === written) return;
    const started = performance.now();
    try {
      await store.set?.(key, encodeUtf8(text));
      // What was set in an archive is in it only now.
      await store.flush?.();
      written = text;
    } catch {
      // The copy itself will say what is wrong with the store.
    }
    const now = performance.now();
    next = now + Math.max(INTERVAL_MS, (now - started) / SHARE);
  };
  const save = async (): Promise<void> => {
    saving ??= write().finally(() => {
      saving = undefined;
    });
    await saving;
  };
  return {
    follow: (name, units, chain) => void followed.set(name, { units, chain }),
    step: async () => {
      if (performance.now() >= next && saving === undefined) await save();
    },
    save: async () => {
      await saving;
      await save();
    },
    remove: async () => {
      await saving;
      if (exists || written !== "") await store.delete?.(key);
    },
  };
}
