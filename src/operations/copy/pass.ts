/** One chunk from the source to the target, byte for byte. */
import { withLock } from "../../dataset/engine/key-lock.ts";
import { holdsAbsent, writeAbsent } from "./absent.ts";
import type { ArrayCopy, CopyUnitsOptions, UnitOutcome } from "./array-copy.ts";
import { equalBytes, notOfSource } from "./mismatch.ts";
import { isNear, unitVersion, versionsOf, versionText } from "./proof.ts";

export async function passChunk(
  array: ArrayCopy,
  coords: readonly number[],
  options: CopyUnitsOptions,
): Promise<UnitOutcome> {
  const { target } = array;
  const { signal, resume } = options;
  const { bytes, version } = await readWithVersion(array, coords, signal);
  const key = target.access.key(coords);
  if (bytes === undefined && array.writesAbsent) return passAbsent(array, coords, options, version);
  const found = resume?.has(key) === true ? await target.access.source(coords).read(undefined, { signal }) : undefined;
  if (found !== undefined) {
    if (bytes === undefined || !equalBytes(bytes, found)) throw notOfSource(target, coords);
  } else if (bytes !== undefined) await writeChunk(array, coords, bytes, options);
  else if (options.verify !== false && (await target.hierarchy.store.head?.(key, { signal })) !== undefined) {
    // A stray value without a node would be read where the source has nothing.
    throw notOfSource(target, coords);
  }
  const after = await passedVersion(array, key, bytes?.byteLength, signal);
  const moved = found === undefined ? (bytes?.byteLength ?? 0) : 0;
  options.onStep(moved);
  const what = found !== undefined ? { kept: 1, compared: 1 } : bytes === undefined ? { absent: 1 } : { passed: 1 };
  return { counts: { ...what, bytesWritten: moved }, version: unitVersion(version, after) };
}

/** Handles a chunk that the source omits and the target must not. */
async function passAbsent(
  array: ArrayCopy,
  coords: readonly number[],
  { signal, resume, onStep }: CopyUnitsOptions,
  version: string | undefined,
): Promise<UnitOutcome> {
  const { target } = array;
  const key = target.access.key(coords);
  const isThere = resume?.has(key) === true;
  if (isThere && !(await holdsAbsent(array, coords, signal))) throw notOfSource(target, coords);
  const bytes = isThere ? 0 : await writeAbsent(array, coords, signal);
  onStep(bytes);
  const { store } = target.hierarchy;
  const after = isNear(store) ? await versionsOf(store, [key], signal) : undefined;
  const what = isThere ? { kept: 1, compared: 1 } : { encoded: 1 };
  return { counts: { ...what, bytesWritten: bytes }, version: unitVersion(version, after) };
}

async function writeChunk(
  { target }: ArrayCopy,
  coords: readonly number[],
  bytes: Uint8Array,
  { signal }: CopyUnitsOptions,
): Promise<void> {
  const { access } = target;
  await withLock(access.lockName(coords), async () => {
    // A failed write may still have been stored.
    await access.set?.(coords, bytes, { signal }).finally(() => target.forget(coords));
  });
}

interface VersionedBytes {
  readonly bytes: Uint8Array | undefined;
  readonly version: string | undefined;
}

/**
 * A remote store sends the version with the bytes. A local one is queried before, so that a change in between is
 * noticed later.
 */
async function readWithVersion(
  { source }: ArrayCopy,
  coords: readonly number[],
  signal: AbortSignal | undefined,
): Promise<VersionedBytes> {
  const { access, hierarchy } = source;
  const near = isNear(hierarchy.store);
  const before = near ? await versionsOf(hierarchy.store, [access.key(coords)], signal) : undefined;
  const reader = access.source(coords);
  const bytes = await reader.read(undefined, { signal });
  const size = bytes?.byteLength;
  if (near) {
    // Bytes that are not stored under this key have no version there.
    const fits = size === undefined ? before === versionText(undefined) : before?.startsWith(`${size} `) === true;
    return { bytes, version: fits ? before : undefined };
  }
  const validator = reader.version?.validator;
  const info = size === undefined ? undefined : { size, ...(validator === undefined ? {} : { validator }) };
  return { bytes, version: versionText(info) };
}

/** The version of a chunk at the target. For a remote store its size is enough, which a listing reports later. */
export async function passedVersion(
  { target }: ArrayCopy,
  key: string,
  size: number | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { store } = target.hierarchy;
  return isNear(store) ? versionsOf(store, [key], signal) : `size ${size ?? "absent"}`;
}
