/** NumPy's files, as NumPy reads them. */
import { readFileSync } from "node:fs";
import { describeScanner, type ExpectedFile } from "../../contracts/scanner-contract.ts";

const files: readonly ExpectedFile[] = JSON.parse(readFileSync("fixtures/numpy/expected.json", "utf8"));

for (const name of ["npy", "npz"]) {
  describeScanner(name, {
    archive: "fixtures/numpy/files.tar.gz",
    files: files.filter(({ file }) => file.endsWith(`.${name}`)),
  });
}
