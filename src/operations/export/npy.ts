/**
 * NumPy's .npy, version 1.0 (2.0 for headers over 64 KiB):
 * `\x93NUMPY`, two version bytes, u16 (v2: u32) header length, then a Python dict padded with blanks to a multiple of
 * 64 and ended by a newline, then the elements in C order.
 */
import { HyperslabError } from "../../errors.ts";
import type { DataType, StructField } from "../../model/data-type.ts";

export function npyHeader(dataType: DataType, shape: readonly number[]): Uint8Array<ArrayBuffer> {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
  const dict = `{'descr': ${npyDescription(dataType)}, 'fortran_order': False, 'shape': ${tuple}, }`;
  const short = dict.length + 1 + 10 + 63 < 65536;
  const prefix = short ? 10 : 12;
  const padded = dict.padEnd(Math.ceil((prefix + dict.length + 1) / 64) * 64 - prefix - 1, " ");
  const text = new TextEncoder().encode(`${padded}\n`);
  const bytes = new Uint8Array(prefix + text.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, short ? 1 : 2, 0]);
  const view = new DataView(bytes.buffer);
  if (short) view.setUint16(8, text.byteLength, true);
  else view.setUint32(8, text.byteLength, true);
  bytes.set(text, prefix);
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
      return FLOATS[dataType.name] ?? refuse(dataType);
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
    const name = `'${field.name.replace(/[\\']/g, "\\$&")}'`;
    const sub = shape.length === 0 ? "" : `, (${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
    parts.push(`(${name}, ${npyDescription(field.dataType)}${sub})`);
    at += (field.dataType.itemSize ?? 0) * shape.reduce((product, length) => product * length, 1);
  }
  pad(itemSize);
  return parts;
}

function refuse(dataType: DataType): never {
  throw new HyperslabError("unsupported", `NumPy files have no data type for ${dataType.name}`, {
    hint: "Export it as csv or raw.",
  });
}
