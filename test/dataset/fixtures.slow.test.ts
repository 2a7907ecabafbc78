/** Every store that a peer wrote opens, and every value and slice is equal to the bit to what the peer read. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isHyperslabError, NdArray, open } from "../../src/index.ts";
import { type FixtureArray, type FixtureCase, type FixtureGroup, fixtureSets } from "../fixture-sets.ts";
import { expectArray } from "./expect-array.ts";

/** Decoders that are not there; such arrays must be refused by name, never read wrong. */
const REFUSED = /pickle/;

for (const set of fixtureSets()) {
  describe(`${set.maker} (${set.cases.length} cases)`, () => {
    for (const fixture of set.cases) {
      it(fixture.name, () => check(fixture, join(set.folder, fixture.path)));
    }
  });
}

async function check(fixture: FixtureCase, folder: string): Promise<void> {
  if (fixture.kind === "group") return checkGroup(fixture, folder);
  if (fixture.error !== undefined || fixture.codecs.some((name) => REFUSED.test(name))) {
    return checkRefused(fixture, folder);
  }
  const array = await open(folder);
  expect(array).toBeInstanceOf(NdArray);
  if (array instanceof NdArray) await expectArray(array, fixture);
}

async function checkRefused(fixture: FixtureArray, folder: string): Promise<void> {
  const expected = fixture.error === "invalid" || fixture.error === "corrupt" ? "invalid-data" : "unsupported";
  const attempt = async (): Promise<unknown> => {
    const node = await open(folder);
    return node instanceof NdArray ? node.read() : node;
  };
  const error = await attempt().then(
    (value) => expect.fail(`read ${JSON.stringify(value).slice(0, 80)}`),
    (reason: unknown) => reason,
  );
  expect(isHyperslabError(error), String(error)).toBe(true);
  if (isHyperslabError(error)) expect(error.code, error.message).toBe(expected);
}

async function checkGroup(fixture: FixtureGroup, folder: string): Promise<void> {
  expect((await open(folder)).hierarchy.consolidated).toBe(fixture.consolidated === true);
  // What a peer added after it consolidated shows without the block only.
  const group = await open(folder, { consolidated: !folder.includes("-stale") });
  expect(group.kind).toBe("group");
  if (group.kind !== "group") return;
  const found = new Map<string, Awaited<ReturnType<typeof open>>>();
  for await (const node of group.walk()) found.set(node.path, node);
  expect([...found.keys()].sort()).toEqual(Object.keys(fixture.nodes).sort());
  for (const [path, expected] of Object.entries(fixture.nodes)) {
    const node = found.get(path);
    expect(node?.kind, path).toBe(expected.kind);
    if (node instanceof NdArray && expected.kind === "array") await expectArray(node, expected);
  }
}
