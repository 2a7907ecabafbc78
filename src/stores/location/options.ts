/**
 * netCDF's options, which follow a `#` or precede a URL in brackets: `#mode=nczarr,s3&aws.profile=me`, `#zarr`,
 * `[mode=zarr,file]file:///a`. Letter case does not matter; if a key occurs twice the first value counts, and modes are
 * combined.
 */
import { ownMember } from "../../bytes/own-member.ts";
import { closestName } from "../../bytes/text/closest-name.ts";
import { HyperslabError } from "../../errors.ts";
import { badAddress, decodeEscapes, encodeEscapes, pointAt, quoted } from "./address-text.ts";

export interface NetcdfOptions {
  /** Without duplicates, in the order in which they were named. */
  readonly mode?: readonly ModeWord[];
  /** `aws.profile`, or `awsprofile` in older addresses */
  readonly profile?: string;
  /** `aws.region` */
  readonly region?: string;
  /** `show=fetch` or `log`: requests are shown. */
  readonly show?: "fetch";
}

export type ModeWord = (typeof MODE_WORDS)[number];

const MODE_WORDS = [
  "nczarr",
  "zarr",
  "xarray",
  "noxarray",
  "file",
  "zip",
  "s3",
  "gs3",
  "v2",
  "v3",
  "consolidated",
  "zmetadata",
  "nozmetadata",
  "bytes",
  "netcdf3",
  "netcdf-3",
  "netcdf4",
  "netcdf-4",
  "hdf5",
] as const;

/** netCDF words that stand for another kind of data. */
const OTHER_MODES: Readonly<Record<string, string>> = {
  dap2: "an OPeNDAP server",
  dap4: "a DAP4 server",
  dap: "an OPeNDAP server",
  dods: "an OPeNDAP server",
};

/** Keys without a value, and the modes that they stand for. */
const SHORT_MODES: Readonly<Record<string, readonly string[]>> = {
  zarr: ["nczarr", "zarr"],
  nczarr: ["nczarr"],
  xarray: ["zarr"],
  noxarray: ["nczarr", "noxarray"],
  s3: ["s3", "nczarr"],
  gs3: ["gs3", "nczarr"],
  bytes: ["bytes"],
};

/** Known, but without effect here. */
const IDLE_KEYS = ["fetch", "cache", "checksummode"];
const KEYS = ["mode", "aws.profile", "awsprofile", "aws.region", "show"];

/** At most one word of each group may be used. (`bytes` removes the words for Zarr, as in netCDF-C.) */
const CONTRADICTIONS: readonly (readonly ModeWord[])[] = [
  ["file", "zip", "s3", "gs3"],
  ["v2", "v3"],
  ["zmetadata", "nozmetadata"],
  ...(["v2", "v3", "file", "zip"] as const).map((word): readonly ModeWord[] => [word, "bytes"]),
  ["v2", "v3", "netcdf3", "netcdf4"],
];

/** One `key=value` or `key` in an address, and where it stands. */
export interface OptionText {
  readonly text: string;
  readonly start: number;
}

/** `a=b&c` of an address, from `start` on. netCDF's own examples also have `mode=nczarr,awsprofile=me`. */
export function splitOptions(text: string, start: number): OptionText[] {
  let at = start;
  return text.split(/&|,(?=aws\.?profile=)/i).map((part) => {
    const option = { text: part, start: at };
    at += part.length + 1;
    return option;
  });
}

/** Parses options; undefined if none of them has a meaning here. */
export function parseOptions(
  address: string,
  given: readonly OptionText[],
  onNote: ((message: string) => void) | undefined,
): NetcdfOptions | undefined {
  const mode: ModeWord[] = [];
  const values: { profile?: string; region?: string; show?: "fetch" } = {};
  for (const { text, start } of given) {
    if (text === "") continue;
    const equals = text.indexOf("=");
    const key = (equals < 0 ? text : text.slice(0, equals)).toLowerCase();
    const valueStart = start + equals + 1;
    const value = equals < 0 ? "" : decodeEscapes(address, valueStart, text.slice(equals + 1));
    const short = equals < 0 ? ownMember(SHORT_MODES, key) : undefined;
    if (short !== undefined) addModes(address, short, [start], mode);
    else if (key === "log") values.show = "fetch";
    else if (IDLE_KEYS.includes(key)) onNote?.(`the option "${key}" of the address has no meaning here`);
    else if (!KEYS.includes(key)) throw unknownKey(address, key, start, equals >= 0);
    else if (value === "") throw badAddress(address, valueStart, `has no value for "${key}"`);
    else if (key === "mode") addModes(address, value.split(","), placesOf(value, valueStart), mode);
    else if (key === "aws.profile" || key === "awsprofile") values.profile ??= value;
    else if (key === "aws.region") values.region ??= value;
    else if (value.toLowerCase() === "fetch") values.show = "fetch";
    else onNote?.(`the option "show" of the address has no meaning here, except as show=fetch`);
  }
  const options: NetcdfOptions = { ...(mode.length > 0 && { mode }), ...values };
  return Object.keys(options).length === 0 ? undefined : options;
}

function placesOf(value: string, start: number): number[] {
  let at = start;
  return value.split(",").map((word) => {
    const place = at;
    at += word.length + 1;
    return place;
  });
}

function addModes(address: string, words: readonly string[], places: readonly number[], mode: ModeWord[]): void {
  words.forEach((given, i) => {
    const word = given.toLowerCase();
    const place = places[i] ?? places[0] ?? 0;
    if (!isModeWord(word)) throw unknownMode(address, given, place);
    if (mode.includes(word)) return;
    const groups = CONTRADICTIONS.filter((group) => group.includes(word));
    const against = groups.flat().find((other) => mode.includes(other));
    if (against !== undefined) throw badAddress(address, place, `has the mode "${word}", which "${against}" excludes,`);
    mode.push(word);
  });
}

function isModeWord(word: string): word is ModeWord {
  return MODE_WORDS.some((known) => known === word);
}

/** A word on its own may be a misplaced secret, so it is not repeated. */
function unknownKey(address: string, key: string, start: number, named: boolean): HyperslabError {
  const near = closestName(key, [...KEYS, ...Object.keys(SHORT_MODES)]);
  const hint = near === undefined ? `Known are ${KEYS.join(", ")}.` : `Did you mean ${near}?`;
  return badAddress(address, start, `has the unknown option${named ? ` ${quoted(key)}` : ""}`, hint);
}

function unknownMode(address: string, word: string, place: number): HyperslabError {
  const other = ownMember(OTHER_MODES, word.toLowerCase());
  if (other !== undefined) {
    const what = `the mode "${word}" stands for ${other}, which cannot be opened ${pointAt(address, place)}`;
    return new HyperslabError("unsupported", what, { column: place + 1 });
  }
  const near = closestName(word, MODE_WORDS);
  const hint = near === undefined ? `Known are ${MODE_WORDS.join(", ")}.` : `Did you mean ${near}?`;
  return badAddress(address, place, `has the unknown mode ${quoted(word)}`, hint);
}

/** `mode=nczarr,file&aws.profile=me` */
export function printOptions({ mode, profile, region, show }: NetcdfOptions): string {
  const pairs: string[] = [];
  if (mode !== undefined) pairs.push(`mode=${mode.join(",")}`);
  if (profile !== undefined) pairs.push(`aws.profile=${encodeValue(profile)}`);
  if (region !== undefined) pairs.push(`aws.region=${encodeValue(region)}`);
  if (show !== undefined) pairs.push(`show=${show}`);
  return pairs.join("&");
}

function encodeValue(value: string): string {
  return encodeEscapes(value).replaceAll("&", "%26");
}

/** What netCDF's mode says about the data at an address, after netCDF-C's inferences are applied. */
export interface ModeMeaning {
  /** The format that must be there, by name. */
  readonly format?: "zarr2" | "zarr3" | "netcdf3" | "hdf5";
  /** True to read plain Zarr and ignore NCZarr's additions. */
  readonly plain?: true;
  /** The format to create at the address, unless the caller says otherwise. */
  readonly created?: { readonly format: string; readonly dialect?: string };
  /** True if datasets created at the address get consolidated metadata. */
  readonly consolidates?: true;
  /** True if a new archive at the address gets the folder that netCDF-C expects, whatever its format. */
  readonly inFolder?: true;
}

/** Words that imply others. */
const INFERRED: ReadonlyMap<ModeWord, readonly ModeWord[]> = new Map([
  ["xarray", ["zarr", "nczarr"]],
  ["zarr", ["nczarr"]],
  // Since 4.9.1 it also implies `zarr`, so NCZarr cannot be written without `_ARRAY_DIMENSIONS`. We keep the meaning of 4.9.0.
  ["noxarray", ["nczarr"]],
]);

/** netCDF's words for the kinds of netCDF files. */
const FILES: ReadonlyMap<ModeWord, "netcdf3" | "hdf5"> = new Map([
  ["netcdf3", "netcdf3"],
  ["netcdf-3", "netcdf3"],
  ["netcdf4", "hdf5"],
  ["netcdf-4", "hdf5"],
  ["hdf5", "hdf5"],
]);

/** Returns whether the mode says that the place is a single file, which is read in ranges. */
export function meansFile(words: readonly ModeWord[]): boolean {
  return words.some((word) => word === "bytes" || FILES.has(word));
}

/** Their order does not matter. */
export function meaningOfMode(words: readonly ModeWord[]): ModeMeaning {
  const file = words.map((word) => FILES.get(word)).find((name) => name !== undefined);
  if (file !== undefined) return { format: file };
  if (words.includes("bytes")) return {};
  const mode = new Set(words.flatMap((word) => [word, ...(INFERRED.get(word) ?? [])]));
  const format = mode.has("v3") ? "zarr3" : mode.has("v2") ? "zarr2" : undefined;
  const plain = mode.has("zarr");
  const isNczarr = mode.has("nczarr") && !plain;
  const names = mode.has("noxarray") && { dialect: "noxarray" };
  const dialect = [format === "zarr3" ? "v3" : "any", ...(names ? [names.dialect] : [])].join();
  return {
    ...((mode.has("consolidated") || mode.has("zmetadata")) && { consolidates: true }),
    ...(format && { format }),
    ...(plain && { plain }),
    ...(mode.has("nczarr") && mode.has("zip") && { inFolder: true }),
    ...(isNczarr
      ? { created: { format: "nczarr", dialect } }
      : (plain || format) && { created: format === "zarr3" ? { format } : { format: "zarr2", ...names } }),
  };
}
