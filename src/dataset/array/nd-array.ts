/** An open array: its description, available without I/O, and methods that read, write and grow it. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { Hierarchy } from "../../formats/format.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { DataType, DataTypeName } from "../../model/data-types/data-type.ts";
import { chunkShapeOf, gridShape } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import { axisCount, axisRange } from "../../model/selection/axis-selection.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { elementToScalar, type ScalarOf, type TypedDataOf } from "../../model/values/typed-data.ts";
import type { CacheStats } from "../engine/chunk-cache.ts";
import { type WriteRegionOptions, writeRegion } from "../engine/write-region.ts";
import * as optionNames from "../option-names.ts";
import type { TransferOptions } from "../transfer.ts";
import {
  type AttributesInput,
  attributeTypes,
  type PlainAttributes,
  plainAttributes,
  withAttributes,
  withoutAttributes,
} from "../tree/attributes.ts";
import { innerChunkShape } from "../tree/codec-chain.ts";
import { updateNode } from "../tree/update-node.ts";
import { type ArrayHandle, arrayHandle, type HandleOptions } from "./array-handle.ts";
import type { DecodedData, DecodeOptions } from "./decoding.ts";
import { arrayFacts, defineInspect } from "./inspect.ts";
import { byIndices, type LabelSelection } from "./label-selection.ts";
import { addedLength, axisOf, resized } from "./new-shape.ts";
import { readItem } from "./read-item.ts";
import { type AnySelection, type AsName, type DataAs, type ReadOptions, readSlab, type ScalarAs } from "./read-slab.ts";
import type { Slab } from "./slab.ts";
import { type WriteValue, writeChunk } from "./write-value.ts";

/** A dimension of an array. */
export interface ArrayDimension {
  /** `undefined` if the dimension has no name. */
  readonly name: string | undefined;
  /** The array's length along it. */
  readonly length: number;
  /** Whether it may grow, as declared by its group. */
  readonly unlimited: boolean;
  /** The path of the group that declares it. */
  readonly group: string | undefined;
}

/** An array that was opened or created. Reading and writing go through it. */
export class NdArray<D extends DataTypeName = DataTypeName> {
  static {
    defineInspect(NdArray.prototype, "NdArray", arrayFacts);
  }
  /** Distinguishes an array from a group. */
  readonly kind = "array";
  /** The hierarchy that the array belongs to. */
  readonly hierarchy: Hierarchy;
  readonly #options: HandleOptions;
  #node: ArrayNode;
  #made: ArrayHandle | undefined;

  /** Arrays are made by `open`, `openArray` and `create`. */
  constructor(hierarchy: Hierarchy, node: ArrayNode, options: HandleOptions = {}) {
    this.hierarchy = hierarchy;
    this.#node = node;
    this.#options = options;
    // Only a budget can be invalid, so only then is the handle made (and checked) now.
    if (options.cacheBytes !== undefined) this.#made = arrayHandle(hierarchy, node, options);
  }

  /** Made on first use of the values: listing a hierarchy needs no handles. */
  get #handle(): ArrayHandle {
    this.#made ??= arrayHandle(this.hierarchy, this.#node, this.#options);
    return this.#made;
  }

  /** The description of the array, in the library's own terms. */
  get node(): ArrayNode {
    return this.#node;
  }
  /** Path in the hierarchy; the root is "". */
  get path(): string {
    return this.node.path;
  }
  /** The last part of the path. */
  get name(): string {
    return this.path.slice(this.path.lastIndexOf("/") + 1);
  }
  /** Name of the data type, e.g. `float32`. */
  get dtype(): DataTypeName {
    return this.node.dataType.name;
  }
  /** The data type of the elements. */
  get dataType(): DataType {
    return this.node.dataType;
  }
  /** The length of each dimension. */
  get shape(): readonly number[] {
    return this.node.shape;
  }
  /** Names of the dimensions; `undefined` for unnamed ones. */
  get dims(): readonly (string | undefined)[] {
    return this.node.dimensions.map((dimension) => dimension.name);
  }
  /** The name and length of each dimension and, if a group declares it, the path of that group. */
  get dimensions(): readonly ArrayDimension[] {
    return this.node.dimensions.map(({ name, group, unlimited = false }, axis) => {
      return { name, length: this.shape[axis]!, unlimited, group };
    });
  }
  /** The unit of reading; `undefined` if chunk lengths vary along a dimension. */
  get chunks(): readonly number[] | undefined {
    return innerChunkShape(this.node.codecs) ?? chunkShapeOf(this.node.grid);
  }
  /** The unit of writing, if the array is sharded. */
  get shards(): readonly number[] | undefined {
    return innerChunkShape(this.node.codecs) === undefined ? undefined : chunkShapeOf(this.node.grid);
  }
  /** Number of stored objects (chunks, or shards) along each dimension. */
  get gridShape(): readonly number[] {
    return gridShape(this.node.grid);
  }
  /** The codec chain, in encoding order. */
  get codecs(): readonly CodecSpec[] {
    return this.node.codecs;
  }
  /** `undefined` if the document does not define one; absent chunks then read as zero. */
  get fillValue(): ScalarOf<D> | undefined {
    const { dataType, fillValue } = this.node;
    return fillValue === undefined ? undefined : (elementToScalar(dataType, fillValue) as ScalarOf<D>);
  }
  /** The attributes, by name. */
  get attributes(): PlainAttributes {
    return plainAttributes(this.node.attributes);
  }
  /** Data types by attribute name, if the format records them. */
  get attributeTypes(): Readonly<Record<string, DataTypeName>> {
    return attributeTypes(this.node.attributes);
  }
  /** Number of elements. */
  get size(): number {
    return this.shape.reduce((product, length) => product * length, 1);
  }
  /** Size of all elements in bytes; `undefined` for variable-length types. */
  get byteLength(): number | undefined {
    const { itemSize } = this.dataType;
    return itemSize === undefined ? undefined : this.size * itemSize;
  }

  /** Narrows the type: `if (array.is("float32")) (await array.read()).data` is a Float32Array. */
  is<N extends DataTypeName>(name: N): this is NdArray<N> {
    return this.dtype === name;
  }

  /**
   * Reads a selection: text (`"0, 10:20, ..."`), a list, an object by dimension name, labels, points or blocks.
   *
   * @example
   * const slab = await array.read("0, 10:20, ...");
   * const same = await array.read({ time: 0, lat: "10:20" });
   * const numbers = await array.read("0, :, :", { as: "float64" });
   * const meant = await array.read("0", { decode: true });
   */
  read(
    selection: AnySelection | number | null | undefined,
    options: ReadOptions & { readonly as?: undefined; readonly decode: true | DecodeOptions },
  ): Promise<Slab<DecodedData>>;
  read(
    selection?: AnySelection | number | null,
    options?: ReadOptions & { readonly as?: undefined },
  ): Promise<Slab<TypedDataOf<D>, ScalarOf<D>>>;
  read<A extends AsName>(
    selection: AnySelection | number | null | undefined,
    options: ReadOptions & {
      /** What the values are converted to, exactly; `"bytes"` gives their C-order little-endian bytes. */
      readonly as: A;
    },
  ): Promise<Slab<DataAs<A, D>, ScalarAs<A>>>;
  async read(
    selection?: AnySelection | number | null,
    options: ReadOptions & { readonly as?: AsName | undefined } = {},
  ): Promise<Slab<TypedDataOf<D>, ScalarOf<D>> | Slab<DataAs<AsName, D>, ScalarAs<AsName>> | Slab<DecodedData>> {
    if (hasUnknown(options, optionNames.READ)) return refuseUnknown("read", options, optionNames.READ);
    const { as, ...rest } = options;
    const decode = options.decode ?? this.#options.decode ?? false;
    if (decode !== false) {
      const { readDecoded } = await import("./decoding.ts");
      return readDecoded(this.#handle, asSelection(selection), rest, decode === true ? {} : decode, as);
    }
    return (await readSlab(this.#handle, asSelection(selection), rest, as)) as Slab<TypedDataOf<D>, ScalarOf<D>>;
  }

  /** Reads a single element: `await array.item([0, 5, 7])`. */
  async item(given: Selection | LabelSelection, options: ReadOptions = {}): Promise<ScalarOf<D>> {
    if (hasUnknown(options, optionNames.READ)) return refuseUnknown("item", options, optionNames.READ);
    const decode = options.decode ?? this.#options.decode ?? false;
    return (await readItem(this.#handle, given, { ...options, decode })) as ScalarOf<D>;
  }

  /** Writes to a selection. Only single values are broadcast; any other value must have the selection's shape. */
  async write(
    selection: Selection | LabelSelection | number | null | undefined,
    value: WriteValue<D>,
    options: WriteRegionOptions = {},
  ): Promise<void> {
    if (hasUnknown(options, optionNames.WRITE)) return refuseUnknown("write", options, optionNames.WRITE);
    const indices = await byIndices(asSelection(selection), this, options);
    const wanted = normalizeSelection(indices, this.shape, this.dims);
    const counts = wanted.axes.map(axisCount);
    const source = writeChunk(this.dataType, value, counts, wanted.resultShape);
    await writeRegion(this.#handle, wanted.axes, source, options);
  }

  /**
   * Changes the array's lengths: a whole shape, or some dimensions by name. Values cut off by shrinking are lost:
   * growing again gives fill values. If a group declares the dimension, every array that uses it is resized.
   */
  async resize(
    shape: readonly number[] | Readonly<Record<string, number>>,
    options: TransferOptions = {},
  ): Promise<void> {
    if (hasUnknown(options, optionNames.TRANSFER)) return refuseUnknown("resize", options, optionNames.TRANSFER);
    // Loaded lazily, because pages that only read and write never need it.
    const { checkShrink, clearOutside } = await import("./shrink.ts");
    let before = this.node;
    await this.#update((node) => {
      before = node;
      const after = resized(node, shape);
      checkShrink(arrayHandle(this.hierarchy, before), after.shape);
      return after;
    }, options);
    await clearOutside(arrayHandle(this.hierarchy, before), this.shape, options);
  }

  /** The index of a dimension, which may be given by name. */
  axis(dimension: string | number): number {
    return axisOf(this.node, dimension);
  }

  /** Makes the array longer along one dimension and writes `value` there. */
  async append(value: WriteValue<D>, dimension: string | number = 0, options: WriteRegionOptions = {}): Promise<void> {
    if (hasUnknown(options, optionNames.WRITE)) return refuseUnknown("append", options, optionNames.WRITE);
    const axis = this.axis(dimension);
    const added = addedLength(this.node, axis, value);
    const longer = (node: ArrayNode, by: number): readonly number[] =>
      node.shape.map((length, i) => (i === axis ? length + by : length));
    const counts = this.shape.map((length, i) => (i === axis ? added : length));
    // Values that do not fit are refused before anything has grown.
    const source = writeChunk(this.dataType, value, counts, counts);
    let start = 0;
    await this.#update((node) => {
      start = node.shape[axis]!;
      return resized(node, longer(node, added));
    });
    const selection = counts.map((count, i) => axisRange(i === axis ? start : 0, count));
    await writeRegion(this.#handle, selection, source, options);
  }

  /** Sets these attributes; all other attributes and fields are left unchanged. */
  async setAttributes(attributes: AttributesInput): Promise<void> {
    await this.#update((node) => ({ ...node, attributes: withAttributes(node.attributes, attributes) }));
  }

  /** Deletes these attributes; names that do not exist are ignored. */
  async deleteAttributes(...names: readonly string[]): Promise<void> {
    await this.#update((node) => ({ ...node, attributes: withoutAttributes(node.attributes, names) }));
  }

  /** Hits and misses of the cache of shard indexes and decoded chunks for this array since it was opened. */
  stats(): CacheStats {
    return this.#handle.stats();
  }

  /** Reloads the stored node if another writer changed its documents. */
  async refresh(): Promise<void> {
    await this.#update((node) => node);
  }

  /** Completes pending writes where necessary (a zip archive) and releases the store. */
  async close(): Promise<void> {
    await this.hierarchy.store.close?.();
  }

  async #update(change: (node: ArrayNode) => ArrayNode, options?: TransferOptions): Promise<void> {
    const node = await updateNode(this.hierarchy, this.node, change, options);
    this.#node = node;
    this.#made = undefined;
  }
}

/** A bare number is an index along the first dimension. */
function asSelection<S>(selection: S | number | null | undefined): S | readonly [number] | undefined {
  if (typeof selection === "number") return [selection];
  return selection ?? undefined;
}
