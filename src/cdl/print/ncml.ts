/** The header of a dataset in NcML, netCDF's XML, as printed by `ncdump -x`. It can express the classic model. */
import { HyperslabError } from "../../errors.ts";
import type { NetcdfAttribute, NetcdfGroup, NetcdfType, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { decodeNetcdfText } from "../../model/netcdf/text.ts";
import { NETCDF_TYPES } from "../../model/netcdf/types.ts";
import { atomicAttributes } from "../../model/netcdf/user-types.ts";
import { pointedText } from "./attributes.ts";
import { type CdlForm, DOUBLE_DIGITS, FLOAT_DIGITS } from "./options.ts";
import { usedLength } from "./quoted-text.ts";

/** Including those of CDF-5: all but strings. */
const NUMBERS: readonly (NetcdfType | undefined)[] = NETCDF_TYPES.filter((type) => type !== "string");
const NAMESPACE = "https://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2";

/** What is printed. */
export interface NcmlDocument {
  readonly root: NetcdfGroup;
  /** Where it lies. */
  readonly location: string;
  readonly form: CdlForm;
  /** ncdump writes a closing tag for variables with values but without attributes, except with `-h` or `-v`. */
  readonly closesEmpty: boolean;
}

/** Lines of XML. Features that the classic model lacks are refused. */
export function* ncmlLines({ root, location, form, closesEmpty }: NcmlDocument): Generator<string> {
  refuseNewer(root);
  yield '<?xml version="1.0" encoding="UTF-8"?>';
  yield `<netcdf xmlns="${NAMESPACE}" location="${xml(location)}">`;
  for (const { name, length, unlimited } of root.dimensions) {
    yield `  <dimension name="${xml(name)}" length="${length}"${unlimited ? ' isUnlimited="true"' : ""} />`;
  }
  for (const attribute of atomicAttributes(root.attributes)) yield `  ${attributeElement(attribute, form)}`;
  for (const variable of root.variables) {
    const head = `  <variable ${variableHead(variable)}`;
    const hasValues = variable.dimensions.every(({ length }) => length > 0);
    if (variable.attributes.length === 0 && !(closesEmpty && hasValues)) {
      yield `${head} />`;
      continue;
    }
    yield `${head}>`;
    for (const attribute of atomicAttributes(variable.attributes)) yield `    ${attributeElement(attribute, form)}`;
    yield "  </variable>";
  }
  yield "</netcdf>";
}

function variableHead({ name, type, dimensions }: NetcdfVariable): string {
  const shape = dimensions.map((dimension) => dimension.name).join(" ");
  return `name="${xml(name)}"${dimensions.length > 0 ? ` shape="${xml(shape)}"` : ""} type="${type}"`;
}

function attributeElement({ name, type, values }: NetcdfAttribute, form: CdlForm): string {
  const head = `<attribute name="${xml(name)}"`;
  if (type === "char" && values instanceof Uint8Array) {
    return `${head} value="${xml(decodeNetcdfText(values.subarray(0, usedLength(values))))}" />`;
  }
  const texts = Array.from<number | bigint | string | null, string>(values, (value) => numberText(type, value, form));
  return `${head} type="${type}" value="${texts.join(" ")}" />`;
}

function numberText(type: NetcdfType, value: number | bigint | string | null, form: CdlForm): string {
  if (type !== "float" && type !== "double") return String(value);
  const number = Number(value);
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number < 0 ? "-inf" : "inf";
  const digits = type === "float" ? (form.floatDigits ?? FLOAT_DIGITS) : (form.doubleDigits ?? DOUBLE_DIGITS);
  return pointedText(number, digits);
}

const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["\n", "&#xA;"],
  ["\r", "&#xD;"],
  ["\t", "&#x9;"],
]);

function xml(text: string): string {
  return text.replace(/[&<>"\p{Cc}]/gu, (char) => {
    const code = char.charCodeAt(0);
    return ENTITIES.get(char) ?? (code > 0x7f ? char : `&#${code};`);
  });
}

function refuseNewer(root: NetcdfGroup): void {
  const refuse = (what: string): never => {
    throw new HyperslabError("unsupported", `NcML can only express the classic model of netCDF, but this has ${what}`, {
      hint: "Print it as CDL.",
    });
  };
  if (root.groups.length > 0) refuse("groups");
  if ((root.types?.length ?? 0) > 0) refuse("types of its own");
  if (root.dimensions.filter(({ unlimited }) => unlimited).length > 1) refuse("several unlimited dimensions");
  const attributes = [...root.attributes, ...root.variables.flatMap((variable) => variable.attributes)];
  for (const { name, type } of [...root.variables, ...attributes]) {
    if (typeof type === "object") refuse(`${name} of the type ${type.name}`);
    else if (!NUMBERS.includes(type)) refuse(`${name} of type ${type ?? "that netCDF lacks"}`);
  }
}
