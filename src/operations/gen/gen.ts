/** Turns CDL text into a dataset in any writable format, as `ncgen` makes netCDF files. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { type CdlDataset, parseCdl } from "../../cdl/parse/parse.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import type { PlaceOptions } from "../../dataset/open/creation-target.ts";
import { progressMeter, type TransferOptions } from "../../dataset/transfer.ts";
import type { CreateArrayOptions } from "../../dataset/tree/create-node.ts";
import { atPlace } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import type { NetcdfGroup } from "../../model/netcdf/dataset.ts";
import { byteFeed, type ImportInput, takeAll } from "../import/byte-feed.ts";
import { GEN } from "../option-names.ts";
import { refuseBeyondClassic } from "./classic-model.ts";
import { lostNotes, newDataset } from "./new-dataset.ts";
import { writePrefix } from "./write-prefix.ts";

/** Options of `gen`. */
export interface GenOptions extends TransferOptions, Omit<PlaceOptions, "path"> {
  /** Replace an existing dataset at the target. Otherwise it is an `exists` error. */
  readonly overwrite?: boolean | undefined;
  /** How chunk keys are spelled, in formats with a choice: `{ separator: "/" }`. */
  readonly chunkKeys?: CreateArrayOptions["chunkKeys"] | undefined;
  /** Write consolidated metadata at the end. */
  readonly consolidate?: boolean | undefined;
  /** `classic`: refuse features that the classic model of netCDF does not have. By default everything is accepted. */
  readonly model?: "classic" | undefined;
  /** The name of the text in messages. */
  readonly source?: string | undefined;
}

/** What `gen` read and wrote. */
export interface GenReport {
  /** The name of the dataset in the text. */
  readonly name: string;
  /** The format that was written; omitted if the text was only checked. */
  readonly format?: string;
  /** The number of groups, without the root. */
  readonly groups: number;
  /** The number of declared dimensions. */
  readonly dimensions: number;
  /** The number of variables. */
  readonly variables: number;
  /** The number of values given. */
  readonly values: number;
  /** What the format cannot hold. */
  readonly notes: readonly string[];
}

/**
 * Creates a dataset from CDL, given as text or bytes. Without a target, the text is only checked.
 *
 * @example
 * await gen("netcdf a { dimensions: x = 2 ; variables: int v(x) ; data: v = 1, 2 ; }", "a.zarr");
 */
export async function gen(
  cdl: string | ImportInput,
  target: AddressInput | undefined,
  options: GenOptions = {},
): Promise<GenReport> {
  if (hasUnknown(options, GEN)) return refuseUnknown("gen", options, GEN);
  const dataset = await readDataset(cdl, options);
  const { name, root, values } = dataset;
  const groups = allGroups(root);
  const report = {
    name,
    groups: groups.length - 1,
    dimensions: groups.reduce((count, { dimensions }) => count + dimensions.length, 0),
    variables: groups.reduce((count, { variables }) => count + variables.length, 0),
    values: Array.from(values.values()).reduce((count, { length }) => count + length, 0),
  };
  if (target === undefined) return { ...report, notes: [] };
  const hierarchy = await writeDataset(target, dataset, options);
  return { ...report, format: hierarchy.format, notes: lostNotes(hierarchy, root) };
}

/** Writes a whole dataset: nodes first, then values. */
export async function writeDataset(
  target: AddressInput,
  dataset: CdlDataset,
  options: GenOptions = {},
): Promise<Hierarchy> {
  const { signal, concurrency, workers } = options;
  const { hierarchy, arrays, finish } = await newDataset(target, dataset, options);
  const meter = progressMeter("write", arrays.size, options.onProgress);
  for (const [path, array] of arrays) {
    signal?.throwIfAborted();
    const given = dataset.values.get(path);
    if (given !== undefined) {
      await writePrefix(array, given, { signal, concurrency, workers }).catch((error: unknown) => {
        throw atPlace(error, { node: array.path });
      });
    }
    meter.step((given?.length ?? 0) * (array.dataType.itemSize ?? 0));
  }
  await finish();
  meter.end();
  return hierarchy;
}

async function readDataset(cdl: string | ImportInput, { source, model }: GenOptions): Promise<CdlDataset> {
  const bytes = typeof cdl === "string" ? encodeUtf8(cdl) : await takeAll(byteFeed(cdl));
  try {
    const dataset = parseCdl(bytes);
    if (model === "classic") refuseBeyondClassic(dataset.root);
    return dataset;
  } catch (error) {
    throw source === undefined ? error : atPlace(error, { location: source });
  }
}

function allGroups(group: NetcdfGroup): readonly NetcdfGroup[] {
  return [group, ...group.groups.flatMap(allGroups)];
}
