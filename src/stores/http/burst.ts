/**
 * One question for a burst of requests. Whoever asks gets the answer to a question that goes out afterwards, never of one
 * that is under way: what it says may have been true before only. It waits for the requests that are under way when the
 * first of them asks, so that all that want to ask share one question.
 */
export interface Burst<T> {
  /** A request goes out; returns what is called when it is known whether it asks. */
  enter(): () => void;
  ask(): Promise<T>;
}

export function burst<T>(question: () => Promise<T>): Burst<T> {
  let group = newGroup();
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | undefined;
  const askAfter = async (entered: Group): Promise<T> => {
    await Promise.all([underWay, emptied(entered)]);
    waiting = undefined;
    const asked = question();
    underWay = asked.catch(() => {});
    return asked;
  };
  return {
    enter: () => {
      const own = group;
      own.count += 1;
      let isIn = true;
      return () => {
        if (isIn) own.count -= 1;
        isIn = false;
        if (own.count === 0) own.end?.();
      };
    },
    ask: () => {
      if (waiting !== undefined) return waiting;
      const entered = group;
      group = newGroup();
      return (waiting = askAfter(entered));
    },
  };
}

/** Requests that went out between two questions. */
interface Group {
  count: number;
  end: (() => void) | undefined;
}

function newGroup(): Group {
  return { count: 0, end: undefined };
}

function emptied(group: Group): Promise<void> {
  return new Promise((resolve) => {
    group.end = resolve;
    if (group.count === 0) resolve();
  });
}
