/** The script of a worker as text. The build replaces this file by the bundle of page-worker.ts; sources have none. */
export const workerSource: string | undefined = undefined;
