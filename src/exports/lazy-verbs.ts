/**
 * Verbs that most programs never use, loaded when one is first called: importing the package takes less time and memory,
 * and a page loads only what opening and reading need. The build puts this in place of `verbs.ts`.
 */

/** Copies `source` to `target`, in the same form or another; the report says how many chunks went which way. */
export const copy: typeof import("../operations/copy/copy.ts").copy = async (...given) =>
  (await import("../operations/copy/copy.ts")).copy(...given);

/** Tries what a server can do (parts, listing, validators, CORS, credentials) and says how to mend what it can't. */
export const doctor: typeof import("../operations/doctor/doctor.ts").doctor = async (...given) =>
  (await import("../operations/doctor/doctor.ts")).doctor(...given);

/** Packs `input` into the Bloscpack file `output`, which must not be there unless `overwrite` is set. */
export const pack: typeof import("../operations/pack/pack.ts").pack = async (...given) =>
  (await import("../operations/pack/pack.ts")).pack(...given);

/** Unpacks the Bloscpack file `input` into `output`, which must not be there unless `overwrite` is set. */
export const unpack: typeof import("../operations/pack/unpack.ts").unpack = async (...given) =>
  (await import("../operations/pack/unpack.ts")).unpack(...given);

/** Appends all of `input` to the Bloscpack file at `file`, in place. */
export const append: typeof import("../operations/pack/append.ts").append = async (...given) =>
  (await import("../operations/pack/append.ts")).append(...given);

/** What the header, the metadata and the first chunks of a Bloscpack file say. */
export const packInfo: typeof import("../operations/pack/pack-info.ts").packInfo = async (...given) =>
  (await import("../operations/pack/pack-info.ts")).packInfo(...given);

/** Packs objects into a file (a name that ends in .blp, or a target), or else a directory (a name, or a store). */
export const packObjects: typeof import("../operations/pack/varlen/pack-objects.ts").packObjects = async (...given) =>
  (await import("../operations/pack/varlen/pack-objects.ts")).packObjects(...given);

/** The same for the lines of a text, the values of a JSON list, or the files of a directory. */
export const packObjectsFrom: typeof import("../operations/pack/varlen/pack-objects.ts").packObjectsFrom = async (
  ...given
) => (await import("../operations/pack/varlen/pack-objects.ts")).packObjectsFrom(...given);

/** Appends objects to a file, a file in memory, or a directory (an address or a store). */
export const appendObjects: typeof import("../operations/pack/varlen/append-objects.ts").appendObjects = async (
  ...given
) => (await import("../operations/pack/varlen/append-objects.ts")).appendObjects(...given);

/** The same for the lines of a text or the values of a JSON list. */
export const appendObjectsFrom: typeof import("../operations/pack/varlen/append-objects.ts").appendObjectsFrom = async (
  ...given
) => (await import("../operations/pack/varlen/append-objects.ts")).appendObjectsFrom(...given);

/** Reads one object, or some of its bytes, and nothing but what holds them. */
export const readObject: typeof import("../operations/pack/varlen/read-object.ts").readObject = async (...given) =>
  (await import("../operations/pack/varlen/read-object.ts")).readObject(...given);

/** Writes the objects to a file, or to files in a directory for `files`. */
export const unpackObjects: typeof import("../operations/pack/varlen/unpack-objects.ts").unpackObjects = async (
  ...given
) => (await import("../operations/pack/varlen/unpack-objects.ts")).unpackObjects(...given);

/** What is at an address: of an array its type, shape, chunks and codecs, of a group its members. */
export const info: typeof import("../operations/info/info.ts").info = async (...given) =>
  (await import("../operations/info/info.ts")).info(...given);

/** Every node at and below an address. */
export const tree: typeof import("../operations/info/tree.ts").tree = async (...given) =>
  (await import("../operations/info/tree.ts")).tree(...given);

/** The values of an array as text, in pieces. */
export const dump: typeof import("../operations/dump/dump.ts").dump = async function* (...given) {
  yield* (await import("../operations/dump/dump.ts")).dump(...given);
};

/** The values of an array in a form that other tools take, as a stream of bytes. */
export const exportArray: typeof import("../operations/export/export-array.ts").exportArray = async function* (
  ...given
) {
  return yield* (await import("../operations/export/export-array.ts")).exportArray(...given);
};

/** Values of a .npy, CSV or raw file into an array, all of it or a selection, or appended to it. */
export const importArray: typeof import("../operations/import/import-array.ts").importArray = async (...given) =>
  (await import("../operations/import/import-array.ts")).importArray(...given);

/** The keys below an address, with their sizes. */
export const listKeys: typeof import("../operations/keys/list.ts").listKeys = async function* (...given) {
  yield* (await import("../operations/keys/list.ts")).listKeys(...given);
};

/** The bytes of one key, or a range of them, as a stream. */
export const readKey: typeof import("../operations/keys/raw-keys.ts").readKey = async function* (...given) {
  yield* (await import("../operations/keys/raw-keys.ts")).readKey(...given);
};

/** Stores bytes under one key. */
export const writeKey: typeof import("../operations/keys/raw-keys.ts").writeKey = async (...given) =>
  (await import("../operations/keys/raw-keys.ts")).writeKey(...given);

/** Writes an archive anew without the space that replaced values left in it. */
export const repackArchive: typeof import("../operations/pack/zip-repack.ts").repackArchive = async (...given) =>
  (await import("../operations/pack/zip-repack.ts")).repackArchive(...given);
