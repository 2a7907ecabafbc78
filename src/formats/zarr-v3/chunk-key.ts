/**
 * Chunk key encodings of Zarr v3: `default` and `v2`. Keys with a suffix are zarrs' `zarrs.default_suffix` where that
 * can say it, else our own `hyperslab.affixed`, which only Hyperslab reads.
 */
import { jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { ChunkKeyEncoding } from "../../model/node.ts";
import { placeOf } from "../documents/document-errors.ts";
import type { Notes } from "../notes.ts";
import { checkChunkTail } from "../spelling/chunk-tail.ts";
import { parseExtension, printExtension } from "./extension.ts";

const SEPARATORS = ["/", "."] as const;
const SUFFIXED = "zarrs.default_suffix";
const AFFIXED = "hyperslab.affixed";

export function parseChunkKeys(view: JsonView, notes: Notes): ChunkKeyEncoding {
  const { name, configuration, mustUnderstand, place } = parseExtension(view, notes);
  if (!mustUnderstand) notes.add(view, "must_understand: false means nothing for chunk keys");
  const separator = configuration.get("separator");
  switch (name) {
    case "default":
      return { kind: "default", separator: separator?.oneOf(SEPARATORS) ?? "/" };
    case "v2":
      return { kind: "v2", separator: separator?.oneOf(SEPARATORS) ?? "." };
    case SUFFIXED: {
      const suffix = configuration.required("suffix").string();
      return affixed(place, { kind: "default", separator: separator?.oneOf(SEPARATORS) ?? "/", suffix });
    }
    case AFFIXED:
      return parseAffixed(configuration, place);
    default:
      throw new HyperslabError("unsupported", `the chunk key encoding ${JSON.stringify(name)} is not known`, {
        ...placeOf(place),
        hint: `Known are default, v2, ${SUFFIXED} and ${AFFIXED}.`,
      });
  }
}

function parseAffixed(configuration: JsonView, place: JsonView): ChunkKeyEncoding {
  configuration.only(["base", "separator", "prefix", "suffix"]);
  return affixed(place, {
    kind: configuration.required("base").oneOf(["default", "v2"]),
    separator: configuration.required("separator").oneOf(SEPARATORS),
    prefix: configuration.get("prefix")?.string() ?? "",
    suffix: configuration.get("suffix")?.string() ?? "",
  });
}

/** Without affixes that are empty; those that make no keys are refused. */
function affixed(place: JsonView, { kind, separator, prefix, suffix }: ChunkKeyEncoding): ChunkKeyEncoding {
  const encoding: ChunkKeyEncoding = {
    kind,
    separator,
    ...(prefix === undefined || prefix === "" ? {} : { prefix }),
    ...(suffix === undefined || suffix === "" ? {} : { suffix }),
  };
  try {
    checkChunkTail(encoding);
  } catch (cause) {
    place.fail(cause instanceof Error ? cause.message : String(cause));
  }
  return encoding;
}

export function printChunkKeys(encoding: ChunkKeyEncoding): JsonNode {
  const { kind, separator, prefix = "", suffix = "" } = encoding;
  checkChunkTail(encoding);
  if (separator !== "/" && separator !== ".") {
    throw new HyperslabError(
      "unsupported",
      `Zarr v3 has no chunk keys with the separator ${JSON.stringify(separator)}`,
      {
        hint: 'Choose "/" or ".".',
      },
    );
  }
  const common: [string, JsonNode] = ["separator", jsonString(separator)];
  if (prefix === "" && suffix === "") return printExtension(kind, jsonObject([common]));
  if (prefix === "" && kind === "default") {
    return printExtension(SUFFIXED, jsonObject([common, ["suffix", jsonString(suffix)]]));
  }
  const configuration = jsonObject([
    ["base", jsonString(kind)],
    common,
    ["prefix", jsonString(prefix)],
    ["suffix", jsonString(suffix)],
  ]);
  return printExtension(AFFIXED, configuration);
}
