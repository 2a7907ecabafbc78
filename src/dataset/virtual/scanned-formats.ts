/** Makes every scanner a format. */
import { registerFormat } from "../../formats/registry.ts";
import { SCANNERS } from "../../scanners/registry.ts";
import { scannedFormat } from "./scanned-format.ts";

for (const scanner of SCANNERS) registerFormat(scannedFormat(scanner));
