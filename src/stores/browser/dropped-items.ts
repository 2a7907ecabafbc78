/** What was dropped onto a page, as things that can be opened. */
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

/** What we use of a DataTransfer, the `dataTransfer` of a drop event. */
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
 * The files and folders of a drop: handles where the browser has them, else folders to read and Files. To be called
 * while the event is handled, before anything is awaited: afterwards the browser gives nothing any more.
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
