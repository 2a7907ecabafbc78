/**
 * Addresses to locations and back:
 *
 *     address  :=  { "[" option "]" }  { chain "::" }  base  { "|" step ":" path }  [ "::" path ]  [ "#" options ]
 *
 * `|` and `::` end the part before them; inside URLs they are written `%7C` and `%3A%3A`. The options may also follow
 * the base directly, where netCDF puts them. In a plain path a `#` is an ordinary character unless `key=` follows.
 */
import { closestName } from "../../bytes/text/closest-name.ts";
import { displayAddress } from "../../bytes/text/display-address.ts";
import type { HyperslabError } from "../../errors.ts";
import { badAddress, decodeEscapes, encodeEscapes, quoted } from "./address-text.ts";
import { type AddressSpan, parseBase, schemeOf } from "./base.ts";
import { parseChain } from "./chain.ts";
import { type OptionText, parseOptions, printOptions, splitOptions } from "./options.ts";
import { type Location, type LocationBase, type LocationStep, nodeStep, stepNames, stepOfWord } from "./parts.ts";

/** Options of `parseLocation`. */
export interface ParseOptions {
  /** Called with requests of the address that are handled differently or ignored. */
  readonly onNote?: ((message: string) => void) | undefined;
}

/** Parses an address without accessing anything, so a missing target is only noticed when the store is used. */
export function parseLocation(address: string | URL, { onNote }: ParseOptions = {}): Location {
  const text = typeof address === "string" ? address : address.href;
  checkCharacters(text);
  const bracketed = parseBrackets(text);
  const chain = parseChain(text, bracketed.end, onNote);
  const parts = splitParts(text, chain.end);
  const [first, ...others] = parts;
  if (first === undefined || first.start === first.end) {
    throw badAddress(text, chain.end, "names no path or URL", "Give a path or a URL.");
  }
  const isNetcdf = bracketed.options.length > 0 || others.some(({ mark }) => mark === "#");
  const base = parseBase({ ...first, isNetcdf });
  const optionTexts: OptionText[] = [...bracketed.options];
  const steps: LocationStep[] = [...chain.steps];
  for (const part of others) {
    if (part.mark !== "#") addStep(steps, part);
    else for (const option of splitOptions(text.slice(part.start, part.end), part.start)) optionTexts.push(option);
  }
  const options = parseOptions(text, optionTexts, onNote);
  return { base, steps, ...(options && { options }) };
}

function checkCharacters(text: string): void {
  if (text === "") throw badAddress(text, 0, "is empty", "Give a path or a URL.");
  const nul = text.indexOf("\0");
  if (nul >= 0) throw badAddress(text, nul, "has a NUL character");
  const half = text.search(/\p{Surrogate}/u);
  if (half >= 0) throw badAddress(text, half, "has half of a surrogate pair");
}

/** `[mode=zarr]file:///a`, as netCDF writes it too. Brackets before anything but a URL belong to a path. */
function parseBrackets(text: string): { readonly options: readonly OptionText[]; readonly end: number } {
  const end = /^(?:\[[^\]]*\])+(?=[a-z][a-z0-9+.-]+:)/i.exec(text)?.[0].length ?? 0;
  const options = Array.from(text.slice(0, end).matchAll(/\[([^\]]*)\]/g), (match) => ({
    text: match[1] ?? "",
    start: match.index + 1,
  }));
  return { options, end };
}

interface AddressPart extends AddressSpan {
  /** The mark it follows: "" for the base. */
  readonly mark: "" | "|" | "::" | "#";
}

/** Splits the address at `|`, `::` and `#`; each part is the text after its mark. */
function splitParts(address: string, start: number): AddressPart[] {
  const parts: AddressPart[] = [];
  const url = schemeOf(address.slice(start)) !== undefined;
  // The host of a URL may be an IPv6 address: http://[::1]/data.zarr.
  const host = /^[a-z][a-z0-9+.-]*:\/\/\[[^\]/]*\]/i.exec(address.slice(start))?.[0].length ?? 0;
  let mark: AddressPart["mark"] = "";
  let from = start;
  for (let at = start + host; at < address.length; at++) {
    const next = markAt(address, at, { url, mark, from });
    if (next === undefined) continue;
    parts.push({ address, start: from, end: at, mark });
    from = at += next.length;
    at -= 1;
    mark = next;
  }
  parts.push({ address, start: from, end: address.length, mark });
  return parts;
}

/** The mark that begins here, which depends on what it would end. */
function markAt(
  address: string,
  at: number,
  { url, mark, from }: { readonly url: boolean; readonly mark: AddressPart["mark"]; readonly from: number },
): Exclude<AddressPart["mark"], ""> | undefined {
  if (address[at] === "|") return "|";
  // Of the three colons of `|zip:::a`, the first belongs to the step.
  const stepColon = mark === "|" && address.startsWith(":::", at) && !address.slice(from, at).includes(":");
  if (address.startsWith("::", at) && !stepColon) return "::";
  if (address[at] !== "#") return undefined;
  const literal = mark === "::" || (mark === "" && !url);
  return literal && !/^#[a-z][a-z0-9._-]*=/i.test(address.slice(at, at + 64)) ? undefined : "#";
}

function addStep(steps: LocationStep[], { address, start, end, mark }: AddressPart): void {
  const node = nodeStep({ steps });
  const text = address.slice(start, end);
  if (mark === "::") {
    const path = cleanPath(address, start, text, text);
    if (path === "") return;
    if (node === undefined) steps.push({ name: "node", path });
    else if (node.name === "node") throw badAddress(address, start - 2, 'has a second "::"', nodeHint(address));
    else steps[steps.length - 1] = { ...node, path: [node.path, path].filter((part) => part !== "").join("/") };
    return;
  }
  if (node !== undefined) {
    throw badAddress(address, start - 1, 'has a "|" after the node', "A format with its node comes last.");
  }
  const step = parseStep(address, start, text);
  if (step.name !== "node" || step.path !== "") steps.push(step);
}

function nodeHint(address: string): string {
  return address.includes("|") ? "A node is named once." : "A name that holds :: is written as |node:a%3A%3Ab.";
}

/** `zip:inner/path` */
function parseStep(address: string, start: number, text: string): LocationStep {
  const colon = text.indexOf(":");
  const given = (colon < 0 ? text : text.slice(0, colon)).toLowerCase();
  const name = stepOfWord(given);
  if (name === undefined) throw unknownStep(address, start, given);
  if (colon < 0) throw badAddress(address, start + text.length, "has a step without a colon", `Write |${name}:.`);
  const pathStart = start + colon + 1;
  const path = text.slice(colon + 1);
  const query = path.indexOf("?");
  if (query >= 0) {
    throw badAddress(address, pathStart + query, 'has a "?" part, which has no meaning here,', "Write %3F for a ?.");
  }
  return { name, path: cleanPath(address, pathStart, path, decodeEscapes(address, pathStart, path)) };
}

/** Without leading and trailing slashes; `.` and `..` are not allowed inside an archive or a hierarchy. */
function cleanPath(address: string, start: number, text: string, decoded: string): string {
  const names = decoded.split("/").filter((name) => name !== "");
  if (!names.some((name) => name === "." || name === "..")) return names.join("/");
  const place = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i.exec(text)?.index ?? 0;
  throw badAddress(address, start + place, 'has a "." or ".." where names go');
}

function unknownStep(address: string, start: number, name: string): HyperslabError {
  const names = stepNames();
  const near = closestName(name, names);
  const known = `Known are ${names.map((step) => `${step}:`).join(", ")}`;
  const bars = "A | in a name is written %7C, in a file: URL.";
  const hint = near === undefined ? `${known} as in data.zip|zip:|zarr3:a/b. ${bars}` : `Did you mean |${near}:?`;
  const problem = name === "" ? 'has nothing after "|"' : `has the unknown step ${quoted(`${name}:`)}`;
  return badAddress(address, start, problem, hint);
}

/**
 * Prints a location in the canonical form that `parseLocation` turns back into the same location:
 * `s3://bucket/x.zip|zip:inner|zarr3:a/b#aws.profile=me`.
 */
export function printLocation({ base, steps, options }: Location): string {
  const fragment = options === undefined ? "" : `#${printOptions(options)}`;
  return withSteps(printBase(base), steps) + fragment;
}

/** For messages: without anything that may be secret. */
export function displayLocation({ base, steps }: Location): string {
  return withSteps(displayAddress(printBase(base)), steps);
}

/** The first part of an address alone. */
export function printBase(base: LocationBase): string {
  switch (base.scheme) {
    case "file":
      return isPlainPath(base.path) ? base.path : fileUrl(base.path);
    case "memory":
      return `memory:${encodeEscapes(base.path)}`;
    case "az":
      return `az://${base.container}@${base.account}${withSlash(encodeEscapes(base.key))}`;
    case "s3":
    case "gs3":
    case "gs":
      return `${base.scheme}://${base.bucket}${withSlash(encodeEscapes(base.key))}`;
    case "http":
    case "https":
      return printUrl(base.url);
  }
}

function withSlash(key: string): string {
  return key === "" ? "" : `/${key}`;
}

/** Returns whether the path is parsed back as the same path, even with a node after it. */
function isPlainPath(path: string): boolean {
  try {
    const { base, steps, options } = parseLocation(`${path}::x`);
    return base.scheme === "file" && base.path === path && steps.length === 1 && options === undefined;
  } catch {
    return false;
  }
}

/** `file:///a%7Cb`, `file:///C:/a%7Cb`, `file:a%7Cb`; a colon that does not follow a drive letter is escaped. */
function fileUrl(path: string): string {
  const drive = /^[a-z]:(?=[/\\])/i.exec(path)?.[0] ?? "";
  const encoded = drive + encodeEscapes(path.slice(drive.length));
  if (drive !== "") return `file:///${encoded}`;
  return path.startsWith("/") ? `file://${encoded}` : `file:${encoded}`;
}

/** Characters that would end the URL are escaped; the host may be an IPv6 address. */
function printUrl(url: string): string {
  const host = /^[a-z]+:\/\/\[[^\]/]*\]/i.exec(url)?.[0] ?? "";
  const rest = url.slice(host.length).replaceAll("|", "%7C").replaceAll("::", "%3A%3A").replaceAll("#", "%23");
  return host + rest;
}

/** A colon at the end of a URL would be mistaken for the first of a node's two. */
function withSteps(base: string, steps: readonly LocationStep[]): string {
  const marksNode = !base.endsWith(":");
  return base + steps.map((step, i) => printStep(step, marksNode || i > 0)).join("");
}

function printStep({ name, path }: LocationStep, marksNode: boolean): string {
  if (name === "node" && marksNode && !/\||#[a-z][\w.-]*=|::|^:|:$/i.test(path)) return `::${path}`;
  return `|${name}:${encodeEscapes(path)}`;
}
