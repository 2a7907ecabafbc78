/**
 * Which pages belong together. A page of full size starts a unit; reduced pages after it, and those of its SubIFDs, are
 * its overviews, and mask pages its masks. Units that are alike in every way form one stacked series.
 */
import type { Page } from "./page.ts";

interface Unit {
  readonly main: Page;
  readonly overviews: Page[];
  readonly masks: Page[];
}

/** Levels of a pyramid, the full size first; each contains the pages of all units, in order. */
export interface Series {
  readonly levels: readonly (readonly Page[])[];
  readonly masks: readonly (readonly Page[])[];
}

/** `below` are the pages of a page's SubIFDs. */
export function seriesOf(pages: readonly { readonly page: Page; readonly below: readonly Page[] }[]): Series[] {
  const units: Unit[] = [];
  for (const { page, below } of pages) {
    const last = units.at(-1);
    if (last !== undefined && page.isMask) last.masks.push(page);
    else if (last !== undefined && page.isReduced) last.overviews.push(page);
    else units.push({ main: page, overviews: [...below], masks: [] });
  }
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const key = [unit.main, ...unit.overviews, ...unit.masks].map(keyOf).join("|");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [unit]);
    else group.push(unit);
  }
  return [...groups.values()].map((group) => {
    const first = group[0]!;
    return {
      levels: [
        group.map(({ main }) => main),
        ...first.overviews.map((_, index) => group.map(({ overviews }) => overviews[index]!)),
      ],
      masks: first.masks.map((_, index) => group.map(({ masks }) => masks[index]!)),
    };
  });
}

function keyOf(page: Page): string {
  const { width, height, samples, planes, bits, kind, compression, predictor, fillOrder, isMask, isReduced } = page;
  const { isTiled, segmentWidth, segmentRows } = page;
  return [
    ...[width, height, samples, planes, bits, kind, compression, predictor, fillOrder],
    ...[isMask, isReduced, isTiled, segmentWidth, segmentRows],
  ].join(",");
}
