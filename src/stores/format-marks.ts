/** The marks by which formats are recognised, provided by their registry, so that stores know no format by name. */
import type { Magic } from "../bytes/source/magic.ts";

/** How a directory of a format is recognised. */
export interface DirectoryMarks {
  /** Documents at a node's path: every node has at least one of them. */
  readonly node?: readonly string[];
  /** Documents at the root of the store, any of which identifies it, whichever node is opened. */
  readonly root?: readonly string[];
  /** The document at the root that may replace all others. */
  readonly consolidated?: string;
  /** A document that is read together with the first of `node`. */
  readonly beside?: string;
  /** Documents that may describe a group; a path below one belongs to its hierarchy. */
  readonly group?: readonly string[];
  /** Documents that describe an array, if `node` does not list them. */
  readonly array?: readonly string[];
  /** Text that the document must contain, if other formats have one of the same name. */
  readonly holds?: string;
  /**
   * Text in documents of other formats that makes them documents of this one. No document is requested because of it;
   * those that were requested anyway are searched as a whole.
   */
  readonly within?: { readonly documents: readonly string[]; readonly holds: readonly string[] };
  /** Typical name endings of directories whose root describes every node below. */
  readonly wholeNames?: readonly string[];
  /** If true, it is looked for before all others, document by document, so that opening it requests nothing else. */
  readonly common?: boolean;
}

/** How a file of a format is recognised: by its name, or by any of these bytes. */
export interface FileMarks {
  /** Including the dot; letter case does not matter. */
  readonly extensions: readonly string[];
  /** Any of these occurs in the first or last 512 bytes. */
  readonly magic?: readonly Magic[];
}

/** What a format declares to stores. */
export interface FormatMarks {
  /** The word for it in addresses: `zarr3`. */
  readonly name: string;
  /** Other words for it. */
  readonly aliases?: readonly string[];
  /** Undefined if the format has no directories. */
  readonly directory?: DirectoryMarks;
  /** Undefined if the format has no files. */
  readonly file?: FileMarks;
}

const marks = new Set<FormatMarks>();

/** Registers a format; called by the registry of formats. Returns a function that undoes it. */
export function markFormat(format: FormatMarks): () => void {
  marks.add(format);
  return () => marks.delete(format);
}

/** In the order of registration. */
export function markedFormats(): readonly FormatMarks[] {
  return Array.from(marks);
}

/** The format that a word in an address or an option stands for. */
export function formatOfWord(word: string): FormatMarks | undefined {
  return markedFormats().find(({ name, aliases }) => name === word || aliases?.includes(word) === true);
}

export function hasFileName({ file }: FormatMarks, name: string): boolean {
  return file?.extensions.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase())) === true;
}

/** Returns whether a directory of this name typically has a root that describes every node below. */
export function hasWholeName({ directory }: FormatMarks, name: string): boolean {
  return directory?.wholeNames?.some((ending) => name.toLowerCase().endsWith(ending)) === true;
}

/** Returns whether the name of a file identifies it as a place of its own. */
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
