/** The limits of this room; see bytes/limit.ts. Where both values are the same, the limit only refuses input. */
import { defineLimits, type Limit } from "./limit.ts";

const KIB = 1024;
const MIB = 1024 * 1024;

type Name =
  | "memoryBlockBytes"
  | "keptRoomBytes"
  | "longestRoomBytes"
  | "shortestRoomBytes"
  | "shortTextBytes"
  | "jsonDepth"
  | "jsonBytes"
  | "jsonValues"
  | "jsonDuplicates"
  | "integerDigits"
  | "sharedJsonLength"
  | "sharedJsonDocuments"
  | "sharedJsonObjects"
  | "differentJsonObjects";

export const byteLimits: Readonly<Record<Name, Limit>> = defineLimits("bytes", {
  /** Block length of memory targets; gaps between written blocks take no memory. */
  memoryBlockBytes: [64 * KIB, 64],
  /** Unused memory that a room keeps. */
  keptRoomBytes: [16 * MIB, 8 * KIB],
  /** Longer values get fresh memory instead of a room's. */
  longestRoomBytes: [MIB, 2 * KIB],
  /** The smallest buffer of a room. */
  shortestRoomBytes: [4 * KIB, 64],
  /** Up to this length, writing the text by hand is faster than calling the encoder. */
  shortTextBytes: [48, 4],
  /** Nesting of a JSON document, unless the caller says otherwise. */
  jsonDepth: [512, 512],
  /** Length of a JSON document, unless the caller says otherwise. */
  jsonBytes: [256 * MIB, 256 * MIB],
  /** Values of a JSON document, an array counting as 4 and an object as 5, unless the caller says otherwise. */
  jsonValues: [20_000_000, 20_000_000],
  /** Duplicate members recorded; in a document full of them, more would cost more than the tree. */
  jsonDuplicates: [1000, 1000],
  /** Longer integer tokens do not become a bigint: conversion takes more than linear time. */
  integerDigits: [4096, 4096],
  /** Longer JSON texts, of documents and of objects inside them, are not kept for sharing their trees. */
  sharedJsonLength: [KIB, 32],
  /** Texts that are kept, and as many older ones. Trees take about ten times the length of their text. */
  sharedJsonDocuments: [1024, 2],
  /** Objects inside documents that are kept for those of equal text. */
  sharedJsonObjects: [64, 2],
  /** After this many objects in turn of which none was known, the rest of a document is read without looking for any. */
  differentJsonObjects: [256, 4],
});
