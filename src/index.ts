/** The public API of Hyperslab. Everything else is internal and may change. */

export type { ByteRange } from "./bytes/byte-range.ts";
export type { ByteSource } from "./bytes/byte-source.ts";
export { type ByteTarget, type MemoryTarget, memoryTarget } from "./bytes/byte-target.ts";
export type { JsonNode, PlainJson } from "./bytes/json-node.ts";
export { registerCodec } from "./codecs/registry.ts";
export { type AddressInput, openStore } from "./dataset/address.ts";
export type { AttributesInput, PlainAttributes } from "./dataset/attributes.ts";
export type { ChunksInput } from "./dataset/auto-chunks.ts";
export type { CacheStats } from "./dataset/chunk-cache.ts";
export type { CodecInput } from "./dataset/codec-chain.ts";
export { create, type NewArrayOptions, type NewFilledOptions, type NewGroupOptions } from "./dataset/create.ts";
export type { CreateArrayOptions, CreateGroupOptions } from "./dataset/create-node.ts";
export type { DataInput } from "./dataset/data-input.ts";
export { Group } from "./dataset/group.ts";
export { NdArray, type WriteValue } from "./dataset/nd-array.ts";
export { type OpenOptions, open, openArray, openGroup } from "./dataset/open.ts";
export type { TransferOptions } from "./dataset/options.ts";
export type { PlaceOptions, WritableFormat } from "./dataset/place.ts";
export type { OnProgress, Progress } from "./dataset/progress.ts";
export type { AnySelection, AsName, DataAs, ReadOptions } from "./dataset/read-slab.ts";
export { Slab } from "./dataset/slab.ts";
export type { WriteRegionOptions as WriteOptions } from "./dataset/write-region.ts";
export type { ShapedData } from "./dataset/write-value.ts";
export { type ErrorCode, type ErrorPlace, HyperslabError, isHyperslabError } from "./errors.ts";
export {
  append,
  appendObjects,
  appendObjectsFrom,
  copy,
  doctor,
  dump,
  exportArray,
  info,
  listKeys,
  pack,
  packInfo,
  packObjects,
  packObjectsFrom,
  readKey,
  readObject,
  repackArchive,
  tree,
  unpack,
  unpackObjects,
  writeKey,
} from "./exports/verbs.ts";
export type { FormatNote, Hierarchy } from "./formats/format.ts";
export type { DataType, DataTypeInput, DataTypeName } from "./model/data-type.ts";
export type { ArrayNode, GroupNode } from "./model/node.ts";
export { type BlockSelection, blocks, range, type Selection, type SelectionItem } from "./model/selection.ts";
export { maskPoints, type PointSelection, points } from "./model/selection-points.ts";
export type { ScalarOf, TypedDataOf } from "./model/typed-data.ts";
export type { ArrayInfo, ChunkLengths, CodecInfo } from "./operations/array-info.ts";
export type { AppendOptions, AppendReport } from "./operations/bloscpack/append.ts";
export type { PackReport } from "./operations/bloscpack/pack.ts";
export type {
  FirstChunkInfo,
  MetadataHeaderInfo,
  PackHeaderInfo,
  PackInfo,
} from "./operations/bloscpack/pack-info.ts";
export {
  BLOSCPACK_CHECKSUMS,
  BLOSCPACK_CODECS,
  type CompressionOptions,
  type PackOptions,
} from "./operations/bloscpack/pack-options.ts";
export type { LostChunk, UnpackOptions, UnpackReport } from "./operations/bloscpack/unpack.ts";
export {
  OBJECT_SOURCES,
  type ObjectSourceKind,
  type ObjectsOptions,
  type ObjectsReport,
  type ObjectType,
  type ObjectValue,
  type ObjectValues,
  type PackObjectsOptions,
} from "./operations/bloscpack-varlen/object-options.ts";
export type { ReadObjectOptions } from "./operations/bloscpack-varlen/read-object.ts";
export type {
  LostObject,
  UnpackObjectsOptions,
  UnpackObjectsReport,
} from "./operations/bloscpack-varlen/unpack-objects.ts";
export type { CopyOptions, CopyReport } from "./operations/copy.ts";
export type { CopyVerification } from "./operations/copy-verify.ts";
export type { CheckStatus, DoctorCheck } from "./operations/doctor/check.ts";
export type { DoctorOptions, DoctorReport } from "./operations/doctor/doctor.ts";
export type { ServerFix } from "./operations/doctor/server-fixes.ts";
export type { DumpOptions } from "./operations/dump.ts";
export type { ExportOptions, ExportReport } from "./operations/export/export-array.ts";
export { EXPORT_FORMATS, type ExportFormat } from "./operations/export/export-format.ts";
export type { GroupInfo, InfoOptions, InfoReport } from "./operations/info.ts";
export type { RawKeyOptions, ReadKeyOptions, WriteKeyOptions, WrittenKey } from "./operations/raw-keys.ts";
export type { ListedKey, ListKeysOptions } from "./operations/raw-keys-list.ts";
export type { UnreadableNode } from "./operations/readable-children.ts";
export type { TreeEntry, TreeOptions, TreeReport } from "./operations/tree.ts";
export type { RepackArchiveOptions, RepackArchiveReport } from "./operations/zip-repack.ts";
export { toZarritaStore } from "./stores/adapters.ts";
export { type DroppedItem, droppedItems } from "./stores/browser/dropped-items.ts";
export type { DirectoryEntry, DirectoryHandle, FileEntry, FileHandle } from "./stores/browser/handles.ts";
export type { LocationBase, LocationStep } from "./stores/location-parts.ts";
export { memoryStore } from "./stores/memory.ts";
export type { Store } from "./stores/store.ts";
export type { StoreSettings } from "./stores/store-settings.ts";
export { readOnly } from "./stores/wrappers/read-only.ts";
export { withPrefix } from "./stores/wrappers/with-prefix.ts";
export type { StoreRequest } from "./stores/wrappers/with-trace.ts";
