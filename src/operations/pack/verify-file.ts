/** Reads a Bloscpack file back and compares it with the array it was made from. */
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { type ArrayHandle, arrayHandle } from "../../dataset/array/array-handle.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { readRegion } from "../../dataset/engine/read-region.ts";
import { progressMeter, type TransferOptions } from "../../dataset/transfer.ts";
import { HyperslabError } from "../../errors.ts";
import { openAs } from "../../formats/detect.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { type FixedChunk, filledChunk } from "../../model/grid/chunk.ts";
import type { Node } from "../../model/node.ts";
import type { AxisSelection } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import type { Store } from "../../stores/store.ts";
import { equalBytes } from "../copy/mismatch.ts";
import type { CopyVerification } from "../copy/verify.ts";
import { operationLimits } from "../limits.ts";

/** Reads the finished file under its temporary name. */
export async function verifyTarget(
  array: NdArray,
  file: ByteTarget,
  location: string,
  options: TransferOptions,
): Promise<CopyVerification> {
  const key = "file";
  const store: Store = {
    location,
    object: key,
    get: async (asked, { range, signal } = {}) => (asked === key ? file.read(range, { signal }) : undefined),
    head: async (asked) => {
      const size = asked === key ? await file.size() : undefined;
      return size === undefined ? undefined : { size };
    },
  };
  const opened = await openAs("bloscpack", store, "", options);
  return verifyFile(array, opened?.hierarchy ?? array.hierarchy, opened?.node, options);
}

/** Compares the values of the file with those of the source, both read anew on this thread without shared caches. */
export async function verifyFile(
  source: NdArray,
  hierarchy: Hierarchy,
  node: Node | undefined,
  options: TransferOptions,
): Promise<CopyVerification> {
  const { signal } = options;
  const { shape, dataType } = source.node;
  const { location } = hierarchy.store;
  if (node?.kind !== "array") throw new HyperslabError("invalid-data", "the written file does not exist", { location });
  const from = arrayHandle(source.hierarchy, source.node, { cacheBytes: 0 });
  const to = arrayHandle(hierarchy, node, { cacheBytes: 0 });
  const rowBytes = shape.slice(1).reduce((product, length) => product * length, dataType.itemSize ?? 1);
  const rows = operationLimits.verifiedBytes.holds(rowBytes);
  const total = shape[0] ?? 1;
  const meter = progressMeter("verify", Math.ceil(total / rows), options.onProgress);
  const counts = { stored: 0, decoded: 0, bytes: 0 };
  for (let start = 0; start < total; start += rows) {
    signal?.throwIfAborted();
    const count = Math.min(rows, total - start);
    const [a, b] = await Promise.all(
      [from, to].map((handle) => readRows(handle, start, count, { signal, workers: false })),
    );
    if (!equalBytes(a!.bytes, b!.bytes)) {
      throw new HyperslabError("invalid-data", "the written file does not read back as the source", {
        location,
        hint: "The source has changed meanwhile, or a codec is lossy. Pass verify: false (--no-verify) if that is intended.",
      });
    }
    counts.decoded += 1;
    counts.bytes += a!.bytes.byteLength;
    meter.step(a!.bytes.byteLength);
  }
  meter.end();
  return counts;
}

/** Reads this many rows, in C order. */
export async function readRows(
  source: ArrayHandle,
  start: number,
  count: number,
  options: TransferOptions,
): Promise<FixedChunk> {
  const { dataType, shape } = source.node;
  const selection = shape.map(
    (length, axis): AxisSelection => ({
      kind: "range",
      start: axis === 0 ? start : 0,
      step: 1,
      count: axis === 0 ? count : length,
    }),
  );
  const counts = selection.map((axis) => (axis.kind === "range" ? axis.count : 0));
  const block = filledChunk(dataType, counts, zeroElement(dataType));
  await readRegion(source, selection, block, { ...options, zeroed: true });
  if (block.bytes === undefined)
    throw new HyperslabError("unsupported", `elements of ${dataType.name} have no fixed size`);
  return block;
}
