/** What the package exports is part of the interface: a change here is a change for users. */
import { expect, it } from "vitest";
import * as hyperslab from "../src/index.ts";

it("exports exactly this", () => {
  expect(Object.keys(hyperslab).sort()).toMatchInlineSnapshot(`
    [
      "EXPORT_FORMATS",
      "Group",
      "HyperslabError",
      "NdArray",
      "Slab",
      "blocks",
      "copy",
      "create",
      "droppedItems",
      "doctor",
      "dump",
      "exportArray",
      "info",
      "isHyperslabError",
      "listKeys",
      "maskPoints",
      "memoryStore",
      "memoryTarget",
      "open",
      "openArray",
      "openGroup",
      "openStore",
      "openZip",
      "parseLocation",
      "points",
      "printLocation",
      "range",
      "readKey",
      "readOnly",
      "registerCodec",
      "repackArchive",
      "repackZip",
      "toZarritaStore",
      "tree",
      "withPrefix",
      "withTrace",
      "writeKey",
      "zipStore",
    ]
  `);
});
