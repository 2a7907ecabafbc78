/** Bytes of a Blob or File, read in ranges on demand: a file that was chosen or dropped is never read whole. */
import { type ByteRange, resolveRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { browserError } from "./browser-error.ts";

/** A source over a Blob or File. A File is a snapshot: reading it after the file changed on disk is an error. */
export function blobSource(blob: Blob): ByteSource {
  const location = nameOf(blob);
  return {
    fresh: true,
    read: async (range, options) => {
      try {
        return await readBlob(blob, range, { location }, options?.signal);
      } catch (error) {
        throw browserError(error, "the file cannot be read", { location }, options?.signal);
      }
    },
    size: async () => blob.size,
  };
}

/** The range, clipped to the blob; throws the browser's own errors. */
export async function readBlob(
  blob: Blob,
  range: ByteRange | undefined,
  place: ErrorPlace,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const { start, end } = resolveRange(range, blob.size);
  if (end <= start) return new Uint8Array();
  const part = start === 0 && end === blob.size ? blob : blob.slice(start, end);
  const bytes = new Uint8Array(await part.arrayBuffer());
  signal?.throwIfAborted();
  if (bytes.byteLength === end - start) return bytes;
  throw new HyperslabError(
    "invalid-data",
    `${end - start} bytes of the file were requested, but ${bytes.byteLength} were returned`,
    {
      ...place,
      hint: "It changed while it was read. Read again when the writer is done.",
    },
  );
}

/** Its name in messages. */
export function nameOf(blob: Blob): string {
  return "name" in blob && typeof blob.name === "string" && blob.name !== "" ? blob.name : "blob";
}

/** The size and the modification time in milliseconds: all that a page can learn. */
export function validatorOf(file: File): string {
  return `${file.size.toString(36)}-${file.lastModified.toString(36)}`;
}
