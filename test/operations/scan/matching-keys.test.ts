/** Patterns of file names: what they match, and which directories are listed for it. */
import { describe, expect, it } from "vitest";
import { memoryStore, type Store } from "../../../src/index.ts";
import { matchingKeys } from "../../../src/operations/scan/matching-keys.ts";

const KEYS = ["a.nc", "b.nc", "b.h5", "x[1].nc", "2020/01/t.nc", "2020/02/t.nc", "2020/02/u.nc", "2021/01/t.nc"];
const map = new Map(KEYS.map((key) => [key, new Uint8Array(1)]));

/** The store with a note of each prefix that it lists. */
function watched(lists: "directories" | "all" | "both"): { readonly store: Store; readonly listed: string[] } {
  const listed: string[] = [];
  const { list, listDirectory, ...rest } = memoryStore(map);
  const store = {
    ...rest,
    ...(lists !== "all" && {
      listDirectory: (prefix: string) => {
        listed.push(prefix);
        return listDirectory!(prefix);
      },
    }),
    ...(lists !== "directories" && {
      list: (prefix: string) => {
        listed.push(`${prefix}**`);
        return list!(prefix);
      },
    }),
  };
  return { store, listed };
}

async function matches(store: Store, pattern: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const key of matchingKeys(store, pattern, {}) ?? []) found.push(key);
  return found.sort();
}

const CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["*.nc", ["a.nc", "b.nc", "x[1].nc"], [""]],
  ["?.nc", ["a.nc", "b.nc"], [""]],
  ["x[1]*", ["x[1].nc"], [""]],
  ["2020/*/t.nc", ["2020/01/t.nc", "2020/02/t.nc"], ["2020", "2020/01", "2020/02"]],
  ["20*/01/*", ["2020/01/t.nc", "2021/01/t.nc"], ["", "2020/01", "2021/01"]],
  ["2020/**", ["2020/01/t.nc", "2020/02/t.nc", "2020/02/u.nc"], ["2020**"]],
  ["**/t.nc", ["2020/01/t.nc", "2020/02/t.nc", "2021/01/t.nc"], ["**"]],
  ["**.h5", ["b.h5"], ["**"]],
  ["none/*.nc", [], ["none"]],
];

describe("patterns", () => {
  it.each(CASES)("%s", async (pattern, wanted, listed) => {
    const both = watched("both");
    expect(await matches(both.store, pattern)).toEqual(wanted);
    expect(both.listed).toEqual(listed);
    for (const lists of ["directories", "all"] as const) {
      expect(await matches(watched(lists).store, pattern)).toEqual(wanted);
    }
  });

  it("cannot be matched where nothing is listed", () => {
    const { list, listDirectory, ...store } = memoryStore(map);
    expect(matchingKeys(store, "*.nc", {})).toBe(undefined);
  });
});
