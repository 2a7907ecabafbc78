/**
 * TIFF, BigTIFF and cloud-optimised GeoTIFF.
 *
 *     classic  "II" or "MM", u16 42, u32 the first directory
 *     big      "II" or "MM", u16 43, u16 8, u16 0, u64 the first directory
 *
 * One series of images is `0` at full size and `1`, `2`, ... its overviews, with coordinates beside them; several series are
 * groups `0`, `1`, ... of that form.
 */
import { jsonArray, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { Attribute, Node } from "../../model/node.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { VirtualDataset, VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import type { ScanInput, Scanner } from "../scanner.ts";
import { addCoordinates } from "./coordinates.ts";
import { DirectoryReader, numbersOf, type TiffLayout } from "./directory.ts";
import { pixelGrid, scaledGrid } from "./geo.ts";
import { addImage, type Built } from "./image.ts";
import { expandImageJ } from "./imagej.ts";
import { readMetadata } from "./metadata.ts";
import { type Page, PageError, readPage } from "./page.ts";
import { type Series, seriesOf } from "./series.ts";
import { TAG } from "./tags.ts";
import { WindowReader } from "./window-reader.ts";

export const tiff: Scanner = { scan };

async function scan({ source, place, signal }: ScanInput): Promise<VirtualDataset | undefined> {
  const reader = new WindowReader(source, place, signal);
  const head = await readHead(reader);
  if (head === undefined) return undefined;
  const directories = new DirectoryReader(reader, head.layout);
  const notes: VirtualNote[] = [];
  const pages: { page: Page; below: Page[] }[] = [];
  const read = async (directory: Awaited<ReturnType<DirectoryReader["read"]>>): Promise<Page | undefined> => {
    try {
      return await readPage(directory, directories, reader);
    } catch (error) {
      if (!(error instanceof PageError)) throw error;
      const message = `the image of the directory at byte ${directory.offset} is left out: ${error.message}`;
      notes.push({ path: "", message, isLoss: true });
      return undefined;
    }
  };
  for (const directory of await directories.chain(head.first)) {
    const page = await read(directory);
    if (page === undefined) continue;
    const below: Page[] = [];
    const links = directory.entries.get(TAG.subIfds);
    const offsets = links === undefined ? [] : numbersOf(await directories.values(links), links);
    for (const offset of offsets) {
      // If there are several, each is often also linked to the next one.
      for (const child of offsets.length === 1 ? await directories.chain(offset) : [await directories.read(offset)]) {
        const found = await read(child);
        if (found !== undefined) below.push(found);
      }
    }
    pages.push({ page, below });
  }
  if (pages.length === 0 && notes.length === 0) throw reader.failure("the file has no image directory");
  const built: Built = { nodes: new Map(), references: new ReferenceSet(), notes, endian: head.layout.endian };
  const all = seriesOf(await expandImageJ(pages, directories));
  built.nodes.set("", group("", new Map()));
  for (const [index, series] of all.entries()) {
    await addSeries(built, all.length === 1 ? "" : String(index), series, directories);
  }
  const { nodes, references } = built;
  return { nodes, references, notes };
}

async function readHead(
  reader: WindowReader,
): Promise<{ readonly layout: TiffLayout; readonly first: number } | undefined> {
  const bytes = await reader.readUpTo(0, 16);
  const order = String.fromCharCode(bytes[0] ?? 0, bytes[1] ?? 0);
  if (bytes.byteLength < 8 || (order !== "II" && order !== "MM")) return undefined;
  const endian = order === "II" ? "little" : "big";
  const head = await reader.cursor(2, 6, "the header", endian);
  const version = head.u16();
  if (version === 42) return { layout: { endian, big: false }, first: head.u32() };
  if (version !== 43) return undefined;
  if (head.u16() !== 8) throw reader.failure("offsets of BigTIFF have 8 bytes, but byte 4 says otherwise");
  const rest = await reader.cursor(8, 8, "the header", endian);
  return { layout: { endian, big: true }, first: rest.u64Number() };
}

async function addSeries(
  built: Built,
  path: string,
  { levels, masks }: Series,
  directories: DirectoryReader,
): Promise<void> {
  const main = levels[0]![0]!;
  const metadata = await readMetadata(main.directory, directories, main.dataType);
  const attributes = new Map<string, Attribute>();
  if (levels.length > 1) {
    const datasets = levels.map((_, level) => jsonObject([["path", jsonString(String(level))]]));
    attributes.set("multiscales", { value: jsonArray([jsonObject([["datasets", jsonArray(datasets)]])]) });
  }
  if (path !== "" || attributes.size > 0) built.nodes.set(path, group(path, attributes));
  const grid = pixelGrid(metadata.geo);
  if (grid === "rotated") {
    built.notes.push({
      path,
      message: "the image is rotated: pixels have no separate x and y, see ModelTransformation",
    });
  }
  const { nodata } = metadata;
  for (const [level, pages] of levels.entries()) {
    const [first] = pages;
    const suffix = level === 0 ? "" : String(level);
    const given = level === 0 ? metadata.attributes : withNodata(metadata.attributes);
    addImage(built, { path, name: String(level), suffix, pages, attributes: given, fillValue: nodata });
    if (grid === undefined || grid === "rotated") continue;
    const scaled = level === 0 ? grid : scaledGrid(grid, main.width / first!.width, main.height / first!.height);
    addCoordinates(built, path, suffix, first!, scaled, metadata.geo);
  }
  for (const [index, pages] of masks.entries()) {
    const level = levels.findIndex(([page]) => page!.width === pages[0]!.width && page!.height === pages[0]!.height);
    const suffix = level === 0 ? "" : level > 0 ? String(level) : `_mask${index}`;
    const name = index === 0 ? "mask" : `mask${index}`;
    addImage(built, { path, name, suffix, pages, attributes: new Map(), fillValue: undefined });
  }
}

function withNodata(attributes: ReadonlyMap<string, Attribute>): Map<string, Attribute> {
  const kept = ["_FillValue", "scale_factor", "add_offset"];
  return new Map([...attributes].filter(([name]) => kept.includes(name)));
}

function group(path: string, attributes: ReadonlyMap<string, Attribute>): Node {
  return { kind: "group", path, attributes };
}
