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
      "dump",
      "exportArray",
      "info",
      "isHyperslabError",
      "listKeys",
      "maskPoints",
      "memoryStore",
      "open",
      "openArray",
      "openGroup",
      "openStore",
      "points",
      "range",
      "readKey",
      "readOnly",
      "registerCodec",
      "repackArchive",
      "toZarritaStore",
      "tree",
      "withPrefix",
      "withTrace",
      "writeKey",
    ]
  `);
});
