/**
 * The bytes of documents, as netCDF-C reads them: it does not decode `\u`. A byte of text that is not UTF-8 therefore stands in
 * the document itself, as in those that netCDF-C writes. Other readers of Zarr refuse such a document.
 */
import type { JsonNode } from "../../bytes/json/node.ts";
import { type PrintJsonOptions, printJson } from "../../bytes/json/print.ts";
import { encodeNetcdfText } from "../../model/netcdf/text.ts";

/** An escape; `\udc80` to `\udcff` stand for bytes, because printing escapes only surrogates that have no partner. */
const ESCAPE = /\\(?:u(dc[89a-f][0-9a-f])|.)/g;

export function documentBytes(document: JsonNode, options?: PrintJsonOptions): Uint8Array {
  const text = printJson(document, "netcdf", { ...options, ascii: false });
  const raw = (found: string, code?: string): string =>
    code === undefined ? found : String.fromCharCode(Number.parseInt(code, 16));
  return encodeNetcdfText(text.includes("\\udc") ? text.replace(ESCAPE, raw) : text);
}
