/** What tifffile and GDAL read from TIFF files of every kind is what we read (scripts/fixtures/tiff.py). */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { open, openArray } from "../../../src/index.ts";
import { untar } from "../../untar.ts";

interface Truth {
  readonly arrays?: Readonly<Record<string, { dtype: string; shape: number[]; sha256: string }>>;
  readonly multiscale?: number;
  readonly undecoded?: string;
  readonly shape?: number[];
}

const folder = mkdtempSync(join(tmpdir(), "hyperslab-tiff-"));
afterAll(() => rmSync(folder, { recursive: true }));
untar(gunzipSync(readFileSync(new URL("../../../fixtures/tiff/tiff.tar.gz", import.meta.url))), folder);
const truth: Readonly<Record<string, Truth>> = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8"));

function sha256({ data }: { readonly data: unknown }): string {
  if (!ArrayBuffer.isView(data)) throw new Error("not numbers");
  return createHash("sha256")
    .update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    .digest("hex");
}

test("there are enough files", () => expect(Object.keys(truth).length).toBeGreaterThan(60));

for (const [name, { arrays = {}, multiscale, undecoded, shape }] of Object.entries(truth)) {
  test(name, async () => {
    const file = join(folder, `${name}.tif`);
    const root = await open(file);
    expect(root.hierarchy.title).toBe("TIFF");
    if (undecoded !== undefined) {
      const array = await openArray(`${file}::0`);
      expect(array.shape).toEqual(shape);
      expect(root.hierarchy.notes).toHaveLength(1);
      await expect(array.read()).rejects.toMatchObject({ code: "unsupported" });
    }
    for (const [path, expected] of Object.entries(arrays)) {
      const array = await openArray(`${file}::${path}`);
      expect([array.dtype, array.shape], path).toEqual([expected.dtype, expected.shape]);
      expect(sha256(await array.read()), path).toBe(expected.sha256);
    }
    if (multiscale !== undefined) {
      const { multiscales } = root.attributes as { multiscales: { datasets: unknown[] }[] };
      expect(multiscales[0]!.datasets).toHaveLength(multiscale);
    }
  });
}
