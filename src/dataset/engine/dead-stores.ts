/** Lets go of what is remembered of stores that are gone and had no place but themselves: no one can ask for it again. */
import { afterThisTurn } from "../../bytes/turn.ts";
import type { Store } from "../../stores/store.ts";
import { dropStores } from "./chunk-cache.ts";
import { objectName } from "./object-name.ts";

const watched = new WeakSet<object>();
/** What the names of their objects begin with. */
const gone = new Set<string>();

const registry = new FinalizationRegistry<string>((prefix) => {
  // The garbage collector finds many at once.
  if (gone.size === 0) afterThisTurn(sweep);
  gone.add(prefix);
});

function sweep(): void {
  dropStores(gone);
  gone.clear();
}

/** A store with a place is found there again, by another object. */
export function watchStore(store: Store): void {
  const identity = store.identity ?? store;
  if (store.place !== undefined || store.directory !== undefined || watched.has(identity)) return;
  watched.add(identity);
  registry.register(identity, objectName(store, ""));
}
