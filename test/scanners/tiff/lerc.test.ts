/** Files by GDAL 3 with LERC. */
import { expect, test } from "vitest";
import { type NdArray, open } from "../../../src/index.ts";

/** int16, 4 rows of 5: -700, -600, ... GDAL stores integers of big-endian files with their bytes reversed. */
const BIG_ENDIAN =
  "TU0AKgAAAAgADQEAAAMAAAABAAUAAAEBAAMAAAABAAQAAAECAAMAAAABABAAAAEDAAMAAAABiEcAAAEGAAMAAAABAAEAAAERAAQAAAABAAABJAEVAAMAAAAB" +
  "AAEAAAEWAAMAAAABAAQAAAEXAAQAAAABAAAAcwEcAAMAAAABAAEAAAFTAAMAAAABAAIAAKSAAAIAAAByAAAAssXyAAQAAAACAAAAqgAAAAAAAAAEAAAAADxH" +
  "REFMTWV0YWRhdGE+CiAgPEl0ZW0gbmFtZT0iQ09NUFJFU1NJT05fUkVWRVJTSUJJTElUWSIgZG9tYWluPSJJTUFHRV9TVFJVQ1RVUkUiPkxPU1NMRVNTPC9J" +
  "dGVtPgo8L0dEQUxNZXRhZGF0YT4KAExlcmMyIAQAAACJicc9BAAAAAUAAAABAAAAFAAAAAgAAABzAAAAAgAAAAAAAAAAAOA/AAAAAED/3sAAAAAAgD/cQAAA" +
  "AAADhP5wAf1E/aj+DP5w/tT/OP+cAAAAZADIASwBkAH0AlgCvAMgA4QD6ARMBLA=";

async function arrayOf(bytes: Uint8Array): Promise<NdArray> {
  const root = await open(new Map([["a.tif", bytes]]), { path: "a.tif" });
  return "open" in root ? ((await root.open("0")) as NdArray) : root;
}

test("integers of a big-endian file", async () => {
  const array = await arrayOf(new Uint8Array(Buffer.from(BIG_ENDIAN, "base64")));
  const values = Array.from({ length: 20 }, (_, index) => index * 100 - 700);
  expect(Array.from((await array.read()).data as Int16Array)).toEqual(values);
});

test("floats of a big-endian file are refused by name", async () => {
  const bytes = new Uint8Array(Buffer.from(BIG_ENDIAN, "base64"));
  const view = new DataView(bytes.buffer);
  const count = view.getUint16(8);
  for (let at = 10; at < 10 + 12 * count; at += 12) {
    if (view.getUint16(at) === 258) view.setUint16(at + 8, 32);
    if (view.getUint16(at) === 339) view.setUint16(at + 8, 3);
  }
  await expect((await arrayOf(bytes)).read()).rejects.toMatchObject({
    code: "unsupported",
    what: expect.stringContaining("LERC of floats in a big-endian file"),
  });
});
