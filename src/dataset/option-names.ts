/** The options of every call of this room by name; the compiler checks that the lists are complete. */
import type { OptionNames } from "../bytes/known-options.ts";
import type { ReferenceSettings, StoreSettings } from "../stores/location/settings.ts";
import type { AsName, ReadOptions } from "./array/read-slab.ts";
import type { WriteRegionOptions } from "./engine/write-region.ts";
import type { PlaceOptions } from "./open/creation-target.ts";
import type { OpenOptions } from "./open/open.ts";
import type { TransferOptions } from "./transfer.ts";
import type { CreateArrayOptions, CreateGroupOptions } from "./tree/create-node.ts";
import type { CallOptions } from "./tree/group.ts";

export const CALL: OptionNames<CallOptions> = { signal: 0 };

export const TRANSFER: OptionNames<TransferOptions> = { ...CALL, onProgress: 0, concurrency: 0, workers: 0 };

export const READ: OptionNames<ReadOptions & { readonly as?: AsName }> = {
  ...TRANSFER,
  missing: 0,
  into: 0,
  shared: 0,
  as: 0,
  decode: 0,
};

export const WRITE: OptionNames<WriteRegionOptions> = { ...TRANSFER, keepEmptyChunks: 0 };

export const OPEN: OptionNames<OpenOptions> = {
  ...CALL,
  path: 0,
  format: 0,
  consolidated: 0,
  cacheBytes: 0,
  maxChunkBytes: 0,
  store: 0,
  allow: 0,
  complete: 0,
  decode: 0,
};

export const GROUP: OptionNames<CreateGroupOptions> = { ...CALL, attributes: 0, overwrite: 0, dimensions: 0 };

export const ARRAY: OptionNames<CreateArrayOptions> = {
  ...CALL,
  attributes: 0,
  overwrite: 0,
  shape: 0,
  dtype: 0,
  chunks: 0,
  shards: 0,
  codecs: 0,
  chunkKeys: 0,
  fillValue: 0,
  dims: 0,
  netcdfType: 0,
};

export const PLACE: OptionNames<PlaceOptions> = { path: 0, format: 0, dialect: 0, store: 0 };

export const STORE: OptionNames<StoreSettings> = {
  profile: 0,
  endpoint: 0,
  region: 0,
  anonymous: 0,
  requesterPays: 0,
  headers: 0,
  forbidden: 0,
  onRequest: 0,
  onShown: 0,
  onNote: 0,
  cacheDirectory: 0,
  references: 0,
};

export const TARGETS: OptionNames<ReferenceSettings> = {
  base: 0,
  target: 0,
  templates: 0,
  strictFsspec: 0,
  allow: 0,
  reach: 0,
};
