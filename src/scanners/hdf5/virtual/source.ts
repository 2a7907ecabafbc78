/** A dataset from which a virtual dataset takes values: opened once, when the first of them is needed. */
import { type ErrorCode, type ErrorDetails, HyperslabError, isHyperslabError } from "../../../errors.ts";
import { type DataType, describeDataType } from "../../../model/data-types/data-type.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { ArrayContext } from "../array-context.ts";
import type { VirtualMapping } from "./mappings.ts";

/** The virtual dataset that the source belongs to. */
export interface SourceFacts {
  /** `d in other.h5` */
  readonly name: string;
  /** The path of the virtual dataset. */
  readonly path: string;
  /** Its index among the sources of that dataset. */
  readonly number: number;
  /** The data type that all sources have. */
  readonly dataType: DataType;
  readonly depth: number;
}

export class Source {
  readonly #context: ArrayContext;
  readonly #mapping: VirtualMapping;
  readonly #facts: SourceFacts;
  #opening: Promise<ArrayNode> | undefined;

  constructor(context: ArrayContext, mapping: VirtualMapping, facts: SourceFacts) {
    this.#context = context;
    this.#mapping = mapping;
    this.#facts = facts;
  }

  open(): Promise<ArrayNode> {
    if (this.#opening !== undefined) return this.#opening;
    const opening = this.#open();
    this.#opening = opening;
    // A source that could not be opened is tried again.
    opening.catch(() => {
      this.#opening = undefined;
    });
    return opening;
  }

  async #open(): Promise<ArrayNode> {
    const { path, number, dataType, depth } = this.#facts;
    const { file, dataset } = this.#mapping;
    let node: ArrayNode;
    try {
      // HDF5 names contain no NUL, so no path of the file equals this one.
      node = await this.#context.source(file, dataset, `${path}\0${number}`, depth + 1);
    } catch (error) {
      if (!isHyperslabError(error)) throw error;
      const { code, what, hint, request } = error;
      const details = { cause: error, ...(hint !== undefined && { hint }), ...(request !== undefined && { request }) };
      if (code !== "not-found") throw this.failure(code, ` cannot be read: ${what}`, details);
      // The array exists, so this must not be reported as not found.
      throw this.failure("io", ` cannot be read: ${what}`, {
        ...details,
        hint: "Check where the files are. HDF5 itself shows the fill value for a missing source.",
      });
    }
    const [found, wanted] = [describeDataType(node.dataType), describeDataType(dataType)];
    const isNumber = ({ kind }: DataType): boolean => kind === "integer" || kind === "float";
    const isConverted = isNumber(node.dataType) && isNumber(dataType);
    if (found !== wanted && !isConverted) throw this.failure("invalid-data", ` is ${found}, not ${wanted}`);
    return node;
  }

  /** An error about the source. */
  failure(code: ErrorCode, what: string, details: ErrorDetails = {}): HyperslabError {
    const { name, path, depth } = this.#facts;
    const { place } = this.#context.file.facts;
    const node = depth === 0 ? { node: path } : {};
    const whole = `the virtual dataset cannot be read: its source ${name}${what}`;
    return new HyperslabError(code, whole, { ...place, ...node, ...details });
  }
}
