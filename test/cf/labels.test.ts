/** Selections by label against xarray: fixtures/cf-labels holds what `Dataset.sel` answered. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  between,
  copy,
  dump,
  importArray,
  isHyperslabError,
  type LabelItem,
  labels,
  memoryStore,
  nearest,
  openArray,
} from "../../src/index.ts";
import { axisCount, axisIndex } from "../../src/model/selection/axis-selection.ts";
import { normalizeSelection } from "../../src/model/selection/selection.ts";
import { unpack } from "../fixture-sets.ts";

interface LabelCase {
  readonly dataset: string;
  readonly dim: string;
  readonly exact?: number | string | readonly (number | string)[];
  readonly text?: string;
  readonly date?: string;
  readonly nearest?: number | string | readonly number[];
  readonly within?: number;
  readonly between?: readonly [number | string | null, number | string | null];
  readonly as?: string;
  readonly positions?: readonly number[] | { readonly first: number; readonly step: number; readonly count: number };
  readonly error?: string;
}

const { cases } = JSON.parse(readFileSync("fixtures/cf-labels/cases.json", "utf8")) as { cases: readonly LabelCase[] };
const folder = unpack("fixtures/cf-labels/datasets.tar.gz");

const CALENDARS = new Map([
  ["rasm", "noleap"],
  ["days360", "360_day"],
  ["years", "proleptic_gregorian"],
]);

function itemOf({ dataset, exact, text, date, nearest: near, within, between: ends }: LabelCase): LabelItem {
  if (exact !== undefined) return exact;
  if (text !== undefined) return text;
  if (date !== undefined) return dateOf(date, CALENDARS.get(dataset));
  return near === undefined ? between(ends![0], ends![1]) : nearest(near, within);
}

function dateOf(text: string, calendar: string | undefined): LabelItem {
  const [year = 1, month = 1, day = 1, hour = 0] = text.split(/[-T]/).map(Number);
  if (calendar === undefined) return new Date(Date.UTC(year, month - 1, day, hour));
  return { calendar: calendar as "noleap", year, month, day, hour, minute: 0, second: 0, nanosecond: 0 };
}

function wanted({ positions = [] }: LabelCase): readonly number[] {
  if (!("first" in positions)) return positions;
  return Array.from({ length: positions.count }, (_, i) => positions.first + i * positions.step);
}

/** Refused on purpose where xarray answers; docs/labels.md says why. */
function isRefused({ dataset, dim, exact, between: ends, ...item }: LabelCase): boolean {
  const count = wanted({ dataset, dim, ...item }).length;
  const isEmpty = count === 0;
  const isTwice = exact !== undefined && !Array.isArray(exact) && count > 1;
  const isUnsorted = ends !== undefined && dataset === "names" && dim === "any";
  return isEmpty || isTwice || isUnsorted;
}

function title(item: LabelCase): string {
  const { dataset, positions: _, error: __, as: ___, ...asked } = item;
  return `${dataset}: ${JSON.stringify(asked)}`;
}

/** The variables count their elements: 0, 1, 2, ... in C order. */
function counted(shape: readonly number[], axis: number, positions: readonly number[]): readonly number[] {
  const inner = shape.slice(axis + 1).reduce((product, length) => product * length, 1);
  const outer = shape.slice(0, axis).reduce((product, length) => product * length, 1);
  const found: number[] = [];
  for (let i = 0; i < outer; i++) {
    for (const at of positions) for (let k = 0; k < inner; k++) found.push((i * shape[axis]! + at) * inner + k);
  }
  return found;
}

const arrays = new Map<string, ReturnType<typeof openArray>>();
function variable(dataset: string, form: number): ReturnType<typeof openArray> {
  const path = join(folder, `${dataset}.v${form}.zarr`);
  const known = arrays.get(path) ?? openArray(`${path}::v`);
  arrays.set(path, known);
  return known;
}

describe.each([2, 3])("labels in Zarr v%i select what xarray selects", (form) => {
  it.each(cases.map((item) => [title(item), item] as const))("%s", async (_, item) => {
    const array = await variable(item.dataset, form);
    const selection = labels({ [item.dim]: itemOf(item) });
    if (item.error !== undefined || isRefused(item)) {
      const error = await array.read(selection).catch((reason: unknown) => reason);
      expect(isHyperslabError(error), String(error)).toBe(true);
      if (isHyperslabError(error)) expect(["not-found", "invalid-request"]).toContain(error.code);
      return;
    }
    const axis = array.dims.indexOf(item.dim);
    const { axes } = normalizeSelection(await selection.resolve(array), array.shape, array.dims);
    const chosen = axes[axis]!;
    expect(Array.from({ length: axisCount(chosen) }, (_, at) => axisIndex(chosen, at))).toEqual(wanted(item));
    const { data } = await array.read(selection);
    expect(Array.from(data as Int32Array)).toEqual(counted(array.shape, axis, wanted(item)));
  });
});

it("names the nearest labels where none matches", async () => {
  const air = await variable("air", 3);
  const message = (item: LabelItem, dim = "lat"): Promise<unknown> =>
    air.read(labels({ [dim]: item })).then(
      () => undefined,
      (error: unknown) => (isHyperslabError(error) ? `${error.message} | ${error.hint}` : error),
    );
  expect(await message(48.1)).toMatch(
    /48\.1 is not a label along "lat".*nearest are 47\.5 \(index 11\) and 50 \(index 10\), of 25 labels from 75 to 15/s,
  );
  expect(await message("2014-10", "time")).toMatch(
    /no time along "time" lies in "2014-10".*nearest is 2013-01-15T18:00:00 \(index 59\)/s,
  );
  expect(await message(between(80, 90))).toMatch(/no label along "lat" lies in 80\.\.90.*75 \(index 0\)/s);
  expect(await message(nearest(80, 1))).toMatch(/within 1 of 80.*75 \(index 0\)/s);
  expect(await message(3, "time")).toMatch(/3 is not a label along "time": its labels are times/);
});

it("selects by labels and indices in one text", async () => {
  const air = await variable("air", 3);
  const slab = await air.read(labels("time=2013-01-03, lat~48.1, lon=-155..-150"));
  expect(slab.shape).toEqual([4, 2]);
  expect(slab.dims).toEqual(["time", "lon"]);
  const same = await air.read("time=8:12, lat=11, lon=1:3");
  expect(slab.data).toEqual(same.data);
  expect((await air.read(labels("time=8:12, lat==47.5, lon=[1, 2]"))).data).toEqual(same.data);
  expect(await air.item(labels({ time: new Date("2013-01-03T00:00Z"), lat: nearest(48.1), lon: 205 }))).toBe(
    (same.data as Int32Array)[0],
  );
});

it("takes labels wherever a selection is taken", async () => {
  const air = await variable("air", 2);
  const chosen = labels({ time: "2013-01-03", lat: nearest(48.1), lon: between(205, 210) });
  const copied = memoryStore();
  await copy(air, copied, { selection: chosen });
  const target = await openArray(copied);
  expect(target.shape).toEqual([4, 1, 2]);
  await importArray(target, new TextEncoder().encode("1,2\n3,4\n5,6\n7,8\n"), {
    format: "csv",
    selection: labels(":, 0"),
  });
  let text = "";
  for await (const piece of dump(air, { selection: chosen })) text += piece;
  expect(text).toContain("time = 4");
});
