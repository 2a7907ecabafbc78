/** The options of every call of this room by name; the compiler checks that the lists are complete. */
import type { OptionNames } from "../bytes/known-options.ts";
import { OPEN, PLACE, TRANSFER } from "../dataset/option-names.ts";
import type { CopyOptions, RunCopyOptions } from "./copy/copy.ts";
import type { DoctorOptions } from "./doctor/doctor.ts";
import type { DumpOptions } from "./dump/dump.ts";
import type { ExportOptions } from "./export/export-array.ts";
import type { GenOptions } from "./gen/gen.ts";
import type { ImportOptions } from "./import/import-array.ts";
import type { InfoOptions } from "./info/info.ts";
import type { TreeOptions } from "./info/tree.ts";
import type { ListKeysOptions } from "./keys/list.ts";
import type { RawKeyOptions, ReadKeyOptions, WriteKeyOptions } from "./keys/raw-keys.ts";
import type { DiffSnapshotsOptions } from "./log/diff-snapshots.ts";
import type { LogOptions } from "./log/log.ts";
import type { AppendOptions } from "./pack/append.ts";
import type { PackOptions } from "./pack/pack-options.ts";
import type { UnpackOptions } from "./pack/unpack.ts";
import type { ObjectsOptions, PackObjectsOptions } from "./pack/varlen/object-options.ts";
import type { ReadObjectOptions } from "./pack/varlen/read-object.ts";
import type { UnpackObjectsOptions } from "./pack/varlen/unpack-objects.ts";
import type { RepackArchiveOptions } from "./pack/zip-repack.ts";
import { SAVE } from "./refs/option-names.ts";
import type { SaveScanOptions, ScanOptions } from "./scan/scan.ts";
import type { ServeOptions } from "./serve/serve.ts";
import type { StatsOptions } from "./stats/stats.ts";

const COPY_RUN = { ...TRANSFER, store: 0, sourceStore: 0, overwrite: 0, force: 0, resume: 0, verify: 0 } as const;
export const COPY: OptionNames<CopyOptions> = {
  ...COPY_RUN,
  ...PLACE,
  chunks: 0,
  shards: 0,
  codecs: 0,
  chunkKeys: 0,
  consolidate: 0,
  lossy: 0,
  selection: 0,
  include: 0,
  exclude: 0,
};
export const RUN_COPY: OptionNames<RunCopyOptions> = { ...COPY_RUN, source: 0, target: 0, path: 0 };
export const DOCTOR: OptionNames<DoctorOptions> = { store: 0, write: 0, origin: 0, signal: 0 };
export const DUMP: OptionNames<DumpOptions> = {
  ...OPEN,
  header: 0,
  coordinates: 0,
  variables: 0,
  groups: 0,
  selection: 0,
  as: 0,
  name: 0,
  special: 0,
  filters: 0,
  lineLength: 0,
  floatDigits: 0,
  doubleDigits: 0,
  rowComments: 0,
  valueComments: 0,
  times: 0,
};
export const EXPORT: OptionNames<ExportOptions> = {
  ...TRANSFER,
  format: 0,
  selection: 0,
  missing: 0,
  indices: 0,
  wide: 0,
  decode: 0,
};
export const IMPORT: OptionNames<ImportOptions> = {
  ...TRANSFER,
  format: 0,
  selection: 0,
  append: 0,
  create: 0,
  store: 0,
};
export const GEN: OptionNames<GenOptions> = {
  ...TRANSFER,
  format: 0,
  dialect: 0,
  store: 0,
  overwrite: 0,
  chunkKeys: 0,
  consolidate: 0,
  model: 0,
  source: 0,
};
export const INFO: OptionNames<InfoOptions> = { ...OPEN, stored: 0 };
export const TREE: OptionNames<TreeOptions> = { ...OPEN, depth: 0 };
export const STATS: OptionNames<StatsOptions> = {
  ...OPEN,
  ...TRANSFER,
  variables: 0,
  selection: 0,
  quantiles: 0,
  histogram: 0,
};
export const RAW_KEY: OptionNames<RawKeyOptions> = { store: 0, signal: 0 };
export const LIST_KEYS: OptionNames<ListKeysOptions> = { ...RAW_KEY, recursive: 0, sizes: 0 };
export const READ_KEY: OptionNames<ReadKeyOptions> = { ...RAW_KEY, range: 0, pretty: 0 };
export const WRITE_KEY: OptionNames<WriteKeyOptions> = { ...RAW_KEY, overwrite: 0 };
export const APPEND: OptionNames<AppendOptions> = {
  ...TRANSFER,
  typeSize: 0,
  level: 0,
  shuffle: 0,
  codec: 0,
  metadata: 0,
  metadataFile: 0,
};
export const PACK: OptionNames<PackOptions> = { ...APPEND, chunkSize: 0, checksum: 0, offsets: 0, overwrite: 0 };
export const UNPACK: OptionNames<UnpackOptions> = { ...TRANSFER, overwrite: 0, salvage: 0, store: 0 };
export const OBJECTS: OptionNames<ObjectsOptions> = { level: 0, shuffle: 0, codec: 0, signal: 0, onProgress: 0 };
export const PACK_OBJECTS: OptionNames<PackObjectsOptions> = {
  ...OBJECTS,
  type: 0,
  checksum: 0,
  reserve: 0,
  superchunk: 0,
  attributes: 0,
  overwrite: 0,
};
export const READ_OBJECT: OptionNames<ReadObjectOptions> = { start: 0, end: 0, as: 0, store: 0, signal: 0 };
export const UNPACK_OBJECTS: OptionNames<UnpackObjectsOptions> = {
  as: 0,
  overwrite: 0,
  salvage: 0,
  store: 0,
  signal: 0,
  onProgress: 0,
};
export const REPACK: OptionNames<RepackArchiveOptions> = { onProgress: 0, signal: 0 };
export const LOG: OptionNames<LogOptions> = { store: 0, signal: 0, all: 0, limit: 0 };
export const DIFF_SNAPSHOTS: OptionNames<DiffSnapshotsOptions> = { store: 0, signal: 0, from: 0, to: 0 };
export const SAVE_SCAN: OptionNames<SaveScanOptions> = { ...SAVE, recordSize: 0, format: 0 };
export const SCAN: OptionNames<ScanOptions> = {
  store: 0,
  format: 0,
  signal: 0,
  concat: 0,
  coordinate: 0,
  merge: 0,
  identical: 0,
  concurrency: 0,
  keepGoing: 0,
  lenient: 0,
  onProgress: 0,
  resume: 0,
};
export const SERVE: OptionNames<ServeOptions> = {
  as: 0,
  format: 0,
  paths: 0,
  cors: 0,
  host: 0,
  port: 0,
  maxConnections: 0,
  onRequest: 0,
  serviceWorker: 0,
  store: 0,
  allow: 0,
  signal: 0,
};
