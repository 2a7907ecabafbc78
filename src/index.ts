/** The public API of Hyperslab. Everything else is internal and may change. */

import { provideDecoder } from "./dataset/array/decoder-slot.ts";

export type { JsonNode, PlainJson } from "./bytes/json/node.ts";
export type { ByteRange } from "./bytes/source/byte-range.ts";
export type { ByteSource } from "./bytes/source/byte-source.ts";
export { type ByteTarget, type MemoryTarget, memoryTarget } from "./bytes/source/byte-target.ts";
export type { Magic } from "./bytes/source/magic.ts";
export type { IndexStyle } from "./cdl/print/options.ts";
export type { Dataset, DatasetDimension, DatasetVariable } from "./cf/coordinates/dataset.ts";
export {
  between,
  type Label,
  type LabelItem,
  type LabelsBetween,
  type LabelsInput,
  labels,
  type NearestLabel,
  nearest,
} from "./cf/labels/labels.ts";
export type { TimesOptions } from "./cf/times.ts";
export { registerCodec } from "./codecs/registry.ts";
export type { DecodedData, DecodeOptions } from "./dataset/array/decoding.ts";
export type { LabelledArray, LabelSelection } from "./dataset/array/label-selection.ts";
export { type ArrayDimension, NdArray } from "./dataset/array/nd-array.ts";
export type { AnySelection, AsName, DataAs, ReadOptions, ScalarAs } from "./dataset/array/read-slab.ts";
export { type ElementOf, type Nested, Slab } from "./dataset/array/slab.ts";
export type { DataInput, ShapedData, WriteValue } from "./dataset/array/write-value.ts";
export type { CacheStats } from "./dataset/engine/chunk-cache.ts";
export type { WriteRegionOptions as WriteOptions } from "./dataset/engine/write-region.ts";
export type { NetcdfView, NetcdfViewOptions } from "./dataset/netcdf/view.ts";
export { type AddressInput, openStore } from "./dataset/open/address.ts";
export type { PlaceOptions, WritableFormat } from "./dataset/open/creation-target.ts";
export { type OpenOptions, open, openArray, openGroup } from "./dataset/open/open.ts";
export type { OnProgress, Progress, TransferOptions } from "./dataset/transfer.ts";
export { type AttributesInput, type PlainAttributes, type TypedValue, typed } from "./dataset/tree/attributes.ts";
export type { ChunksInput } from "./dataset/tree/auto-chunks.ts";
export type { CodecInput } from "./dataset/tree/codec-chain.ts";
export { create, type NewArrayOptions, type NewFilledOptions, type NewGroupOptions } from "./dataset/tree/create.ts";
export type { CreateArrayOptions, CreateGroupOptions } from "./dataset/tree/create-node.ts";
export type { DimensionInput, DimensionsInput } from "./dataset/tree/dimensions.ts";
export { Group } from "./dataset/tree/group.ts";
export type { SavedParquet } from "./dataset/virtual/save-parquet.ts";
export { type ErrorCode, type ErrorPlace, HyperslabError, isHyperslabError } from "./errors.ts";
export {
  append,
  appendObjects,
  appendObjectsFrom,
  appendReferences,
  copy,
  dataset,
  decodeTimes,
  diffSnapshots,
  doctor,
  dump,
  dumpBytes,
  eachReference,
  encodeTimes,
  exportArray,
  gen,
  importArray,
  info,
  inlineReferences,
  listKeys,
  listReferences,
  log,
  makeReferences,
  netcdfView,
  pack,
  packInfo,
  packObjects,
  packObjectsFrom,
  planCopy,
  readKey,
  readObject,
  rebaseReferences,
  repackArchive,
  runCopy,
  saveReferences,
  saveReferencesAsParquet,
  scan,
  serve,
  stats,
  subchunkReferences,
  tree,
  unpack,
  unpackObjects,
  verifyReferences,
  writeKey,
} from "./exports/verbs.ts";
export type {
  Format,
  FormatNote,
  Hierarchy,
  OpenedNode,
  OpenOptions as FormatOpenOptions,
  OpenSource,
} from "./formats/format.ts";
export type { NamedRef } from "./formats/icechunk/version-one.ts";
export type { WriteReferencesOptions } from "./formats/references/write-json.ts";
export { type FormatDescriptor, knownFormats, registerFormat } from "./formats/registry.ts";
export type { DataType, DataTypeInput, DataTypeName } from "./model/data-types/data-type.ts";
export type {
  DimensionReference,
  NetcdfAttribute,
  NetcdfDimension,
  NetcdfGroup,
  NetcdfType,
  NetcdfValues,
  NetcdfVariable,
} from "./model/netcdf/dataset.ts";
export { encodeNetcdfText } from "./model/netcdf/text.ts";
export type {
  NetcdfCompound,
  NetcdfEnum,
  NetcdfEnumMember,
  NetcdfMember,
  NetcdfOpaque,
  NetcdfUserAttribute,
  NetcdfUserType,
  NetcdfUserValue,
  NetcdfVlen,
} from "./model/netcdf/user-types.ts";
export type { ArrayNode, GroupNode, SharedDimension } from "./model/node.ts";
export { maskPoints, type PointSelection, points } from "./model/selection/points.ts";
export { type BlockSelection, blocks, range, type Selection, type SelectionItem } from "./model/selection/selection.ts";
export type { CfDate } from "./model/values/calendar.ts";
export type { ScalarOf, TypedDataOf } from "./model/values/typed-data.ts";
export type { CopyOptions, CopyReport, RunCopyOptions } from "./operations/copy/copy.ts";
export type { CopyPlan, PlannedArray, PlannedPlace, PlannedUnits } from "./operations/copy/plan/plan.ts";
export type { CopyVerification } from "./operations/copy/verify.ts";
export type { CheckStatus, DoctorCheck } from "./operations/doctor/check.ts";
export type { DoctorOptions, DoctorReport } from "./operations/doctor/doctor.ts";
export type { ServerFix } from "./operations/doctor/server-fixes.ts";
export type { DumpOptions } from "./operations/dump/dump.ts";
export type { ExportOptions, ExportReport } from "./operations/export/export-array.ts";
export { EXPORT_FORMATS, type ExportFormat } from "./operations/export/export-format.ts";
export type { GenOptions, GenReport } from "./operations/gen/gen.ts";
export type { ImportInput } from "./operations/import/byte-feed.ts";
export type { ImportOptions, ImportReport } from "./operations/import/import-array.ts";
export type { ArrayInfo, ChunkLengths, CodecInfo } from "./operations/info/array-info.ts";
export type { CoordinateInfo } from "./operations/info/coordinate-info.ts";
export type { GroupInfo, InfoOptions, InfoReport } from "./operations/info/info.ts";
export type { UnreadableNode } from "./operations/info/shown-nodes.ts";
export type { TreeEntry, TreeOptions, TreeReport } from "./operations/info/tree.ts";
export type { ListedKey, ListKeysOptions } from "./operations/keys/list.ts";
export type { RawKeyOptions, ReadKeyOptions, WriteKeyOptions, WrittenKey } from "./operations/keys/raw-keys.ts";
export type {
  ChangedChunks,
  ChangedNode,
  DiffNode,
  DiffSnapshotsOptions,
  DocumentChange,
  MovedNode,
  SnapshotDiff,
} from "./operations/log/diff-snapshots.ts";
export type { LoggedCommit, LogOptions, LogReport } from "./operations/log/log.ts";
export type { AppendOptions, AppendReport } from "./operations/pack/append.ts";
export type { PackReport } from "./operations/pack/pack.ts";
export type {
  FirstChunkInfo,
  MetadataHeaderInfo,
  PackHeaderInfo,
  PackInfo,
} from "./operations/pack/pack-info.ts";
export {
  BLOSCPACK_CHECKSUMS,
  BLOSCPACK_CODECS,
  type CompressionOptions,
  type PackOptions,
} from "./operations/pack/pack-options.ts";
export type { LostChunk, UnpackOptions, UnpackReport } from "./operations/pack/unpack.ts";
export {
  OBJECT_SOURCES,
  type ObjectSourceKind,
  type ObjectsOptions,
  type ObjectsReport,
  type ObjectType,
  type ObjectValue,
  type ObjectValues,
  type PackObjectsOptions,
} from "./operations/pack/varlen/object-options.ts";
export type { ReadObjectOptions } from "./operations/pack/varlen/read-object.ts";
export type {
  LostObject,
  UnpackObjectsOptions,
  UnpackObjectsReport,
} from "./operations/pack/varlen/unpack-objects.ts";
export type { RepackArchiveOptions, RepackArchiveReport } from "./operations/pack/zip-repack.ts";
export type { AppendReferencesOptions } from "./operations/refs/append-references.ts";
export type { InlineReferencesOptions } from "./operations/refs/inline-references.ts";
export type {
  ListedReference,
  ReferenceFolder,
  ReferencesReport,
  ReferenceTarget,
} from "./operations/refs/list-references.ts";
export type { ReferenceOptions } from "./operations/refs/loaded-references.ts";
export type { RebaseReferencesOptions } from "./operations/refs/rebase-references.ts";
export type { MakeReferencesOptions, ReferencesOfOptions } from "./operations/refs/references-of.ts";
export type { SaveAsParquetOptions, SavedParquetReferences } from "./operations/refs/save-parquet.ts";
export type { SavedReferences, SaveReferencesOptions } from "./operations/refs/save-references.ts";
export type { SubchunkReferencesOptions } from "./operations/refs/subchunk-references.ts";
export type {
  ReferenceFault,
  VerifyReferencesOptions,
  VerifyReferencesReport,
} from "./operations/refs/verify-references.ts";
export type { CoordinateSource } from "./operations/scan/combine/coordinate-source.ts";
export type { FailedFile, ScanOptions, ScanResult } from "./operations/scan/scan.ts";
export type { ServedRequest } from "./operations/serve/node/server.ts";
export type { ServeAs } from "./operations/serve/open-tree.ts";
export type { Served, ServeOptions } from "./operations/serve/serve.ts";
export type { ServedFormat } from "./operations/serve/zarr-spelling.ts";
export type { ArrayStats, StatsHistogram, StatsQuantile, StatsTexts } from "./operations/stats/array-stats.ts";
export type { ChunkCounts } from "./operations/stats/chunk-presence.ts";
export type { StatsValue } from "./operations/stats/shown-values.ts";
export type { StatsOptions, StatsReport } from "./operations/stats/stats.ts";
export { toZarritaStore } from "./stores/adapters.ts";
export { type DroppedItem, droppedItems } from "./stores/browser/dropped-items.ts";
export type { DirectoryEntry, DirectoryHandle, FileEntry, FileHandle } from "./stores/browser/handles.ts";
export type { DirectoryMarks, FileMarks, FormatMarks } from "./stores/format-marks.ts";
export type { LocationBase, LocationStep } from "./stores/location/parts.ts";
export type { ReachSettings, ReferenceSettings, StoreSettings } from "./stores/location/settings.ts";
export { memoryStore } from "./stores/memory.ts";
export type { DirectoryPlace, FilePlace, Place } from "./stores/place.ts";
export type { Store } from "./stores/store.ts";
export { readOnly } from "./stores/wrappers/read-only.ts";
export { withPrefix } from "./stores/wrappers/with-prefix.ts";
export type { StoreRequest } from "./stores/wrappers/with-trace.ts";
export { setWorkerUrl } from "./workers/pool/worker-url.ts";

provideDecoder(async () => (await import("./cf/decoder.ts")).decoder);
