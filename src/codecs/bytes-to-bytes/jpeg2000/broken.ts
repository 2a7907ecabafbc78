/** Errors of JPEG 2000 images. */
import { HyperslabError } from "../../../errors.ts";

export function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the JPEG 2000 image is broken: ${what}`);
}

export function unsupported(what: string): HyperslabError {
  return new HyperslabError("unsupported", `JPEG 2000 with ${what} is not decoded`, {
    hint: "Write the file again with another compression.",
  });
}
