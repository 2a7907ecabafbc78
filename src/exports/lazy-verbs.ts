/**
 * Verbs that most programs never use, loaded on first call: importing the package takes less time and memory,
 * and a page loads only what opening and reading need. The build substitutes this file for `verbs.ts`.
 * The declarations, including the comments that editors show, come from `verbs.ts`.
 */

export const copy: typeof import("../operations/copy/copy.ts").copy = async (...given) =>
  (await import("../operations/copy/copy.ts")).copy(...given);

export const planCopy: typeof import("../operations/copy/copy.ts").planCopy = async (...given) =>
  (await import("../operations/copy/copy.ts")).planCopy(...given);

export const runCopy: typeof import("../operations/copy/copy.ts").runCopy = async (...given) =>
  (await import("../operations/copy/copy.ts")).runCopy(...given);

export const decodeTimes: typeof import("../cf/times.ts").decodeTimes = async (...given) =>
  (await import("../cf/times.ts")).decodeTimes(...given);

export const encodeTimes: typeof import("../cf/times.ts").encodeTimes = async (...given) =>
  (await import("../cf/times.ts")).encodeTimes(...given);

export const netcdfView: typeof import("../dataset/netcdf/view.ts").netcdfView = async (...given) =>
  (await import("../dataset/netcdf/view.ts")).netcdfView(...given);

export const dataset: typeof import("../cf/coordinates/dataset.ts").dataset = async (...given) =>
  (await import("../cf/coordinates/dataset.ts")).dataset(...given);

export const doctor: typeof import("../operations/doctor/doctor.ts").doctor = async (...given) =>
  (await import("../operations/doctor/doctor.ts")).doctor(...given);

export const pack: typeof import("../operations/pack/pack.ts").pack = async (...given) =>
  (await import("../operations/pack/pack.ts")).pack(...given);

export const unpack: typeof import("../operations/pack/unpack.ts").unpack = async (...given) =>
  (await import("../operations/pack/unpack.ts")).unpack(...given);

export const append: typeof import("../operations/pack/append.ts").append = async (...given) =>
  (await import("../operations/pack/append.ts")).append(...given);

export const packInfo: typeof import("../operations/pack/pack-info.ts").packInfo = async (...given) =>
  (await import("../operations/pack/pack-info.ts")).packInfo(...given);

export const packObjects: typeof import("../operations/pack/varlen/pack-objects.ts").packObjects = async (...given) =>
  (await import("../operations/pack/varlen/pack-objects.ts")).packObjects(...given);

export const packObjectsFrom: typeof import("../operations/pack/varlen/pack-objects.ts").packObjectsFrom = async (
  ...given
) => (await import("../operations/pack/varlen/pack-objects.ts")).packObjectsFrom(...given);

export const appendObjects: typeof import("../operations/pack/varlen/append-objects.ts").appendObjects = async (
  ...given
) => (await import("../operations/pack/varlen/append-objects.ts")).appendObjects(...given);

export const appendObjectsFrom: typeof import("../operations/pack/varlen/append-objects.ts").appendObjectsFrom = async (
  ...given
) => (await import("../operations/pack/varlen/append-objects.ts")).appendObjectsFrom(...given);

export const readObject: typeof import("../operations/pack/varlen/read-object.ts").readObject = async (...given) =>
  (await import("../operations/pack/varlen/read-object.ts")).readObject(...given);

export const unpackObjects: typeof import("../operations/pack/varlen/unpack-objects.ts").unpackObjects = async (
  ...given
) => (await import("../operations/pack/varlen/unpack-objects.ts")).unpackObjects(...given);

export const info: typeof import("../operations/info/info.ts").info = async (...given) =>
  (await import("../operations/info/info.ts")).info(...given);

export const tree: typeof import("../operations/info/tree.ts").tree = async (...given) =>
  (await import("../operations/info/tree.ts")).tree(...given);

export const dump: typeof import("../operations/dump/dump.ts").dump = async function* (...given) {
  yield* (await import("../operations/dump/dump.ts")).dump(...given);
};

export const dumpBytes: typeof import("../operations/dump/dump.ts").dumpBytes = async function* (...given) {
  yield* (await import("../operations/dump/dump.ts")).dumpBytes(...given);
};

export const exportArray: typeof import("../operations/export/export-array.ts").exportArray = async function* (
  ...given
) {
  return yield* (await import("../operations/export/export-array.ts")).exportArray(...given);
};

export const gen: typeof import("../operations/gen/gen.ts").gen = async (...given) =>
  (await import("../operations/gen/gen.ts")).gen(...given);

export const importArray: typeof import("../operations/import/import-array.ts").importArray = async (...given) =>
  (await import("../operations/import/import-array.ts")).importArray(...given);

export const log: typeof import("../operations/log/log.ts").log = async (...given) =>
  (await import("../operations/log/log.ts")).log(...given);

export const diffSnapshots: typeof import("../operations/log/diff-snapshots.ts").diffSnapshots = async (...given) =>
  (await import("../operations/log/diff-snapshots.ts")).diffSnapshots(...given);

export const listKeys: typeof import("../operations/keys/list.ts").listKeys = async function* (...given) {
  yield* (await import("../operations/keys/list.ts")).listKeys(...given);
};

export const readKey: typeof import("../operations/keys/raw-keys.ts").readKey = async function* (...given) {
  yield* (await import("../operations/keys/raw-keys.ts")).readKey(...given);
};

export const writeKey: typeof import("../operations/keys/raw-keys.ts").writeKey = async (...given) =>
  (await import("../operations/keys/raw-keys.ts")).writeKey(...given);

export const repackArchive: typeof import("../operations/pack/zip-repack.ts").repackArchive = async (...given) =>
  (await import("../operations/pack/zip-repack.ts")).repackArchive(...given);

export const appendReferences: typeof import("../operations/refs/append-references.ts").appendReferences = async (
  ...given
) => (await import("../operations/refs/append-references.ts")).appendReferences(...given);

export const inlineReferences: typeof import("../operations/refs/inline-references.ts").inlineReferences = async (
  ...given
) => (await import("../operations/refs/inline-references.ts")).inlineReferences(...given);

export const listReferences: typeof import("../operations/refs/list-references.ts").listReferences = async (...given) =>
  (await import("../operations/refs/list-references.ts")).listReferences(...given);

export const rebaseReferences: typeof import("../operations/refs/rebase-references.ts").rebaseReferences = async (
  ...given
) => (await import("../operations/refs/rebase-references.ts")).rebaseReferences(...given);

export const makeReferences: typeof import("../operations/refs/references-of.ts").makeReferences = async (...given) =>
  (await import("../operations/refs/references-of.ts")).makeReferences(...given);

export const saveReferences: typeof import("../operations/refs/save-references.ts").saveReferences = async (...given) =>
  (await import("../operations/refs/save-references.ts")).saveReferences(...given);

export const subchunkReferences: typeof import("../operations/refs/subchunk-references.ts").subchunkReferences = async (
  ...given
) => (await import("../operations/refs/subchunk-references.ts")).subchunkReferences(...given);

export const verifyReferences: typeof import("../operations/refs/verify-references.ts").verifyReferences = async (
  ...given
) => (await import("../operations/refs/verify-references.ts")).verifyReferences(...given);

export const eachReference: typeof import("../operations/refs/list-references.ts").eachReference = async function* (
  ...given
) {
  yield* (await import("../operations/refs/list-references.ts")).eachReference(...given);
};

export const serve: typeof import("../operations/serve/serve.ts").serve = async (...given) =>
  (await import("../operations/serve/serve.ts")).serve(...given);

export const scan: typeof import("../operations/scan/scan.ts").scan = async (...given) =>
  (await import("../operations/scan/scan.ts")).scan(...given);

export const saveReferencesAsParquet: typeof import("../operations/refs/save-parquet.ts").saveReferencesAsParquet =
  async (...given) => (await import("../operations/refs/save-parquet.ts")).saveReferencesAsParquet(...given);

export const stats: typeof import("../operations/stats/stats.ts").stats = async (...given) =>
  (await import("../operations/stats/stats.ts")).stats(...given);
