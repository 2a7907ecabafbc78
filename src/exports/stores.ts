/** `hyperslab/stores`: stores and wrappers of stores, for those who make their own. */
export { toZarritaStore } from "../stores/adapters.ts";
export { memoryStore } from "../stores/memory.ts";
export type {
  DirectoryListing,
  GetOptions,
  ObjectInfo,
  Store,
  StoreEntry,
  StoreOptions,
} from "../stores/store.ts";
export { readOnly } from "../stores/wrappers/read-only.ts";
export { withPrefix } from "../stores/wrappers/with-prefix.ts";
export { withTrace } from "../stores/wrappers/with-trace.ts";
