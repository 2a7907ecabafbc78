/**
 * Which format is at a place. Every document is asked for at most once, and a format is loaded only if something of it is
 * there. Common formats come first, document by document, so that opening them costs no request more than they need; then
 * the documents of all others are asked for in one round.
 */
import { byteCharacters } from "../bytes/text/byte-characters.ts";
import { hasFileName } from "../stores/format-marks.ts";
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
  const format = descriptorOf(name);
  const isFile = store.object !== undefined || hasFileName(format, path) || format.directory === undefined;
  if (isFile) return format.file && (await import("./detect-file.ts")).openFile([format], store, path, options);
  return (await format.load()).open({ kind: "directory", store, path }, options);
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
  if (store.object !== undefined || named.length > 0) {
    const opened = await (await import("./detect-file.ts")).openFile(named, store, path, options);
    if (opened !== undefined || store.object !== undefined) return opened;
  }
  return detectDirectory(store, path, options);
}

async function detectDirectory(store: Store, path: string, options: OpenOptions): Promise<OpenedNode | undefined> {
  const at = normalizePath(path);
  const pages = new Set<string>();
  const given = { ...options, asked: options.asked ?? new Map(), onWebPage: (key: string) => pages.add(key) };
  const answers = new Map<string, DocumentBytes>();
  const ask = async (key: string): Promise<void> => {
    const answer = await getDocumentBytes(store, key, given);
    answers.set(key, answer);
    if (answer === "web page") pages.add(key);
  };
  const untried = new Set(knownFormats().filter(({ directory }) => directory !== undefined));
  for (const { keys, format } of roundsOf(untried, at, options)) {
    if (format !== undefined && !untried.has(format)) continue;
    await Promise.all(keys.map(ask));
    for (const marked of untried) {
      if (!marksOf(marked, at).some((key) => isMark(marked, answers.get(key)))) continue;
      untried.delete(marked);
      const opened = await (await marked.load()).open({ kind: "directory", store, path }, given);
      if (opened !== undefined) return opened;
    }
  }
  for (const page of pages) {
    if (options.onWebPage === undefined) throw webPageError(store, page);
    options.onWebPage(page);
  }
  return undefined;
}

interface Round {
  readonly keys: readonly string[];
  /** The only format that it is for. */
  readonly format?: FormatDescriptor;
}

/** Which documents are asked for in turn: of each common format one after the other, then those of all others. */
function roundsOf(formats: Iterable<FormatDescriptor>, path: string, options: OpenOptions): readonly Round[] {
  const rounds: Round[] = [];
  const others = new Set<string>();
  for (const format of formats) {
    const { consolidated, node, beside, common } = format.directory!;
    for (const key of marksOf(format, path)) {
      const isFirst = beside !== undefined && key === joinPath(path, node?.[0] ?? "");
      if (common !== true) others.add(key);
      else if (key !== consolidated || options.consolidated !== false) {
        rounds.push({ keys: isFirst ? [key, joinPath(path, beside)] : [key], format });
      }
    }
  }
  return [...rounds, { keys: [...others] }];
}

/** The keys of documents that mark a format at a path, in the order in which they are looked for. */
function marksOf({ directory }: FormatDescriptor, path: string): readonly string[] {
  const { root, consolidated, node = [] } = directory!;
  const fixed = [root, path === "" ? consolidated : undefined].filter((key) => key !== undefined);
  return [...fixed, ...node.map((name) => joinPath(path, name))];
}

function isMark({ directory }: FormatDescriptor, answer: DocumentBytes | undefined): boolean {
  if (!(answer instanceof Uint8Array)) return false;
  const text = directory?.holds;
  return text === undefined || byteCharacters(answer.subarray(0, SEARCHED_BYTES)).includes(text);
}
