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
  /** Longer writes to a file of bytes are handed to another thread; the appender of archives writes a megabyte at a time. */
  synchronousWriteBytes: [MIB, 128],
  /** Files are read and written in pieces: one call writes at most 2 GiB, and the caller may abort between them. */
  filePieceBytes: [16 * MIB, 256],
  /** Asked of the system at once by the calling thread: one call moves less than 2 GiB, and Node refuses to ask for more. */
  callBytes: [2 ** 30, 128],
  /** Shorter values are copied fast from anywhere, and must not be kept alive with slack as large as themselves. */
  slackenedBytes: [64 * KIB, 64],
  /** Directories whose real path is remembered: enough for those of one read; more are looked up again. */
  knownDirectories: [4096, 2],
  /** After this many directories in one directory, its names are read together (file/root.ts). */
  askedDirectories: [2, 1],
  /** Unless it is longer than this, as the file system says: about 200 names, of which few may be asked for. */
  listedDirectoryBytes: [8 * KIB, 64],
  /**
   * Longer paths are resolved by the kernel. The C library resolves each name of a path separately, from the root each time:
   * 8 us for a usual path, 13 ms for one of 900 names.
   */
  longPath: [200, 20],
  /** Handles of a browser's directories that are kept; each takes a few hundred bytes in two processes. */
  keptHandles: [4096, 2],
  /** Shorter bodies arrive in one piece, which is kept without copying. */
  filledBodyBytes: [64 * KIB, 32],
  /** A promised length is allocated at once up to here; beyond it memory follows what really arrives. */
  trustedBodyBytes: [64 * MIB, 128],
  /** The largest object that is fetched whole to read a part of it, unless the caller says otherwise. */
  wholeObjectBytes: [256 * MIB, 256 * MIB],
  /** An answer in place of the last bytes is taken up to this size; a larger one costs more than asking again. */
  cheapBytes: [MIB, 64],
  /**
   * A cache before the server may send an object whole once and parts later: after this many parts cut from whole
   * objects, a part is asked for again.
   */
  cutParts: [16, 3],
  /** Whole objects that are kept for their next part: a handful of shards. */
  keptObjectBytes: [64 * MIB, 256],
  /** Connections that are kept for later; a closed one opens itself again. */
  freeConnections: [1024, 1],
  /** An unwanted body is read to its end up to this length, which saves the connection; a longer one is cut. */
  drainedBytes: [64 * KIB, 64],
  /** Hosts that are remembered while they are idle, for what was learnt of them. */
  knownHosts: [256, 1],
  /** Where every host begins: a window of 10 x 10 chunks goes out at once. */
  fewestRequests: [128, 2],
  /**
   * At a round trip of 100 ms some five thousand requests per second. At 30 ms a client that throws away what it gets
   * reads 4096 objects of 8 KiB in 1129, 568 and 303 ms with 128, 256 and 512 at once; our own work for them takes
   * longer than that, so that more than 512 would wait for the processor.
   */
  mostRequests: [512, 4],
  /** Parts at most this many bytes apart are read together, unless the caller says otherwise. */
  mergedGapBytes: [64 * KIB, 16],
  /** No merged read is longer than this, unless the caller says otherwise: it would leave too few for the connections. */
  mergedReadBytes: [MIB, 128],
  /**
   * Servers may send empty pages where they pass over what was deleted; Amazon and Google say that they do. This many in a
   * row are a million deleted objects, and a minute or more of requests: the listing is refused.
   */
  emptyPages: [1000, 1000],
  /** Bytes that a cache keeps in memory, unless the caller says otherwise. */
  cacheBytes: [64 * MIB, 2 * KIB],
  /** Bytes that a cache keeps in a directory, unless the caller says otherwise. */
  cacheDirectoryBytes: [1024 * MIB, 4 * KIB],
  /** Versions that a cache was told and remembers. */
  saidVersions: [10_000, 2],
  /** A part that starts later than this in its entry of an archive is not worth reading everything before it. */
  leadBytes: [64 * KIB, 64],
  /** A decompressed entry is kept for its next part up to this length. */
  recentEntryBytes: [64 * MIB, 128],
  /** Entries up to this length are inflated on the calling thread: handing them over takes longer. */
  synchronousInflateBytes: [128 * KIB, 64],
  /** Small entries of an archive are gathered: one write per megabyte costs a tenth of one write per entry. */
  appendedBytes: [MIB, KIB],
  /**
   * The least gap before the end of an archive; it grows with what is appended, so that the old directory is copied
   * a few times at most.
   */
  archiveGapBytes: [64 * MIB, KIB],
  /** Longer entries are copied into another archive in pieces. */
  repackedBytes: [16 * MIB, 128],
  /** Room for the headers of new entries, before it grows. */
  newHeaderBytes: [64 * KIB, 64],
  /** More than ten million entries; a larger directory of an archive does not fit into memory in any useful way. */
  archiveDirectoryBytes: [2 ** 30, 2 ** 30],
});
