/** What files on a server cost: few requests to open, and for a slice only its bytes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openArray, openGroup } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";

let server: ObjectServer;
beforeAll(async () => {
  server = await objectServer();
});
afterAll(() => server.close());

/** Requests that the server saw since it was asked last. */
function seen(): number {
  return server.seen.splice(0).length;
}

function served(set: string, file: string): string {
  const bytes = new Uint8Array(readFileSync(join(unpack(`fixtures/${set}/files.tar.gz`), file)));
  return `${server.add([[file, bytes]])}/${file}`;
}

it("netCDF-3: the header in one or two, a slice in one", async () => {
  const root = await openGroup(served("netcdf3", "deep.nc"), { format: "netcdf3" });
  expect(seen()).toBeLessThanOrEqual(2);
  await (await root.openArray("v")).read("0, 1");
  expect(seen()).toBe(1);
});

it("netCDF-3: a header of more than 64 KiB in four", async () => {
  await openGroup(served("netcdf3", "wide.nc"), { format: "netcdf3" });
  expect(seen()).toBeLessThanOrEqual(4);
});

it("FITS: headers of small units share requests, a slice is one", async () => {
  const root = await openGroup(served("fits", "many.fits"));
  expect(seen()).toBeLessThanOrEqual(4);
  await (await root.openArray("SCI")).read("1");
  expect(seen()).toBe(1);
});

it("npy: the header in three, a slice in one", async () => {
  const array = await openArray(served("numpy", "f4.npy"));
  expect(seen()).toBeLessThanOrEqual(4);
  await array.read("1");
  expect(seen()).toBe(1);
});
