/** What a directory records about its image, as attributes. */
import { jsonArray, jsonFloat, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { textIfUtf8 } from "../../bytes/text/utf8.ts";
import { isHyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import type { Attribute } from "../../model/node.ts";
import { scalarToElement } from "../../model/values/element.ts";
import { type Directory, type DirectoryReader, numbersOf, TYPE } from "./directory.ts";
import { type GeoTags, geoKeys } from "./geo.ts";
import { ATTRIBUTE_TAGS, TAG } from "./tags.ts";

export interface Metadata {
  readonly attributes: Map<string, Attribute>;
  readonly geo: GeoTags;
  /** Bytes of one element; undefined if there is none, or the type cannot hold it. */
  readonly nodata: Uint8Array | undefined;
  readonly description: string;
}

const [FLOATS, TEXTS] = [
  [TYPE.rational, TYPE.srational, TYPE.float, TYPE.double],
  [TAG.gdalMetadata, 700],
] as const;

export async function readMetadata(
  directory: Directory,
  directories: DirectoryReader,
  dataType: DataType,
): Promise<Metadata> {
  const attributes = new Map<string, Attribute>();
  const text = async (tag: number): Promise<string | undefined> => {
    const entry = directory.entries.get(tag);
    return entry && textOf((await directories.values(entry)).bytes(entry.length));
  };
  const numbers = async (tag: number): Promise<Float64Array | undefined> => {
    const entry = directory.entries.get(tag);
    return entry && numbersOf(await directories.values(entry), entry);
  };
  for (const [tag, name] of ATTRIBUTE_TAGS) {
    const entry = directory.entries.get(tag);
    if (entry === undefined) continue;
    if (entry.type === TYPE.ascii || (TEXTS as readonly number[]).includes(tag)) {
      attributes.set(name, { value: jsonString((await text(tag)) ?? "") });
    } else if (entry.type !== TYPE.undefined) {
      const isFloat = (FLOATS as readonly number[]).includes(entry.type);
      const items = Array.from((await numbers(tag)) ?? [], (value) => numberNode(value, isFloat));
      attributes.set(name, { value: items.length === 1 ? items[0]! : jsonArray(items) });
    }
  }
  const description = (await text(TAG.imageDescription)) ?? "";
  const geo: GeoTags = {
    keys: await numbers(TAG.geoKeyDirectory),
    doubles: await numbers(TAG.geoDoubleParams),
    text: await text(TAG.geoAsciiParams),
    pixelScale: await numbers(TAG.modelPixelScale),
    tiepoint: await numbers(TAG.modelTiepoint),
    transformation: await numbers(TAG.modelTransformation),
  };
  const keys = geoKeys(geo);
  if (keys !== undefined) attributes.set("GeoKeys", { value: keys });
  const [bands = 1] = (await numbers(TAG.samplesPerPixel)) ?? [];
  addGdal(attributes, (await text(TAG.gdalMetadata)) ?? "", bands);
  const nodata = addNodata(attributes, await text(TAG.gdalNodata), dataType);
  if (/<OME[\s>]/.test(description)) {
    attributes.delete("ImageDescription");
    attributes.set("OME_XML", { value: jsonString(description) });
  }
  return { attributes, geo, nodata, description };
}

function numberNode(value: number, isFloat: boolean): JsonNode {
  return isFloat || !Number.isSafeInteger(value) ? jsonFloat(value) : jsonInteger(value);
}

/** Strings end with a NUL; older ones are Latin-1, not UTF-8. */
function textOf(bytes: Uint8Array): string {
  let end = bytes.byteLength;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  const given = bytes.subarray(0, end);
  return textIfUtf8(given) ?? new TextDecoder("latin1").decode(given);
}

/** `<Item name="SCALE" sample="0" role="scale">0.1</Item>`: items of the image, and scales that all bands share. */
function addGdal(attributes: Map<string, Attribute>, xml: string, bands: number): void {
  const items: [string, JsonNode][] = [];
  const roles = { scale: new Map<string, number>(), offset: new Map<string, number>() };
  for (const [, head = "", body = ""] of xml.matchAll(/<Item\b([^>]*)>([^<]*)<\/Item>/g)) {
    const attribute = (name: string): string | undefined =>
      unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1]);
    const [name, role, sample] = [attribute("name"), attribute("role"), attribute("sample")];
    if (role === "scale" || role === "offset") roles[role].set(sample ?? "0", Number(body));
    // GDAL escapes its values twice.
    else if (name !== undefined && sample === undefined)
      items.push([name, jsonString(unescaped(unescaped(body)) ?? "")]);
  }
  if (items.length > 0) attributes.set("gdal", { value: jsonObject(items) });
  const [scale, offset] = [shared(roles.scale, bands, 1), shared(roles.offset, bands, 0)];
  if (scale === undefined || offset === undefined || roles.scale.size + roles.offset.size === 0) return;
  attributes.set("scale_factor", { value: jsonFloat(scale) });
  attributes.set("add_offset", { value: jsonFloat(offset) });
}

/** The number of every band; those that are not named have the usual one. */
function shared(values: ReadonlyMap<string, number>, bands: number, usual: number): number | undefined {
  const numbers = new Set(values.values());
  if (values.size < bands) numbers.add(usual);
  const [first] = numbers;
  return numbers.size === 1 && Number.isFinite(first) ? first : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string | undefined): string | undefined {
  return text?.replace(/&(\w+);/g, (whole, name: string) => (Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole));
}

function addNodata(
  attributes: Map<string, Attribute>,
  text: string | undefined,
  dataType: DataType,
): Uint8Array | undefined {
  if (text === undefined) return undefined;
  attributes.set("GDAL_NODATA", { value: jsonString(text) });
  const element = elementOf(text.trim(), dataType);
  if (element === undefined) return undefined;
  const isFloat = dataType.kind === "float";
  const value = isFloat ? jsonFloat(numberOf(text)) : jsonInteger(integerOf(text.trim())!);
  attributes.set("_FillValue", { value, dataType });
  return element;
}

function numberOf(text: string): number {
  return /^nan$/i.test(text.trim()) ? Number.NaN : Number(text.trim().replace(/^([+-]?)inf(inity)?$/i, "$1Infinity"));
}

function elementOf(text: string, dataType: DataType): Uint8Array | undefined {
  if (text === "" || (dataType.kind !== "integer" && dataType.kind !== "float")) return undefined;
  const value = dataType.kind === "integer" ? integerOf(text) : numberOf(text);
  if (value === undefined) return undefined;
  if (Number.isNaN(value) && !/^[+-]?nan$/i.test(text)) return undefined;
  try {
    const element = scalarToElement(dataType, value);
    return element instanceof Uint8Array ? element : undefined;
  } catch (error) {
    // Outside the range of the type, so no value equals it.
    if (isHyperslabError(error)) return undefined;
    throw error;
  }
}

function integerOf(text: string): bigint | undefined {
  if (/^[+-]?\d+$/.test(text)) return BigInt(text.replace(/^\+/, ""));
  const value = Number(text);
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}
