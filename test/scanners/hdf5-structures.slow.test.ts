/** HDF5 structures at sizes where they change their form, and rare types and filters, as h5py reads them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeScanner, type ExpectedFile } from "../contracts/scanner-contract.ts";
import { unpack } from "../fixture-sets.ts";

const archive = "fixtures/hdf5/structures.tar.gz";
const { files } = JSON.parse(readFileSync(join(unpack(archive), "expected.json"), "utf8")) as {
  readonly files: readonly ExpectedFile[];
};

describeScanner("hdf5", { archive, files, cuts: 5, isCut: ({ file }) => file.length % 5 === 0 });
