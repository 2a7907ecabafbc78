/** Serialises writers of one key in the order in which they were called, so that the last one wins. */
export type InOrder = (key: string, run: () => Promise<void>) => Promise<void>;

export function keyOrder(): InOrder {
  const last = new Map<string, Promise<void>>();
  return async (key, run) => {
    const before = last.get(key);
    const mine = before === undefined ? run() : before.then(run, run);
    last.set(key, mine);
    try {
      await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
