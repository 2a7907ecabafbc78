/** Names that netCDF-C accepts. If one dimension, variable or group has another name, it refuses the whole dataset. */
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";

/** `NC_MAX_NAME` of netCDF. */
const LONGEST = 256;

/** Refuses a name with which no version of netCDF-C opens the dataset. */
export function checkNetcdfName(kind: "dimension" | "variable or group", name: string): void {
  const problem = problemOf(name);
  if (problem === undefined) return;
  throw new HyperslabError("unsupported", `netCDF has no ${kind} named ${JSON.stringify(name)}: it ${problem}`, {
    hint: "Choose another name. No version of netCDF-C opens an NCZarr dataset with this one.",
  });
}

function problemOf(name: string): string | undefined {
  if (!/^[\w\u0080-\uffff]/.test(name)) return "begins with neither a letter, a digit nor an underscore";
  if (/\p{Cc}/u.test(name)) return "holds a control character";
  // netCDF-C normalizes names before it looks for them.
  if (name.normalize("NFC") !== name) return "is not in Unicode's composed form (NFC)";
  if (name.endsWith(" ")) return "ends in a blank";
  const { byteLength } = encodeUtf8(name);
  return byteLength > LONGEST ? `takes ${byteLength} bytes, more than ${LONGEST}` : undefined;
}
