// Target: netCDF-4 files with types that groups define, damaged as other HDF5 files are, and dumped: every type and every
// value of the file is decoded to text, or refused.
import { dumpBytes, memoryStore, netcdfView, openGroup } from "../../dist/modules/index.js";
import { changedFile, filesOf } from "./hdf5-targets.mjs";

/** Longer variables are not printed, only declared: their lengths may be anything. */
const MOST_ELEMENTS = 2 ** 14;

export function userTypeTargets() {
  let files;
  return {
    "netcdf-user-types": async (random) => {
      files ??= filesOf("netcdf4-types");
      const { name, damaged } = await changedFile(files, random);
      return {
        describe: () => ({ file: name, base64: Buffer.from(damaged).toString("base64") }),
        run: () => [() => dumpAll(damaged)],
      };
    },
  };
}

async function dumpAll(bytes) {
  const store = memoryStore();
  await store.set("a.nc", bytes);
  const group = await openGroup(store, { path: "a.nc" });
  const { root, arrayOf } = await netcdfView(group);
  const isLong = variablesBelow(root).some((variable) => {
    const { shape } = arrayOf(variable);
    return shape.reduce((product, length) => product * length, 1) > MOST_ELEMENTS;
  });
  let length = 0;
  for await (const piece of dumpBytes(group, { header: isLong })) length += piece.byteLength;
  return length > 0 ? undefined : "nothing was printed";
}

function variablesBelow({ variables, groups }) {
  return [...variables, ...groups.flatMap(variablesBelow)];
}
