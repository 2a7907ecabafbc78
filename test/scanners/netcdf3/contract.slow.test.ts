/** netCDF-3 files of netCDF-C, scipy and ncgen, as netCDF-C reads them. */
import { readFileSync } from "node:fs";
import { describeScanner } from "../../contracts/scanner-contract.ts";

describeScanner("netcdf3", {
  archive: "fixtures/netcdf3/files.tar.gz",
  files: JSON.parse(readFileSync("fixtures/netcdf3/expected.json", "utf8")),
  isCut: ({ file }) => !file.startsWith("wide") && !file.startsWith("stream"),
});
