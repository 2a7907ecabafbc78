/**
 * The script of a worker as text. The build replaces this file with the bundle of page-worker.ts; in the sources it is
 * undefined.
 */
export const workerSource: string | undefined = undefined;
