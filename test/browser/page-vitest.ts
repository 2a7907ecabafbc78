/** What the contract suites use of Vitest, for a page: tests are collected, then run; `expect` is Vitest's own. */
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect: typeof chai.expect = chai.expect;

interface Collected {
  readonly name: string;
  readonly run: () => unknown;
}

let collected: Collected[] = [];
const groups: string[] = [];

export function describe(name: string, body: () => void): void {
  groups.push(name);
  body();
  groups.pop();
}

type Run = (...args: unknown[]) => unknown;

interface TestFunction {
  (name: string, run: Run): void;
  each(rows: readonly unknown[]): (name: string, run: Run) => void;
}

function collect(name: string, run: Run): void {
  collected.push({ name: [...groups.slice(1), name].join(" > "), run });
}

function each(rows: readonly unknown[]): (name: string, run: Run) => void {
  return (name, run) => {
    for (const row of rows) {
      const args: unknown[] = Array.isArray(row) ? row : [row];
      let at = 0;
      const title = name.replace(/%[sj]/g, (form) => (form === "%j" ? JSON.stringify(args[at++]) : String(args[at++])));
      collect(title, () => run(...args));
    }
  };
}

export const test: TestFunction = Object.assign(collect, { each });

/** Runs what `describe` collects, one after another; gives how many there were and what failed. */
export async function runCollected(body: () => void): Promise<{ readonly count: number; readonly failed: string[] }> {
  collected = [];
  body();
  const failed: string[] = [];
  for (const { name, run } of collected) {
    try {
      await run();
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { count: collected.length, failed };
}
