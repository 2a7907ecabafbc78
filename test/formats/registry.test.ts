/** Finding out what is there, and what it costs. */
import { describe, expect, it } from "vitest";
import { detectFormat } from "../../src/formats/detect.ts";
import { formatNamed, knownFormats } from "../../src/formats/registry.ts";
import type { Store } from "../../src/stores/store.ts";
import { type Documents, failure, storeOf, v2Array, v3Array } from "./open-documents.ts";

const PAGE = "\n<!doctype html><title>Not here</title>";

/** A store that can get and nothing else, as a plain web server. */
function served(documents: Documents, missing?: string): { readonly store: Store; readonly asked: string[] } {
  const asked: string[] = [];
  const memory = storeOf(documents);
  const get: Store["get"] = async (key, options) => {
    asked.push(key);
    return (await memory.get(key, options)) ?? (missing === undefined ? undefined : new TextEncoder().encode(missing));
  };
  return { store: { location: "https://example.org/x", get }, asked };
}

const v2Group = { ".zgroup": { zarr_format: 2 } };
const v3Group = { zarr_format: 3, node_type: "group", attributes: {} };
const prefixed = (documents: Documents, prefix: string): Documents =>
  Object.fromEntries(Object.entries(documents).map(([key, document]) => [prefix + key, document]));

describe("opening", () => {
  const cases: readonly (readonly [string, Documents, string, string, readonly string[]])[] = [
    ["an array of v3", v3Array(), "", "zarr3 array", ["zarr.json"]],
    ["an array of v3 below", prefixed(v3Array(), "a/b/"), "a/b", "zarr3 array", ["a/b/zarr.json"]],
    ["a group of v3", { "zarr.json": v3Group }, "", "zarr3 group", ["zarr.json"]],
    ["an array of v2", v2Array({}, {}), "", "zarr2 array", ["zarr.json", ".zmetadata", ".zarray", ".zattrs"]],
    ["an array of v2 below", prefixed(v2Array(), "a/"), "a", "zarr2 array", ["a/zarr.json", "a/.zarray", "a/.zattrs"]],
    ["a group of v2", v2Group, "", "zarr2 group", ["zarr.json", ".zmetadata", ".zarray", ".zattrs", ".zgroup"]],
    [
      "a consolidated group of v2",
      { ".zmetadata": { zarr_consolidated_format: 1, metadata: v2Group } },
      "",
      "zarr2 group",
      ["zarr.json", ".zmetadata"],
    ],
    ["both: v3 is newer", { ...v2Array(), ...v3Array() }, "", "zarr3 array", ["zarr.json"]],
  ];
  it.each(cases)("%s", async (_, documents, path, expected, requests) => {
    const { store, asked } = served(documents);
    const opened = await detectFormat(store, path);
    expect(`${opened?.hierarchy.format} ${opened?.node.kind}`).toBe(expected);
    expect(asked).toEqual(requests);
  });

  it("finds nothing where nothing is", async () => {
    expect(await detectFormat(served({}).store, "")).toBeUndefined();
    expect(await detectFormat(served(v3Array()).store, "c/0")).toBeUndefined();
  });

  it("does not look for consolidated metadata where they are not wanted", async () => {
    const { store, asked } = served({ ...v2Group, ".zmetadata": { zarr_consolidated_format: 1, metadata: v2Group } });
    const opened = await detectFormat(store, "", { consolidated: false });
    expect(opened?.hierarchy.consolidated).toBe(false);
    expect(asked).not.toContain(".zmetadata");
  });

  it("passes the signal on, and its reason back", async () => {
    const reason = new Error("enough");
    const store: Store = {
      location: "slow",
      get: async (_, options) => {
        options?.signal?.throwIfAborted();
        return undefined;
      },
    };
    await expect(detectFormat(store, "", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe("servers that answer with a page for what is missing", () => {
  it("are seen through where there is something", async () => {
    for (const documents of [v3Array(), v2Array({}, {}), v2Array(), { ...v2Group, ".zattrs": {} }]) {
      const { store } = served(documents, PAGE);
      const opened = await detectFormat(store, "");
      expect(opened).toBeDefined();
    }
  });

  it("leave a note about documents that they may be hiding", async () => {
    const opened = await detectFormat(served(v2Array(), PAGE).store, "");
    expect(opened?.hierarchy.notes).toEqual([
      { key: ".zattrs", message: "the store returned a web page; treated as absent" },
    ]);
  });

  it("are an error where there is nothing, because nothing is proven", async () => {
    const error = await failure(detectFormat(served({}, PAGE).store, ""));
    expect(error.code).toBe("invalid-data");
    expect(error.place).toMatchObject({ location: "https://example.org/x", key: "zarr.json" });
    expect(error.message).toMatch(/web page.*404/);
    const opened = (await detectFormat(served({ "zarr.json": v3Group }, PAGE).store, ""))!;
    expect((await failure(opened.hierarchy.readNode("nothing"))).message).toMatch(/web page/);
  });

  it("are no excuse for what is no JSON", async () => {
    const error = await failure(detectFormat(served({ "zarr.json": "Not found" }).store, ""));
    expect(error.code).toBe("invalid-data");
    expect(error.message).toMatch(/zarr\.json:1:1.*must be a JSON object/);
  });
});

describe("the registry", () => {
  it("loads every format by its name", async () => {
    for (const { name, title, writes } of knownFormats()) {
      const hierarchy = (await formatNamed(name)).create?.(storeOf({}));
      expect(hierarchy && [hierarchy.format, hierarchy.title]).toEqual(writes && [name, title]);
    }
  });

  it("names what it knows", async () => {
    expect((await failure(formatNamed("zarr9"))).message).toMatch(/"zarr9" is not known.*zarr3, zarr2/);
  });
});
