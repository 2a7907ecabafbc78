/**
 * Determines the format at a place. Every document is requested at most once, and a format is loaded only if one of its
 * documents exists. Common formats come first, document by document, so that opening them costs no extra request; then
 * the documents of all others are requested in one round, or in two if some of them lie above the node, at the root.
 */
import { byteCharacters } from "../bytes/text/byte-characters.ts";
import { hasFileName } from "../stores/format-marks.ts";
import { looksForFree, type Store } from "../stores/store.ts";
import { type DocumentBytes, getDocumentBytes, webPageError } from "./documents/document.ts";
import { joinPath, normalizePath } from "./documents/node-path.ts";
import type { OpenedNode, OpenOptions } from "./format.ts";
import { descriptorOf, type FormatDescriptor, knownFormats } from "./registry.ts";

/** How much of a document is searched for the text that distinguishes formats. */
const SEARCHED_BYTES = 4096;

/** Opens the node at `path` in the format of this name; undefined if it is proven that there is none. */
export async function openAs(
  name: string,
  store: Store,
  path: string,
  options?: OpenOptions,
): Promise<OpenedNode | undefined> {
  const format = descriptorOf(name);
  const isFile = store.object !== undefined || hasFileName(format, path) || format.directory === undefined;
  if (isFile) return format.file && (await import("./detect-file.ts")).openFileAs(format, store, path, options);
  return (await format.load()).open({ kind: "directory", store, path }, options);
}

/** Looks for a node in a root that describes every node below it. */
export type OpenInRoot = () => Promise<OpenedNode | undefined>;

/**
 * Opens the node at `path` in whatever format it has; undefined if it is proven that there is none. A server that
 * answers with web pages proves nothing: it is an error unless one of the formats is found all the same. `openInRoot`
 * is called if there is no document of a common format at the node.
 */
export async function detectFormat(
  store: Store,
  path: string,
  options: OpenOptions = {},
  openInRoot?: OpenInRoot,
): Promise<OpenedNode | undefined> {
  const named = knownFormats().filter((descriptor) => hasFileName(descriptor, store.object ?? path));
  if (store.object !== undefined || named.length > 0) {
    const opened = await (await import("./detect-file.ts")).openFile(named, store, path, options);
    if (opened !== undefined || store.object !== undefined) return opened;
  }
  return detectDirectory(store, path, options, openInRoot);
}

async function detectDirectory(
  store: Store,
  path: string,
  options: OpenOptions,
  openInRoot: OpenInRoot | undefined,
): Promise<OpenedNode | undefined> {
  const at = normalizePath(path);
  const pages = new Set<string>();
  const given = { ...options, asked: options.asked ?? new Map(), onWebPage: (key: string) => pages.add(key) };
  const answers = new Map<string, DocumentBytes>();
  const isGuest = ({ directory }: FormatDescriptor): boolean => directory?.within !== undefined;
  const formats = knownFormats().filter((known) => known.directory !== undefined && !(options.plain && isGuest(known)));
  const untried = new Set([...formats.filter(isGuest), ...formats]);
  for (const { keys, format, isAtRoot } of roundsOf(untried, at, store, options)) {
    if (format !== undefined && !untried.has(format)) continue;
    const inRoot = isAtRoot === true ? await openInRoot?.() : undefined;
    if (inRoot !== undefined) return inRoot;
    const failures = await askFor(keys, answers, (key) => getDocumentBytes(store, key, given));
    for (const marked of untried) {
      const isMarked = marksOf(marked, at).some((key) => isMark(marked, answers.get(key)));
      if (!isMarked && !isWithin(marked, at, answers)) continue;
      untried.delete(marked);
      const opened = await (await marked.load()).open({ kind: "directory", store, path }, given);
      if (opened !== undefined) return opened;
    }
    // A failed request matters only if the other documents of the round do not make a node.
    for (const failure of failures) throw failure;
    for (const key of keys) if (answers.get(key) === "web page") pages.add(key);
  }
  for (const page of pages) {
    if (options.onWebPage === undefined) throw webPageError(store, page);
    options.onWebPage(page);
  }
  return undefined;
}

/** Requests these keys and adds the results; returns the errors of those that failed. */
async function askFor(
  keys: readonly string[],
  answers: Map<string, DocumentBytes>,
  get: (key: string) => Promise<DocumentBytes>,
): Promise<readonly unknown[]> {
  const outcomes = await Promise.allSettled(keys.map(get));
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === "fulfilled") answers.set(keys[index]!, outcome.value);
  }
  return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
}

interface Round {
  readonly keys: readonly string[];
  /** The only format that it belongs to. */
  readonly format?: FormatDescriptor;
  /** Documents of the root, where the node lies below it. */
  readonly isAtRoot?: boolean;
}

/**
 * The order in which documents are requested: those of each common format one after the other, so that opening it
 * requests nothing else; then those of all others, those of the root first. Where lookups are free, all but those of
 * the first format are requested in one round.
 */
function roundsOf(
  formats: Iterable<FormatDescriptor>,
  path: string,
  store: Store,
  options: OpenOptions,
): readonly Round[] {
  const rounds: Round[] = [];
  const [atRoot, others] = [new Set<string>(), new Set<string>()];
  const isFree = looksForFree(store);
  for (const format of formats) {
    const { consolidated, node, beside, common, root } = format.directory!;
    const isEarly = common === true && (rounds.length === 0 || !isFree);
    for (const key of marksOf(format, path)) {
      if (key === consolidated && options.consolidated === false) continue;
      const isFirst = beside !== undefined && key === joinPath(path, node?.[0] ?? "");
      const keys = isFirst ? [key, joinPath(path, beside)] : [key];
      if (isEarly) rounds.push({ keys, format });
      else for (const other of keys) (root?.includes(key) && path !== "" && !isFree ? atRoot : others).add(other);
    }
  }
  return [...rounds, ...(atRoot.size > 0 ? [{ keys: [...atRoot], isAtRoot: true }] : []), { keys: [...others] }];
}

/** The keys of documents that mark a format at a path, in the order in which they are looked for. */
function marksOf({ directory }: FormatDescriptor, path: string): readonly string[] {
  const { root = [], consolidated, node = [] } = directory!;
  const fixed = [...root, path === "" ? consolidated : undefined].filter((key) => key !== undefined);
  return [...fixed, ...node.map((name) => joinPath(path, name))];
}

function isMark({ directory }: FormatDescriptor, answer: DocumentBytes | undefined): boolean {
  if (!(answer instanceof Uint8Array)) return false;
  const text = directory?.holds;
  return text === undefined || byteCharacters(answer.subarray(0, SEARCHED_BYTES)).includes(text);
}

/** Returns whether documents that were already requested identify themselves as this format. */
function isWithin({ directory }: FormatDescriptor, path: string, answers: ReadonlyMap<string, DocumentBytes>): boolean {
  const { documents = [], holds = [] } = directory?.within ?? {};
  return documents.some((name) => {
    const answer = answers.get(joinPath(path, name));
    if (!(answer instanceof Uint8Array)) return false;
    const isIn = (bytes: Uint8Array): boolean => {
      const text = new TextDecoder("latin1").decode(bytes);
      return holds.some((mark) => text.includes(mark));
    };
    // It is usually near the start, while consolidated metadata may be long.
    return isIn(answer.subarray(0, SEARCHED_BYTES)) || (answer.byteLength > SEARCHED_BYTES && isIn(answer));
  });
}
