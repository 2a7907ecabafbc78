/** Index pages as servers make them, and what is no index. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { parseIndex } from "../../src/stores/http/directory-index.ts";
import { plainHttpStore } from "../../src/stores/http/http-store.ts";
import { type BadServer, badServer, page, reply } from "./bad-server.ts";
import { objectServer } from "./object-server.ts";

const directory = new URL("http://127.0.0.1/x.zarr/");
const file = (name: string): Uint8Array => readFileSync(new URL(`index-pages/${name}.txt`, import.meta.url));
const text = (html: string): Uint8Array => new TextEncoder().encode(html);

const prefixes = ["50%", "a", "a&b", "ä b"];
const keys = [
  "+plus",
  "a<b>\"c'",
  "a_very_long_name_that_is_longer_than_fifty_characters_so_that_it_is_cut_in_the_listing.bin",
  "col:on",
  "q?x=1#y",
  "semi;colon",
  "zarr.json",
];
const withDot = [keys[0], ".zgroup", ...keys.slice(1)];

test.each([
  // nginx leaves names with a dot before them out.
  ["nginx.html", "text/html", keys],
  ["nginx.json", "application/json", keys],
  ["apache.html", "text/html;charset=ISO-8859-1", withDot],
  ["apache-plain.html", "text/html;charset=ISO-8859-1", withDot],
  ["caddy.json", "application/json; charset=utf-8", withDot],
  ["python.html", "text/html; charset=utf-8", withDot],
])("%s", (name, type, expected) => {
  expect(parseIndex(file(name), type, directory)).toEqual({ keys: expected, prefixes });
});

test("Caddy's page for people", () => {
  const links = '<h1><a href="../">/</a><a href="">x.zarr</a></h1><a href=".."> up</a><a href="./a&amp;b/">a</a>';
  const footer = '<footer>Served with <a rel="noopener" href="https://caddyserver.com">Caddy</a></footer>';
  const html = `<title>x.zarr</title>${links}<a href="?sort=name&order=asc">Name</a><a href="./%C3%A4">ä</a>${footer}`;
  expect(parseIndex(text(html), "text/html", directory)).toEqual({ keys: ["ä"], prefixes: ["a&b"] });
});

test("only direct children of the same directory count", () => {
  const links = [
    "http://127.0.0.1/x.zarr/good",
    "https://127.0.0.1/x.zarr/other-scheme",
    "http://other.invalid/x.zarr/other-host",
    "//other.invalid/x.zarr/other-host-too",
    "/x.zarr/good-too",
    "/elsewhere",
    "../sibling",
    "a/b/grandchild",
    "a%2Fb",
    "%2e%2e",
    "..%2f",
    ".",
    "..",
    "./",
    "?C=N",
    "#top",
    "good-three?x=1",
    "%FF",
    "bad%zz",
    "&#97;&#x62;&unknown;",
    "javascript:alert(1)",
    "mailto:a@b",
  ];
  const html = `<title>Index of /x.zarr/</title>${links.map((link) => `<a class="x" href="${link}">x</a>`).join("\n")}`;
  expect(parseIndex(text(html), "text/html", directory)).toEqual({
    keys: ["ab&unknown;", "good", "good-too"],
    prefixes: [],
  });
});

test.each([
  ["a page", text(page), "text/html"],
  ["a page about indexes", text("<title>All about Index of /</title><a href='a/'>a</a>"), "text/html"],
  ["an index of another type", file("nginx.html"), "text/plain"],
  ["a JSON document", text('{"zarr_format": 3}'), "application/json"],
  ["a list of other things", text('[{"name": "a"}, {"id": 3}]'), "application/json"],
  ["a list of names", text('["a", "b"]'), "application/json"],
  ["broken JSON", text('[{"name": "a", "type": "file"}'), "application/json"],
  ["nothing", text(""), "text/html"],
])("%s is no index", (_, body, type) => {
  expect(parseIndex(body, type, directory)).toBeUndefined();
});

test("an empty directory is an index of nothing", () => {
  const empty = { keys: [], prefixes: [] };
  expect(parseIndex(text("<title>Index of /x.zarr/</title>"), "text/html", directory)).toEqual(empty);
  expect(parseIndex(text("[]"), "application/json", directory)).toEqual(empty);
});

test("a page that is made to be slow is not", () => {
  const start = process.cpuUsage();
  for (const piece of ["<a ", '<a href="', "<a href=", "<title>", "<footer>", "&#", '<a x="']) {
    parseIndex(text(`<title>Index of /x.zarr/</title>${piece.repeat(400_000)}`), "text/html", directory);
  }
  // Microseconds of work, not of waiting for a processor; hundreds of times what it takes.
  expect(process.cpuUsage(start).user).toBeLessThan(5e6);
});

describe("a store", () => {
  let bad: BadServer;
  beforeAll(async () => {
    bad = await badServer();
  });
  afterAll(() => bad.close());

  const refused = async (url: string, prefix: string): Promise<string | undefined> => {
    const error = await plainHttpStore(url).listDirectory!(prefix).catch((caught: unknown) => caught);
    return isHyperslabError(error, "unsupported") ? error.request?.kind : `it was ${String(error)}`;
  };

  test("cannot list where the server gives no index, and says what to do", async () => {
    expect(await refused(`${bad.origin}/404`, "")).toBe("no-index");
    expect(await refused(`${bad.origin}/404`, "a")).toBe("no-index");
    expect(await refused(`${bad.origin}/403`, "a")).toBe("no-index");
    expect(await refused(`${bad.origin}/page-for-all`, "a")).toBe("no-index");
    expect(await refused(`${bad.origin}/proper`, "a")).toBe("no-index");
    const server = await objectServer({ index: false });
    expect(await refused(server.add([["a/b", text("x")]]), "a")).toBe("no-index");
    await server.close();
  });

  test("that fails to list for another reason says that", async () => {
    const error = await plainHttpStore(`${bad.origin}/503`).listDirectory!("a").catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "io") && error.request?.kind).toBe("server-error");
  });

  test("believes that a directory is not there only of a server that gives indexes", async () => {
    const server = await objectServer();
    const store = plainHttpStore(server.add([["a/b", text("x")]]));
    expect(await store.listDirectory!("absent")).toEqual({ keys: [], prefixes: [] });
    expect(server.seen.map(({ url }) => url)).toEqual(["/1/absent/", "/1/"]);
    expect(await store.listDirectory!("absent")).toEqual({ keys: [], prefixes: [] });
    expect(server.seen).toHaveLength(3);
    await server.close();
  });

  test("lists where a redirect leads, and takes JSON if it is offered", async () => {
    bad.on("listed", (socket, { path, headers }) => {
      if (path.startsWith("/listed/old/")) reply(socket, 301, { location: "/listed/new/" });
      else if (!(headers["accept"] ?? "").includes("application/json")) reply(socket, 406);
      else reply(socket, 200, { "content-type": "application/json" }, '[{"name":"a/","is_dir":true}]');
    });
    expect(await plainHttpStore(`${bad.origin}/listed`).listDirectory!("old")).toEqual({ keys: [], prefixes: ["a"] });
  });
});
