/** For single tests that assert what limits decide (requests, bytes, sizes), in suites that run with tiny limits, too. */
import { limitSettings } from "../src/bytes/limit.ts";

/** Do all limits have their tiny values? */
export const hasTinyLimits: boolean = limitSettings().tiny;
