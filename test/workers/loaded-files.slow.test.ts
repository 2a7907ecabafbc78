/**
 * What threads load of the built package: the worker, and for each codec little besides it. A thread that loads the library
 * starts later, and its heap, grown by a third, is collected several times as often while chunks come and go.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOADERS } from "../../src/codecs/registry.ts";

const folder = "dist/lib";
const textOf = (file: string): string => readFileSync(`${folder}/${file}`, "utf8");

/** A file and all that it imports before it runs. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, imported] of textOf(file).matchAll(/^(?:import|export)\b[^"]*"\.\/([^"]+)"/gm))
    loadedWith(imported!, loaded);
  return loaded;
}

/** The file of each codec, by the built table of loaders. */
const codecFiles = new Map(
  readdirSync(folder)
    .flatMap((file) =>
      Array.from(textOf(file).matchAll(/^\s*"?([\w.-]+)"?: async \(\) => \(await import\("\.\/([^"]+)"\)/gm)),
    )
    .map(([, codec, file]): [string, string] => [codec!, file!]),
);

it("starts a thread with six files", () => {
  const parts = ["base.js", "columns.js", "file-ranges.js", "frames.js", "task.js", "tools.js"];
  expect([...loadedWith("node-worker.js")].sort()).toEqual([...parts, "node-worker.js"].sort());
});

// Bloscpack arrays are decoded by tasks of frames.
const names = [...LOADERS.keys()].filter((name) => !name.startsWith("bloscpack"));

describe("codecs do without the library", () => {
  it.each(names)("%s", (name) => {
    const loaded = [...loadedWith(codecFiles.get(name)!)];
    const library = [
      "core.js",
      "zarr.js",
      "places.js",
      "references.js",
      "scanned.js",
      "hdf5.js",
      "grib.js",
      "tiff.js",
      "fits.js",
    ];
    expect(loaded.filter((file) => library.includes(file))).toEqual([]);
  });
});
