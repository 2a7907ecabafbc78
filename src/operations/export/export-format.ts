/** The formats in which an array's values can be exported. */

/** `npy`: NumPy. `csv`: one row per element. `raw`: little-endian elements in C order. */
export const EXPORT_FORMATS = ["npy", "csv", "raw"] as const;
/** The formats of `exportArray`. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
