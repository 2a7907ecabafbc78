/** Verbs that most programs never use, for the sources. The build puts `lazy-verbs.ts` in place of this. */

export { dataset } from "../cf/coordinates/dataset.ts";
export { decodeTimes, encodeTimes } from "../cf/times.ts";
export { netcdfView } from "../dataset/netcdf/view.ts";
export { copy, planCopy, runCopy } from "../operations/copy/copy.ts";
export { doctor } from "../operations/doctor/doctor.ts";
export { dump, dumpBytes } from "../operations/dump/dump.ts";
export { exportArray } from "../operations/export/export-array.ts";
export { gen } from "../operations/gen/gen.ts";
export { importArray } from "../operations/import/import-array.ts";
export { info } from "../operations/info/info.ts";
export { tree } from "../operations/info/tree.ts";
export { listKeys } from "../operations/keys/list.ts";
export { readKey, writeKey } from "../operations/keys/raw-keys.ts";
export { append } from "../operations/pack/append.ts";
export { pack } from "../operations/pack/pack.ts";
export { packInfo } from "../operations/pack/pack-info.ts";
export { unpack } from "../operations/pack/unpack.ts";
export { appendObjects, appendObjectsFrom } from "../operations/pack/varlen/append-objects.ts";
export { packObjects, packObjectsFrom } from "../operations/pack/varlen/pack-objects.ts";
export { readObject } from "../operations/pack/varlen/read-object.ts";
export { unpackObjects } from "../operations/pack/varlen/unpack-objects.ts";
export { repackArchive } from "../operations/pack/zip-repack.ts";
export { serve } from "../operations/serve/serve.ts";
