/** Verbs that most programs never use. A page's bundler leaves out what is not used; Node gets `lazy-verbs.ts` in place of this. */

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
