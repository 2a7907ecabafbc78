/** Verbs that most programs never use, for the sources. The build puts `lazy-verbs.ts` in place of this. */

export { append } from "../operations/bloscpack/append.ts";
export { pack } from "../operations/bloscpack/pack.ts";
export { packInfo } from "../operations/bloscpack/pack-info.ts";
export { unpack } from "../operations/bloscpack/unpack.ts";
export { appendObjects, appendObjectsFrom } from "../operations/bloscpack-varlen/append-objects.ts";
export { packObjects, packObjectsFrom } from "../operations/bloscpack-varlen/pack-objects.ts";
export { readObject } from "../operations/bloscpack-varlen/read-object.ts";
export { unpackObjects } from "../operations/bloscpack-varlen/unpack-objects.ts";
export { copy } from "../operations/copy.ts";
export { doctor } from "../operations/doctor/doctor.ts";
export { dump } from "../operations/dump.ts";
export { exportArray } from "../operations/export/export-array.ts";
export { info } from "../operations/info.ts";
export { readKey, writeKey } from "../operations/raw-keys.ts";
export { listKeys } from "../operations/raw-keys-list.ts";
export { tree } from "../operations/tree.ts";
export { repackArchive } from "../operations/zip-repack.ts";
