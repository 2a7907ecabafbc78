/** DMR++ documents of HDF5 files, as h5py reads those files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeScanner, type ExpectedFile } from "../../contracts/scanner-contract.ts";
import { unpack } from "../../fixture-sets.ts";

const archive = "fixtures/dmrpp/dmrpp.tar.gz";
const { files } = JSON.parse(readFileSync(join(unpack(archive), "expected.json"), "utf8")) as {
  readonly files: readonly ExpectedFile[];
};

describeScanner("dmrpp", { archive, files });
