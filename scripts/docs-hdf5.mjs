// Writes the table of filters in docs/formats/hdf5.md from the built code. Run after `npm run build`.
import { readFileSync, writeFileSync } from "node:fs";
import { FILTERS } from "../dist/modules/scanners/hdf5/values/codec-chain.js";
import { FLOATS } from "../dist/modules/scanners/hdf5/values/model-type.js";
import { withTable } from "./hdf5-table.mjs";

const file = new URL("../docs/formats/hdf5.md", import.meta.url);
writeFileSync(file, withTable(readFileSync(file, "utf8"), FILTERS, FLOATS));
