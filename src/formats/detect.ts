/**
 * Which format is at a place. Every document is asked for at most once, and a format is loaded only if something of it is
 * there. Common formats come first, document by document, so that opening them costs no request more than they need; then
 * the documents of all others are asked for in one round. A file is told by its name, or by its first bytes and its last.
 */
import { byteCharacters } from "../bytes/text/byte-characters.ts";
import { HEAD_BYTES, hasFileName, hasMagic } from "../stores/format-marks.ts";
import { type FilePlace, filePlace, type Place } from "../stores/place.ts";
import type { Store } from "../stores/store.ts";
import { type DocumentBytes, getDocumentBytes, webPageError } from "./documents/document.ts";
import { joinPath, normalizePath } from "./documents/node-path.ts";
import type { OpenedNode, OpenOptions } from "./format.ts";
import { descriptorOf, type FormatDescriptor, knownFormats } from "./registry.ts";

/** How far a document is searched for the text that tells formats apart. */
const SEARCHED_BYTES = 4096;

/** Opens the node at `path` in the format of this name; undefined if it is proven that there is none. */
export async function openAs(
  name: string,
  store: Store,
  path: string,
  options?: OpenOptions,
): Promise<OpenedNode | undefined> {
  const descriptor = descriptorOf(name);
  const place = placeFor(descriptor, store, path);
  return place && (await descriptor.load()).open(place, options);
}

/** Where a format would be, given a store and a path; undefined if it cannot be there. */
function placeFor(format: FormatDescriptor, store: Store, path: string): Place | undefined {
  const isFile = store.object !== undefined || hasFileName(format, path) || format.directory === undefined;
  if (isFile) return format.file && fileAt(store, path);
  return { kind: "directory", store, path };
}

function fileAt(store: Store, path: string): FilePlace | undefined {
  const key = store.object ?? normalizePath(path);
  return key === "" ? undefined : filePlace(store, key, path);
}

/**
 * Opens the node at `path` in whatever format it is; undefined if it is proven that there is none. A server that
 * answers with web pages has proven nothing: it is an error unless one of the formats is there all the same.
 */
export async function detectFormat(
  store: Store,
  path: string,
  options: OpenOptions = {},
): Promise<OpenedNode | undefined> {
  const named = knownFormats().filter((descriptor) => hasFileName(descriptor, store.object ?? path));
  const file = store.object !== undefined || named.length > 0 ? fileAt(store, path) : undefined;
  const opened = file && (await detectFile(file, named, options));
  if (opened !== undefined || store.object !== undefined) return opened;
  return detectDirectory(store, path, options);
}

async function detectFile(
  place: FilePlace,
  named: readonly FormatDescriptor[],
  options: OpenOptions,
): Promise<OpenedNode | undefined> {
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return (await only.load()).open(place, options);
  const head = await place.source.read({ offset: 0, length: HEAD_BYTES }, options);
  if (head === undefined) return undefined;
  const formats = knownFormats().filter(({ file }) => file !== undefined);
  const readsTail = formats.some(({ file }) => file?.magic?.some(({ offset }) => offset < 0));
  const tail = readsTail ? await place.source.read({ suffix: HEAD_BYTES }, options) : undefined;
  for (const descriptor of formats) {
    if (!hasMagic(descriptor, head, tail)) continue;
    const opened = await (await descriptor.load()).open(place, options);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

async function detectDirectory(store: Store, path: string, options: OpenOptions): Promise<OpenedNode | undefined> {
  const at = normalizePath(path);
  const pages: string[] = [];
  const given = { ...options, asked: options.asked ?? new Map(), onWebPage: (key: string) => pages.push(key) };
  const answers = new Map<string, DocumentBytes>();
  const ask = async (keys: readonly string[]): Promise<void> => {
    const got = await Promise.all(keys.map((key) => getDocumentBytes(store, key, given)));
    for (const [index, key] of keys.entries()) {
      answers.set(key, got[index]!);
      if (got[index] === "web page") pages.push(key);
    }
  };
  const untried = new Set(knownFormats().filter(({ directory }) => directory !== undefined));
  for (const { keys, format } of roundsOf(untried, at, options)) {
    if (format !== undefined && !untried.has(format)) continue;
    await ask(keys);
    for (const marked of untried) {
      if (!isMarked(marked, at, answers)) continue;
      untried.delete(marked);
      const opened = await (await marked.load()).open({ kind: "directory", store, path }, given);
      if (opened !== undefined) return opened;
    }
  }
  const [page] = pages;
  if (page === undefined) return undefined;
  if (options.onWebPage === undefined) throw webPageError(store, page);
  for (const key of new Set(pages)) options.onWebPage(key);
  return undefined;
}

interface Round {
  readonly keys: readonly string[];
  /** The only format that it is for. */
  readonly format?: FormatDescriptor;
}

/** Which documents are asked for in turn: of each common format one after the other, then those of all others. */
function roundsOf(formats: Iterable<FormatDescriptor>, path: string, { consolidated }: OpenOptions): readonly Round[] {
  const rounds: Round[] = [];
  const others = new Set<string>();
  for (const format of formats) {
    const { beside, common } = format.directory ?? {};
    for (const name of markingNames(format, path)) {
      if (name === format.directory?.consolidated && consolidated === false) continue;
      const key = keyOf(format, path, name);
      const isFirst = name === format.directory?.node?.[0];
      if (common !== true) others.add(key);
      else rounds.push({ keys: isFirst && beside !== undefined ? [key, joinPath(path, beside)] : [key], format });
    }
  }
  return [...rounds, { keys: [...others] }];
}

/** The documents that mark a format at a path, in the order in which they are looked for. */
function markingNames({ directory = {} }: FormatDescriptor, path: string): readonly string[] {
  const { root, consolidated, node = [] } = directory;
  const atRoot = path === "" && consolidated !== undefined ? [consolidated] : [];
  return [...(root === undefined ? [] : [root]), ...atRoot, ...node];
}

function keyOf({ directory }: FormatDescriptor, path: string, name: string): string {
  return name === directory?.root ? name : joinPath(path, name);
}

/** Is one of its documents among those that are there? */
function isMarked(format: FormatDescriptor, path: string, answers: ReadonlyMap<string, DocumentBytes>): boolean {
  const text = format.directory?.holds;
  return markingNames(format, path).some((name) => {
    const answer = answers.get(keyOf(format, path, name));
    if (!(answer instanceof Uint8Array)) return false;
    return text === undefined || byteCharacters(answer.subarray(0, SEARCHED_BYTES)).includes(text);
  });
}
