/**
 * The parts of the browser file APIs that we use: handles of the File System API (picked, dropped, or of the origin
 * private file system), and the older entries of a drop. The browsers' own objects conform to these types.
 */

export interface FileHandle {
  /** Distinguishes a file from a directory. */
  readonly kind: "file";
  /** The name of the file. */
  readonly name: string;
  /** The current contents of the file. */
  getFile(): Promise<File>;
  /** Data is written to another file, which replaces this one when it is closed. */
  createWritable?(): Promise<FileWriter>;
  /** Moves the file to another directory and name, replacing any file of that name. Not every browser has it. */
  move?(directory: DirectoryHandle, name: string): Promise<void>;
}

export interface FileWriter {
  write(data: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  abort(reason?: unknown): Promise<void>;
}

/** A directory of the File System API. Browsers' own handles conform to this type. */
export interface DirectoryHandle {
  /** Distinguishes a directory from a file. */
  readonly kind: "directory";
  /** The name of the directory. */
  readonly name: string;
  /** The file of this name; `create` creates it if necessary. */
  getFileHandle(
    name: string,
    options?: {
      /** Creates it if it is absent. */
      create?: boolean;
    },
  ): Promise<FileHandle>;
  /** The directory of this name; `create` creates it if necessary. */
  getDirectoryHandle(
    name: string,
    options?: {
      /** Creates it if it is absent. */
      create?: boolean;
    },
  ): Promise<DirectoryHandle>;
  /** Deletes a file or directory. */
  removeEntry(
    name: string,
    options?: {
      /** Removes what is in it too. */
      recursive?: boolean;
    },
  ): Promise<void>;
  /** All files and directories, with their names. */
  entries(): AsyncIterable<[string, { readonly kind: string; readonly name: string }]>;
}

/** A file of a drop, as returned by `webkitGetAsEntry`. */
export interface FileEntry {
  /** Whether it is a file. */
  readonly isFile: boolean;
  /** Its name. */
  readonly name: string;
  /** Passes the file to `found`. */
  file(found: (file: File) => void, failed?: (error: Error) => void): void;
}

/** A directory of a drop, as returned by `webkitGetAsEntry`. */
export interface DirectoryEntry {
  /** Whether it is a directory. */
  readonly isDirectory: boolean;
  /** Its name. */
  readonly name: string;
  /** Lists the entries. */
  createReader(): EntryReader;
  /** Finds the file at a path. */
  getFile(
    path: string,
    options: {
      /** Creates it if it is absent. */
      create?: boolean;
    },
    found: (entry: AnyEntry) => void,
    failed: (error: Error) => void,
  ): void;
  /** Finds the directory at a path. */
  getDirectory(
    path: string,
    options: {
      /** Creates it if it is absent. */
      create?: boolean;
    },
    found: (entry: AnyEntry) => void,
    failed: (error: Error) => void,
  ): void;
}

export interface EntryReader {
  /** The next entries; an empty list after the last one. */
  readEntries(found: (entries: AnyEntry[]) => void, failed: (error: Error) => void): void;
}

export interface AnyEntry {
  /** Whether it is a file. */
  readonly isFile: boolean;
  /** Whether it is a directory. */
  readonly isDirectory: boolean;
  /** Its name. */
  readonly name: string;
}

export function isDirectoryHandle(input: unknown): input is DirectoryHandle {
  return has(input, "kind", "getFileHandle") && input["kind"] === "directory";
}

export function isFileHandle(input: unknown): input is FileHandle {
  return has(input, "kind", "getFile") && input["kind"] === "file";
}

export function isDirectoryEntry(input: unknown): input is DirectoryEntry {
  return has(input, "isDirectory", "createReader") && input["isDirectory"] === true;
}

export function isFileEntry(input: unknown): input is FileEntry {
  return has(input, "isFile", "file") && input["isFile"] === true;
}

function has<K extends string>(input: unknown, ...names: K[]): input is Record<K, unknown> {
  return typeof input === "object" && input !== null && names.every((name) => name in input);
}
