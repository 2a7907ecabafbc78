/** Stores some of whose values are computed from those of another. */
import type { Store } from "../../stores/store.ts";

/** `get` reads all keys. Workers still read the others from local files. */
export function withComputedValues(store: Store, get: Store["get"], isComputed: (key: string) => boolean): Store {
  const { localRanges } = store;
  return {
    ...store,
    get,
    head: async (key, given) => {
      const bytes = await get(key, given);
      return bytes && { size: bytes.byteLength };
    },
    ...(localRanges && {
      localRanges: async (wanted) => {
        const find = await localRanges(wanted);
        return find && ((key) => (isComputed(key) ? undefined : find(key)));
      },
    }),
  };
}
