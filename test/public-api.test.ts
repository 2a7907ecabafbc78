/** What the package exports is part of the interface: a change here is a change for users. */
import { expect, it } from "vitest";
import * as lazyVerbs from "../src/exports/lazy-verbs.ts";
import * as verbs from "../src/exports/verbs.ts";
import * as hyperslab from "../src/index.ts";

it("exports exactly this", () => {
  expect(Object.keys(hyperslab).sort()).toMatchInlineSnapshot(`
    [
      "BLOSCPACK_CHECKSUMS",
      "BLOSCPACK_CODECS",
      "EXPORT_FORMATS",
      "Group",
      "HyperslabError",
      "NdArray",
      "OBJECT_SOURCES",
      "Slab",
      "append",
      "appendObjects",
      "appendObjectsFrom",
      "appendReferences",
      "between",
      "blocks",
      "copy",
      "create",
      "dataset",
      "decodeTimes",
      "doctor",
      "droppedItems",
      "dump",
      "dumpBytes",
      "eachReference",
      "encodeNetcdfText",
      "encodeTimes",
      "exportArray",
      "gen",
      "importArray",
      "info",
      "inlineReferences",
      "isHyperslabError",
      "knownFormats",
      "labels",
      "listKeys",
      "listReferences",
      "makeReferences",
      "maskPoints",
      "memoryStore",
      "memoryTarget",
      "nearest",
      "netcdfView",
      "open",
      "openArray",
      "openGroup",
      "openStore",
      "pack",
      "packInfo",
      "packObjects",
      "packObjectsFrom",
      "planCopy",
      "points",
      "range",
      "readKey",
      "readObject",
      "readOnly",
      "rebaseReferences",
      "registerCodec",
      "registerFormat",
      "repackArchive",
      "runCopy",
      "saveReferences",
      "setWorkerUrl",
      "subchunkReferences",
      "toZarritaStore",
      "tree",
      "typed",
      "unpack",
      "unpackObjects",
      "verifyReferences",
      "withPrefix",
      "writeKey",
    ]
  `);
});

it("has the same verbs where they are loaded by the first call", () => {
  const same: typeof verbs = lazyVerbs;
  expect(Object.keys(same).sort()).toEqual(Object.keys(verbs).sort());
});
