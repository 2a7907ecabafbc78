/** Says what lies at a place that is not a dataset: how a file begins, or what a directory holds. */
import { byteCharacters } from "../../../bytes/text/byte-characters.ts";
import { HyperslabError } from "../../../errors.ts";
import { knownFormats } from "../../../formats/registry.ts";
import { hasFileName } from "../../../stores/format-marks.ts";
import { filePlace, HEAD_BYTES } from "../../../stores/place.ts";
import type { Store } from "../../../stores/store.ts";

/** The number of leading bytes that are shown. */
const SHOWN_BYTES = 16;

/** The error for a value of a store if no format could open it. `location` is the file's own. */
export async function unknownFile(
  store: Store,
  key: string,
  location: string = store.location,
): Promise<HyperslabError> {
  const head = await filePlace(store, key, "").source.read({ offset: 0, length: HEAD_BYTES });
  if (head === undefined) return new HyperslabError("not-found", "there is no such file", { location });
  const start = byteCharacters(head);
  if (/^\s*<(?:!doctype|html|head|body)\b/i.test(start)) {
    return new HyperslabError("unsupported", "the file is a web page", {
      location,
      hint: "A server's page was probably saved under this name instead of the data. Download the file again.",
    });
  }
  const begins = start === "" ? "it is empty" : `it begins with ${shown(start.slice(0, SHOWN_BYTES))}`;
  const titles = knownFormats().flatMap((format) => (hasFileName(format, key) ? [format.title] : []));
  const named = titles.length === 0 ? "" : `Its name says ${titles.join(" or ")}. `;
  return new HyperslabError("unsupported", `the file is not of a known format: ${begins}`, {
    location,
    hint: `${named}It may be incomplete, or have another format.`,
  });
}

/** Text unchanged, other bytes in hexadecimal. */
function shown(start: string): string {
  if (/^[ -~]*$/.test(start)) return JSON.stringify(start);
  const digits = Array.from(start, (character) => character.charCodeAt(0).toString(16).padStart(2, "0"));
  return `the bytes ${digits.join(" ")}`;
}

export interface ForeignData {
  /** `a folder of TIFF files, not one dataset` */
  readonly what: string;
  readonly hint: string;
}

/** Describes a directory, as far as the names in it allow. */
export function foreignDirectory(names: readonly string[]): ForeignData | undefined {
  const has = (name: string): boolean => names.includes(name);
  if (has("attributes.json")) {
    return {
      what: "an N5 container, which Hyperslab does not read",
      hint: "Convert it to Zarr first, for example with zarr-python 2 and its N5Store.",
    };
  }
  // Other formats have endings that files of any kind may have, such as .json.
  const formats = knownFormats().filter(({ directory }) => directory === undefined);
  const file = names.find((name) => formats.some((format) => hasFileName(format, name)));
  if (file === undefined) return undefined;
  const titles = formats.flatMap((format) => (hasFileName(format, file) ? [format.title] : []));
  return {
    what: `a folder of ${titles.join(" or ")} files, not one dataset`,
    hint: `Open one of them, such as ${file}, or make one dataset of them with scan (hyperslab refs scan).`,
  };
}
