/**
 * A JSON reference set, version 0 or 1, of any length. Version 0 is one object of references; version 1 has them in
 * `refs`, beside `version`, `templates` and `gen`, in any order. The version is known only when it is read, possibly at
 * the end: until then, the members of the file itself and those of `refs` are kept separate.
 */
import { parseJson } from "../../bytes/json/parse.ts";
import { type JsonView, viewDocument } from "../../bytes/json/view.ts";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { HyperslabError } from "../../errors.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { ReferenceReading } from "../format.ts";
import type { NoteList } from "../notes.ts";
import { expandGens } from "./gen.ts";
import {
  endsMember,
  expectByte,
  type Member,
  NEEDS_MORE,
  peek,
  readName,
  skipValue,
  unexpected,
  type Window,
} from "./json-members.ts";
import { type Blocks, emptyWindow, scanBlocks } from "./read-blocks.ts";
import { textBytes, ValueReader } from "./reference-value.ts";
import { readTemplates, renderUrl, renderUrlAsFsspec } from "./url-templates.ts";

const [OPEN_OBJECT, CLOSE_OBJECT, ONE] = [0x7b, 0x7d, 0x31];

/** Members of version 1 that are not references. */
const MEMBERS = ["version", "templates", "gen", "targets", "refs"] as const;
type MemberName = (typeof MEMBERS)[number];

/** Reads the set. `blocks` restarts the file, which is rarely needed. */
export async function readJsonReferences(
  blocks: () => Blocks,
  notes: NoteList,
  options: ReferenceReading = {},
): Promise<ReferenceSet> {
  const scanned = await scan(blocks(), "unknown", options);
  const version = versionOf(scanned.members.get("version"), notes, options);
  if (version === 1) return finished(scanned, notes, options);
  // Version 0, with a key that is called "refs": what was read as the references of version 1 is a document.
  return scanned.hasRefs ? (await scan(blocks(), 0, options)).outer : scanned.outer;
}

interface Scanned {
  /** References that are members of the file itself. */
  readonly outer: ReferenceSet;
  /** References in `refs`. */
  readonly inner: ReferenceSet;
  readonly hasRefs: boolean;
  readonly members: ReadonlyMap<MemberName, JsonView>;
}

async function scan(blocks: Blocks, version: 0 | "unknown", { target }: ReferenceReading): Promise<Scanned> {
  const window = emptyWindow();
  const [outer, inner] = [new ReferenceSet(), new ReferenceSet()];
  const readers = { outer: new ValueReader(outer, window, target), inner: new ValueReader(inner, window, target) };
  const members = new Map<MemberName, JsonView>();
  const member: Member = { nameFrom: 0, nameTo: 0, isEscaped: false, from: 0, to: 0 };
  let level: "start" | "outer" | "inner" | "end" = "start";
  let hasRefs = false;
  // A step reads one whole member, or changes nothing that matters before more bytes are requested.
  const step = (): boolean => {
    if (level === "start") level = begins(window) ? "outer" : "end";
    else if (level === "end") {
      if (peek(window) !== -1) throw unexpected(window, "the end of the file");
      return true;
    } else {
      if (readers[level].addRun()) return false;
      readName(window, member);
      const known = level === "outer" && version === "unknown" ? memberName(window, member) : undefined;
      if (known === "refs" && window.bytes[window.at] === OPEN_OBJECT && opens(window)) {
        hasRefs = true;
        level = "inner";
        return false;
      }
      const key = keyBytes(window, member);
      const start = window.at;
      if (known === "refs") {
        hasRefs = true;
        skipValue(window);
      } else {
        // A number is not a reference. The member `version: 1` means that members beside `refs` are ignored.
        if (known === "version" && window.bytes[start] === ONE) skipValue(window);
        else readers[level].add(key);
        if (known !== undefined) members.set(known, parseMember(window, start, known));
      }
      level = afterMember(window, level);
    }
    return false;
  };
  await scanBlocks(blocks, window, step);
  return { outer, inner, hasRefs, members };
}

/** Returns whether the object has members. */
function begins(window: Window): boolean {
  if (window.before === 0 && window.at === 0 && window.bytes[0] === 0xef) {
    if (window.end < 3 && !window.isLast) throw NEEDS_MORE;
    window.at = window.bytes[1] === 0xbb && window.bytes[2] === 0xbf ? 3 : 0;
  }
  expectByte(window, OPEN_OBJECT, "{: a reference set is an object");
  if (peek(window) !== CLOSE_OBJECT) return true;
  window.at += 1;
  return false;
}

/** Enters `refs`; returns false if it has no members, and the caller then skips it as a value. */
function opens(window: Window): boolean {
  const { at } = window;
  window.at += 1;
  if (peek(window) !== CLOSE_OBJECT) return true;
  window.at = at;
  return false;
}

/** The level of what comes next. */
function afterMember(window: Window, level: "outer" | "inner"): "outer" | "inner" | "end" {
  if (endsMember(window)) return level;
  if (level === "outer") return "end";
  return endsMember(window) ? "outer" : "end";
}

function memberName({ bytes }: Window, { nameFrom, nameTo }: Member): MemberName | undefined {
  if (nameTo - nameFrom > 9) return undefined;
  const text = byteCharacters(bytes.subarray(nameFrom, nameTo));
  return MEMBERS.find((name) => name === text);
}

function keyBytes(
  { bytes }: Window,
  { nameFrom, nameTo, isEscaped }: Member,
): { bytes: Uint8Array; from: number; to: number } {
  if (!isEscaped) return { bytes, from: nameFrom, to: nameTo };
  const key = textBytes(bytes, nameFrom - 1, nameTo + 1, true);
  return { bytes: key, from: 0, to: key.byteLength };
}

function parseMember(window: Window, from: number, name: MemberName): JsonView {
  return viewDocument(parseJson(window.bytes.slice(from, window.at), { key: name }));
}

/** 0 if not given, as in fsspec. */
function versionOf(view: JsonView | undefined, notes: NoteList, { strictFsspec }: ReferenceReading): 0 | 1 {
  if (view === undefined || view.isNull()) return 0;
  const { node } = view;
  if (node.type === "number" && view.number() === 1) return 1;
  if (node.type === "boolean" && view.boolean()) return 1;
  if (node.type === "string" && strictFsspec !== true && Number(view.string()) === 1) {
    notes.addNote({
      key: "version",
      message: `the version is the text ${JSON.stringify(view.string())}; fsspec refuses that`,
    });
    return 1;
  }
  throw new HyperslabError("unsupported", "the reference set has an unknown version", {
    field: "version",
    hint: "Versions 0 and 1 are known.",
  });
}

function finished({ outer, inner, members }: Scanned, notes: NoteList, options: ReferenceReading): ReferenceSet {
  const { strictFsspec = false } = options;
  const templates = readTemplates(members.get("templates"), options.templates);
  const render = strictFsspec ? renderUrlAsFsspec : renderUrl;
  if (templates.size > 0) inner.table.renameUrls((url) => render(url, templates));
  const gens = members.get("gen")?.items() ?? [];
  if (strictFsspec && gens.length > 0) notes.addNote({ key: "gen", message: "left out, as fsspec does by default" });
  else expandGens(gens, templates, inner);
  for (const [url, facts] of members.get("targets")?.entries() ?? []) {
    inner.targets.set(url, { size: facts.get("size")?.integer(), validator: facts.get("validator")?.string() });
  }
  const ignored = [...outer.table.keys()].filter((key) => !MEMBERS.some((name) => name === key));
  if (ignored.length > 0) {
    const shown = ignored
      .slice(0, 3)
      .map((key) => JSON.stringify(key))
      .join(", ");
    notes.addNote({ key: "", message: `members beside refs mean nothing in version 1: ${shown}` });
  }
  return inner;
}
