/**
 * NumPy's .npy, version 1.0 (3.0 where the header is not ASCII or longer than 64 KiB): `\x93NUMPY`, two version bytes,
 * u16 (v3: u32) header length, then a Python dict padded with spaces to a multiple of 64 and terminated by a newline,
 * then the elements in C order.
 */
import { ownMember } from "../../bytes/own-member.ts";
import type { DataType, StructField } from "../../model/data-types/data-type.ts";
import { escapedByte, isControl } from "../text/value-form.ts";
import { refusal } from "./npy-type.ts";

export function npyHeader(dataType: DataType, shape: readonly number[]): Uint8Array<ArrayBuffer> {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
  const dict = `{'descr': ${npyDescription(dataType)}, 'fortran_order': False, 'shape': ${tuple}, }`;
  const encoded = new TextEncoder().encode(dict);
  const short = encoded.byteLength === dict.length && dict.length + 1 + 10 + 63 < 65536;
  const prefix = short ? 10 : 12;
  const length = Math.ceil((prefix + encoded.byteLength + 1) / 64) * 64;
  const bytes = new Uint8Array(length).fill(0x20);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, short ? 1 : 3, 0]);
  const view = new DataView(bytes.buffer);
  if (short) view.setUint16(8, length - prefix, true);
  else view.setUint32(8, length - prefix, true);
  bytes.set(encoded, prefix);
  bytes[length - 1] = 0x0a;
  return bytes;
}

const FLOATS: Readonly<Record<string, string>> = { float16: "<f2", float32: "<f4", float64: "<f8" };

/** The `descr` of a data type, as a Python literal. */
function npyDescription(dataType: DataType): string {
  if (dataType.kind === "struct") return `[${structFields(dataType.fields, dataType.itemSize).join(", ")}]`;
  return `'${npyCode(dataType)}'`;
}

function npyCode(dataType: DataType): string {
  switch (dataType.kind) {
    case "bool":
      return "|b1";
    case "integer": {
      const code = `${dataType.signed ? "i" : "u"}${dataType.itemSize}`;
      return `${dataType.itemSize === 1 ? "|" : "<"}${code}`;
    }
    case "float":
      return ownMember(FLOATS, dataType.name) ?? refuse(dataType);
    case "complex":
      if (dataType.name === "complex64") return "<c8";
      return dataType.name === "complex128" ? "<c16" : refuse(dataType);
    case "raw":
      return `|V${dataType.itemSize}`;
    case "fixed-bytes":
      return `|S${dataType.itemSize}`;
    case "fixed-utf32":
      return `<U${dataType.length}`;
    case "datetime":
    case "timedelta": {
      const code = dataType.kind === "datetime" ? "M8" : "m8";
      const count = dataType.multiplier === 1 ? "" : dataType.multiplier;
      return dataType.unit === "generic" ? `<${code}` : `<${code}[${count}${dataType.unit}]`;
    }
    default:
      return refuse(dataType);
  }
}

/** Gaps between fields become unnamed void fields, as NumPy itself describes them. */
function structFields(fields: readonly StructField[], itemSize: number): string[] {
  const parts: string[] = [];
  let at = 0;
  const pad = (until: number): void => {
    if (until > at) parts.push(`('', '|V${until - at}')`);
    at = until;
  };
  for (const field of fields) {
    pad(field.offset);
    const shape = field.shape ?? [];
    const name = pythonText(field.name);
    const sub = shape.length === 0 ? "" : `, (${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
    parts.push(`(${name}, ${npyDescription(field.dataType)}${sub})`);
    at += (field.dataType.itemSize ?? 0) * shape.reduce((product, length) => product * length, 1);
  }
  pad(itemSize);
  return parts;
}

/** A Python string constant, quoted as by Python's repr. */
function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = Array.from(text, (char) => {
    if (char === "\\" || char === quote) return `\\${char}`;
    return isControl(char) ? escapedByte(char) : char;
  });
  return `${quote}${escaped.join("")}${quote}`;
}

function refuse(dataType: DataType): never {
  throw refusal(dataType, "csv or raw");
}
