/** Runs before every test file: whatever the tests or the code under test print is searched for the tests' secrets. */
import { afterAll } from "vitest";
import { refuseSecrets } from "./secrets.ts";

/** One for a process, which may run several files. */
const LEAKS = Symbol.for("hyperslab.test.leaks");
const shared = globalThis as { [LEAKS]?: string[] };
const isFirst = shared[LEAKS] === undefined;
shared[LEAKS] ??= [];
const leaks: string[] = shared[LEAKS];

/** The same function; what it is given is looked at. */
export function watched<T extends readonly unknown[], R>(run: (...values: T) => R): (...values: T) => R {
  return (...values) => {
    try {
      refuseSecrets(...values.filter((value) => typeof value !== "function"));
    } catch (error) {
      leaks.push(String(error));
    }
    return run(...values);
  };
}

if (isFirst) {
  for (const name of ["log", "info", "warn", "error", "debug", "trace"] as const) {
    console[name] = watched(console[name].bind(console));
  }
  for (const stream of [process.stdout, process.stderr]) stream.write = watched(stream.write.bind(stream)) as never;
  process.on("warning", (warning) => watched((_: Error) => {})(warning));
}

/** For the test of this watch alone: what it has found so far, which is then forgotten. */
export function takeLeaks(): string[] {
  return leaks.splice(0);
}

afterAll(() => {
  const found = takeLeaks();
  if (found.length > 0) throw new Error(found.join("\n"));
});
