/** The limits of this room; see bytes/limit.ts. If both values are equal, the limit only refuses input. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

type Name = "numberCharacters" | "variableDimensions" | "bracedElements" | "attributeNumbers" | "kernelValues";

export const cdlLimits: Readonly<Record<Name, Limit>> = defineLimits("cdl", {
  /** Longer spellings of a number are refused. */
  numberCharacters: [1000, 1000],
  /** `NC_MAX_VAR_DIMS` of netCDF. */
  variableDimensions: [1024, 1024],
  /** More elements in nested braces are refused: lists of very different lengths would exhaust memory. */
  bracedElements: [2 ** 27, 2 ** 27],
  /** More numbers in one attribute are refused: as JSON, in which they are stored, they would exhaust memory. */
  attributeNumbers: [2 ** 22, 2 ** 22],
  /** Variables with more integers are printed by WebAssembly. */
  kernelValues: [4096, 2],
});
