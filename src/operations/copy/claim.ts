/**
 * The right to write the target of a copy. The copy that writes the marker first has it. Another copy that finds the
 * marker is refused while the owner is running; after the owner has ended in any way, it may take over if the caller
 * asked for that. An owner that was taken over by mistake notices before it reports success.
 */
import { withLock } from "../../dataset/engine/key-lock.ts";
import { markerKey } from "../../dataset/open/unfinished.ts";
import { HyperslabError } from "../../errors.ts";
import { placeOf, type Store, type StoreLock } from "../../stores/store.ts";
import { type ArrayProgress, type CopyJournal, type CopyMarker, parseMarker, printMarker } from "./journal.ts";
import { type CopyOwner, endOwner, isUnderWay, ownerText, startOwner } from "./owner.ts";
import type { ProofChain } from "./proof.ts";

export interface CopyClaim {
  /** The journal of an earlier run from the same source. */
  readonly before: CopyJournal;
  /** True if an earlier copy that has ended left a marker. The data at the target is then its work. */
  readonly tookOver: boolean;
  /** Records the chain of an array that is being copied. */
  follow(path: string, units: string, chain: ProofChain): void;
  /** Renews the marker when it is due. Fails if another copy has taken over. */
  step(): Promise<void>;
  /** Writes the marker again after everything at the target was deleted. */
  restore(): Promise<void>;
  /** Removes the marker: the copy is complete. */
  finish(): Promise<void>;
  /** Ends the copy unfinished. If `trusted` is false, the next run must not rely on what was written. */
  leave(trusted: boolean): Promise<void>;
  /** Ends the copy before anything was written. */
  withdraw(): Promise<void>;
}

export interface ClaimRequest {
  readonly store: Store;
  /** Of the target. */
  readonly path: string;
  readonly source: string;
  /** What to do with the target of an unfinished copy: `new` refuses it. */
  readonly mode: "new" | "resume" | "overwrite";
  readonly signal: AbortSignal | undefined;
}

const INTERVAL_MS = 2000;
/** Renewing takes at most this share of the time, because an archive writes its directory each time. */
const SHARE = 1 / 20;

/** Targets of the copies running here, by place and key. */
const underWay = new Map<string, CopyOwner>();

export async function claimTarget(request: ClaimRequest): Promise<CopyClaim> {
  const { store, path, source, mode, signal } = request;
  const key = markerKey(path);
  const place = { location: store.location, key };
  const name = `${placeOf(store)}/${key}`;
  const owner = await startOwner();
  // An archive is a single file: its lock is held until the copy ends, and nothing of the copy is in it before it is flushed.
  const isArchive = store.flush !== undefined;
  let held: StoreLock | undefined;
  let arrays: CopyJournal = new Map();
  let tookOver = false;
  const write = async (journal: CopyJournal, holder: CopyOwner | undefined): Promise<void> => {
    await store.set?.(key, printMarker({ source, owner: holder, renewed: Date.now(), arrays: journal }));
    await store.flush?.();
  };
  const takeOver = async (): Promise<void> => {
    const rival = underWay.get(name);
    if (rival !== undefined && rival !== owner) throw taken(rival, place);
    const before = await currentMarker(store, key);
    if (before !== undefined && before.owner?.token !== owner.token) {
      await refuseTaken(before, mode, place);
      tookOver = true;
    }
    underWay.set(name, owner);
    if (mode === "resume" && before?.source === source) arrays = before.arrays;
    if (!isArchive) await write(arrays, owner);
  };
  const giveUp = async (): Promise<void> => {
    if (underWay.get(name) === owner) underWay.delete(name);
    endOwner(owner);
    await held?.release();
  };
  try {
    await withLock(name, async () => {
      const lock = await store.lock?.({ signal });
      if (isArchive) held = lock;
      await takeOver().finally(() => (isArchive ? undefined : lock?.release()));
    });
  } catch (error) {
    await giveUp();
    throw error;
  }
  const followed = new Map<string, { readonly units: string; readonly chain: ProofChain }>();
  const progress = (): CopyJournal => {
    const all = new Map<string, ArrayProgress>(arrays);
    for (const [array, { units, chain }] of followed) all.set(array, { units, ...chain.state });
    return all;
  };
  const isOwned = async (): Promise<boolean> =>
    isArchive || (await currentMarker(store, key))?.owner?.token === owner.token;
  const checkOwned = (owned: boolean): void => {
    if (owned) return;
    throw new HyperslabError("not-allowed", "another copy has taken over this target", {
      ...place,
      hint: "Wait until it has ended, then copy again with resume: true (--resume).",
    });
  };
  let next = performance.now() + INTERVAL_MS;
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    // A marker that could not be read or renewed is still there. The copy itself will report problems of the store.
    checkOwned(await isOwned().catch(() => true));
    const started = performance.now();
    await write(progress(), owner).catch(() => {});
    const now = performance.now();
    next = now + Math.max(INTERVAL_MS, (now - started) / SHARE);
  };
  const end = async (last: () => Promise<void>): Promise<void> => {
    await renewing?.catch(() => {});
    try {
      checkOwned(await isOwned());
      await last();
    } finally {
      await giveUp();
    }
  };
  const remove = async (): Promise<void> => store.delete?.(key);
  return {
    before: arrays,
    tookOver,
    follow: (array, units, chain) => void followed.set(array, { units, chain }),
    step: async () => {
      if (performance.now() < next || renewing !== undefined) return;
      renewing = renew().finally(() => {
        renewing = undefined;
      });
      await renewing;
    },
    restore: () =>
      withLock(name, async () => {
        const lock = isArchive ? undefined : await store.lock?.({ signal });
        await takeOver().finally(() => lock?.release());
      }),
    finish: () => end(remove),
    leave: (trusted) => end(() => write(trusted ? progress() : new Map(), undefined)).catch(() => {}),
    withdraw: () => end(remove).catch(() => {}),
  };
}

/** Any value under the key of a marker counts as one, even if it cannot be parsed. */
async function currentMarker(store: Store, key: string): Promise<CopyMarker | undefined> {
  const bytes = await store.get(key, { fresh: true });
  return bytes && (parseMarker(bytes) ?? { source: "", owner: undefined, renewed: 0, arrays: new Map() });
}

type MarkerPlace = { readonly location: string; readonly key: string };

async function refuseTaken(
  { owner, renewed }: CopyMarker,
  mode: ClaimRequest["mode"],
  place: MarkerPlace,
): Promise<void> {
  if (owner !== undefined && (await isUnderWay(owner, renewed))) throw taken(owner, place);
  if (mode !== "new") return;
  throw new HyperslabError("exists", "the target holds an interrupted copy", {
    ...place,
    hint: "Pass resume: true (--resume) to finish it, or overwrite: true (--overwrite) to start again.",
  });
}

function taken(owner: CopyOwner, place: MarkerPlace): HyperslabError {
  return new HyperslabError("not-allowed", `another copy to this target is in progress: ${ownerText(owner)}`, {
    ...place,
    hint: "Wait until it has ended. If it was killed on another machine, try again in two minutes.",
  });
}
