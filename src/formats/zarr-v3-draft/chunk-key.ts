/**
 * Chunk keys of the draft: the array's path, a slash, then prefix, indices and suffix joined by a separator. As its
 * example shows (`/foo/bar/1.23.45` with both affixes empty), an empty affix takes no separator. The only chunk of a
 * scalar has the index 0, because the text would give it no name at all.
 */
import { jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { ChunkKeyEncoding } from "../../model/node.ts";
import { checkChunkTail, chunkTail } from "../spelling/chunk-tail.ts";

export const KEY_MEMBERS: readonly string[] = ["prefix", "separator", "suffix"];

const DEFAULT_SEPARATOR = ".";

export function parseChunkKeys(grid: JsonView): ChunkKeyEncoding {
  const prefix = grid.get("prefix")?.string() ?? "";
  const suffix = grid.get("suffix")?.string() ?? "";
  const separator = grid.get("separator")?.string() ?? DEFAULT_SEPARATOR;
  const encoding: ChunkKeyEncoding = {
    kind: "v2",
    separator,
    ...(prefix === "" ? {} : { prefix: prefix + separator }),
    ...(suffix === "" ? {} : { suffix: separator + suffix }),
  };
  try {
    checkKeys(encoding);
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    grid.fail(error.what, error.hint);
  }
  return encoding;
}

/** Keys must distinguish chunks, be valid store keys, and not be those of documents. */
function checkKeys(encoding: ChunkKeyEncoding): void {
  const { separator, prefix = "", suffix = "" } = encoding;
  if (separator === "" || /[0-9]/.test(separator)) {
    refuse(`the separator ${JSON.stringify(separator)} does not keep indices apart`, 'It is usually "." or "/".');
  }
  const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
  if (!isAscii(separator + prefix + suffix)) refuse("chunk keys are ASCII", "Choose other affixes.");
  checkChunkTail(encoding);
  const names = chunkTail(encoding, [0, 0]).split("/");
  if (names.some((name) => name.startsWith("."))) {
    refuse("names that begin with a dot are left to documents", "Choose another prefix, separator or suffix.");
  }
}

function refuse(what: string, hint: string): never {
  throw new HyperslabError("invalid-request", what, { hint });
}

/** Spells the keys. Those that begin with "c" are of the finished Zarr v3 alone; here they are the draft's default. */
export function printChunkKeys(encoding: ChunkKeyEncoding): readonly (readonly [string, JsonNode])[] {
  const { kind, separator, prefix = "", suffix = "" } = encoding;
  if (kind === "default" && prefix === "" && suffix === "") return members("", DEFAULT_SEPARATOR, "");
  const start = kind === "default" ? `${prefix}c${separator}` : prefix;
  checkKeys({ kind: "v2", separator, prefix: start, suffix });
  if (!(start === "" || start.endsWith(separator)) || !(suffix === "" || suffix.startsWith(separator))) {
    throw new HyperslabError("unsupported", "the draft joins prefix, indices and suffix with the separator", {
      hint: `Let the prefix end and the suffix begin with ${JSON.stringify(separator)}.`,
    });
  }
  const first = start === "" ? "" : start.slice(0, -separator.length);
  return members(first, separator, suffix.slice(suffix === "" ? 0 : separator.length));
}

function members(prefix: string, separator: string, suffix: string): readonly (readonly [string, JsonNode])[] {
  return [
    ["prefix", jsonString(prefix)],
    ["separator", jsonString(separator)],
    ["suffix", jsonString(suffix)],
  ];
}
