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
  const ask = async (keys: readonly string[]): Promise<readonly DocumentBytes[]> => {
    const answers = await Promise.all(keys.map((key) => getDocumentBytes(store, key, given)));
    for (const [index, answer] of answers.entries()) if (answer === "web page") pages.push(keys[index]!);
    return answers;
  };
  const open = async ({ load }: FormatDescriptor): Promise<OpenedNode | undefined> =>
    (await load()).open({ kind: "directory", store, path }, given);
  const formats = knownFormats().filter(({ directory }) => directory !== undefined);
  for (const format of formats.filter(isCommon)) {
    for (const { marking, beside } of roundsOf(format, at, options)) {
      const answers = await ask([...marking, ...beside]);
      if (!isMarked(format, answers.slice(0, marking.length))) continue;
      const opened = await open(format);
      if (opened !== undefined) return opened;
      break;
    }
  }
  const others = formats.filter((format) => !isCommon(format));
  const answers = await Promise.all(
    others.map((format) => ask(roundsOf(format, at, options).flatMap(({ marking }) => marking))),
  );
  for (const [index, format] of others.entries()) {
    const opened = isMarked(format, answers[index]!) ? await open(format) : undefined;
    if (opened !== undefined) return opened;
  }
  const [page] = pages;
  if (page === undefined) return undefined;
  if (options.onWebPage === undefined) throw webPageError(store, page);
  for (const key of new Set(pages)) options.onWebPage(key);
  return undefined;
}

function isCommon({ directory }: FormatDescriptor): boolean {
  return directory?.common === true;
}

interface Round {
  readonly marking: readonly string[];
  /** Read with the others, to save a round. */
  readonly beside: readonly string[];
}

/** The keys that mark a format at a path, in the order in which a common format is looked for. */
function roundsOf({ directory = {} }: FormatDescriptor, path: string, { consolidated }: OpenOptions): Round[] {
  const { root, node = [], beside } = directory;
  const rounds: Round[] = [];
  if (root !== undefined) rounds.push({ marking: [root], beside: [] });
  if (directory.consolidated !== undefined && path === "" && consolidated !== false) {
    rounds.push({ marking: [directory.consolidated], beside: [] });
  }
  node.forEach((name, index) => {
    const read = index === 0 && beside !== undefined ? [joinPath(path, beside)] : [];
    rounds.push({ marking: [joinPath(path, name)], beside: read });
  });
  return rounds;
}

function isMarked({ directory }: FormatDescriptor, answers: readonly DocumentBytes[]): boolean {
  const text = directory?.holds;
  const holds = (bytes: Uint8Array): boolean =>
    text === undefined || byteCharacters(bytes.subarray(0, SEARCHED_BYTES)).includes(text);
  return answers.some((answer) => answer instanceof Uint8Array && holds(answer));
}
