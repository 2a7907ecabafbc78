/** What a netCDF-4 file of 1 GB on a server costs: at most 12 requests and 8 MiB to open, 3 more for a slice. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectFewRequests, writeGigabyteFile } from "./gigabyte-file.ts";

test("1 GB over HTTP", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-gigabyte-"));
  const path = join(folder, "gigabyte.nc");
  const file = writeGigabyteFile(path);
  const handle = openSync(path, "r");
  let cost = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
    const headers = { "accept-ranges": "bytes", etag: '"one"' };
    cost = { ...cost, requests: cost.requests + 1 };
    if (request.url !== "/gigabyte.nc") return response.writeHead(404).end();
    if (request.method === "HEAD") return response.writeHead(200, { ...headers, "content-length": file.size }).end();
    // Whoever asks for the whole file gets nothing.
    if (range === null) return response.writeHead(500).end();
    const isSuffix = range[1] === "";
    const start = isSuffix ? file.size - Number(range[2]) : Number(range[1]);
    const end = isSuffix || range[2] === "" ? file.size : Math.min(file.size, Number(range[2]) + 1);
    const bytes = new Uint8Array(end - start);
    readSync(handle, bytes, 0, bytes.byteLength, start);
    cost = { ...cost, bytes: cost.bytes + bytes.byteLength };
    return response
      .writeHead(206, { ...headers, "content-range": `bytes ${start}-${end - 1}/${file.size}` })
      .end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const costs = await expectFewRequests(`http://127.0.0.1:${port}/gigabyte.nc`, file, async () => {
      const spent = cost;
      cost = { requests: 0, bytes: 0 };
      return spent;
    });
    expect(costs.length).toBe(2 * file.slices.length);
    // A slice is one chunk and what leads to it, not the megabytes between.
    for (const [index, { bytes }] of costs.entries()) if (index % 2 === 1) expect(bytes).toBeLessThan(4 * 2 ** 20);
  } finally {
    server.close();
    server.closeAllConnections();
    closeSync(handle);
    rmSync(folder, { recursive: true });
  }
});
