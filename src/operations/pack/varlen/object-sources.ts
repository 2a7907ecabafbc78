/** Objects from unpacked sources: the lines of a text, the values of a JSON list, the files of a directory. */

import { parseJson } from "../../../bytes/json/parse.ts";
import { checkChoice } from "../../../bytes/known-options.ts";
import type { ByteSource } from "../../../bytes/source/byte-source.ts";
import { joinBytes } from "../../../bytes/source/join-bytes.ts";
import { decodeUtf8 } from "../../../bytes/text/utf8.ts";
import { openStore } from "../../../dataset/open/address.ts";
import { atPlace, HyperslabError, isHyperslabError } from "../../../errors.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import { operationLimits } from "../../limits.ts";
import { openPlain } from "../places.ts";
import type { ObjectItems } from "./object-chunks.ts";
import { OBJECT_SOURCES, type ObjectSourceKind } from "./object-options.ts";

export interface ObjectSource extends ObjectItems {
  /** The names of files. */
  readonly names?: readonly string[];
  close(): Promise<void>;
}

const NEWLINE = 10;
/** The attribute that keeps the names of files. */
export const NAMES = "names";

export async function openObjectSource(input: string, kind: ObjectSourceKind): Promise<ObjectSource> {
  checkChoice("the source of objects", kind, OBJECT_SOURCES);
  if (kind === "files") return filesOf(input);
  const plain = await openPlain(input);
  const items = kind === "lines" ? linesOf(plain.source, input) : listOf(plain.source, input);
  return { type: kind === "lines" ? "string" : "json", items: later(items), close: plain.close };
}

async function* later(items: AsyncIterable<Item>): AsyncGenerator<() => Item> {
  for await (const item of items) yield () => item;
}

/** Lines without their terminators (LF); a last line without one counts too. */
async function* linesOf(source: ByteSource, location: string): AsyncGenerator<string> {
  let rest: Uint8Array<ArrayBufferLike> = new Uint8Array(0);
  let line = 1;
  for (let offset = 0; ; ) {
    const piece = await source.read({ offset, length: operationLimits.linePieceBytes.value });
    if (piece === undefined) throw new HyperslabError("not-found", "there is no such file", { location });
    const bytes = rest.byteLength === 0 ? piece : joinBytes([rest, piece]);
    offset += piece.byteLength;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield textOf(bytes.subarray(start, end), location, line++);
      start = end + 1;
    }
    rest = bytes.slice(start);
    if (!operationLimits.linePieceBytes.isReachedBy(piece.byteLength)) break;
  }
  if (rest.byteLength > 0) yield textOf(rest, location, line);
}

function textOf(bytes: Uint8Array, location: string, line: number): string {
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    throw atPlace(isHyperslabError(error) ? new HyperslabError(error.code, error.what, { line }) : error, { location });
  }
}

async function* listOf(source: ByteSource, location: string): AsyncGenerator<Item> {
  const bytes = await source.read();
  if (bytes === undefined) throw new HyperslabError("not-found", "there is no such file", { location });
  const { root } = parseJson(bytes, { key: location });
  if (root.type !== "array") {
    throw new HyperslabError("invalid-data", "the file is not a JSON list", {
      location,
      hint: "Each value of the list is one object.",
    });
  }
  for (const item of root.items) yield item;
}

async function filesOf(input: string): Promise<ObjectSource> {
  const store = await openStore(input);
  const names: string[] = [];
  for await (const { key } of store.list?.("") ?? []) names.push(key);
  names.sort();
  if (names.length === 0) await checkDirectory(input);
  const values = async function* (): AsyncGenerator<Uint8Array> {
    for (const name of names) {
      const bytes = await store.get(name);
      if (bytes === undefined) {
        throw new HyperslabError("not-found", "the file no longer exists", { location: store.location, key: name });
      }
      yield bytes;
    }
  };
  return { type: "bytes", items: later(values()), names, close: async () => store.close?.() };
}

/** A directory may be empty; a file, or nothing at all, is not a directory. */
async function checkDirectory(location: string): Promise<void> {
  const file = await openPlain(location).catch((error: unknown) => {
    if (isHyperslabError(error, "invalid-request")) return undefined;
    throw isHyperslabError(error, "not-found")
      ? new HyperslabError("not-found", "there is no such directory", { location })
      : error;
  });
  if (file === undefined) return;
  await file.close();
  throw new HyperslabError("invalid-request", "this is a file, not a directory of files", { location });
}
