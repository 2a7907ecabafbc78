/** Which programs of the system are here. `npm test` needs only Node: tests that use another program are skipped without it. */
import { findProgram, type TEST_PROGRAMS } from "../scripts/programs.mjs";

export function has(program: (typeof TEST_PROGRAMS)[number]): boolean {
  return findProgram(program, process.env["PATH"] ?? "") !== undefined;
}
