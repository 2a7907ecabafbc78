/** An Icechunk repository over HTTP in a real Chromium: history, values of branches and tags, virtual chunks on the same server. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectedOf, unpackRepositories, VERSIONS } from "../formats/icechunk/repositories.ts";
import { openPage, type TestPage } from "./page.ts";

declare const hyperslab: typeof import("../../src/index.ts");

describe.each(VERSIONS)("Chromium, Icechunk repositories of %s", (version) => {
  let folder: string;
  let opened: TestPage;
  beforeAll(async () => {
    folder = unpackRepositories(version);
    opened = await openPage(folder);
  });
  afterAll(async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are read as the package reads them", async () => {
    const { refs, trees } = expectedOf(folder, "history");
    for (const [ref, id] of Object.entries(refs)) {
      const values = await opened.page.evaluate(async (address) => {
        const array = await hyperslab.openArray(address);
        const { data } = await array.read(undefined, { as: "bytes" });
        return btoa(String.fromCharCode(...(data as Uint8Array)));
      }, `${opened.data}/history|icechunk:@${ref}/air`);
      expect(values).toBe(trees[id]!["air"]!.base64);
    }
  });

  it("show their history", async () => {
    const { refs, logs } = expectedOf(folder, "history");
    const messages = await opened.page.evaluate(
      async (address) => (await hyperslab.log(address)).commits.map(({ message }) => message),
      `${opened.data}/history`,
    );
    expect(messages).toEqual(logs[refs["branch.main"]!]!.map(({ message }) => message));
  });

  it("refuse files of the machine that runs the page", async () => {
    const message = await opened.page.evaluate(async (address) => {
      const array = await hyperslab.openArray(address);
      return array.read().then(
        () => "read",
        (error: Error) => error.message,
      );
    }, `${opened.data}/virtual|icechunk:few`);
    expect(message).toMatch(/file/);
  });
});
