/** Files whose values depend on who reads them. */
import { expect, test } from "vitest";
import { info, memoryStore } from "../../../src/index.ts";

/** 1, 2, 0x010203 and 7, written by GDAL 3.10 with NBITS=24 and ENDIANNESS=BIG, which reads them back; tifffile reads 256 for 1. */
const GDAL =
  "TU0AKgAAAAgACwEAAAMAAAABAAQAAAEBAAMAAAABAAEAAAECAAMAAAABABgAAAEDAAMAAAABAAEAAAEGAAMAAAABAAEAAAERAAQAAAABAAAAkgEVAAMAAAABAAEAAAEW" +
  "AAMAAAABAAEAAAEXAAQAAAABAAAADAEcAAMAAAABAAEAAAFTAAMAAAABAAEAAAAAAAABAAACAAADAgEHAAA=";

test("integers of 24 bits in a big-endian file are left out", async () => {
  const store = memoryStore(new Map([["a.tif", new Uint8Array(Buffer.from(GDAL, "base64"))]]));
  const { notes } = await info(store, { path: "a.tif" });
  expect(JSON.stringify(notes)).toContain("integers of 24 bits in big-endian files");
});
