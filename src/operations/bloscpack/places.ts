/** Where packed and plain bytes come from and go to: paths and URLs, or sources and targets that the caller has. */
import type { ByteSource } from "../../bytes/byte-source.ts";
import type { ByteTarget } from "../../bytes/byte-target.ts";
import { HyperslabError } from "../../errors.ts";
import { storeSource } from "../../formats/chunk-access.ts";
import { openLocation, parseLocation } from "../../stores/location.ts";
import type { StoreSettings } from "../../stores/store-settings.ts";

export interface OpenInput {
  readonly source: ByteSource;
  /** Of a local file, which workers can read by themselves. */
  readonly path?: string;
  readonly location: string;
  /** Fills `into` from `offset` on; all of it must be there. */
  readInto(offset: number, into: Uint8Array): Promise<void>;
  /** Length of it all; `not-found` if there is nothing. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/** A file of this machine, or bytes from anywhere. */
export async function openPlain(input: string | ByteSource): Promise<OpenInput> {
  if (typeof input !== "string") return fromSource(input, "input");
  const [{ fileInput }, { fileBytes }] = await Promise.all([
    import("../../stores/file-input.ts"),
    import("../../stores/file-bytes.ts"),
  ]);
  const file = fileInput(input);
  const source = fileBytes(input);
  return {
    source,
    path: input,
    location: input,
    readInto: async (offset, into) => {
      const found = await file.readInto(offset, into);
      if (found !== into.byteLength) throw short(input, offset + found);
    },
    size: async () => file.size,
    close: async () => {
      await file.close();
      await source.close?.();
    },
  };
}

/** A packed file, here or on a server. */
export async function openPacked(input: string | ByteSource, settings?: StoreSettings): Promise<OpenInput> {
  if (typeof input !== "string" || isPath(input)) return openPlain(input);
  const store = await openLocation(parseLocation(input), settings);
  if (store.object === undefined) {
    throw new HyperslabError("invalid-request", "this address names no Bloscpack file", {
      location: store.location,
      hint: "The name of a packed file on a server ends in .blp.",
    });
  }
  return fromSource(storeSource(store, store.object), store.location, async () => store.close?.());
}

function isPath(text: string): boolean {
  return !/^[a-z][a-z0-9+.-]+:/i.test(text);
}

function fromSource(source: ByteSource, location: string, close: () => Promise<void> = async () => {}): OpenInput {
  return {
    source,
    location,
    readInto: async (offset, into) => {
      if (into.byteLength === 0) return;
      const bytes = await source.read({ offset, length: into.byteLength });
      if (bytes?.byteLength !== into.byteLength) throw short(location, offset + (bytes?.byteLength ?? 0));
      into.set(bytes);
    },
    size: async () => {
      const size = await source.size?.();
      if (size !== undefined) return size;
      const found = (await source.read({ offset: 0, length: 1 })) !== undefined;
      if (found) throw new HyperslabError("unsupported", "the length of the input is not known", { location });
      throw new HyperslabError("not-found", "there is no such file", { location });
    },
    close,
  };
}

function short(location: string, end: number): HyperslabError {
  return new HyperslabError("invalid-data", `the file is truncated: it ends at byte ${end}`, { location });
}

export interface OpenOutput {
  readonly target: ByteTarget;
  /** Of a local file, which workers can write by themselves once it is there. */
  readonly path?: string;
  readonly location: string;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** A file that appears when it is finished; a target of the caller's own is written at once. */
export async function openOutput(
  output: string | ByteTarget,
  options: { readonly overwrite?: boolean | undefined },
): Promise<OpenOutput> {
  if (typeof output !== "string") {
    return { target: output, location: "output", finish: async () => {}, abandon: async () => {} };
  }
  const { fileOutput } = await import("../../stores/file-output.ts");
  return { ...(await fileOutput(output, options)), location: output };
}
