/**
 * The members of a tar archive, from its 512-byte headers, each followed by the bytes of its member, padded to 512:
 *
 *       0 name (100)   124 size (12, octal; base 256 if the first bit is set)   148 checksum (8)   156 kind (1)
 *     157 link (100)   257 "ustar"   345 prefix of the name (155)
 *
 * Kinds: 0, NUL and 7 files, 5 folders, 1 and 2 links, L and K long names of GNU, x and g records of POSIX, S sparse
 * files.
 */
import { BlockReader } from "../../bytes/source/block-reader.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";

export interface TarMember {
  /** Of the bytes, in the archive. */
  readonly offset: number;
  readonly length: number;
  /** Why it cannot be read; undefined if it can. */
  readonly problem?: string;
}

const BLOCK = 512;
/** The longest extended name or record; anything longer is not a name. */
const MOST_RECORD_BYTES = 1024 * 1024;

/** Names to members, in the order of the archive; of duplicate names the last counts. Names of folders end in a slash. */
export async function readMembers(
  source: ByteSource,
  place: ErrorPlace,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, TarMember>> {
  const reader = new BlockReader(source, { place, signal });
  const size = await reader.size();
  const members = new Map<string, TarMember>();
  let next: Extension = {};
  let common: Extension = {};
  for (let at = 0; at < size; ) {
    signal?.throwIfAborted();
    const header = await reader.readUpTo(at, BLOCK);
    const fail = (what: string): never => {
      throw new HyperslabError("invalid-data", `${what} at byte ${at} of the tar archive`, place);
    };
    if (header.byteLength < BLOCK) fail("a header is truncated");
    if (header.every((byte) => byte === 0)) return members;
    if (!hasChecksum(header)) fail("a header does not match its checksum");
    const kind = String.fromCharCode(header[156]!);
    const own = numberAt(header, 124, 12);
    if (own === undefined || own < 0) fail("the size in the header is not a number");
    const extension = kind === "x" || kind === "g" || kind === "L" || kind === "K" ? {} : { ...common, ...next };
    const length = extension.size ?? own!;
    const offset = at + BLOCK;
    if (!Number.isSafeInteger(offset + length) || offset + length > size) {
      fail(`a member of ${length} bytes, which ends after the archive of ${size}, begins`);
    }
    at = offset + Math.ceil(length / BLOCK) * BLOCK;
    if (kind === "x" || kind === "g" || kind === "L" || kind === "K") {
      if (length > MOST_RECORD_BYTES) fail(`a record of ${length} bytes ends`);
      const bytes = await reader.read(offset, length);
      if (kind === "g") common = { ...common, ...extensionIn(bytes, fail) };
      else if (kind === "x") next = { ...next, ...extensionIn(bytes, fail) };
      else next = { ...next, ...(kind === "L" ? { path: textOf(bytes) } : { link: textOf(bytes) }) };
      continue;
    }
    const name = nameOf(extension.path ?? headerName(header), kind);
    next = {};
    if (name !== undefined)
      members.set(
        name,
        memberOf(
          extension.isSparse === true ? "S" : kind,
          { offset, length, link: extension.link ?? fieldText(header, 157, 100) },
          members,
        ),
      );
  }
  // Without its end marker, there is no proof that all members are present.
  throw new HyperslabError("invalid-data", `the tar archive of ${size} bytes has no end`, {
    ...place,
    hint: "Was it copied completely? An archive ends with blocks of zeros.",
  });
}

interface Extension {
  readonly path?: string;
  readonly link?: string;
  readonly size?: number;
  /** POSIX archives mark sparse files here, with an ordinary kind. */
  readonly isSparse?: boolean;
}

function memberOf(
  kind: string,
  { offset, length, link }: { readonly offset: number; readonly length: number; readonly link: string },
  members: ReadonlyMap<string, TarMember>,
): TarMember {
  if (kind === "0" || kind === "\0" || kind === "7" || kind === "5") return { offset, length };
  const target = kind === "1" ? members.get(nameOf(link, "0") ?? "") : undefined;
  if (target !== undefined) return target;
  const isLink = kind === "1" || kind === "2";
  const what = isLink ? `a link to ${link}` : kind === "S" ? "a sparse file" : `of the kind ${JSON.stringify(kind)}`;
  return { offset, length: 0, problem: what };
}

/** Without the leading path to the root; undefined for the root itself and for names that lead out of it. */
function nameOf(name: string, kind: string): string | undefined {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..")) return undefined;
  return kind === "5" ? `${parts.join("/")}/` : parts.join("/");
}

function headerName(header: Uint8Array): string {
  const name = fieldText(header, 0, 100);
  const isPosix = fieldText(header, 257, 5) === "ustar" && header[262] === 0;
  const prefix = isPosix ? fieldText(header, 345, 155) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

function fieldText(header: Uint8Array, start: number, length: number): string {
  return textOf(header.subarray(start, start + length));
}

/** Up to the first zero. */
function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return decodeUtf8(end < 0 ? bytes : bytes.subarray(0, end));
}

/** Octal digits, or in base 256 if the first bit is set; undefined if it is neither. */
function numberAt(header: Uint8Array, start: number, length: number): number | undefined {
  if ((header[start]! & 0x80) !== 0) {
    let value = header[start]! & 0x7f;
    for (let index = start + 1; index < start + length; index++) value = value * 256 + header[index]!;
    return value;
  }
  let digits = "";
  for (const byte of header.subarray(start, start + length)) digits += byte === 0 ? " " : String.fromCharCode(byte);
  const text = digits.trim();
  return text === "" ? 0 : /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

/** The sum of all bytes, with its own field counted as spaces. Some old programs treated bytes as signed. */
function hasChecksum(header: Uint8Array): boolean {
  const wanted = numberAt(header, 148, 8);
  let [plain, signed] = [0, 0];
  for (const [index, byte] of header.entries()) {
    const counted = index >= 148 && index < 156 ? 0x20 : byte;
    plain += counted;
    signed += counted > 127 ? counted - 256 : counted;
  }
  return wanted === plain || wanted === signed;
}

/** Records of `LENGTH KEY=VALUE\\n`. */
function extensionIn(bytes: Uint8Array, fail: (what: string) => never): Extension {
  let found: Extension = {};
  for (let at = 0; at < bytes.byteLength; ) {
    const blank = bytes.indexOf(0x20, at);
    const length = blank < 0 ? Number.NaN : Number(decodeUtf8(bytes.subarray(at, blank)));
    if (!Number.isInteger(length) || length <= blank - at || at + length > bytes.byteLength) {
      // The end is padded with zeros.
      if (bytes.subarray(at).every((byte) => byte === 0)) break;
      fail("an invalid record precedes the header");
    }
    const [, key = "", value = ""] =
      /^([^=]*)=(.*)$/s.exec(decodeUtf8(bytes.subarray(blank + 1, at + length - 1))) ?? [];
    if (key === "path") found = { ...found, path: value };
    if (key === "linkpath") found = { ...found, link: value };
    if (key === "size") found = { ...found, size: Number(value) };
    if (key === "GNU.sparse.name") found = { ...found, path: value };
    if (key.startsWith("GNU.sparse.")) found = { ...found, isSparse: true };
    at += length;
  }
  return found;
}
