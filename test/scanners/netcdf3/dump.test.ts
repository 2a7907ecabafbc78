/** What ncdump prints of a netCDF-3 file, `dump` prints. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dumpBytes } from "../../../src/index.ts";
import { unpack } from "../../fixture-sets.ts";

const folder = unpack("fixtures/netcdf3/files.tar.gz");
const names = readdirSync(folder).filter((name) => name.endsWith(".cdl"));

it("there are files", () => expect(names.length).toBeGreaterThan(30));

it.each(names)("%s", async (name) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of dumpBytes(join(folder, name.replace(".cdl", ".nc")))) pieces.push(piece);
  expect(Buffer.concat(pieces).toString("latin1")).toBe(readFileSync(join(folder, name), "latin1"));
});
