/**
 * Servers that allow reading but not listing answer 403 for missing objects as well as for forbidden ones. A 403 counts
 * as absence only if an object that was read before can still be read afterwards, and the server is known to answer 403
 * for missing objects. If access is revoked midway, the result is an error, not a store full of holes.
 */

export interface AbsenceQuestions {
  /** Returns whether this object, which was read before, can be read now. */
  isReadable(name: string): Promise<boolean>;
  /** An object that can be read now, if only the requested ones were read before. */
  findReadable(asked: readonly string[]): Promise<string | undefined>;
  /** Returns whether the server answers 403 for objects that do not exist. Called while objects are readable. */
  hidesMissing(): Promise<boolean>;
}

/** `absent`: it does not exist, as far as can be determined. `unknown`: no readable object is known. */
export type AbsenceAnswer = "absent" | "forbidden" | "unknown";

export interface AbsenceProof {
  /** Must be called when a request for this object is sent. */
  begin(name: string): AskedObject;
}

/** One request for an object. */
export interface AskedObject {
  /** Must be called when the head of its response has arrived. */
  answered(status: number): void;
  /** Must be called if the response was 403; returns what that means. */
  forbidden(): Promise<AbsenceAnswer>;
  /** Must be called when it has ended in any other way. */
  ended(): void;
}

/** How a server answers for missing objects rarely changes; whether it allows reading is checked each time. */
export const BELIEVED_MILLISECONDS = 60_000;

export function absenceProof(questions: AbsenceQuestions): AbsenceProof {
  let latest: string | undefined;
  let previous: string | undefined;
  let policy: { readonly hides: boolean; readonly time: number } | undefined;
  const asked = new Set<string>();
  const hidesMissing = async (): Promise<boolean> => {
    if (policy === undefined || Date.now() - policy.time >= BELIEVED_MILLISECONDS) {
      policy = { time: Date.now(), hides: await questions.hidesMissing() };
    }
    return policy.hides;
  };
  const { enter, ask } = burst(async (): Promise<AbsenceAnswer> => {
    const names = [...asked];
    asked.clear();
    // The object that was read last is the best witness: if part of a store is closed, it is most likely in that part.
    const witness = [latest, previous].find((name) => name !== undefined && !names.includes(name));
    if (witness === undefined) {
      const found = await questions.findReadable(names);
      if (found === undefined) return "unknown";
      latest ??= found;
    } else if (!(await questions.isReadable(witness))) return "forbidden";
    return (await hidesMissing()) ? "absent" : "forbidden";
  });
  return {
    begin: (name) => {
      const leave = enter();
      return {
        answered: (status) => {
          // The meaning of 403 is not known yet, so the query waits for it.
          if (status !== 403) leave();
          if ((status !== 200 && status !== 206) || name === latest) return;
          previous = latest;
          latest = name;
        },
        forbidden: () => {
          asked.add(name);
          const answer = ask();
          leave();
          return answer;
        },
        ended: leave,
      };
    },
  };
}

/**
 * One query for a burst of requests. A caller gets the result of a query that is sent after its call, never of one in
 * flight, whose result may be out of date. The query waits for the requests that are in flight when the first caller
 * needs it, so that all of them share it.
 */
export interface Burst<T> {
  /** Registers a request. Call the returned function when it is known whether the request needs the query. */
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

/** Requests that were sent between two queries. */
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
