/**
 * Compressors of imagecodecs that produce the same streams as codecs of this library, with differently named members.
 * Members that only its encoder uses may be null, which means the default.
 */
import { fromPlain, jsonInteger, jsonObject } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import type { CodecInput } from "./codec-chain.ts";

interface Twin {
  readonly name: string;
  /** The twin's member for a member of imagecodecs. Others are accepted and have no effect on reading. */
  readonly members: Readonly<Record<string, string>>;
}

const LEVEL = { level: "level" };
const ZLIB: Twin = { name: "numcodecs.zlib", members: LEVEL };

const TWINS: ReadonlyMap<string, (view: JsonView) => Twin> = new Map<string, (view: JsonView) => Twin>([
  ["imagecodecs_zstd", () => ({ name: "zstd", members: LEVEL })],
  ["imagecodecs_zlib", () => ZLIB],
  ["imagecodecs_zlibng", () => ZLIB],
  ["imagecodecs_deflate", (view) => (isOn(view, "raw") ? { name: "deflate-raw", members: LEVEL } : ZLIB)],
  ["imagecodecs_bz2", () => ({ name: "numcodecs.bz2", members: LEVEL })],
  ["imagecodecs_lzma", () => ({ name: "numcodecs.lzma", members: { level: "preset", check: "check" } })],
  ["imagecodecs_lz4", (view) => ({ name: isOn(view, "header") ? "numcodecs.lz4" : "lz4-block", members: {} })],
  [
    "imagecodecs_blosc",
    () => ({
      name: "blosc",
      members: {
        level: "clevel",
        compressor: "cname",
        shuffle: "shuffle",
        typesize: "typesize",
        blocksize: "blocksize",
      },
    }),
  ],
]);

/** Blosc's numbers for its compressors. */
const BLOSC_COMPRESSORS = ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"];

/** The codec that reads the output of this imagecodecs codec; undefined if there is none, or if it has the same members. */
export function imagecodecsTwin(id: string, view: JsonView): CodecInput | undefined {
  const twin = TWINS.get(id)?.(view);
  if (twin === undefined) return undefined;
  const members: [string, JsonNode][] = [];
  for (const [from, to] of Object.entries(twin.members)) {
    const member = view.get(from);
    if (member === undefined || member.isNull()) continue;
    members.push([to, twinValue(twin.name, to, member)]);
  }
  const node = { ...jsonObject(members), offset: view.node.offset };
  return { name: twin.name, configuration: jsonView(node, view.source, view.field) };
}

/** imagecodecs accepts any level, and Blosc's compressors by number too. */
function twinValue(codec: string, name: string, member: JsonView): JsonNode {
  if (name === "cname" && member.node.type === "number") return fromPlain(BLOSC_COMPRESSORS[member.integer(0, 5)]);
  if (!LEVELS.includes(name) || codec === "zstd") return member.node;
  return jsonInteger(Math.min(Math.max(member.integer(), 1), 9));
}

const LEVELS: readonly string[] = ["level", "clevel", "preset"];

function isOn(view: JsonView, name: string): boolean {
  const member = view.get(name);
  return member !== undefined && !member.isNull() && member.boolean();
}
