/** The same file of 1 GB on nginx, as the server itself counts. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { serveFolder } from "../stores/web-server.ts";
import { type Cost, expectFewRequests, writeGigabyteFile } from "./gigabyte-file.ts";

test("1 GB on nginx", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-gigabyte-"));
  chmodSync(folder, 0o755);
  const file = writeGigabyteFile(join(folder, "gigabyte.nc"));
  const served = await serveFolder("nginx", "", folder);
  try {
    await expectFewRequests(`${served.origin}/gigabyte.nc`, file, async (): Promise<Cost> => {
      const lines = await served.requests();
      const bytes = lines.reduce((total, line) => {
        const [, start, end] = /bytes=(\d+)-(\d+)/.exec(line) ?? [];
        return (
          total + (line.startsWith("HEAD") ? 0 : start === undefined ? file.size : Number(end) + 1 - Number(start))
        );
      }, 0);
      return { requests: lines.length, bytes };
    });
  } finally {
    await served.close();
    rmSync(folder, { recursive: true });
  }
});
