/**
 * An archive whose members are also found by the names that other programs show, including the folder that contains all
 * members. Only for single files: in a hierarchy, a node would be found in two places.
 */
import { ownMethods, type Store } from "../store.ts";

export function withMemberNames(store: Store): Store {
  const own = ownMethods(store);
  const { keyOfMember, get, head, partOf } = own;
  if (keyOfMember === undefined) return store;
  return {
    ...own,
    get: async (name, options) => get(await keyOfMember(name, options), options),
    ...(head && { head: async (name, options) => head(await keyOfMember(name, options), options) }),
    ...(partOf && { partOf: async (name, options) => partOf(await keyOfMember(name, options), options) }),
  };
}
