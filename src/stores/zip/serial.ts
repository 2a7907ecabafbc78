/** One after the other: changes of an archive wait for those before them, whether these worked or not. */
export interface Serial {
  /** Is nothing under way? */
  readonly idle: boolean;
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function serial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    get idle() {
      return waiting === 0;
    },
    run: async (task) => {
      waiting += 1;
      const mine = last.then(task, task);
      last = mine;
      try {
        return await mine;
      } finally {
        waiting -= 1;
      }
    },
  };
}
