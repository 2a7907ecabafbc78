/** Explains why a new node cannot be created at the requested place. Loaded only then. */
import { HyperslabError } from "../../../errors.ts";
import type { Hierarchy } from "../../../formats/format.ts";
import { type FormatDescriptor, knownFormats } from "../../../formats/registry.ts";
import { hasFileName } from "../../../stores/format-marks.ts";
import type { Store } from "../../../stores/store.ts";
import type { CreateGroupOptions } from "../../tree/create-node.ts";
import type { Address } from "../address.ts";

const EXTENSION = /\.[^./\\]*$/;

export function otherDialect({ dialect, title, store }: Hierarchy, wanted: string): HyperslabError {
  const found = dialect === undefined ? "no dialect" : `the dialect ${dialect}`;
  return new HyperslabError("invalid-request", `the existing ${title} has ${found}, not ${wanted}`, {
    location: store.location,
    hint: "Leave the dialect out, or copy the dataset to another place.",
  });
}

export function noDialects({ title }: FormatDescriptor): HyperslabError {
  return new HyperslabError("invalid-request", `${title} has no dialects to choose from`);
}

/** The format is read-only, or creates a directory where the place is a file. */
export function notWritten({ title }: FormatDescriptor, { location, object }: Store, isFile: boolean): HyperslabError {
  if (!isFile) return new HyperslabError("unsupported", `${title} cannot be written`, { location });
  const name = object?.replace(EXTENSION, "") ?? "";
  return new HyperslabError("unsupported", `${title} is written as a directory, but this name is that of a file`, {
    location,
    hint: `Choose another name, such as ${name}.zarr, or append #mode=file to write a directory.`,
  });
}

/** The name of the file does not imply a format that can be written. */
export function unknownFormat({ object = "", location }: Store): HyperslabError {
  const read = knownFormats().find((format) => hasFileName(format, object));
  if (read !== undefined) {
    const [name, extension] = [object.replace(EXTENSION, ""), EXTENSION.exec(object)?.[0] ?? object];
    return new HyperslabError("unsupported", `files named *${extension} are read, not written`, {
      location,
      hint: read.instead ?? `Write ${name}.zarr; the format nczarr is netCDF's own form of Zarr.`,
    });
  }
  const hint = "Name the format, or give the file an extension that implies it.";
  return new HyperslabError("invalid-request", "the format to write is unknown", { location, hint });
}

/** Another format is there. */
export function mixing(
  { store: { location }, path }: Address,
  existing: Hierarchy,
  wanted: string,
  options: CreateGroupOptions,
): HyperslabError {
  if (path !== "") {
    return new HyperslabError("invalid-request", `the hierarchy is ${existing.title}, not ${wanted}`, { location });
  }
  if (options.overwrite === true) {
    return new HyperslabError("unsupported", `${existing.title} can only be read, not replaced`, {
      location,
      hint: "Choose another place, or delete it by other means first.",
    });
  }
  return new HyperslabError("exists", `there is a ${existing.title} hierarchy already`, {
    location,
    hint: "Choose another place, or pass overwrite: true (--overwrite) to replace it.",
  });
}
