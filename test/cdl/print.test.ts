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

async function printed(source: string, form: CdlForm, pieceBytes: number, only?: readonly string[]): Promise<string> {
  const { name, root, values } = parseCdl(readFileSync(join(folder, "cdl", `${source}.cdl`)));
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
