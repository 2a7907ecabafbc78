/**
 * Integers that are packed by bits, to numbers: GRIB's simple and complex packings, and adaptive entropy coding. Bits count from
 * the highest of each byte on.
 *
 * Whatever the input says, nothing outside of `source` to `end` decides about the result, and only targets are written. Up to 8
 * bytes after the input are loaded: the memory must have them. Functions return 0, or a negative number for input that is broken
 * or beyond them: then the twin in TypeScript says what is wrong.
 */
export { aec } from "./aec";
export { unpackGroups } from "./groups";
export { aim } from "./put";
export { scale, unpack, unpackScaled } from "./simple";
