/**
 * Where a dump differs from what ncdump printed of the same dataset. Each rule turns the recorded text into the text that is
 * expected of us, and says why. `docs/formats/cdl.md` lists the reasons.
 */

/** One recorded text. */
export interface DumpCase {
  /** The version of netCDF-C that made and printed it. */
  readonly tag: string;
  /** The folder, which stands for the mode. */
  readonly mode: string;
  readonly name: string;
  readonly option: "all" | "header" | "special";
}

export interface Difference {
  readonly reason: string;
  readonly tags: RegExp;
  readonly modes: RegExp;
  readonly names?: RegExp;
  readonly option?: DumpCase["option"];
  /** The recorded text as it would be without this difference. */
  readonly mend?: (recorded: string) => string;
  /** Our text, less what the recorded text does not tell. */
  readonly trim?: (ours: string) => string;
  /** Lines may come in any order. */
  readonly anyOrder?: true;
  /** The dataset is refused with this code. */
  readonly refused?: string;
  /** The text of the same dataset by another version counts. */
  readonly instead?: string;
}

const pairs =
  (...list: readonly (readonly [string, string])[]) =>
  (text: string): string =>
    list.reduce((found, [from, to]) => found.replaceAll(from, to), text);

/** The values of one variable, one a line; full fill values as they are, or as `_`. */
const valuesOf =
  (name: string) =>
  (text: string): string =>
    text.replace(new RegExp(`(?<=\\n ${name} = )[^;]+(?=;)`), (values) =>
      values
        .split(",")
        .map((value) => value.trim().replace("9.96920996838687e+36", "_"))
        .join("\n"),
    );

const OLD_TEXT = /^(native|v480|v481)$/;

export const DIFFERENCES: readonly Difference[] = [
  {
    reason: "Names for unnamed dimensions: `.zdim4`, `.zdim_4` and `_zdim_4` before 4.9.3; ours are those since",
    tags: /^(v480|v481|native|v491|v492)$/,
    modes: /^(zarr|noxarray|misc)$/,
    mend: (text) => text.replace(/(?<![a-zA-Z0-9])[._]zdim_?(?=\d)/g, "_Anonymous_Dim_"),
  },
  {
    reason: "4.10.0 and before give plain Zarr the superblock of NCZarr; it has none, so 0",
    tags: /^(v480|v481|native|v491|v492|v493|v4100)$/,
    modes: /^zarr$/,
    option: "special",
    mend: (text) => text.replace(/_SuperblockVersion = [12]/, "_SuperblockVersion = 0"),
  },
  {
    reason: "The same; since 4.8.1, `noxarray` makes plain Zarr",
    tags: /^(v481|v491|v492|v493|v4100)$/,
    modes: /^noxarray$/,
    option: "special",
    mend: (text) => text.replace("_SuperblockVersion = 2", "_SuperblockVersion = 0"),
  },
  {
    reason: "`_ChunkSizes` of a scalar is half a line without a value, which ncgen cannot read; left out",
    tags: /^(v493|v4100|head|v3pr)$/,
    modes: /^(nczarr3?|nczarr3-consolidated|zarr)$/,
    names: /^(scalars|strings)$/,
    option: "special",
    mend: (text) => text.replace(/\t\t\w+:_ChunkSizes = (?=\t)/g, ""),
  },
  {
    reason: "4.9.1 and 4.9.2 call a scalar contiguous; it is stored as one chunk",
    tags: /^v49[12]$/,
    modes: /^nczarr$/,
    names: /^(scalars|strings)$/,
    option: "special",
    mend: (text) => text.replaceAll('_Storage = "contiguous"', '_Storage = "chunked"'),
  },
  {
    reason:
      "4.9.0 and before write characters as `<U1` with one byte each in plain Zarr, where they have four; refused",
    tags: OLD_TEXT,
    modes: /^zarr$/,
    names: /^(types|scalars|chars|wrap)$/,
    option: "all",
    refused: "invalid-data",
  },
  {
    reason: "`<U1` of plain Zarr is text, as in NumPy",
    tags: OLD_TEXT,
    modes: /^zarr$/,
    names: /^(types|scalars|chars|wrap)$/,
    mend: (text) => text.replace(/^\tchar /gm, "\tstring "),
  },
  {
    reason: "Before 4.9.1, integers of plain Zarr have the smallest type that holds them; since then, `int`",
    tags: /^(v481|native)$/,
    modes: /^(zarr|noxarray)$/,
    names: /^(atts|wrap|groups)$/,
    mend: (text) =>
      text.replace(/(?<=^\s*\w*:\w+ = )-?\d.*(?= ;$)/gm, (list) => list.replace(/(?<=\d)(b|s|UB|US)(?=,|$)/g, "")),
  },
  {
    reason: "Before 4.9.1, `_FillValue` of plain Zarr had a type of its own instead of its variable's",
    tags: /^(v481|native)$/,
    modes: /^zarr$/,
    names: /^fill$/,
    mend: pairs(
      ["f:_FillValue = NaN ;", "f:_FillValue = NaNf ;"],
      ["i:_FillValue = -99b ;", "i:_FillValue = -99 ;"],
      ["prec:_FillValue = 3.14159 ;", "prec:_FillValue = 3.14159f ;"],
      ["ub:_FillValue = 9b ;", "ub:_FillValue = 9UB ;"],
      ["unwritten:_FillValue = 5b ;", "unwritten:_FillValue = 5 ;"],
    ),
  },
  {
    reason: "The same: values equal to such a fill value were not shown as `_`",
    tags: /^(v481|native)$/,
    modes: /^zarr$/,
    names: /^fill$/,
    option: "all",
    mend: pairs(
      [" f = 1, NaNf, NaNf, 4, 5, 6 ;", " f = 1, _, _, 4, 5, 6 ;"],
      [" i = 1, -99, 3, -99, 5, 6 ;", " i = 1, _, 3, _, 5, 6 ;"],
      [" ub = 1, 9, 3, 4, 5, 6 ;", " ub = 1, _, 3, 4, 5, 6 ;"],
      [" unwritten = 5, 5, 5, 5, 5, 5 ;", " unwritten = _, _, _, _, _, _ ;"],
    ),
  },
  {
    reason: "4.8.1 writes `\\'`, which is not JSON; in plain Zarr that is refused",
    tags: /^v481$/,
    modes: /^zarr$/,
    names: /^(atts|jsondict)$/,
    refused: "invalid-data",
  },
  {
    reason: "4.8.0 lists the variables of plain Zarr as the disk does; ours are sorted, as in later versions",
    tags: /^v480$/,
    modes: /^(zarr|misc)$/,
    names: /^(types|numeric|chars|chunks|copy2zarr)$/,
    anyOrder: true,
  },
  {
    reason: "ncdump of 4.8.0 breaks off at the first attribute of plain Zarr",
    tags: /^v480$/,
    modes: /^misc$/,
    names: /^copy2zarr$/,
    trim: (text) => `${text.match(/^(netcdf|dimensions|variables|\t_Anonymous|\tfloat lon).*\n/gm)?.join("")}`,
  },
  {
    reason: "The pull request for Zarr v3 shows its rounded default fill value of doubles as an attribute",
    tags: /^v3pr$/,
    modes: /./,
    mend: (text) => text.replace(/^\s*\w+:_FillValue = 9\.96921e\+36 ;\n/gm, ""),
  },
  {
    reason: "The same: the default fill value itself is then not shown as `_`",
    tags: /^v3pr$/,
    modes: /^(nczarr|nczarr3|nczarr3-consolidated)$/,
    names: /^wrap$/,
    option: "all",
    mend: valuesOf("d"),
    trim: valuesOf("d"),
  },
  {
    reason: "The pull request takes `>S1` of plain Zarr v2 for characters; 4.10.0's text of the same dataset counts",
    tags: /^v3pr$/,
    modes: /^zarr$/,
    names: /^(types|scalars|chars|unlim|wrap)$/,
    instead: "v4100/zarr",
  },
  {
    reason: "The pull request does not sort the variables of plain Zarr",
    tags: /^v3pr$/,
    modes: /^(zarr3?|misc)$/,
    anyOrder: true,
  },
  {
    reason: "The pull request shows lists of texts of plain Zarr as strings; 4.10.0 shows their JSON, and so do we",
    tags: /^v3pr$/,
    modes: /^zarr$/,
    names: /^strings$/,
    mend: pairs(
      ['string :gs = "x", "yy" ;', ':gs = "[\\"x\\",\\"yy\\"]" ;'],
      ['string v:san = "one", "two", "" ;', 'v:san = "[\\"one\\",\\"two\\",\\"\\"]" ;'],
    ),
  },
  {
    reason: "ncdump of the pull request breaks off at the byte order of strings",
    tags: /^v3pr$/,
    modes: /^(nczarr|zarr)$/,
    names: /^strings$/,
    option: "special",
    mend: (text) => text.replace(/\t\ts:_Endianness = $/, ""),
    trim: (text) => text.slice(0, text.search(/^\tstring s[15]\(/m)),
  },
  {
    reason: "The pull request gives strings of Zarr v3 a byte order",
    tags: /^v3pr$/,
    modes: /^nczarr3/,
    names: /^strings$/,
    option: "special",
    mend: (text) => text.replace(/\t\ts\w*:_Endianness = "little" ;\n/g, ""),
  },
  {
    reason: "The pull request puts `_FillValue` of strings before the other attributes, wherever it is stored",
    tags: /^v3pr$/,
    modes: /^nczarr3/,
    names: /^strings$/,
    mend: (text) =>
      text.replace(/(\t\tstring (s5|s1):_FillValue = "" ;\n)(\t\t\2:_nczarr_maxstrlen = \d ;\n)/g, "$3$1"),
  },
  {
    reason:
      "The pull request shows `_Codecs` as Zarr v3 spells them; ours are always spelled as in Zarr v2, which ncgen reads",
    tags: /^v3pr$/,
    modes: /^(nczarr3|zarr3)/,
    names: /^filters$/,
    option: "special",
    mend: (text) => text.replace(/^\t\t\w+:_Codecs = .*\n/gm, ""),
    trim: (text) => text.replace(/^\t\t\w+:_Codecs = "\[\{\\"id\\".*\n/gm, ""),
  },
  {
    reason: "Zarr v3 has no array without a fill value, so there is no `_NoFill`",
    tags: /^v3pr$/,
    modes: /^zarr3$/,
    names: /^fill$/,
    option: "special",
    mend: pairs(['\t\tnofill:_NoFill = "true" ;\n', ""]),
  },
  {
    reason:
      'The pull request gives characters and strings of plain Zarr v3 the fill value `""`, which is none; refused',
    tags: /^v3pr$/,
    modes: /^zarr3$/,
    names: /^(types|scalars|chars|unlim|strings|wrap)$/,
    refused: "invalid-data",
  },
  {
    reason:
      "The pull request takes `/x` for `/g1/x`, another dimension of the same name, and reads fill values beyond the end",
    tags: /^v3pr$/,
    modes: /^nczarr3/,
    names: /^groups$/,
    mend: pairs(
      ["int c(x, x) ;", "int c(/x, x) ;"],
      ["  6, 7, 8, 9, 10,\n  _, _, _, _, _,\n  _, _, _, _, _,\n  _, _, _, _, _ ;\n", "  6, 7, 8, 9, 10 ;\n"],
    ),
  },
  {
    reason: "The same in plain Zarr, where equal names of different lengths are told apart by the length",
    tags: /^v3pr$/,
    modes: /^zarr3$/,
    names: /^groups$/,
    mend: pairs(
      ["  \tint c(x, x) ;", "  \tint c(x_2, x) ;"],
      ["  6, 7, 8, 9, 10,\n  _, _, _, _, _,\n  _, _, _, _, _,\n  _, _, _, _, _ ;\n", "  6, 7, 8, 9, 10 ;\n"],
    ),
    trim: (text) => text.replace(/^\/\/ \/g1\/c: .*\n/, "").replace("  \tx_2 = 2 ;\n", ""),
  },
];

/** Stores made by hand, of which the newest version prints something else than we do. */
export const PURE_DIFFERENCES: readonly (readonly [
  name: string,
  reason: string,
  mend: (recorded: string) => string,
])[] = [
  [
    "att_listmixnum",
    "netCDF-C gives a list the type of its first value, and cuts off the fractions of the others",
    pairs([":a = 1, 2 ;", ":a = 1., 2.5 ;"]),
  ],
  ["att_uescape", "netCDF-C does not decode `\\u`", pairs([':a = "xu0041y/z u00e9" ;', ':a = "xAy/z \u00c3\u00a9" ;'])],
];

/** Stores that the newest version refuses or dies of: what we print of them, or the code of our refusal. */
export const PURE_OPENED: ReadonlyMap<string, string> = new Map([
  ["att_listempty", ':a = "[]" ;'],
  ["att_listmix", ':a = "[1,\\"a\\"]" ;'],
  ["conflict", "int b(x_3) ;"],
  ["dtype_O", "invalid-data"],
  ["dtype_U1", "invalid-data"],
  ["dtype_U3", "invalid-data"],
  ["dtype_c16", "complex128 v(_Anonymous_Dim_2) ;"],
  ["dtype_f2", "float16 v(_Anonymous_Dim_2) ;"],
  ["dtype_struct", "struct{a: int32, b: float32} v(_Anonymous_Dim_2) ;"],
  ["nozgroup", "not-found"],
]);
