/** What marks the formats: told by their registry, so that stores know no format by name. */
import type { Magic } from "../bytes/source/magic.ts";

/** How a directory of a format is recognised. */
export interface DirectoryMarks {
  /** Documents at a node's path: where there is a node, there is one of them. */
  readonly node?: readonly string[];
  /** Documents at the root of the store, any of which marks it, whichever node is opened. */
  readonly root?: readonly string[];
  /** The document at the root that may stand for all others. */
  readonly consolidated?: string;
  /** A document that is read together with the first of `node`. */
  readonly beside?: string;
  /** Those that may describe a group; a path below one belongs to its hierarchy. */
  readonly group?: readonly string[];
  /** Those that describe an array, where `node` does not name them. */
  readonly array?: readonly string[];
  /** Text in the document, where other formats have one of the same name. */
  readonly holds?: string;
  /**
   * Text in documents of other formats that makes them documents of this one. None is asked for because of it: those that
   * were asked for anyway are searched, whole.
   */
  readonly within?: { readonly documents: readonly string[]; readonly holds: readonly string[] };
  /** Endings of the names that directories often have whose root describes every node below. */
  readonly wholeNames?: readonly string[];
  /** True: looked for before all others, document by document, so that opening it asks for nothing else. */
  readonly common?: boolean;
}

/** How a file of a format is recognised: by its name, or by any of these bytes. */
export interface FileMarks {
  /** With their dot; letter case does not matter. */
  readonly extensions: readonly string[];
  /** Any of these in the first or last 512 bytes. */
  readonly magic?: readonly Magic[];
}

/** What a format tells stores. */
export interface FormatMarks {
  /** The word for it in addresses: `zarr3`. */
  readonly name: string;
  /** Other words for it. */
  readonly aliases?: readonly string[];
  /** Absent: the format has no directories. */
  readonly directory?: DirectoryMarks;
  /** Absent: the format has no files. */
  readonly file?: FileMarks;
}

const marks = new Set<FormatMarks>();

/** Makes a format known; called by the registry of formats. Returns a function that takes it back. */
export function markFormat(format: FormatMarks): () => void {
  marks.add(format);
  return () => marks.delete(format);
}

/** In the order in which they were made known. */
export function markedFormats(): readonly FormatMarks[] {
  return Array.from(marks);
}

/** The format that a word of an address or an option means. */
export function formatOfWord(word: string): FormatMarks | undefined {
  return markedFormats().find(({ name, aliases }) => name === word || aliases?.includes(word) === true);
}

export function hasFileName({ file }: FormatMarks, name: string): boolean {
  return file?.extensions.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase())) === true;
}

/** Is a directory of this name often one whose root describes every node below? */
export function hasWholeName({ directory }: FormatMarks, name: string): boolean {
  return directory?.wholeNames?.some((ending) => name.toLowerCase().endsWith(ending)) === true;
}

/** Does the name of a file say that it is a place of its own? */
export function namesFile(name: string): boolean {
  return markedFormats().some((format) => hasFileName(format, name));
}

/** Documents of the formats that are looked for first. */
export function commonDocuments(): readonly string[] {
  const common = markedFormats().filter(({ directory }) => directory?.common === true);
  return [...new Set(common.flatMap(({ directory }) => documentsOf(directory)))];
}

/** Every document that makes a directory a node, each once. */
export function markingDocuments(): readonly string[] {
  return [...new Set(markedFormats().flatMap(({ directory }) => documentsOf(directory)))];
}

function documentsOf({ root = [], consolidated, node = [] }: DirectoryMarks = {}): readonly string[] {
  return [...root, consolidated, ...node].filter((name) => name !== undefined);
}
