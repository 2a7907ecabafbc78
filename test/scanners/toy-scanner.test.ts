/** A scanner is one registration: what it finds is read like any other dataset. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonString } from "../../src/bytes/json/make.ts";
import { BlockReader } from "../../src/bytes/source/block-reader.ts";
import { encodeUtf8 } from "../../src/bytes/text/utf8.ts";
import { scannedFormat } from "../../src/dataset/virtual/scanned-format.ts";
import { copy, memoryStore, open, openArray, registerFormat } from "../../src/index.ts";
import { dataTypeNamed } from "../../src/model/data-types/named.ts";
import { regularGrid } from "../../src/model/grid/chunk-grid.ts";
import type { ArrayNode, Node } from "../../src/model/node.ts";
import { chunkKeys } from "../../src/model/virtual/chunk-key.ts";
import { ReferenceSet } from "../../src/model/virtual/reference-set.ts";
import { OWN_FILE } from "../../src/model/virtual/virtual-dataset.ts";
import type { Scanner } from "../../src/scanners/scanner.ts";

/** `TOYS`, a byte that counts rows, then rows of four bytes each; row 255 is absent. */
const scanner: Scanner = {
  scan: async ({ source, place, signal }) => {
    const reader = new BlockReader(source, { place, signal });
    const head = await reader.cursor(0, 5);
    if (head.u32() !== 0x53594f54) return undefined;
    const rows = head.u8();
    const references = new ReferenceSet();
    const own = references.table.url(OWN_FILE);
    const keyOf = chunkKeys("g/rows");
    for (let row = 0; row < rows; row++) references.table.addRange(keyOf([row, 0]), own, 5 + row * 4, 4);
    const array: ArrayNode = {
      kind: "array",
      path: "g/rows",
      attributes: new Map([["units", { value: jsonString("K") }]]),
      dataType: dataTypeNamed("uint8")!,
      shape: [rows + 1, 4],
      grid: regularGrid([rows + 1, 4], [1, 4]),
      codecs: [{ name: "bytes", configuration: { type: "object", members: new Map(), offset: -1 } }],
      fillValue: Uint8Array.of(7),
      dimensions: [{ name: "row" }, { name: "column" }],
      chunkKeys: { kind: "v2", separator: "." },
    };
    const group = (path: string): Node => ({ kind: "group", path, attributes: new Map() });
    const nodes = new Map<string, Node>([
      ["", group("")],
      ["g", group("g")],
      ["g/rows", array],
    ]);
    return { nodes, references, notes: [{ path: "g", message: "the toy is old" }] };
  },
};

const folder = mkdtempSync(join(tmpdir(), "hyperslab-toy-scan-"));
const file = join(folder, "a.toys");
const bytes = Uint8Array.of(...encodeUtf8("TOYS"), 2, 1, 2, 3, 4, 5, 6, 7, 8);
const values = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 7, 7, 7, 7);
let unregister: () => void;
beforeAll(() => {
  unregister = registerFormat(
    scannedFormat({
      name: "toys",
      title: "Toys",
      file: { extensions: [".toys"], magic: [{ bytes: encodeUtf8("TOYS"), offset: 0 }] },
      load: async () => scanner,
    }),
  );
  writeFileSync(file, bytes);
  writeFileSync(join(folder, "b.bin"), bytes);
});
afterAll(() => {
  unregister();
  rmSync(folder, { recursive: true });
});

it("opens by name, by first bytes, by format and by the path of a node", async () => {
  const root = await open(file);
  expect([root.kind, root.hierarchy.title]).toEqual(["group", "Toys"]);
  expect(root.hierarchy.notes).toEqual([{ key: "g", message: "the toy is old" }]);
  for (const address of [`${file}::g/rows`, `${join(folder, "b.bin")}::g/rows`, `${file}|toys:g/rows`]) {
    const array = await openArray(address);
    expect((await array.read()).data, address).toEqual(values);
    expect(array.attributes).toEqual({ units: "K" });
    expect(array.dims).toEqual(["row", "column"]);
  }
});

it("is copied to other formats", async () => {
  const target = memoryStore();
  await copy(file, target, { format: "zarr3" });
  expect((await (await openArray(target, { path: "g/rows" })).read()).data).toEqual(values);
});

it("a file of another kind with its extension is refused", async () => {
  writeFileSync(join(folder, "c.toys"), "something else");
  await expect(open(join(folder, "c.toys"))).rejects.toMatchObject({ code: "unsupported" });
});

it("a file that is cut off is an error at the chunk, not a fill value", async () => {
  writeFileSync(join(folder, "d.toys"), bytes.subarray(0, 11));
  const array = await openArray(`${join(folder, "d.toys")}::g/rows`);
  expect((await array.read("0")).data).toEqual(values.subarray(0, 4));
  await expect(array.read("1")).rejects.toMatchObject({ code: "invalid-data" });
});
