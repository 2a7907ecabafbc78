/** What marks the formats: told by their registry, so that stores know no format by name. */

/** How a directory of a format is recognised. */
export interface DirectoryMarks {
  /** Documents at a node's path: where there is a node, there is one of them. */
  readonly node?: readonly string[];
  /** The document at the root of the store, whichever node is opened. */
  readonly root?: string;
  /** The document at the root that may stand for all others. */
  readonly consolidated?: string;
  /** A document that is read together with the first of `node`. */
  readonly beside?: string;
  /** Those that may describe a group; a path below one belongs to its hierarchy. */
  readonly group?: readonly string[];
  /** Text in the document, where other formats have one of the same name. */
  readonly holds?: string;
  /** True: looked for before all others, document by document, so that opening it asks for nothing else. */
  readonly common?: boolean;
}

/** Bytes that every file of a format has at one place. */
export interface Magic {
  readonly bytes: Uint8Array;
  /** From the start of the file, or, if negative, from its end. */
  readonly offset: number;
}

/** How a file of a format is recognised: by its name, or by any of these bytes. */
export interface FileMarks {
  /** With their dot; letter case does not matter. */
  readonly extensions: readonly string[];
  readonly magic?: readonly Magic[];
}

/** What a format tells stores. */
export interface FormatMarks {
  /** The word for it in addresses: `zarr3`. */
  readonly name: string;
  /** Other words for it. */
  readonly aliases?: readonly string[];
  readonly directory?: DirectoryMarks;
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

/** Bytes that are read of each end of a file to recognise it. */
export const HEAD_BYTES = 512;

export function hasFileName({ file }: FormatMarks, name: string): boolean {
  return file?.extensions.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase())) === true;
}

/** Do the first bytes of a file, and its last where they are known, mark it? */
export function hasMagic({ file }: FormatMarks, head: Uint8Array, tail?: Uint8Array): boolean {
  return (
    file?.magic?.some(({ bytes, offset }) => {
      const part = offset < 0 ? tail : head;
      const start = offset < 0 ? (tail?.byteLength ?? 0) + offset : offset;
      return part !== undefined && start >= 0 && bytes.every((byte, index) => part[start + index] === byte);
    }) === true
  );
}

/** Does the name of a file say that it is a place of its own? */
export function namesFile(name: string): boolean {
  return markedFormats().some((format) => hasFileName(format, name));
}

/** Do the first bytes of a file? */
export function beginsFile(head: Uint8Array): boolean {
  return markedFormats().some((format) => hasMagic(format, head));
}

/** The first bytes of a zip archive: an entry, or the end of an archive without entries. */
export function beginsArchive([p, k, kind, same]: Uint8Array): boolean {
  return p === 0x50 && k === 0x4b && ((kind === 3 && same === 4) || (kind === 5 && same === 6));
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

function documentsOf({ root, consolidated, node = [] }: DirectoryMarks = {}): readonly string[] {
  return [root, consolidated, ...node].filter((name) => name !== undefined);
}
