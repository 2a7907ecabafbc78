// All scenarios: each has a name, a weight (its share of the time) and a function that runs one case.
import * as archives from "./archives.mjs";
import * as copies from "./copies.mjs";
import * as differential from "./differential.mjs";
import * as fullDisk from "./full-disk.mjs";
import * as hierarchy from "./hierarchy.mjs";
import * as neighbours from "./neighbours.mjs";
import * as servers from "./servers.mjs";
import * as writers from "./writers.mjs";

export const SCENARIOS = [differential, neighbours, writers, hierarchy, copies, fullDisk, servers, archives];
