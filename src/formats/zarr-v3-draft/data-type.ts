/**
 * Data types of the draft. A type has a binary representation, so its byte order is part of it: `bool`, `i1`, `<i2` to
 * `>c16`. Others are extensions: `{"extension": "numpy", "type": "|S5"}` for what NumPy has, `{"extension": "zarr3",
 * "type": "bfloat16"}` for what only the finished Zarr v3 has a name for, little-endian.
 */
import { jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { placeOf } from "../documents/document-errors.ts";
import type { Notes } from "../notes.ts";
import { type EndianOf, hasOrder, type NumpyType, parseNumpyType, printNumpyType } from "../spelling/numpy-type.ts";
import * as v3 from "../zarr-v3/data-type.ts";

const CORE = /^(?:bool|[iu]1|[<>](?:[iu][248]|f[248]|c(?:8|16)))$/;

export function parseDataType(view: JsonView, notes: Notes): NumpyType {
  if (view.node.type !== "object") return parseCoreType(view, notes);
  const extension = view.required("extension");
  switch (extension.string()) {
    case "numpy":
      return parseNumpyType(view.required("type"), notes);
    case "zarr3": {
      const dataType = v3.parseDataType(view.required("type"), notes);
      return { dataType, endian: dataType.itemSize !== undefined && hasOrder(dataType) ? "little" : undefined };
    }
    default:
      throw new HyperslabError(
        "unsupported",
        `the data type extension ${JSON.stringify(extension.string())} is not known`,
        {
          ...placeOf(extension),
          hint: "Known are numpy and zarr3.",
        },
      );
  }
}

function parseCoreType(view: JsonView, notes: Notes): NumpyType {
  const name = view.string();
  if (name === "bool") return { dataType: v3.parseDataType(view, notes), endian: undefined };
  if (CORE.test(name)) return parseNumpyType(view, notes);
  throw new HyperslabError("unsupported", `the data type ${JSON.stringify(name)} is not known`, {
    ...placeOf(view),
    hint: 'Known are bool, i1, u1, <i2 to >c16; others are extensions: {"extension": "numpy", "type": ...}.',
  });
}

/** Spells a type. What has no name anywhere, or none in this byte order, is `unsupported`. */
export function printDataType(dataType: DataType, endian: EndianOf): JsonNode {
  if (dataType.kind === "bool") return jsonString("bool");
  const numpy = numpyName(dataType, endian);
  if (numpy?.type === "string") {
    const core = numpy.value.replace(/^\|(?=[iu]1$)/, "");
    if (CORE.test(core)) return jsonString(core);
  }
  if (numpy !== undefined) return extension("numpy", numpy);
  if (endian === "big") {
    throw new HyperslabError("unsupported", `the draft has no big-endian type for ${dataType.name} elements`);
  }
  return extension("zarr3", v3.printDataType(dataType));
}

function extension(name: string, type: JsonNode): JsonNode {
  return jsonObject([
    ["extension", jsonString(name)],
    ["type", type],
  ]);
}

/** NumPy's spelling; undefined if it has none. */
function numpyName(dataType: DataType, endian: EndianOf): JsonNode | undefined {
  if (dataType.itemSize === undefined) return undefined;
  try {
    const name = printNumpyType(dataType, endian);
    // TensorStore's own names are not NumPy's.
    return name.type === "string" && !/^[|<>]/.test(name.value) ? undefined : name;
  } catch (error) {
    if (isHyperslabError(error, "unsupported")) return undefined;
    throw error;
  }
}
