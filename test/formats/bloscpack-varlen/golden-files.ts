/** The golden files of variable-length objects, and what is in them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "fixtures/bloscpack-varlen";

export interface GoldenFile {
  readonly name: string;
  readonly path: string;
  readonly dtype: "string" | "bytes" | "object";
  readonly shape: readonly number[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** In base64. */
  readonly objects: readonly string[];
  readonly note: string | null;
  /** What reading it fails with. */
  readonly error: string | null;
}

export function goldenFiles(): readonly GoldenFile[] {
  const expected: Record<string, Omit<GoldenFile, "name" | "path">> = JSON.parse(
    readFileSync(join(FOLDER, "expected.json"), "utf8"),
  );
  return Object.entries(expected).map(([name, file]) => {
    return { ...file, name, path: join(FOLDER, name.endsWith(".blpd") ? name : `${name}.blp`) };
  });
}

/** The objects as their type has them. */
export function objectsOf({ dtype, objects }: GoldenFile): readonly unknown[] {
  return objects.map((object) => {
    const bytes = Buffer.from(object, "base64");
    if (dtype === "bytes") return new Uint8Array(bytes);
    return dtype === "string" ? bytes.toString("utf8") : JSON.parse(bytes.toString("utf8"));
  });
}
