/** A port of the loopback interface that was free a moment ago, and that nobody is given who asks for any. */
export function freePort(): Promise<number>;
