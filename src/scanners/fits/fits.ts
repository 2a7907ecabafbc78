/**
 * FITS files: the header of the first unit gives the attributes of the root; every unit with data is an array, named by
 * EXTNAME or by its number. Images are arrays, tables and random groups are arrays of structs, tile-compressed images
 * are images again.
 */
import { jsonArray, jsonString } from "../../bytes/json/make.ts";
import { BlockReader } from "../../bytes/source/block-reader.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import type { Attribute, Attributes, Node } from "../../model/node.ts";
import { ContiguousChunks } from "../../model/virtual/contiguous.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import type { Scanner } from "../scanner.ts";
import { asciiTable } from "./ascii-table.ts";
import { binaryTable } from "./binary-table.ts";
import { BLOCK_BYTES, type FitsHeader, integerOf, isTrue, latin1, numberOf, readHeader, textOf } from "./header.ts";
import { image, randomGroups } from "./image.ts";
import { tiledImage } from "./tiled-image.ts";

/** The intermediate result of scanning a file. */
export interface FitsScan {
  readonly reader: BlockReader;
  readonly place: ErrorPlace;
  readonly references: ReferenceSet;
  readonly chunks: ContiguousChunks;
  readonly nodes: Map<string, Node>;
  readonly prefixes: Map<string, Uint8Array>;
  readonly notes: VirtualNote[];
}

/** A header with its data. */
export interface FitsUnit {
  readonly header: FitsHeader;
  /** The name of its array. */
  readonly name: string;
  /** NAXIS1 first. */
  readonly axes: readonly number[];
  readonly dataBytes: number;
  readonly attributes: Attributes;
}

const MOST_AXES = 999;

export const scanner: Scanner = {
  scan: async ({ source, place, signal }) => {
    const reader = new BlockReader(source, { place, signal });
    const start = await reader.readUpTo(0, 30);
    if (start.byteLength < 30 || !/^SIMPLE {2}= {20}[TF]$/.test(latin1(start, 0, 30))) return undefined;
    const size = await reader.size();
    const references = new ReferenceSet();
    const chunks = new ContiguousChunks(references.table, size);
    const scan: FitsScan = { reader, place, references, chunks, nodes: new Map(), prefixes: new Map(), notes: [] };
    let [number, claimed] = [0, 0];
    for (let offset = 0; offset < size; number++) {
      const isUnit = number === 0 || (await beginsUnit(reader, offset));
      if (!isUnit) {
        scan.notes.push({
          path: "",
          message: `the ${size - offset} bytes from byte ${offset} on are not part of FITS`,
        });
        break;
      }
      const header = await readHeader(reader, offset, place);
      const unit = unitOf(header, number, scan);
      if (number === 0) {
        scan.nodes.set("", { kind: "group", path: "", attributes: unit.attributes });
        claimed = numberOf(header, "NEXTEND", 0);
      }
      if (header.dataOffset + unit.dataBytes > size) {
        const end = header.dataOffset + unit.dataBytes;
        const what = `the data of ${unit.name} end at byte ${end}, but the file ends at byte ${size}`;
        throw new HyperslabError("invalid-data", what, { ...place, hint: "Was the file copied completely?" });
      }
      if (unit.dataBytes > 0 || isEmptyTable(unit)) await addUnit(scan, unit);
      offset = header.dataOffset + Math.ceil(unit.dataBytes / BLOCK_BYTES) * BLOCK_BYTES;
    }
    // FITS has no count of units, but a convention of many observatories does.
    if (number - 1 < claimed) {
      const message = `NEXTEND says that there are ${claimed} extensions, the file has ${number - 1}: was it cut off?`;
      scan.notes.push({ path: "", message, isLoss: true });
    }
    const { nodes, prefixes, notes } = scan;
    return { nodes, references, notes, ...(prefixes.size > 0 && { prefixes }) };
  },
};

/** A table without rows has columns all the same. */
function isEmptyTable({ header, axes }: FitsUnit): boolean {
  return /^(BINTABLE|TABLE)$/.test(textOf(header, "XTENSION") ?? "") && axes.length === 2 && axes[0]! > 0;
}

async function beginsUnit(reader: BlockReader, offset: number): Promise<boolean> {
  const head = await reader.readUpTo(offset, 10);
  return head.byteLength === 10 && latin1(head, 0, 10) === "XTENSION= ";
}

async function addUnit(scan: FitsScan, unit: FitsUnit): Promise<void> {
  const { header } = unit;
  const kind = textOf(header, "XTENSION");
  if (kind === "BINTABLE" || kind === "A3DTABLE") {
    if (isTrue(header, "ZIMAGE")) await tiledImage(scan, unit);
    else if (isTrue(header, "ZTABLE")) {
      const message = `${unit.name} is left out: its rows are compressed`;
      scan.notes.push({ path: unit.name, message, isLoss: true });
    } else await binaryTable(scan, unit);
  } else if (kind === "TABLE") asciiTable(scan, unit);
  else if (kind === undefined && isTrue(header, "GROUPS") && unit.axes[0] === 0) randomGroups(scan, unit);
  else if (kind === undefined || kind === "IMAGE" || kind === "IUEIMAGE") image(scan, unit);
  else {
    const message = `${unit.name} is left out: extensions of the kind ${kind} are not known`;
    scan.notes.push({ path: unit.name, message, isLoss: true });
  }
}

function unitOf(header: FitsHeader, number: number, { place, nodes }: FitsScan): FitsUnit {
  const rank = integerOf(header, "NAXIS", place);
  if (rank < 0 || rank > MOST_AXES) throw bad(`NAXIS is ${rank}`, header, place);
  const axes = Array.from({ length: rank }, (_, index) => integerOf(header, `NAXIS${index + 1}`, place));
  const odd = axes.findIndex((length) => length < 0);
  if (odd >= 0) throw bad(`NAXIS${odd + 1} is ${axes[odd]}`, header, place);
  const bits = integerOf(header, "BITPIX", place);
  if (![8, 16, 32, 64, -32, -64].includes(bits)) throw bad(`BITPIX is ${bits}`, header, place);
  const parameters = integerOf(header, "PCOUNT", place, 0);
  const groups = integerOf(header, "GCOUNT", place, 1);
  if (parameters < 0 || groups < 0) throw bad("PCOUNT or GCOUNT is negative", header, place);
  const counted = isTrue(header, "GROUPS") && axes[0] === 0 ? axes.slice(1) : axes;
  const elements = rank === 0 ? 0 : counted.reduce((product, length) => product * length, 1);
  const dataBytes = (Math.abs(bits) / 8) * groups * (parameters + elements);
  if (!Number.isSafeInteger(header.dataOffset + dataBytes)) throw bad("the data would be beyond 2^53", header, place);
  return { header, name: unitName(header, number, nodes), axes, dataBytes, attributes: attributesOf(header) };
}

function bad(what: string, header: FitsHeader, place: ErrorPlace): HyperslabError {
  return new HyperslabError("invalid-data", `${what} in the header at byte ${header.offset}`, place);
}

/** EXTNAME, with EXTVER if the name is already taken; the number of the unit if that is not a valid name. */
function unitName(header: FitsHeader, number: number, nodes: ReadonlyMap<string, Node>): string {
  const given = textOf(header, "EXTNAME") ?? (number === 0 ? "PRIMARY" : "");
  const version = header.cards.get("EXTVER");
  const names = [given, version?.type === "number" ? `${given}_${version.text}` : "", `HDU${number}`];
  const isName = (name: string): boolean => name !== "" && name !== "." && name !== ".." && !name.includes("/");
  return names.find((name) => isName(name) && !nodes.has(name) && !name.startsWith("_")) ?? `HDU${number}`;
}

/** The structure is described by the array itself. */
const STRUCTURE = /^(SIMPLE|XTENSION|BITPIX|NAXIS\d*|PCOUNT|GCOUNT|EXTEND|GROUPS|TFIELDS)$/;

function attributesOf({ cards, comments }: FitsHeader): Attributes {
  const attributes = new Map<string, Attribute>();
  for (const [key, value] of cards) if (!STRUCTURE.test(key)) attributes.set(key, { value });
  for (const [key, lines] of comments) {
    const name = key === "" ? "COMMENT" : key;
    if (!attributes.has(name)) attributes.set(name, { value: jsonArray(lines.map((line) => jsonString(line))) });
  }
  return attributes;
}
