/** ImageJ writes one directory for a stack that follows its first image without gaps, and records the number of images. */
import { textIfUtf8 } from "../../bytes/text/utf8.ts";
import type { DirectoryReader } from "./directory.ts";
import type { Page } from "./page.ts";
import { TAG } from "./tags.ts";

interface PageAndBelow {
  readonly page: Page;
  readonly below: readonly Page[];
}

/** More than any stack has: the count comes from text. */
const MOST_IMAGES = 1_000_000;

export async function expandImageJ(
  pages: readonly PageAndBelow[],
  directories: DirectoryReader,
): Promise<readonly PageAndBelow[]> {
  const [only] = pages;
  const entry = only?.page.directory.entries.get(TAG.imageDescription);
  if (pages.length !== 1 || only === undefined || entry === undefined || only.page.compression !== 1) return pages;
  const text = textIfUtf8((await directories.values(entry)).bytes(entry.length)) ?? "";
  const count = text.startsWith("ImageJ=") ? Number(/\nimages=(\d+)/.exec(text)?.[1] ?? 1) : 1;
  const { page } = only;
  if (count < 2 || count * page.offsets.length > MOST_IMAGES || page.isTiled) return pages;
  const bytes = page.height * Math.ceil((page.width * page.samples * page.bits) / 8) * page.planes;
  return Array.from({ length: count }, (_, index) => {
    const offsets = page.offsets.map((offset) => offset + index * bytes);
    return { page: { ...page, offsets }, below: [] };
  });
}
