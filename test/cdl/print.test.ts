/** CDL as ncdump printed it: the same datasets, read from ncgen's input, with ncdump's options. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseCdl } from "../../src/cdl/parse/parse.ts";
import { printCdl } from "../../src/cdl/print/document.ts";
import type { CdlForm } from "../../src/cdl/print/options.ts";
import type { NetcdfValues } from "../../src/model/netcdf/dataset.ts";
import { unpack } from "../fixture-sets.ts";

const folder = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr");

function printed(source: string, form: CdlForm, pieceBytes: number, only?: readonly string[]): Promise<string> {
  return printedText(readFileSync(join(folder, "cdl", `${source}.cdl`)), form, pieceBytes, only);
}

async function printedText(
  text: Uint8Array,
  form: CdlForm,
  pieceBytes: number,
  only?: readonly string[],
): Promise<string> {
  const { name, root, values } = parseCdl(text);
  const pieces: Uint8Array[] = [];
  const document = {
    name,
    root,
    form,
    pieceBytes,
    hasData: ({ variables }: typeof root) => variables.length > 0,
    hasValues: ({ path }: { readonly path: string }) => only?.includes(path) ?? true,
    values: async function* ({ path }: { readonly path: string }): AsyncGenerator<NetcdfValues> {
      const all = values.get(path)!;
      for (let at = 0; at < all.length; at += 7) yield all.slice(at, at + 7);
    },
  };
  for await (const piece of printCdl(document)) pieces.push(piece);
  return Buffer.concat(pieces).toString("latin1");
}

describe.each([40, 65536])("in pieces of about %d bytes", (pieceBytes) => {
  it.each<[string, string, CdlForm, (readonly string[])?]>([
    ["ref/types", "types", {}],
    ["ref/numeric", "numeric", {}],
    ["ref/scalars", "scalars", {}],
    ["ref/atts", "atts", {}],
    ["ref/attsutf8", "attsutf8", {}],
    ["ref/groups", "groups", {}],
    ["ref/coords", "coords", {}],
    ["ref/dimsonly", "dimsonly", {}],
    ["ref/empty", "empty", {}],
    ["ref/filters", "filters", {}],
    ["fmt/coords-t", "coords", { times: "text" }],
    ["fmt/coords-i", "coords", { times: "iso" }, ["time"]],
    ["fmt/coords-bc", "coords", { brief: "c" }],
    ["fmt/unlim-t", "unlim", { times: "text" }],
    ["fmt/groups-v", "groups", {}, ["g1/a"]],
  ])("%s", async (expected, source, form, only) => {
    const text = readFileSync(join(folder, `${expected}.cdl`), "latin1");
    expect(await printed(source, form, pieceBytes, only)).toBe(text);
  });
});

/** ncdump 4.9.0 of the same values. Braces count when lines are broken: those before a row, and those after its last value. */
it.each([
  [
    20,
    [
      "  {{1000, 2000, ",
      "    31},",
      "  {4000, 5000, ",
      "    66}},",
      "  {{7000, 81, ",
      "    9000},",
      "  {100, 110, 12}} ;",
    ],
  ],
  [21, ["  {{1000, 2000, 31},", "  {4000, 5000, 66}},", "  {{7000, 81, 9000},", "  {100, 110, 12}} ;"]],
])("three unlimited dimensions in lines of %d bytes", async (lineLength, lines) => {
  const values = "{{1000, 2000, 31}, {4000, 5000, 66}}, {{7000, 81, 9000}, {100, 110, 12}}";
  const dimensions = ["t", "x", "y"].map((name) => `${name} = UNLIMITED ;`).join(" ");
  const text = `netcdf r { dimensions: ${dimensions} variables: int v(t, x, y) ; data: v = ${values} ; }`;
  const shown = await printedText(new TextEncoder().encode(text), { lineLength }, 65536);
  expect(shown.slice(shown.indexOf(" v =\n"))).toBe(` v =\n${lines.join("\n")}\n}\n`);
});
