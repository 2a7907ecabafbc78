/** Makes every scanner a format, and registers formats that need more than one room. */
import { registerFormat } from "../../formats/registry.ts";
import { SCANNERS } from "../../scanners/registry.ts";
import { scannedFormat } from "./scanned-format.ts";

/** To be called once. A module that only registers them when it is imported would be dropped by bundlers. */
export function registerScannedFormats(): void {
  for (const scanner of SCANNERS) registerFormat(scannedFormat(scanner));
  registerFormat({
    name: "npz",
    title: "NumPy .npz",
    file: { extensions: [".npz"] },
    load: async () => (await import("./npz.ts")).npz,
  });
}
