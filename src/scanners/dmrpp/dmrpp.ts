/**
 * DMR++ documents of OPeNDAP's Hyrax: XML that describes the groups, variables and attributes of an HDF5 or HDF4 file
 * in DAP4 terms, and records where the chunks of its variables lie.
 */
import { jsonArray, jsonInteger, jsonString } from "../../bytes/json/make.ts";
import { HyperslabError } from "../../errors.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { dataTypeOf } from "../../model/netcdf/types.ts";
import type { Attribute, Dimension, Node, SharedDimension } from "../../model/node.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { VirtualDataset, VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import type { ScanInput, Scanner } from "../scanner.ts";
import { arrayOf, type DocumentContext } from "./arrays.ts";
import { attributesOf } from "./attributes.ts";
import { fail } from "./storage.ts";
import { DAP_TYPES, numberOf, OTHER_VARIABLES } from "./types.ts";
import { parseXml, type XmlElement } from "./xml.ts";

/** Documents of the largest files have tens of megabytes. */
const LARGEST_DOCUMENT = 2 ** 28;
/** Hyrax inserts the file's address here when data is requested. */
const PLACEHOLDER = "OPeNDAP_DMRpp_DATA_ACCESS_URL";

export const dmrpp: Scanner = {
  scan: async (input) => {
    const bytes = await wholeDocument(input);
    // White space and a byte order mark may come first.
    const start = bytes.findIndex((byte) => ![0x20, 9, 10, 13, 0xef, 0xbb, 0xbf].includes(byte));
    if (bytes[start] !== 0x3c) return undefined;
    const root = parseXml(bytes, input.place);
    if (root.name !== "Dataset") return undefined;
    return new Document(input, root).dataset();
  },
};

async function wholeDocument({ source, place, signal }: ScanInput): Promise<Uint8Array> {
  const size = await source.size?.({ signal });
  if (size !== undefined && size > LARGEST_DOCUMENT) {
    throw new HyperslabError("unsupported", `the document has ${size} bytes, ${LARGEST_DOCUMENT} are supported`, place);
  }
  const bytes = await source.read(undefined, { signal });
  if (bytes === undefined) throw new HyperslabError("not-found", "the document does not exist", place);
  return bytes;
}

interface EnumType {
  readonly base: NetcdfType;
  readonly names: readonly { readonly name: string; readonly value: string }[];
}

class Document implements DocumentContext {
  readonly references: ReferenceSet = new ReferenceSet();
  readonly masks: Map<string, number> = new Map();
  readonly isOrdered: boolean;
  readonly #root: XmlElement;
  readonly #file: string;
  readonly #notes: VirtualNote[] = [];
  readonly #nodes = new Map<string, Node>();
  readonly #lengths = new Map<string, number>();
  readonly #enums = new Map<string, EnumType>();

  constructor({ name }: ScanInput, root: XmlElement) {
    this.#root = root;
    this.isOrdered = (root.attributes.get("dmrpp:version") ?? "") !== "";
    const href = root.attributes.get("dmrpp:href") ?? PLACEHOLDER;
    this.#file = href === PLACEHOLDER || href === "" ? name.replace(/\.dmrpp$/i, "") : href;
  }

  urlOf(href: string | undefined): string {
    return href === undefined || href === PLACEHOLDER ? this.#file : href;
  }

  async dataset(): Promise<VirtualDataset> {
    this.#declare(this.#root, "");
    await this.#group(this.#root, "");
    const { references, masks } = this;
    return { nodes: this.#nodes, references, masks, notes: this.#notes };
  }

  /** Dimensions and enumerations of all groups: variables may use any of them. */
  #declare(group: XmlElement, path: string): void {
    for (const child of group.children) {
      const place = joined(path, child.attributes.get("name") ?? "");
      if (child.name === "Group") this.#declare(child, place);
      else if (child.name === "Dimension") this.#lengths.set(`/${place}`, lengthOf(child));
      else if (child.name === "Enumeration") this.#enums.set(`/${place}`, enumOf(child));
    }
  }

  async #group(group: XmlElement, path: string): Promise<void> {
    const dimensions = group.children
      .filter(({ name }) => name === "Dimension")
      .map((child): SharedDimension => ({ name: nameOf(child), length: lengthOf(child), unlimited: false }));
    const attributes = attributesOf(group, (message) => this.#lose(path, message));
    this.#nodes.set(path, { kind: "group", path, attributes, dimensions });
    const groups: XmlElement[] = [];
    for (const child of group.children) {
      if (child.name === "Group") groups.push(child);
      else if (OTHER_VARIABLES.has(child.name)) {
        this.#lose(joined(path, nameOf(child)), `the variable is left out: it is ${OTHER_VARIABLES.get(child.name)}`);
      } else if (DAP_TYPES.has(child.name) || child.name === "Enum") await this.#variable(child, path);
    }
    for (const child of groups) await this.#group(child, this.#newPath(child, path));
  }

  async #variable(element: XmlElement, group: string): Promise<void> {
    const path = this.#newPath(element, group);
    const enumeration = element.name === "Enum" ? this.#enumOf(element) : undefined;
    const type = enumeration?.base ?? DAP_TYPES.get(element.name)!;
    const attributes = attributesOf(element, (message) => this.#lose(path, message));
    if (enumeration !== undefined) addNames(attributes, enumeration);
    const axes = element.children.filter(({ name }) => name === "Dim").map((child) => this.#axis(child));
    const dimensions = axes.map(({ dimension }) => dimension);
    const shape = axes.map(({ length }) => length);
    const node = await arrayOf(this, { path, element, type, attributes, dimensions, shape });
    if (typeof node === "string") this.#lose(path, `the variable is left out: ${node}`);
    else this.#nodes.set(path, node);
  }

  #axis(dim: XmlElement): { readonly dimension: Dimension; readonly length: number } {
    const given = dim.attributes.get("name");
    if (given === undefined) return { dimension: { name: undefined }, length: lengthOf(dim) };
    const full = given.startsWith("/") ? given : `/${given}`;
    const length = this.#lengths.get(full) ?? fail(`the dimension ${given}, which no group has`, dim.line);
    const cut = full.lastIndexOf("/");
    return { dimension: { name: full.slice(cut + 1), group: full.slice(1, Math.max(1, cut)) }, length };
  }

  #enumOf(element: XmlElement): EnumType {
    const given = element.attributes.get("enum") ?? "";
    const found = this.#enums.get(given.startsWith("/") ? given : `/${given}`);
    return found ?? fail(`the enumeration ${given}, which no group has`, element.line);
  }

  #newPath(element: XmlElement, group: string): string {
    const path = joined(group, nameOf(element));
    if (this.#nodes.has(path)) fail(`two nodes ${path}`, element.line);
    return path;
  }

  #lose(path: string, message: string): void {
    this.#notes.push({ path, message, isLoss: true });
  }
}

function joined(group: string, name: string): string {
  return group === "" ? name : `${group}/${name}`;
}

function nameOf({ attributes, line, name: kind }: XmlElement): string {
  const name = attributes.get("name") ?? "";
  if (name === "" || name === "." || name === ".." || name.includes("/")) fail(`a ${kind} of the name "${name}"`, line);
  return name;
}

function lengthOf({ attributes, line }: XmlElement): number {
  const text = attributes.get("size") ?? "";
  const length = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(length) ? length : fail(`a dimension of length "${text}"`, line);
}

function enumOf(element: XmlElement): EnumType {
  const base = DAP_TYPES.get(element.attributes.get("basetype") ?? "");
  if (base === undefined || ["float", "double", "string", "char"].includes(base)) {
    return fail("an enumeration that is not of integers", element.line);
  }
  const names = element.children
    .filter(({ name }) => name === "EnumConst")
    .map(({ attributes }) => ({ name: attributes.get("name") ?? "", value: attributes.get("value") ?? "" }));
  return { base, names };
}

/** Enumerations are integers; their names are stored like the flags of the CF conventions. */
function addNames(attributes: Map<string, Attribute>, { base, names }: EnumType): void {
  if (attributes.has("flag_values") || attributes.has("flag_meanings")) return;
  const values = names.map(({ value }) => jsonInteger(numberOf(base, value)));
  const meanings = names.map(({ name }) => name.replaceAll(/\s/g, "_")).join(" ");
  attributes.set("flag_values", { value: jsonArray(values), dataType: dataTypeOf(base), isDerived: true });
  attributes.set("flag_meanings", { value: jsonString(meanings), dataType: dataTypeOf("char"), isDerived: true });
}
