/** `<Attribute name="units" type="String"><Value>m</Value></Attribute>`, and containers of these. */
import { jsonArray, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { modelAttribute } from "../../model/netcdf/attribute.ts";
import type { NetcdfType, NetcdfValues } from "../../model/netcdf/dataset.ts";
import { dataTypeOf } from "../../model/netcdf/types.ts";
import type { Attribute } from "../../model/node.ts";
import { scalarToElement } from "../../model/values/element.ts";
import { viewAsTyped } from "../../model/values/typed-data.ts";
import { DAP_TYPES, numberOf } from "./types.ts";
import type { XmlElement } from "./xml.ts";

/** Attributes of the data file's root, which Hyrax may put into a container. */
const GLOBAL = "HDF5_GLOBAL";
/** How the document was made. */
const OWN = "build_dmrpp_metadata";

/** The attributes directly below an element. `lose` is called for those that the model cannot represent. */
export function attributesOf(element: XmlElement, lose: (message: string) => void): Map<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  for (const child of element.children) {
    if (child.name !== "Attribute") continue;
    const name = child.attributes.get("name") ?? "";
    const type = child.attributes.get("type") ?? "String";
    if (type === "Container" && name === OWN) continue;
    if (type === "Container" && name === GLOBAL) {
      for (const [inner, value] of attributesOf(child, lose)) attributes.set(inner, value);
      continue;
    }
    const value = attributeOf(child, type, lose);
    if (value === undefined) lose(`the attribute ${name} is left out: it is of type ${type}`);
    else attributes.set(name, value);
  }
  return attributes;
}

function attributeOf(element: XmlElement, type: string, lose: (message: string) => void): Attribute | undefined {
  if (type === "Container") {
    const members = [...attributesOf(element, lose)].map(([name, { value }]): [string, JsonNode] => [name, value]);
    return { value: jsonObject(members) };
  }
  const netcdfType = DAP_TYPES.get(type);
  if (netcdfType === undefined) return undefined;
  const texts = element.children
    .filter(({ name }) => name === "Value")
    .map((child) => child.attributes.get("value") ?? child.text);
  if (netcdfType === "string" || netcdfType === "char") {
    // A single string is an array of characters in netCDF.
    if (texts.length === 1) return { value: jsonString(texts[0]!), dataType: dataTypeOf("char") };
    return { value: jsonArray(texts.map(jsonString)), dataType: dataTypeOf("string") };
  }
  return modelAttribute({ name: "", type: netcdfType, values: numbers(netcdfType, texts) });
}

function numbers(type: NetcdfType, texts: readonly string[]): NetcdfValues {
  const dataType = dataTypeOf(type);
  const size = dataType.itemSize ?? 1;
  const bytes = new Uint8Array(texts.length * size);
  for (const [index, text] of texts.entries()) bytes.set(numberElement(type, text), index * size);
  return viewAsTyped(dataType, bytes) as NetcdfValues;
}

/** The bytes of the number that a text represents. */
export function numberElement(type: NetcdfType, text: string): Uint8Array {
  try {
    const element = scalarToElement(dataTypeOf(type), numberOf(type, text));
    return element instanceof Uint8Array ? element : new Uint8Array(0);
  } catch (error) {
    // A number that the type cannot hold is an error in the document, not in the request.
    if (!isHyperslabError(error, "invalid-request")) throw error;
    throw new HyperslabError("invalid-data", error.what, { cause: error });
  }
}
