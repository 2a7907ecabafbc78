/** What opening a cloud-optimised GeoTIFF and reading a tile of an overview asks the server for. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openArray } from "../../../src/index.ts";
import { objectServer } from "../../stores/object-server.ts";
import { tiffFolder } from "./truth.ts";

test("a tile of an overview takes at most three requests", async () => {
  const server = await objectServer();
  try {
    const url = server.add([["cog.tif", new Uint8Array(readFileSync(join(tiffFolder, "cog.tif")))]]);
    const before = server.seen.length;
    const array = await openArray(`${url}/cog.tif::1`);
    await array.read("0:64, 0:64");
    expect(server.seen.length - before).toBeLessThanOrEqual(3);
  } finally {
    await server.close();
  }
});
