/** Reading and writing local files on all cores. It is loaded with the first array on a disk: pages have none. */
export { readParallel } from "./read-parallel.ts";
export { withFallback, workerCall } from "./worker-tasks.ts";
export { writeParallel } from "./write-parallel.ts";
