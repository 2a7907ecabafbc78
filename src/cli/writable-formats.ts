/** The formats that can be written, newest first. */
import type { WritableFormat } from "../index.ts";

export const WRITABLE_FORMATS: readonly WritableFormat[] = ["zarr3", "zarr2", "zarr1", "zarr0", "zarr3-draft"];
