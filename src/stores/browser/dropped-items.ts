/** Items dropped onto a page, as objects that can be opened. */
import {
  type DirectoryEntry,
  type DirectoryHandle,
  type FileHandle,
  isDirectoryEntry,
  isDirectoryHandle,
  isFileHandle,
} from "./handles.ts";

/** A file or folder that was dropped on a page. */
export type DroppedItem = DirectoryHandle | FileHandle | DirectoryEntry | File;

/** The part of a DataTransfer, the `dataTransfer` of a drop event, that we use. */
export interface DropTransfer {
  readonly items: Iterable<DropTransferItem> | ArrayLike<DropTransferItem>;
}

export interface DropTransferItem {
  readonly kind: string;
  getAsFile(): File | null;
  webkitGetAsEntry?(): unknown;
  getAsFileSystemHandle?(): Promise<unknown>;
}

/**
 * The files and folders of a drop: handles if the browser has them, else readable folders and Files. Must be called
 * while the event is handled, before anything is awaited: afterwards the browser returns nothing.
 */
export async function droppedItems(transfer: DropTransfer): Promise<readonly DroppedItem[]> {
  const taken = Array.from(transfer.items)
    .filter(({ kind }) => kind === "file")
    .map((item) => ({
      handle: item.getAsFileSystemHandle?.().catch(() => undefined),
      entry: item.webkitGetAsEntry?.(),
      file: item.getAsFile(),
    }));
  const found: DroppedItem[] = [];
  for (const { handle, entry, file } of taken) {
    const given = await handle;
    if (isDirectoryHandle(given) || isFileHandle(given)) found.push(given);
    else if (isDirectoryEntry(entry)) found.push(entry);
    else if (file !== null) found.push(file);
  }
  return found;
}
