/** The limits of this room; see bytes/limit.ts. Where both values are the same, the limit only refuses input. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const KIB = 1024;
const MIB = 1024 * 1024;

type Name =
  | "synchronousBytes"
  | "immediateBytes"
  | "synchronousWriteBytes"
  | "filePieceBytes"
  | "callBytes"
  | "slackenedBytes"
  | "knownDirectories"
  | "askedDirectories"
  | "listedDirectoryBytes"
  | "longPath"
  | "keptHandles"
  | "filledBodyBytes"
  | "trustedBodyBytes"
  | "wholeObjectBytes"
  | "cheapBytes"
  | "cutParts"
  | "keptObjectBytes"
  | "freeConnections"
  | "drainedBytes"
  | "knownHosts"
  | "fewestRequests"
  | "mostRequests"
  | "mergedGapBytes"
  | "mergedReadBytes"
  | "cacheBytes"
  | "emptyPages"
  | "cacheDirectoryBytes"
  | "saidVersions"
  | "leadBytes"
  | "recentEntryBytes"
  | "synchronousInflateBytes"
  | "appendedBytes"
  | "archiveGapBytes"
  | "repackedBytes"
  | "newHeaderBytes"
  | "archiveDirectoryBytes";

export const storeLimits: Readonly<Record<Name, Limit>> = defineLimits("stores", {
  /** Values up to this length are read and written on the calling thread (file/turn.ts has the figures). */
  synchronousBytes: [128 * KIB, 64],
  /** Longer metadata documents are not read without a promise (file/read-now.ts). */
  immediateBytes: [64 * KIB, 64],
  /** Longer writes to a file of bytes are handed to another thread; the archive appender writes a megabyte at a time. */
  synchronousWriteBytes: [MIB, 128],
  /** Files are read and written in pieces: one call writes at most 2 GiB, and the caller may abort between them. */
  filePieceBytes: [16 * MIB, 256],
  /** The most that one call on the calling thread requests: a call moves less than 2 GiB, and Node refuses to request more. */
  callBytes: [2 ** 30, 128],
  /** Shorter values are copied quickly, and must not be kept alive with slack as large as themselves. */
  slackenedBytes: [64 * KIB, 64],
  /** Directories whose real path is remembered: enough for those of one read; more are looked up again. */
  knownDirectories: [4096, 2],
  /** After this many directories in one directory, its names are read together (file/root.ts). */
  askedDirectories: [8, 1],
  /** Unless the file system reports that it is longer than this: about 200 names, of which few may be needed. */
  listedDirectoryBytes: [8 * KIB, 64],
  /**
   * Longer paths are resolved by the kernel. The C library resolves each name of a path separately, from the root each
   * time: 8 us for a typical path, 13 ms for one with 900 names.
   */
  longPath: [200, 20],
  /** Handles of a browser's directories that are kept; each takes a few hundred bytes in two processes. */
  keptHandles: [4096, 2],
  /** Shorter bodies arrive in one piece, which is kept without copying. */
  filledBodyBytes: [64 * KIB, 32],
  /** An announced length is allocated at once up to this size; beyond it, memory grows with the data that arrives. */
  trustedBodyBytes: [64 * MIB, 128],
  /** The largest object that is fetched whole to read a part of it, unless the caller says otherwise. */
  wholeObjectBytes: [256 * MIB, 256 * MIB],
  /**
   * If a server sends the whole object in place of the last bytes, it is accepted up to this size; a larger one costs
   * more than another request.
   */
  cheapBytes: [MIB, 64],
  /**
   * A cache in front of the server may send an object whole once and parts later: after this many parts cut from whole
   * objects, a part is requested again.
   */
  cutParts: [16, 3],
  /** Whole objects that are kept for their next part: a handful of shards. */
  keptObjectBytes: [64 * MIB, 256],
  /** Connections that are kept for later; a closed one reopens on use. */
  freeConnections: [1024, 1],
  /** An unwanted body is read to its end up to this length, which saves the connection; beyond it, the connection is closed. */
  drainedBytes: [64 * KIB, 64],
  /** Idle hosts that are remembered for what was learnt about them. */
  knownHosts: [256, 1],
  /** The initial limit for every host: a window of 10 x 10 chunks is requested at once. */
  fewestRequests: [128, 2],
  /**
   * At a round trip of 100 ms this allows about five thousand requests per second. At 30 ms a client that discards its
   * data reads 4096 objects of 8 KiB in 1129, 568 and 303 ms with 128, 256 and 512 at once; our own work for them takes
   * longer than that, so more than 512 would wait for the processor.
   */
  mostRequests: [512, 4],
  /** Parts at most this many bytes apart are read together, unless the caller says otherwise. */
  mergedGapBytes: [64 * KIB, 16],
  /** The longest merged read, unless the caller says otherwise: longer ones would leave too few for the connections. */
  mergedReadBytes: [MIB, 128],
  /**
   * Servers may send empty pages where they skip deleted objects; Amazon and Google document this. This many in a row
   * stand for a million deleted objects, and a minute or more of requests, so the listing is refused.
   */
  emptyPages: [1000, 1000],
  /** Bytes that a cache keeps in memory, unless the caller says otherwise. */
  cacheBytes: [64 * MIB, 2 * KIB],
  /** Bytes that a cache keeps in a directory, unless the caller says otherwise. */
  cacheDirectoryBytes: [1024 * MIB, 4 * KIB],
  /** Versions reported by the store that a cache remembers. */
  saidVersions: [10_000, 2],
  /** If a part starts later than this in its archive entry, reading everything before it is not worthwhile. */
  leadBytes: [64 * KIB, 64],
  /** A decompressed entry is kept for its next part up to this length. */
  recentEntryBytes: [64 * MIB, 128],
  /** Entries up to this length are inflated on the calling thread, because handing them over takes longer. */
  synchronousInflateBytes: [128 * KIB, 64],
  /** Small archive entries are collected: one write per megabyte costs a tenth of one write per entry. */
  appendedBytes: [MIB, KIB],
  /**
   * The smallest gap before the end of an archive; it grows with the appended data, so that the old directory is copied
   * only a few times.
   */
  archiveGapBytes: [64 * MIB, KIB],
  /** Longer entries are copied into another archive in pieces. */
  repackedBytes: [16 * MIB, 128],
  /** Initial room for the headers of new entries. */
  newHeaderBytes: [64 * KIB, 64],
  /** More than ten million entries; a larger archive directory would not fit into memory in any useful way. */
  archiveDirectoryBytes: [2 ** 30, 2 ** 30],
});
