/** An open array: its description without I/O, and reading, writing, growing it. */
import { HyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { DataType, DataTypeName } from "../../model/data-types/data-type.ts";
import { chunkShapeOf, gridShape, resizeGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { elementToScalar, type ScalarOf, type TypedDataOf } from "../../model/values/typed-data.ts";
import type { CacheStats } from "../engine/chunk-cache.ts";
import { type WriteRegionOptions, writeRegion } from "../engine/write-region.ts";
import type { TransferOptions } from "../open/options.ts";
import {
  type AttributesInput,
  type PlainAttributes,
  plainAttributes,
  withAttributes,
  withoutAttributes,
} from "../tree/attributes.ts";
import { innerChunkShape } from "../tree/codec-chain.ts";
import { updateNode } from "../tree/update-node.ts";
import { type ArrayHandle, arrayHandle, type HandleOptions } from "./array-handle.ts";
import { arrayFacts, defineInspect } from "./inspect.ts";
import { type AnySelection, type AsName, type DataAs, type ReadOptions, readSlab } from "./read-slab.ts";
import type { Slab } from "./slab.ts";
import { type ShapedData, writeChunk } from "./write-value.ts";

/** One value for all elements (a time also as a date), a flat typed array in C order, nested lists, values with a shape. */
export type WriteValue<D extends DataTypeName> =
  | ScalarOf<D>
  | (D extends `datetime64[${string}` ? string | Date : never)
  | TypedDataOf<D>
  | ShapedData
  | ArrayBufferView<ArrayBufferLike>
  | readonly unknown[];

export class NdArray<D extends DataTypeName = DataTypeName> {
  static {
    defineInspect(NdArray.prototype, "NdArray", arrayFacts);
  }
  readonly kind = "array";
  #handle: ArrayHandle;
  readonly #options: HandleOptions;

  constructor(hierarchy: Hierarchy, node: ArrayNode, options: HandleOptions = {}) {
    this.#options = options;
    this.#handle = arrayHandle(hierarchy, node, options);
  }

  get node(): ArrayNode {
    return this.#handle.node;
  }
  get hierarchy(): Hierarchy {
    return this.#handle.hierarchy;
  }
  /** Path in the hierarchy; the root is "". */
  get path(): string {
    return this.node.path;
  }
  get name(): string {
    return this.path.slice(this.path.lastIndexOf("/") + 1);
  }
  /** Name of the data type, e.g. `float32`. */
  get dtype(): DataTypeName {
    return this.node.dataType.name;
  }
  get dataType(): DataType {
    return this.node.dataType;
  }
  get shape(): readonly number[] {
    return this.node.shape;
  }
  /** Names of the dimensions, where they have one. */
  get dims(): readonly (string | undefined)[] {
    return this.node.dimensions.map((dimension) => dimension.name);
  }
  /** The unit of reading; undefined where lengths vary along a dimension. */
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
  get codecs(): readonly CodecSpec[] {
    return this.node.codecs;
  }
  /** undefined: the document leaves it undefined, and absent chunks read as zero. */
  get fillValue(): ScalarOf<D> | undefined {
    const { dataType, fillValue } = this.node;
    return fillValue === undefined ? undefined : (elementToScalar(dataType, fillValue) as ScalarOf<D>);
  }
  get attributes(): PlainAttributes {
    return plainAttributes(this.node.attributes);
  }
  /** Number of elements. */
  get size(): number {
    return this.shape.reduce((product, length) => product * length, 1);
  }
  /** Bytes of all elements, undefined for variable-length types. */
  get byteLength(): number | undefined {
    const { itemSize } = this.dataType;
    return itemSize === undefined ? undefined : this.size * itemSize;
  }

  /** Narrows the type: `if (array.is("float32")) (await array.read()).data` is a Float32Array. */
  is<N extends DataTypeName>(name: N): this is NdArray<N> {
    return this.dtype === name;
  }

  /** Reads a selection: text (`"0, 10:20, ..."`), a list, an object by dimension name, points or blocks. */
  read(
    selection?: AnySelection | number | null,
    options?: ReadOptions & { readonly as?: undefined },
  ): Promise<Slab<TypedDataOf<D>>>;
  read<A extends AsName>(
    selection: AnySelection | number | null | undefined,
    options: ReadOptions & { readonly as: A },
  ): Promise<Slab<DataAs<A>>>;
  async read(
    selection?: AnySelection | number | null,
    options: ReadOptions & { readonly as?: AsName | undefined } = {},
  ): Promise<Slab<TypedDataOf<D>> | Slab<DataAs<AsName>>> {
    const { as, ...rest } = options;
    return (await readSlab(this.#handle, asSelection(selection), rest, as)) as Slab<TypedDataOf<D>>;
  }

  /** One element: `await array.item([0, 5, 7])`. */
  async item(index: Selection, options: ReadOptions = {}): Promise<ScalarOf<D>> {
    const { resultShape } = normalizeSelection(index, this.shape, this.dims);
    if (resultShape.length > 0) {
      throw new HyperslabError("invalid-request", `item() selects one element, not shape [${resultShape.join(", ")}]`, {
        hint: "Use read() for more than one element.",
      });
    }
    const { dataType } = this;
    if (dataType.itemSize === undefined) {
      const slab = await readSlab(this.#handle, index, options);
      return (slab.data as ArrayLike<unknown>)[0] as ScalarOf<D>;
    }
    const slab = await readSlab(this.#handle, index, options, "bytes");
    return elementToScalar(dataType, slab.data as Uint8Array) as ScalarOf<D>;
  }

  /** Writes to a selection. Only single values are broadcast; any other value has the selection's shape. */
  async write(
    selection: Selection | number | null | undefined,
    value: WriteValue<D>,
    options: WriteRegionOptions = {},
  ): Promise<void> {
    const wanted = normalizeSelection(asSelection(selection), this.shape, this.dims);
    const counts = wanted.axes.map((axis) => (axis.kind === "range" ? axis.count : axis.indices.length));
    const source = writeChunk(this.dataType, value, counts, wanted.resultShape);
    await writeRegion(this.#handle, wanted.axes, source, options);
  }

  /**
   * Changes lengths: a whole shape, or some dimensions by name. What a shrink cuts off is gone: growing again gives
   * fill values.
   */
  async resize(
    shape: readonly number[] | Readonly<Record<string, number>>,
    options: TransferOptions = {},
  ): Promise<void> {
    // Pages that only read and write never load it.
    const { checkShrink, clearOutside } = await import("./shrink.ts");
    let before = this.node;
    await this.#update((node) => {
      before = node;
      const after = resized(node, shape);
      checkShrink(arrayHandle(this.hierarchy, before), after.shape);
      return after;
    });
    await clearOutside(arrayHandle(this.hierarchy, before), this.shape, options);
  }

  /** The number of a dimension, which may be given by its name. */
  axis(dimension: string | number): number {
    return axisOf(this.node, dimension);
  }

  /** Makes the array longer along one dimension and writes `value` there. */
  async append(value: WriteValue<D>, dimension: string | number = 0, options: WriteRegionOptions = {}): Promise<void> {
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
    const selection = counts.map(
      (count, i) => ({ kind: "range", start: i === axis ? start : 0, step: 1, count }) as const,
    );
    await writeRegion(this.#handle, selection, source, options);
  }

  /** Sets these attributes and leaves the others and every other field as they are. */
  async setAttributes(attributes: AttributesInput): Promise<void> {
    await this.#update((node) => ({ ...node, attributes: withAttributes(node.attributes, attributes) }));
  }

  async deleteAttributes(...names: readonly string[]): Promise<void> {
    await this.#update((node) => ({ ...node, attributes: withoutAttributes(node.attributes, names) }));
  }

  /** What the cache of shard indexes and decoded chunks did for this array since it was opened. */
  stats(): CacheStats {
    return this.#handle.stats();
  }

  /** Rebinds to the node as it is stored now, if another writer changed its documents. */
  async refresh(): Promise<void> {
    await this.#update((node) => node);
  }

  /** Finishes what was written, where that has to be done (a zip archive), and lets go of the store. */
  async close(): Promise<void> {
    await this.hierarchy.store.close?.();
  }

  async #update(change: (node: ArrayNode) => ArrayNode): Promise<void> {
    const node = await updateNode(this.hierarchy, this.node, change);
    this.#handle = arrayHandle(this.hierarchy, node, this.#options);
  }
}

/** A bare number is an index along the first dimension. */
function asSelection<S>(selection: S | number | null | undefined): S | readonly [number] | undefined {
  if (typeof selection === "number") return [selection];
  return selection ?? undefined;
}

function resized(node: ArrayNode, wanted: readonly number[] | Readonly<Record<string, number>>): ArrayNode {
  const shape = isShape(wanted) ? [...wanted] : node.shape.map((length) => length);
  if (!isShape(wanted)) for (const [name, length] of Object.entries(wanted)) shape[axisOf(node, name)] = length;
  if (shape.length !== node.shape.length || shape.some((length) => !Number.isSafeInteger(length) || length < 0)) {
    throw new HyperslabError("invalid-request", `[${shape.join(", ")}] is no shape for this array`, {
      hint: `Give ${node.shape.length} lengths from 0 up.`,
    });
  }
  return { ...node, shape, grid: resizeGrid(node.grid, shape) };
}

function isShape(wanted: readonly number[] | Readonly<Record<string, number>>): wanted is readonly number[] {
  return Array.isArray(wanted);
}

function axisOf(node: ArrayNode, dimension: string | number): number {
  const names = node.dimensions.map(({ name }) => name);
  const axis = typeof dimension === "number" ? dimension : names.indexOf(dimension);
  if (Number.isInteger(axis) && axis >= 0 && axis < node.shape.length) return axis;
  throw new HyperslabError("invalid-request", `the array has no dimension ${JSON.stringify(dimension)}`, {
    hint: `Its dimensions are ${names.map((name, i) => name ?? String(i)).join(", ") || "none"}.`,
  });
}

/** How much longer an append makes the array: from the value's shape, or its number of values. */
function addedLength(node: ArrayNode, axis: number, value: unknown): number {
  const perStep = node.shape.reduce((product, length, i) => (i === axis ? product : product * length), 1);
  if (typeof value === "object" && value !== null && "shape" in value && Array.isArray(value.shape)) {
    const length: unknown = value.shape[axis];
    if (value.shape.length === node.shape.length && typeof length === "number") return length;
  } else if (Array.isArray(value) && axis === 0) {
    return value.length;
  } else if (ArrayBuffer.isView(value) && "length" in value && typeof value.length === "number") {
    const parts = node.dataType.kind === "complex" ? 2 : node.dataType.kind === "raw" ? node.dataType.itemSize : 1;
    const added = value.length / parts / perStep;
    if (Number.isInteger(added)) return added;
  }
  throw new HyperslabError("invalid-request", `cannot tell how many steps along dimension ${axis} these values are`, {
    hint: "Give values with a shape of the array's rank: { data, shape }.",
  });
}
