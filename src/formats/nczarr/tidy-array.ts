/**
 * An array's document in the form of plain Zarr. Each function repairs one deviation of NCZarr from Zarr; positions in
 * the document are kept.
 */
import { jsonArray, jsonInteger, jsonObject, jsonString, withMember } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { encodeBase64 } from "../../bytes/text/base64.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { encodeNetcdfText } from "../../model/netcdf/text.ts";
import type { Notes } from "../notes.ts";
import { checkZarrFormat } from "../spelling/members.ts";
import { netcdfCodec, withElementSize, withNumbers } from "../spelling/netcdf-codec.ts";
import { numberToken } from "./attributes.ts";
import { nonFiniteToken } from "./loose-json.ts";
import { numpyNetcdfType } from "./types.ts";

export interface TidyArray {
  readonly view: JsonView;
  /** Undefined if netCDF does not have the type. */
  readonly netcdfType: NetcdfType | undefined;
}

export interface TidyOptions {
  /** True if a shape of [1] stands for a scalar. */
  readonly isScalar: boolean;
  /** True if `>` is written where the bytes are little-endian. */
  readonly liesAboutByteOrder: boolean;
  /** The type recorded beside the data type, because Zarr v3 has no characters. */
  readonly saidType: JsonView | undefined;
}

/** A `.zarray`. */
export function tidyV2(view: JsonView, options: TidyOptions, notes: Notes): TidyArray {
  const format = view.get("zarr_format");
  if (format !== undefined) checkZarrFormat(format, 2);
  const dtype = view.required("dtype");
  const text = dtype.node.type === "string" ? dtype.node.value : "";
  const netcdfType = numpyNetcdfType(text);
  if (netcdfType === undefined) return { view: options.isScalar ? withoutLengths(view, "chunks") : view, netcdfType };
  const size = Number(text.slice(text.search(/[0-9]/)));
  const plain = plainName(text, netcdfType, options.liesAboutByteOrder);
  let tidy = plain === text ? view : replaced(view, "dtype", jsonString(plain));
  if (options.liesAboutByteOrder && text.startsWith(">") && netcdfType !== "char" && size > 1) {
    notes.add(
      dtype,
      "this version of netCDF-C always wrote little-endian values, whatever it recorded; read as little-endian",
    );
  }
  const fill = view.get("fill_value");
  const mended = fill === undefined || fill.isNull() ? undefined : mendFill(fill, netcdfType, size);
  if (mended !== undefined) tidy = replaced(tidy, "fill_value", mended);
  const filters = tidy.get("filters");
  if (filters?.node.type === "array") {
    const list = filters.items().map((filter) => netcdfCodec(filter, size));
    tidy = replaced(tidy, "filters", { ...filters.node, items: list });
  }
  const compressor = tidy.get("compressor");
  if (compressor?.node.type === "object") tidy = replaced(tidy, "compressor", netcdfCodec(compressor, size));
  return { view: options.isScalar ? withoutLengths(tidy, "chunks") : tidy, netcdfType };
}

/** The `zarr.json` of an array. Characters are `uint8`, strings `r96`, with their type recorded beside them. */
export function tidyV3(view: JsonView, { saidType, isScalar }: TidyOptions): TidyArray {
  const dataType = view.required("data_type");
  const text = dataType.node.type === "string" ? dataType.node.value : "";
  const said = saidType?.oneOf(["char", "string"]);
  const bits = /^r([0-9]+)$/.exec(text)?.[1];
  if (said === "char" && text !== "uint8") saidType?.fail("characters are stored as uint8");
  if (said === "string" && (bits === undefined || Number(bits) % 8 !== 0)) {
    saidType?.fail("strings are stored as raw bits: r and a multiple of 8");
  }
  const type = said ?? numpyNetcdfType(text.replace(/^(u?int|float)([0-9]+)$/, numpyName));
  const size = said === "char" ? 1 : Number(bits ?? /[0-9]+$/.exec(text)?.[0] ?? 8) / 8;
  let tidy = view;
  if (said !== undefined) {
    const configuration = jsonObject([["length_bytes", jsonInteger(size)]]);
    const stored = jsonObject([
      ["name", jsonString("null_terminated_bytes")],
      ["configuration", configuration],
    ]);
    tidy = replaced(tidy, "data_type", stored);
  }
  const fill = view.required("fill_value");
  const isReal = type === "float" || type === "double";
  // In Zarr v3, `"0x7fc00001"` is the bits of a float.
  const isBits = isReal && fill.node.type === "string" && fill.node.value.startsWith("0x");
  const mended = type === undefined || isBits ? undefined : mendFill(fill, type, size);
  if (mended !== undefined) tidy = replaced(tidy, "fill_value", mended);
  const codecs = view.get("codecs");
  if (codecs?.node.type === "array") {
    const list = codecs.items().map((codec) => tidyV3Codec(codec, size));
    tidy = replaced(tidy, "codecs", { ...codecs.node, items: list });
  }
  return { view: isScalar ? withoutV3Lengths(tidy) : tidy, netcdfType: type };
}

function numpyName(_: string, kind: string, bits: string): string {
  return `${kind === "int" ? "i" : kind === "uint" ? "u" : "f"}${Number(bits) / 8}`;
}

function replaced(view: JsonView, name: string, value: JsonNode): JsonView {
  const old = view.object().members.get(name);
  const placed = old === undefined ? value : { ...value, offset: old.offset };
  return jsonView(withMember(view.object(), name, placed), view.source, view.field);
}

/** Characters take one byte, whatever `<U1` means elsewhere. */
function plainName(text: string, type: NetcdfType, lies: boolean): string {
  if (type === "char") return "|S1";
  if (type === "string") return text.replace(/^[<>=]/, "|");
  return lies ? text.replace(/^>/, "<") : text;
}

/** Scalars were arrays of one element before netCDF-C supported the shape []. */
function withoutLengths(view: JsonView, chunks: string): JsonView {
  return replaced(replaced(view, "shape", jsonArray([])), chunks, jsonArray([]));
}

function withoutV3Lengths(view: JsonView): JsonView {
  const grid = view.required("chunk_grid");
  const configuration = replaced(grid.required("configuration"), "chunk_shape", jsonArray([]));
  const unnamed = view.get("dimension_names") === undefined ? view : replaced(view, "dimension_names", jsonArray([]));
  return replaced(
    replaced(unnamed, "shape", jsonArray([])),
    "chunk_grid",
    replaced(grid, "configuration", configuration.node).node,
  );
}

/** A fill value in Zarr's spelling; undefined if it already is. */
function mendFill(fill: JsonView, type: NetcdfType, size: number): JsonNode | undefined {
  // 4.8.0 put it into a list.
  const items = fill.node.type === "array" ? fill.items() : undefined;
  const one = items?.length === 1 ? items[0]! : fill;
  if (type === "char" || type === "string") return jsonString(encodeBase64(fillBytes(one, type, size)));
  if (fill.isNull()) return jsonInteger(0);
  const token = one.node.type === "string" ? numberToken(one.node.value) : undefined;
  if (token !== undefined)
    return nonFiniteToken(token) ? jsonString(token) : { type: "number", text: token, offset: -1 };
  return one === fill ? undefined : one.node;
}

/** Text unchanged, not Base64 as in Zarr. Strings are truncated to their maximum length, as netCDF-C truncates values. */
function fillBytes(fill: JsonView, type: NetcdfType, size: number): Uint8Array {
  const { node } = fill;
  // netCDF-C parses the character 7 as a number before it writes it.
  // Null, in Zarr v3, stands for no fill value.
  const text = node.type === "number" ? node.text : fill.isNull() ? "" : fill.string();
  const bytes = encodeNetcdfText(text.replace(/\0+$/, ""));
  if (type === "char" && bytes.byteLength > 1) fill.fail("the fill value of characters is one byte");
  const padded = new Uint8Array(size);
  padded.set(bytes.subarray(0, size));
  return padded;
}

function tidyV3Codec({ node }: JsonView, size: number): JsonNode {
  if (node.type !== "object") return node;
  const said = node.members.get("configuration");
  const configuration = withNumbers(said?.type === "object" ? said : jsonObject([]));
  const isShuffle = textIn(node, "name") === "shuffle";
  if (said === undefined && !isShuffle) return node;
  return withMember(node, "configuration", isShuffle ? withElementSize(configuration, size) : configuration);
}

function textIn({ members }: JsonObject, name: string): string | undefined {
  const node = members.get(name);
  return node?.type === "string" ? node.value : undefined;
}
