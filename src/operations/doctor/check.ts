/** The findings of the doctor: one line per check, and how to fix it. */
import { type HyperslabError, isHyperslabError } from "../../errors.ts";

/** `ok`; `warn`: it works, but slower or not everywhere; `fail`: the data cannot be used. */
export type CheckStatus = "ok" | "warn" | "fail";

/** One check of `doctor`. */
export interface DoctorCheck {
  /** A short name for programs: `range-suffix`. */
  readonly name: string;
  /** Whether it passed. */
  readonly status: CheckStatus;
  /** What was checked. */
  readonly title: string;
  /** What was found. */
  readonly found: string;
  /** How to fix it. */
  readonly fix?: string;
}

export interface CheckList {
  readonly checks: readonly DoctorCheck[];
  /** The first failure that was thrown, for the exit code. */
  readonly error: HyperslabError | undefined;
  add(status: CheckStatus, name: string, title: string, found: string, fix?: string): void;
  /** Runs a step that may fail: our errors become a line of the report, others are thrown. */
  attempt<T>(name: string, title: string, run: () => Promise<T>, status?: CheckStatus): Promise<T | undefined>;
}

export function checkList(): CheckList {
  const checks: DoctorCheck[] = [];
  let first: HyperslabError | undefined;
  const add: CheckList["add"] = (status, name, title, found, fix) => {
    checks.push({ name, status, title, found, ...(fix === undefined ? {} : { fix }) });
  };
  return {
    checks,
    get error() {
      return first;
    },
    add,
    attempt: async (name, title, run, status = "fail") => {
      try {
        return await run();
      } catch (error) {
        if (!isHyperslabError(error)) throw error;
        if (status === "fail") first ??= error;
        add(status, name, title, error.what, error.hint);
        return undefined;
      }
    },
  };
}
