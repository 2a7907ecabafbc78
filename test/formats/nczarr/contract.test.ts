/** The contract of formats for the default dialect of NCZarr; the others are in the slow tests. */
import { describeDialect } from "./dialect-contract.ts";

describeDialect("any");
