/** The objects of a file: groups, datasets and link targets, each read once. */
import { HyperslabError } from "../../errors.ts";
import { type Hdf5Attribute, readAttributes } from "./messages/attribute.ts";
import { type Dataspace, parseDataspace } from "./messages/dataspace.ts";
import { type Hdf5Type, parseDatatype } from "./messages/datatype.ts";
import { type ExternalPart, readExternalFiles } from "./messages/external-files.ts";
import { type Hdf5Fill, NO_FILL, parseFill, parseOldFill } from "./messages/fill-value.ts";
import { type Hdf5Filter, parseFilters } from "./messages/filters.ts";
import { type Hdf5Layout, parseLayout } from "./messages/layout.ts";
import type { Link } from "./messages/link.ts";
import type { Hdf5File } from "./structures/file.ts";
import { isGroup, readLinks } from "./structures/groups.ts";
import { type ObjectHeader, readObjectHeader } from "./structures/object-header.ts";
import type { SharedMessages } from "./structures/shared-messages.ts";
import type { VirtualMapping } from "./virtual/mappings.ts";

export interface Hdf5Group {
  readonly kind: "group";
  readonly address: number;
  readonly attributes: readonly Hdf5Attribute[];
  readonly links: readonly Link[];
}

export interface Hdf5Dataset {
  readonly kind: "dataset";
  readonly address: number;
  readonly attributes: readonly Hdf5Attribute[];
  readonly space: Dataspace;
  readonly type: Hdf5Type;
  readonly fill: Hdf5Fill;
  readonly layout: Hdf5Layout;
  readonly filters: readonly Hdf5Filter[];
  /** Where the values lie, if not in this file. */
  readonly external: readonly ExternalPart[] | undefined;
  /** Of a virtual dataset whose shape was found by its sources: how these are mapped, or why it was not found. */
  readonly mappings?: readonly VirtualMapping[] | string;
}

/** A datatype with a name, which other objects share. */
export interface Hdf5NamedType {
  readonly kind: "type";
  readonly address: number;
  readonly type: Hdf5Type;
}

export type Hdf5Object = Hdf5Group | Hdf5Dataset | Hdf5NamedType;

const [DATASPACE, DATATYPE, OLD_FILL, FILL, EXTERNAL, LAYOUT, FILTERS] = [0x01, 0x03, 0x04, 0x05, 0x07, 0x08, 0x0b];
const SHARED = 2;

export class Objects {
  readonly #file: Hdf5File;
  readonly #shared: SharedMessages;
  readonly #objects = new Map<number, Promise<Hdf5Object>>();

  constructor(file: Hdf5File, shared: SharedMessages) {
    this.#file = file;
    this.#shared = shared;
  }

  at(address: number): Promise<Hdf5Object> {
    let object = this.#objects.get(address);
    if (object === undefined) {
      object = this.#read(address);
      this.#objects.set(address, object);
    }
    return object;
  }

  async #read(address: number): Promise<Hdf5Object> {
    const file = this.#file;
    const header = await readObjectHeader(file, address);
    const attributes = await readAttributes(file, header, this.#shared);
    // HDF5 recognises a dataset by its datatype and dataspace. Without a layout, it is a damaged dataset.
    const has = (wanted: number): boolean => header.messages.some(({ type }) => type === wanted);
    if (has(LAYOUT!) || (has(DATATYPE!) && has(DATASPACE!))) return this.#dataset(header, attributes);
    if (isGroup(header)) return { kind: "group", address, attributes, links: await readLinks(file, header) };
    const named = header.messages.find(({ type }) => type === DATATYPE);
    if (named !== undefined) return { kind: "type", address, type: await this.#namedType(named) };
    throw new HyperslabError(
      "invalid-data",
      `the object at byte ${file.facts.base + address} is neither a group nor a dataset nor a datatype`,
      file.facts.place,
    );
  }

  async #namedType({ data, address, flags }: ObjectHeader["messages"][number]): Promise<Hdf5Type> {
    const cursor = this.#file.cursorOver(data, address);
    return parseDatatype((flags & SHARED) === 0 ? cursor : await this.#shared.resolve(DATATYPE!, cursor));
  }

  async #dataset(header: ObjectHeader, attributes: readonly Hdf5Attribute[]): Promise<Hdf5Dataset> {
    const file = this.#file;
    const { address, messages } = header;
    const body = async <T>(
      type: number,
      parse: (cursor: ReturnType<Hdf5File["cursorOver"]>) => T | Promise<T>,
    ): Promise<T | undefined> => {
      const message = messages.find((each) => each.type === type);
      if (message === undefined) return undefined;
      const cursor = file.cursorOver(message.data, message.address);
      return parse((message.flags & SHARED) === 0 ? cursor : await this.#shared.resolve(type, cursor));
    };
    const missing = (what: string): never => {
      throw file.failure(`a dataset has no ${what}`, address);
    };
    return {
      kind: "dataset",
      address,
      attributes,
      space: (await body(DATASPACE!, (cursor) => parseDataspace(file, cursor))) ?? missing("dataspace"),
      type: (await body(DATATYPE!, (cursor) => parseDatatype(cursor))) ?? missing("datatype"),
      fill: (await body(FILL!, parseFill)) ?? (await body(OLD_FILL!, parseOldFill)) ?? NO_FILL,
      layout: (await body(LAYOUT!, (cursor) => parseLayout(file, cursor))) ?? missing("layout"),
      filters: (await body(FILTERS!, parseFilters)) ?? [],
      external: await body(EXTERNAL!, (cursor) => readExternalFiles(file, cursor)),
    };
  }
}
