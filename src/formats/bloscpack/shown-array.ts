/**
 * What is shown of how a Bloscpack file holds its array: chunks as the header says, and of the codec what the file tells.
 * Where things lie in the file is the engine's affair; what nobody stored, as the level, is not made up.
 */

import { LEAST_FRAME_BYTES } from "../../bytes/blosc/file-header.ts";
import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { viewDocument } from "../../bytes/json/view.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import type { ArrayNode } from "../../model/node.ts";
import type { ShownArray } from "../format.ts";
import { frameChoice, keptChoice } from "./array-node.ts";
import type { FileLayout } from "./file-layout.ts";
import { parseFrameHead } from "./frame-head.ts";
import { rowChunks } from "./row-chunks.ts";

/** Reads the head of the first chunk if that was not read yet. */
export async function shownArray(
  node: ArrayNode,
  layout: FileLayout,
  source: ByteSource,
  options: ReadOptions = {},
): Promise<ShownArray> {
  const { metadata, header } = layout;
  const kept = keptChoice(metadata && viewDocument(metadata.document));
  const { compressor, shuffle, level } = { ...(await storedChoice(layout, source, options)), ...kept };
  const codecs = node.codecs.map(({ name, configuration }) => {
    const shown = { cname: compressor, clevel: level, shuffle };
    return { name, configuration: name === "bloscpack" ? told(configuration, header.chunkSize, shown) : configuration };
  });
  return { grid: rowChunks(node, header.chunkSize)?.grid ?? node.grid, codecs };
}

/** How the first chunk was made; nothing is known if there is none. */
async function storedChoice(
  { header, firstChunk, offsets, dataStart }: FileLayout,
  source: ByteSource,
  options: ReadOptions,
): Promise<Partial<ReturnType<typeof frameChoice>> & { readonly level?: number }> {
  if (firstChunk !== undefined) return frameChoice(firstChunk);
  if (header.chunkCount === 0) return {};
  const offset = offsets[0] ?? dataStart;
  const head = await source.read({ offset, length: LEAST_FRAME_BYTES }, options);
  return head?.byteLength === LEAST_FRAME_BYTES ? frameChoice(parseFrameHead(head, offset)) : {};
}

function told(
  { members }: JsonObject,
  chunkSize: number | undefined,
  choice: Readonly<Record<string, string | number | undefined>>,
): JsonObject {
  const own = (...names: string[]): readonly (readonly [string, JsonNode | undefined])[] =>
    names.map((name) => [name, members.get(name)]);
  const plain = (values: typeof choice): readonly (readonly [string, JsonNode | undefined])[] =>
    Object.entries(values).map(([name, value]) => [name, value === undefined ? undefined : fromPlain(value)]);
  const all = [
    ...plain({ chunk_size: chunkSize }),
    ...own("chunks", "checksum", "endian"),
    ...plain(choice),
    ...own("typesize"),
  ];
  return jsonObject(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}
