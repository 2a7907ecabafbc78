/**
 * The exclusive right to change the hierarchy in a bucket: an object that is created only if it does not exist
 * (`If-None-Match: *`). Its text names the owner. A program that is killed leaves it in place; owners renew theirs, so
 * one that stays the same for a whole lease is taken over.
 *
 * A server that ignores the condition would grant the lock to every client, so once per program each server is asked to
 * create the object that was just created, which it must refuse.
 */
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import { LOCK_ENDING, LOCK_STEM } from "../file/partial-name.ts";
import { type LockClock, leaseOf, realClock, waitingTurns } from "../lock-lease.ts";
import { sleep } from "../sleep.ts";
import type { StoreLock } from "../store.ts";
import { joinKey } from "../store-key.ts";
import type { S3Call, S3Client, S3Reply } from "./s3-client.ts";

/** Longer than any network pause that does not end the request, short enough to wait for after a crash. */
const LEASE_MILLISECONDS = 20_000;
/** A lock that one owner keeps renewing for longer than this is reported to waiting clients. */
const PATIENCE_MILLISECONDS = 300_000;
const ATTEMPTS = 5;
const LARGEST_TEXT = 1024;

/** Which buckets, by the origin of their server and their name, can be locked. */
const known = new Map<string, boolean>();

/**
 * Waits for the lock on the hierarchy below the client's key. Returns undefined if this server or these credentials cannot
 * lock.
 */
export async function lockObject(
  client: S3Client,
  signal: AbortSignal | undefined,
  clock: LockClock = realClock,
): Promise<StoreLock | undefined> {
  const lock = lockCalls(client, signal);
  // Google's dialect has a different header for this, which it accepts only with its own signatures.
  if (client.site.provider === "google" || known.get(lock.bucket) === false) return undefined;
  const text = `${crypto.randomUUID()} 0`;
  const turns = waitingTurns(20, 500, clock);
  for (;;) {
    const made = await lock.make("", text);
    if (made === "impossible") return undefined;
    if (made === "made") return (await isConditional(lock, text)) ? heldObject(lock, text, clock) : undefined;
    const found = await lock.read("");
    // The response to the request that created it was lost.
    if (found === text) return heldObject(lock, text, clock);
    if (found === undefined) continue;
    turns.saw(found.split(" ")[0], found);
    if (turns.lost(LEASE_MILLISECONDS) !== undefined) {
      const removed = await removeLost(lock, found, text, turns.lost(2 * LEASE_MILLISECONDS) !== undefined);
      if (removed === "impossible") return undefined;
      if (removed === "removed") continue;
    }
    if (turns.waited > PATIENCE_MILLISECONDS) throw lockedElsewhere(lock);
    await clock.sleep(turns.pause(), signal);
  }
}

/**
 * Returns whether the server refuses to create an object that exists. If not, the object cannot serve as a lock and is
 * deleted.
 */
async function isConditional(lock: LockCalls, text: string): Promise<boolean> {
  if (known.get(lock.bucket) === true) return true;
  const again = await lock.make("", text);
  known.set(lock.bucket, again === "exists");
  if (again !== "exists") await lock.remove("");
  return again === "exists";
}

/**
 * Deletes the lock of a program that is gone. Only one program does so at a time: otherwise one could delete the lock
 * that another has created after deleting this one. `overdue` is true if the program that began to do so is gone, too.
 */
async function removeLost(
  lock: LockCalls,
  lost: string,
  text: string,
  overdue: boolean,
): Promise<"removed" | "waiting" | "impossible"> {
  const claim = `.${lost.split(" ")[0]}`;
  const made = await lock.make(claim, text);
  if (made === "impossible") return "impossible";
  if (made === "exists") {
    if (overdue) await lock.remove(claim);
    return "waiting";
  }
  const removed = (await lock.read("")) !== lost || (await lock.remove(""));
  await lock.remove(claim);
  return removed ? "removed" : "impossible";
}

function heldObject(lock: LockCalls, text: string, clock: LockClock): StoreLock {
  let renewals = 0;
  const renew = async (): Promise<void> => {
    renewals += 1;
    await lock.write(`${text.split(" ")[0]} ${renewals}`);
  };
  const lease = leaseOf(LEASE_MILLISECONDS, renew, clock);
  return {
    get held() {
      return lease.held;
    },
    release: async () => {
      const isOurs = lease.held;
      lease.end();
      // A lock that may have passed to another owner is left alone. Without permission to delete, later changes are made
      // without a lock.
      if (isOurs && !(await lock.remove(""))) known.set(lock.bucket, false);
    },
  };
}

interface LockCalls {
  /** Its name in `known`. */
  readonly bucket: string;
  readonly place: ErrorPlace;
  /** Creates the lock's object, or one that belongs to it. */
  make(more: string, text: string): Promise<"made" | "exists" | "impossible">;
  read(more: string): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Returns false if it is forbidden. */
  remove(more: string): Promise<boolean>;
}

function lockCalls(client: S3Client, signal: AbortSignal | undefined): LockCalls {
  const { location, target } = client.site;
  const place = { location };
  const keyOf = (more: string): string => joinKey(target.key, `${LOCK_STEM}${more}${LOCK_ENDING}`);
  const ask = (call: S3Call): Promise<S3Reply> => patiently(() => client.request({ ...call, place }), call.signal);
  const body = (text: string): Uint8Array => new TextEncoder().encode(text);
  return {
    bucket: `${client.address.origin}/${target.bucket}`,
    place: { ...place, key: `${LOCK_STEM}${LOCK_ENDING}` },
    make: async (more, text) => {
      const headers = { "if-none-match": "*" };
      const reply = await ask({ method: "PUT", key: keyOf(more), body: body(text), headers, signal });
      const { failure } = reply;
      if (failure === undefined) return "made";
      if (failure.status === 412 || failure.status === 409) return "exists";
      if ([400, 401, 403, 405, 501].includes(failure.status)) return "impossible";
      throw reply.error();
    },
    read: async (more) => {
      const reply = await ask({ method: "GET", key: keyOf(more), signal, take: () => LARGEST_TEXT });
      if (reply.failure === undefined) return new TextDecoder().decode(reply.response.body);
      if (reply.failure.status === 404) return undefined;
      throw reply.error();
    },
    write: async (text) => {
      const reply = await ask({ method: "PUT", key: keyOf(""), body: body(text) });
      if (reply.failure !== undefined) throw reply.error();
    },
    remove: async (more) => {
      // Also after an abort, because no other program deletes it.
      const reply = await ask({ method: "DELETE", key: keyOf(more) });
      if (reply.failure === undefined || reply.failure.status === 404) return true;
      if (reply.failure.status === 403 || reply.failure.status === 405) return false;
      throw reply.error();
    },
  };
}

/** A lock's requests may be retried, because the text found or created shows whose it is. */
async function patiently(send: () => Promise<S3Reply>, signal: AbortSignal | undefined): Promise<S3Reply> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === ATTEMPTS || signal?.aborted === true;
    try {
      const reply = await send();
      if (isLast || !isPassing(reply.failure?.status ?? 0)) return reply;
    } catch (error) {
      if (isLast || !isHyperslabError(error)) throw error;
    }
    await sleep(50 * 2 ** attempt, signal);
  }
}

function isPassing(status: number): boolean {
  return status === 429 || status === 408 || (status >= 500 && status !== 501 && status !== 505);
}

function lockedElsewhere({ place }: LockCalls): HyperslabError {
  return new HyperslabError("not-allowed", "the hierarchy is being changed by another program", {
    ...place,
    hint: "If no other program is changing it, delete this object.",
  });
}
