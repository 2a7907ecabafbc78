/** FITS files of astropy, as astropy reads them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { open } from "../../../src/index.ts";
import { scanner } from "../../../src/scanners/fits/fits.ts";
import { describeScanner, type ExpectedArray, type ExpectedFile } from "../../contracts/scanner-contract.ts";
import { unpack } from "../../fixture-sets.ts";

interface FitsFile extends ExpectedFile {
  readonly arrays: Readonly<Record<string, ExpectedArray & { readonly cards?: Readonly<Record<string, unknown>> }>>;
  readonly offsets: Readonly<Record<string, number>>;
}

const files: readonly FitsFile[] = JSON.parse(readFileSync("fixtures/fits/expected.json", "utf8"));

describeScanner("fits", {
  archive: "fixtures/fits/files.tar.gz",
  files,
  cuts: 7,
  // FITS does not tell how many units there are: a file that is cut off between two is a shorter file.
  isCut: ({ file }) => file !== "many.fits",
});

const folder = unpack("fixtures/fits/files.tar.gz");

test("data begin where astropy says", async () => {
  for (const { file, offsets } of files) {
    const bytes = new Uint8Array(readFileSync(join(folder, file)));
    const dataset = await scanner.scan({ source: memorySource(bytes), place: {}, name: file });
    for (const [path, offset] of Object.entries(offsets)) {
      const node = dataset!.nodes.get(path)!;
      if (node.kind !== "array") throw new Error(`${path} is no array`);
      if (node.shape.includes(0)) continue;
      const first = node.shape.length === 0 ? "0" : node.shape.map(() => 0).join(".");
      expect(dataset!.references.table.find(`${path}/${first}`), `${file}: ${path}`).toMatchObject({ offset });
    }
  }
});

test("keywords are attributes", async () => {
  let seen = 0;
  for (const { file, arrays } of files) {
    for (const [path, { cards }] of Object.entries(arrays)) {
      if (cards === undefined) continue;
      const root = await open(join(folder, file));
      if (root.kind !== "group") throw new Error("not a group");
      const { attributes } = await root.openArray(path);
      for (const [name, value] of Object.entries(cards)) {
        const found = attributes[name];
        expect(typeof found === "bigint" ? String(found) : found, `${file}: ${name}`).toEqual(value);
        seen += 1;
      }
    }
  }
  expect(seen).toBeGreaterThan(6);
});
