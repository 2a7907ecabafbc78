/** A port of the loopback interface that was free a moment ago, outside the range that systems assign. */
export function freePort(): Promise<number>;
