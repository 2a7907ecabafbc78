/** Where the values of a variable lie, according to its storage elements. */
import { decodeBase64 } from "../../bytes/text/base64.ts";
import { HyperslabError } from "../../errors.ts";
import type { XmlElement } from "./xml.ts";

/** A part of a file. */
export interface Place {
  /** Undefined for the file that the whole document is about. */
  readonly href: string | undefined;
  readonly offset: number;
  readonly length: number;
  /** Position of the first element; undefined if not given. */
  readonly position: readonly number[] | undefined;
  /** Filters that were not applied: bit n is the nth one or, as Hyrax documents it, a specific one. */
  readonly mask: number;
}

export type Storage =
  /** Chunks of a grid. */
  | { readonly kind: "chunks"; readonly chunkShape: readonly number[]; readonly places: readonly Place[] }
  /** All values in C order, in one part or several. */
  | { readonly kind: "run"; readonly places: readonly Place[] }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly maybeDeflated: boolean }
  | { readonly kind: "texts"; readonly values: readonly XmlElement[] }
  | { readonly kind: "none"; readonly reason: string };

export interface Stored {
  readonly storage: Storage;
  /** In the order of encoding. */
  readonly filters: readonly string[];
  readonly endian: "little" | "big";
  readonly fillText: string | undefined;
}

/** More dimensions than HDF5 has. */
const MOST_RANK = 32;

export function storageOf(variable: XmlElement, isOrdered: boolean): Stored {
  const child = (name: string): XmlElement | undefined =>
    variable.children.find((each) => each.name === `dmrpp:${name}`);
  const chunks = child("chunks");
  const plain = { filters: [], endian: "little", fillText: undefined } as const;
  if (chunks !== undefined) return chunksOf(chunks, isOrdered);
  const single = variable.children.filter(({ name }) => name === "dmrpp:chunk");
  if (single.length > 0) return { ...plain, storage: { kind: "run", places: single.map(placeOf) } };
  const [compact, missing, texts] = [child("compact"), child("missingdata"), child("vlsa")];
  if (compact !== undefined) return { ...plain, storage: bytesOf(compact, false) };
  if (missing !== undefined) return { ...plain, storage: bytesOf(missing, true) };
  if (texts !== undefined) {
    return {
      ...plain,
      storage: { kind: "texts", values: texts.children.filter(({ name }) => /^(dmrpp:)?v$/.test(name)) },
    };
  }
  const other = variable.children.find(
    ({ name }) => name.startsWith("dmrpp:") && name !== "dmrpp:FixedLengthStringArray",
  );
  const reason =
    other === undefined ? "the document does not say where its values lie" : `its values are in <${other.name}>`;
  return { ...plain, storage: { kind: "none", reason } };
}

function bytesOf({ text }: XmlElement, maybeDeflated: boolean): Storage {
  return { kind: "bytes", bytes: decodeBase64(text.replaceAll(/\s+/g, "")), maybeDeflated };
}

function chunksOf(chunks: XmlElement, isOrdered: boolean): Stored {
  const { attributes, children, line } = chunks;
  const order = attributes.get("byteOrder") ?? "LE";
  if (order !== "LE" && order !== "BE") fail(`the byte order ${order}`, line);
  const filters = (attributes.get("compressionType") ?? "").split(/\s+/).filter((word) => word !== "");
  const common = {
    filters: isOrdered ? filters : inOrder(filters),
    endian: order === "BE" ? "big" : "little",
    fillText: attributes.get("fillValue"),
  } as const;
  const sizes = children.find(({ name }) => name === "dmrpp:chunkDimensionSizes");
  const places = children.filter(({ name }) => name === "dmrpp:chunk");
  const blocks = children.filter(({ name }) => name === "dmrpp:block");
  if (blocks.length > 0) return { ...common, storage: { kind: "run", places: blocks.map(placeOf) } };
  if (places.some((place) => place.attributes.has("LinkedBlockIndex"))) {
    return { ...common, storage: { kind: "none", reason: "its chunks lie in several blocks each (HDF4)" } };
  }
  if (sizes === undefined && places.length > 0)
    return { ...common, storage: { kind: "run", places: places.map(placeOf) } };
  const chunkShape = sizes === undefined ? [] : integers(sizes.text.trim().split(/\s+/), sizes.line);
  return { ...common, storage: { kind: "chunks", chunkShape, places: places.map(placeOf) } };
}

/** Documents without a version list filters in any order; the usual order of HDF5 is assumed. */
function inOrder(filters: readonly string[]): readonly string[] {
  const known = ["shuffle", "deflate", "fletcher32"];
  const rest = filters.filter((name) => !known.includes(name));
  return [...known.filter((name) => filters.includes(name)), ...rest];
}

function placeOf({ attributes, line }: XmlElement): Place {
  const number = (name: string): number => {
    const text = attributes.get(name) ?? fail(`a part of a file without ${name}`, line);
    return integers([text], line)[0]!;
  };
  const position = attributes.get("chunkPositionInArray");
  const list = position === undefined ? undefined : /^\s*\[([^\]]*)\]\s*$/.exec(position)?.[1];
  if (position !== undefined && list === undefined) fail(`the position ${position}`, line);
  return {
    href: attributes.get("href"),
    offset: number("offset"),
    length: number("nBytes"),
    position: list === undefined || list.trim() === "" ? undefined : integers(list.split(","), line),
    mask: attributes.has("fm") ? number("fm") : 0,
  };
}

function integers(texts: readonly string[], line: number): number[] {
  if (texts.length > MOST_RANK) fail(`${texts.length} dimensions`, line);
  return texts.map((text) => {
    const value = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(value)
      ? value
      : fail(`${JSON.stringify(text.slice(0, 40))} is not a valid count`, line);
  });
}

export function fail(what: string, line: number): never {
  throw new HyperslabError("invalid-data", `the DMR++ document has ${what}, in line ${line}`);
}
