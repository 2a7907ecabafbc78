/** Makes every scanner a format, and registers formats that need more than one room. */
import { registerFormat } from "../../formats/registry.ts";
import { SCANNERS } from "../../scanners/registry.ts";
import { scannedFormat } from "./scanned-format.ts";

/** Must be called once. Bundlers would drop a module that registers formats as a side effect of its import. */
export function registerScannedFormats(): void {
  for (const scanner of SCANNERS) registerFormat(scannedFormat(scanner));
  registerFormat({
    name: "npz",
    title: "NumPy .npz",
    file: { extensions: [".npz"] },
    load: async () => (await import("./npz.ts")).npz,
  });
}
