/** Workers read local targets themselves: a read opens the files that it needs, and no others of the set. */
import { expect, it } from "vitest";
import { noteList } from "../../../src/formats/notes.ts";
import { readJsonReferences } from "../../../src/formats/references/read-json.ts";
import { virtualStore } from "../../../src/formats/virtual/virtual-store.ts";

async function* whole(text: string): AsyncGenerator<Uint8Array, undefined> {
  yield new TextEncoder().encode(text);
}

const LISTED = { "a/0": ["a.nc", 0, 4], "a/1": ["b.nc", 4, 4], "a/2": ["a.nc", 8, 4], "a/3": ["c.nc"], "a/4": "text" };
const GEN = { key: "g/{{i}}", url: "{{i}}.nc", offset: "{{i}}", length: "4", dimensions: { i: { stop: 2 ** 25 } } };

it.each([
  [["a/0", "a/2", "a/4", "a/5"], ["a.nc"]],
  [["a/1", "a/3"], ["b.nc"]],
  // Every reference of the rule has a URL of its own: all of them would fill the memory.
  [
    ["g/5", "g/33554431"],
    ["5.nc", "33554431.nc"],
  ],
])("of %j are opened %j", async (wanted, expected) => {
  const document = JSON.stringify({ version: 1, gen: [GEN], refs: LISTED });
  const set = await readJsonReferences(() => whole(document), noteList());
  const opened: string[] = [];
  const store = virtualStore(set, {
    location: "set.json",
    place: "set",
    openSource: async (url) => {
      opened.push(url);
      return { read: async () => undefined, path: `/data/${url}`, validator: async () => "1" };
    },
  });
  const find = await store.localRanges!(() => wanted);
  expect(opened).toEqual(expected);
  expect(find!(wanted[0]!)).toMatchObject({ path: `/data/${expected[0]}`, length: 4 });
});
