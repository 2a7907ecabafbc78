/** Every room's limits are known here, and have cases in test/limits that cross each of them from below to above. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { knownLimits } from "../src/bytes/limit.ts";

const modules = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
  /(^|[/\\-])limits\.ts$/.test(name),
);

it("stand in one place per room, each with cases", async () => {
  for (const name of modules) await import(`../src/${name}`);
  const rooms = new Set(knownLimits().map(({ name }) => name.slice(0, name.indexOf("."))));
  expect([...rooms].sort()).toEqual([
    "bytes",
    "cdl",
    "codecs",
    "dataset",
    "formats",
    "model",
    "operations",
    "parquet",
    "s3",
    "scanners",
    "stores",
    "workers",
  ]);
  // Codecs have two modules: what pages load with the core, and the rest.
  expect(rooms.size).toBe(modules.length - 1);
  for (const room of rooms)
    expect(readFileSync(`test/limits/${room}.test.ts`, "utf8")).toContain(`describeLimits("${room}"`);
});

it("are lower where suites run with tiny ones, or only refuse input", async () => {
  for (const name of modules) await import(`../src/${name}`);
  for (const { name, usual, tiny } of knownLimits()) expect(tiny, name).toBeLessThanOrEqual(usual);
});
