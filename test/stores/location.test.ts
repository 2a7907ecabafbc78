import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { openLocation, parseLocation } from "../../src/stores/location.ts";
import { namedMemoryStore } from "../../src/stores/memory.ts";
import { bytes } from "../contracts/store-contract.ts";

test.each([
  ["data.zarr", "data.zarr"],
  ["./a/b", "./a/b"],
  ["/abs/päth with space", "/abs/päth with space"],
  ["C:\\data\\x.zarr", "C:\\data\\x.zarr"],
  ["c:/data", "c:/data"],
  ["./http:x", "./http:x"],
  ["100%", "100%"],
  ["a#b", "a#b"],
  ["~/x", "~/x"],
  ["file:///a/b%20c", "/a/b c"],
  ["file:/a/b", "/a/b"],
  ["file://localhost/a", "/a"],
  ["FILE:///a%7Cb%23c%25", "/a|b#c%"],
  ["file:///C:/data", "C:/data"],
  ["file:///%E6%97%A5", "/日"],
])("%s is the path %s", (address, path) => {
  expect(parseLocation(address)).toMatchObject({ scheme: "file", target: path });
});

test.each([
  ["memory:x", "x"],
  ["memory://x", "x"],
  ["memory:x.zarr/a/b/", "x.zarr/a/b"],
  ["memory:a%20b", "a b"],
])("%s is the memory store %s", (address, name) => {
  expect(parseLocation(address)).toMatchObject({ scheme: "memory", target: name });
});

test.each(["s3", "gs", "zip", "S3"])("%s: is not there yet, and is named", (scheme) => {
  const error = failure(() => parseLocation(`${scheme}://user:secret@host/path?token=secret#secret`));
  expect(isHyperslabError(error, "unsupported")).toBe(true);
  expect(String(error)).toContain(`${scheme.toLowerCase()}: addresses cannot be opened yet`);
  expect(String(error)).toContain("://host/path");
  expect(String(error)).toContain("file:, memory:");
  expect(String(error)).not.toContain("secret");
});

test.each([
  ["", "is empty at its end", 1],
  ["a\0b", "has a NUL character at character 2", 2],
  ["foo:bar", 'has the unknown scheme "foo:" at character 1', 1],
  ["foo://bar", 'has the unknown scheme "foo:" at character 1', 1],
  ["a.zip|zip:", 'has a "|" part, which has no meaning here, at character 6', 6],
  ["a.nc#mode=bytes", 'has a "#" part, which has no meaning here, at character 5', 5],
  ["file:///a%zz", "has a percent sign that begins no escape at character 10", 10],
  ["file:///a/b%4", "has a percent sign that begins no escape at character 12", 12],
  ["file:///%ff", "has percent escapes that are not UTF-8 at character 9", 9],
  ["file:///a%00", "has an escaped NUL character at character 10", 10],
  ["file://server/share", "names another machine at character 8", 8],
  ["file:relative", "has no absolute path at character 6", 6],
  ["file:", "has no absolute path at its end", 6],
  ["file:///a?x=1", 'has a "?" part, which has no meaning here, at character 10', 10],
  ["file:///a#mode=zarr", 'has a "#" part, which has no meaning here, at character 10', 10],
  ["memory:", "names no memory store at its end", 8],
  ["memory:///x", "names no memory store at character 10", 10],
  ["memory:a?b", 'has a "?" part, which has no meaning here, at character 9', 9],
])("refuses %j: %s", (address, message, column) => {
  const error = failure(() => parseLocation(address));
  expect(isHyperslabError(error, "invalid-request")).toBe(true);
  expect(String(error)).toContain(message);
  expect(isHyperslabError(error) && error.place.column).toBe(column);
});

test("takes URL objects", async () => {
  const directory = mkdtempSync(join(tmpdir(), "hyperslab-location-"));
  const path = join(directory, "odd #name%?| ä");
  const store = await openLocation(parseLocation(pathToFileURL(path)));
  await store.set!("a", bytes(1));
  expect(store.locate!("a")).toBe(join(path, "a"));
  rmSync(directory, { recursive: true });
});

test("a memory address reaches into the store of its name", async () => {
  const store = await openLocation(parseLocation("memory:location-test/a/b"));
  await store.set!("zarr.json", bytes(1));
  expect(await namedMemoryStore("location-test").get("a/b/zarr.json")).toEqual(bytes(1));
  expect(store.location).toBe("memory:location-test/a/b");
});

test("a location of a scheme that nobody knows is refused when opened", async () => {
  const error = await openLocation({ scheme: "ftp", target: "x", display: "ftp://x" }).catch(
    (caught: unknown) => caught,
  );
  expect(isHyperslabError(error, "invalid-request")).toBe(true);
});

function failure(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
