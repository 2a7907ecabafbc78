/**
 * Data types of the alpha: `bool`, `i1`, `<f8`, `r24`, and extensions `{"extension": URI, "type": NumPy's spelling,
 * "fallback": ...}`. The URIs of zarr-python are partly placeholders ("TODO: ..."), so that the type alone counts.
 */
import { jsonString } from "../../bytes/json/make.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { isHyperslabError } from "../../errors.ts";
import { dataTypeNamed } from "../../model/data-types/data-type.ts";
import type { Notes } from "../notes.ts";
import type { NumpyType } from "../spelling/numpy-type.ts";
import { parseDataType as parseNumpyOrObject } from "../zarr-v2/data-type.ts";

/** The type of an array's elements; `filters` are its filters in order, which say what objects are. */
export function parseDataType(view: JsonView, filters: readonly JsonView[], notes: Notes): NumpyType {
  if (view.node.type !== "object") return parseCoreType(view, filters, notes);
  try {
    return parseNumpyOrObject(view.required("type"), filters, notes);
  } catch (error) {
    const fallback = view.get("fallback");
    if (!isHyperslabError(error, "unsupported") || fallback === undefined || fallback.isNull()) throw error;
    return parseFallback(view, fallback, error, notes);
  }
}

function parseCoreType(view: JsonView, filters: readonly JsonView[], notes: Notes): NumpyType {
  const name = view.string();
  if (name === "bool") return parseNumpyOrObject(jsonView(jsonString("|b1"), view.source, view.field), filters, notes);
  const raw = /^r\d+$/.test(name) ? dataTypeNamed(name) : undefined;
  return raw === undefined ? parseNumpyOrObject(view, filters, notes) : { dataType: raw, endian: undefined };
}

/** One type or several, of which the first that is known counts. */
function parseFallback(view: JsonView, fallback: JsonView, refusal: unknown, notes: Notes): NumpyType {
  for (const candidate of fallback.node.type === "array" ? fallback.items() : [fallback]) {
    try {
      const type = parseDataType(candidate, [], notes);
      notes.add(view, "a data type that is not known; read as its fallback");
      return type;
    } catch (error) {
      if (!isHyperslabError(error, "unsupported")) throw error;
    }
  }
  throw refusal;
}
