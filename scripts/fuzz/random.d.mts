import type { Random } from "./deflate-streams.mjs";

/** A generator of one case: the same seed gives the same case on every machine. */
export function randomOf(seed: number, index: number): Random;
