/** One question for a burst of requests, asked when all of them are known to want it or not. */
import { expect, test } from "vitest";
import { burst } from "../../src/stores/http/absence-proof.ts";

/** What follows from what was done, without timers. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

function question(): { asked: number; ask(): Promise<number>; answer(): void } {
  const waiting: (() => void)[] = [];
  const made = {
    asked: 0,
    ask: () => {
      const number = ++made.asked;
      return new Promise<number>((resolve) => waiting.push(() => resolve(number)));
    },
    answer: () => waiting.shift()?.(),
  };
  return made;
}

test("requests that are under way together share a question, which waits for all of them", async () => {
  const made = question();
  const { enter, ask } = burst(made.ask);
  const leave = [enter(), enter(), enter()];
  const answers = [ask()];
  leave[0]!();
  await settled();
  expect(made.asked).toBe(0);
  answers.push(ask());
  leave[1]!();
  leave[1]!();
  await settled();
  expect(made.asked).toBe(0);
  leave[2]!();
  await settled();
  expect(made.asked).toBe(1);
  made.answer();
  expect(await Promise.all(answers)).toEqual([1, 1]);
});

test("requests that went out after the first asked are not waited for", async () => {
  const made = question();
  const { enter, ask } = burst(made.ask);
  const leave = enter();
  const answer = ask();
  enter();
  leave();
  await settled();
  expect(made.asked).toBe(1);
  made.answer();
  expect(await answer).toBe(1);
});

test("a caller that arrives during a check gets the result of the next one", async () => {
  const made = question();
  const { ask } = burst(made.ask);
  const first = ask();
  await settled();
  const later = [ask(), ask()];
  await settled();
  expect(made.asked).toBe(1);
  made.answer();
  expect(await first).toBe(1);
  await settled();
  expect(made.asked).toBe(2);
  made.answer();
  expect(await Promise.all(later)).toEqual([2, 2]);
});

test("a failed check fails for its callers, and the next one runs", async () => {
  let count = 0;
  const { ask } = burst(async () => {
    if (++count === 1) throw new Error("no");
    return count;
  });
  await expect(ask()).rejects.toThrow("no");
  expect(await ask()).toBe(2);
});
