/** The tour's sample data in a temporary folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SAMPLE_STORE } from "./sample-store.ts";

export interface SampleFolder {
  readonly folder: string;
  /** The sample's address. */
  readonly sample: string;
  /** A path in the folder. */
  path(name: string): string;
  remove(): void;
}

export function sampleFolder(): SampleFolder {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-cli-"));
  const sample = join(folder, "sample.zarr");
  for (const [key, text] of Object.entries(SAMPLE_STORE)) {
    const file = join(sample, key);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(text, "base64"));
  }
  return {
    folder,
    sample,
    path: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
