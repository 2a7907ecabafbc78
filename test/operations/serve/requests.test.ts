/** What each request gets: methods, ranges, conditions, CORS, listings, and paths that are refused. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../../src/index.ts";
import { checkFileKey } from "../../../src/stores/file/root.ts";
import { type ServedHere, serveHere } from "./ask.ts";

let outside: string;
let folder: string;
let here: ServedHere;
const value = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);

function file(name: string, bytes: Uint8Array | string = value): void {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, bytes);
  // Long enough ago for its version to be certain.
  utimesSync(path, 1_700_000_000, 1_700_000_000);
}

beforeAll(async () => {
  outside = mkdtempSync(join(tmpdir(), "hyperslab-serve-"));
  folder = join(outside, "root");
  for (const name of ["a/0.0", "a/.zarray", "a/c/0", "ä b/50%&<i>", "page.html", "empty"]) file(name);
  for (const name of [".git/config", ".netrc", "a/.env", ".zarray/x", "a/.hidden/c/0", ".x.0123456789ab-1.partial"])
    file(name, "secret");
  file("empty", "");
  writeFileSync(join(outside, "private"), "secret");
  mkdirSync(join(outside, "beside"));
  writeFileSync(join(outside, "beside", "file"), "secret");
  symlinkSync(join(outside, "private"), join(folder, "out"));
  symlinkSync(join(outside, "beside"), join(folder, "outdir"));
  symlinkSync(join(folder, "a", "0.0"), join(folder, "in"));
  symlinkSync("loop", join(folder, "loop"));
  await new Promise((resolve) => setTimeout(resolve, 30));
  here = await serveHere(folder);
});
afterAll(async () => {
  await here.tree.close();
  rmSync(outside, { recursive: true, force: true });
});

describe("values", () => {
  it("are sent whole, with what clients want to know", async () => {
    const { status, headers, bytes } = await here.ask("/a/0.0");
    expect(status).toBe(200);
    expect(bytes).toEqual(value);
    expect(headers).toMatchObject({
      "content-length": "1000",
      "content-type": "application/octet-stream",
      "accept-ranges": "bytes",
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
    });
    expect(headers["etag"]).toMatch(/^"[0-9a-f]{24}"$/);
    expect(headers["access-control-expose-headers"]).toContain("ETag");
  });

  it.each([
    ["/a/.zarray", "application/json"],
    ["/page.html", "text/plain; charset=utf-8"],
    ["/in", "application/octet-stream"],
    ["//a///0.0", "application/octet-stream"],
    ["http://127.0.0.1:80/a/0.0", "application/octet-stream"],
    ["/a/0.0?x=1", "application/octet-stream"],
    ["/%C3%A4%20b/50%25%26%3Ci%3E", "application/octet-stream"],
    ["/%61/0%2E0", "application/octet-stream"],
  ])("%s is %s", async (target, type) => {
    const { status, headers, bytes } = await here.ask(target);
    expect([status, headers["content-type"], bytes?.byteLength]).toEqual([200, type, 1000]);
  });

  it("HEAD returns the same headers and no body, whatever range it requests", async () => {
    const { headers } = await here.ask("/a/0.0");
    for (const asked of [{}, { range: "bytes=0-9" }]) {
      expect(await here.ask("/a/0.0", asked, "HEAD")).toEqual({ status: 200, headers, bytes: undefined, text: "" });
    }
    expect(await here.ask("/empty", {}, "GET")).toMatchObject({ status: 200, bytes: undefined });
    expect((await here.ask("/none", {}, "HEAD")).bytes).toBeUndefined();
  });
});

describe("ranges", () => {
  it.each([
    ["bytes=0-0", 0, 1],
    ["bytes=0-999", 0, 1000],
    ["bytes=990-5000", 990, 1000],
    ["bytes=999-", 999, 1000],
    ["bytes=-1", 999, 1000],
    ["bytes=-1000", 0, 1000],
    ["bytes=-5000", 0, 1000],
    ["Bytes = 5-6", 5, 7],
    ["bytes=0-99999999999999999999", 0, 1000],
  ])("%s", async (range, start, end) => {
    const { status, headers, bytes } = await here.ask("/a/0.0", { range });
    expect(status).toBe(206);
    expect(headers["content-range"]).toBe(`bytes ${start}-${end - 1}/1000`);
    expect(headers["content-length"]).toBe(String(end - start));
    expect(bytes).toEqual(value.slice(start, end));
  });

  it.each(["bytes=1000-", "bytes=1000-1001", "bytes=-0", "bytes=99999999999999999999-"])(
    "%s lies outside",
    async (range) => {
      const { status, headers, bytes } = await here.ask("/a/0.0", { range });
      expect([status, headers["content-range"], bytes]).toEqual([416, "bytes */1000", undefined]);
    },
  );

  it("of an empty value are out of range", async () => {
    expect(await here.ask("/empty", { range: "bytes=0-" })).toMatchObject({ status: 416 });
    expect(await here.ask("/empty", { range: "bytes=-1" })).toMatchObject({ status: 416 });
  });

  it.each(["bytes=5-4", "bytes=", "bytes=-", "bytes=a-b", "items=0-1", "bytes=0-1,5-6", "bytes=0x1-2", "bytes=--1"])(
    "%s is ignored",
    async (range) => {
      const { status, bytes } = await here.ask("/a/0.0", { range });
      expect([status, bytes?.byteLength]).toEqual([200, 1000]);
    },
  );
});

describe("conditions", () => {
  it("If-None-Match, If-Match and If-Range go by the tag", async () => {
    const tag = (await here.ask("/a/0.0")).headers["etag"]!;
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await here.ask("/a/0.0", headers)).status;
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, "*"])
      expect(await status({ "if-none-match": known })).toBe(304);
    for (const known of ['"x"', "x", ""]) expect(await status({ "if-none-match": known })).toBe(200);
    for (const wanted of [tag, "*"]) expect(await status({ "if-match": wanted })).toBe(200);
    for (const wanted of ['"x"', `W/${tag}`]) expect(await status({ "if-match": wanted })).toBe(412);
    const range = "bytes=0-9";
    expect(await status({ range, "if-range": tag })).toBe(206);
    for (const old of ['"x"', `W/${tag}`, "Wed, 18 Nov 2026 00:00:00 GMT"]) {
      expect(await status({ range, "if-range": old })).toBe(200);
    }
    expect(await here.ask("/a/0.0", { "if-none-match": tag })).toMatchObject({
      bytes: undefined,
      headers: { etag: tag },
    });
  });

  it("a file that was written to has another tag", async () => {
    file("changing", "one");
    await new Promise((resolve) => setTimeout(resolve, 30));
    const before = (await here.ask("/changing")).headers["etag"];
    writeFileSync(join(folder, "changing"), "two");
    utimesSync(join(folder, "changing"), 1_700_000_000, 1_700_000_000);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const after = (await here.ask("/changing")).headers["etag"];
    expect(after).toMatch(/^"/);
    expect(after).not.toBe(before);
  });
});

describe("bad requests", () => {
  it.each([
    ["/..", 400],
    ["/../private", 400],
    ["/a/../../private", 400],
    ["/%2e%2e/private", 400],
    ["/%2E%2e%2fprivate", 400],
    ["/..%2fprivate", 400],
    ["/a/./0.0", 400],
    ["/a%2f0.0", 400],
    ["/a/%00", 400],
    ["/a/0.0%00.txt", 400],
    ["/..%5cprivate", 400],
    ["/..\\private", 400],
    ["/C:%5cWindows%5cwin.ini", 400],
    ["/%ff", 400],
    ["/%c0%ae%c0%ae/private", 400],
    ["/%", 400],
    ["/%zz", 400],
    ["*", 400],
    ["private", 400],
    ["file:///etc/passwd", 400],
    ["/%252e%252e/private", 404],
    ["/C:/Windows/win.ini", 404],
    ["//etc/passwd", 404],
    ["/proc/self/environ", 404],
    ["/...", 403],
    ["/.git/config", 403],
    ["/.git/", 404],
    ["/.netrc", 403],
    ["/%2enetrc", 403],
    ["/a/.env", 403],
    ["/a/.hidden/c/0", 403],
    ["/.zarray/x", 403],
    ["/.zarray/", 404],
    ["/.x.0123456789ab-1.partial", 403],
    ["/out", 403],
    ["/outdir/file", 403],
    ["/outdir/", 403],
    ["/loop", 502],
    ["/a", 404],
    ["/none", 404],
    ["/none/", 404],
    [`/${"a".repeat(300)}`, 400],
    [`/${"x/".repeat(2000)}x`, 404],
    [`/${"x/".repeat(4000)}x`, 400],
  ])("%.40s", async (target, status) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await here.ask(target, {}, method);
      expect(answer.text).not.toContain("secret");
      expect(answer.text).not.toContain(outside);
      expect([answer.status, method]).toEqual([status, method]);
    }
  });

  it.each(["POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "get", "BREW"])("%s is not served", async (method) => {
    const { status, headers } = await here.ask("/a/0.0", {}, method);
    expect([status, headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it("names of Windows that mean another file are refused there", () => {
    for (const key of ["a/con", "nul.txt", "a:stream", "a/b.", "a/b ", "x::$DATA", "aux/c/0", "a\\b", "COM1", "a|b"]) {
      expect(() => checkFileKey(key, "win32"), key).toThrow(/Windows/);
    }
  });
});

describe("listings", () => {
  const rows = [
    { name: "a", type: "directory" },
    { name: "ä b", type: "directory" },
    { name: "empty", type: "file" },
    { name: "in", type: "file" },
    { name: "page.html", type: "file" },
  ];
  it("show what is served, and nothing else, as JSON", async () => {
    rmSync(join(folder, "changing"), { force: true });
    const { status, headers, text } = await here.ask("/?json");
    expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
    expect(JSON.parse(text)).toEqual(rows);
    expect((await here.ask("/", { accept: "application/json" })).text).toBe(text);
    expect(JSON.parse((await here.ask("/a/?json")).text)).toEqual([
      { name: "c", type: "directory" },
      { name: ".zarray", type: "file" },
      { name: "0.0", type: "file" },
    ]);
  });

  it("as a page whose names cannot become markup", async () => {
    const { headers, text } = await here.ask("/%C3%A4%20b/", { accept: "text/html,application/json" });
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toBe("default-src 'none'");
    expect(text).toContain("<title>Index of /ä b/</title>");
    expect(text).toContain('<a href="50%25%26%3Ci%3E">50%&amp;&lt;i&gt;</a>');
    expect(text).toContain('<a href="../">../</a>');
    expect((await here.ask("/", {}, "HEAD")).bytes).toBeUndefined();
  });

  it("only clients that want pages are redirected to a directory", async () => {
    expect(await here.ask("/a", { accept: "text/html" })).toMatchObject({ status: 301, headers: { location: "a/" } });
    expect(await here.ask("/a")).toMatchObject({ status: 404 });
  });
});

describe("paths that are served", () => {
  it("narrow values and listings", async () => {
    const narrow = await serveHere(folder, { paths: ["/a/c/", "page.html"] });
    const status = async (target: string): Promise<number> => (await narrow.ask(target)).status;
    expect(await status("/a/c/0")).toBe(200);
    expect(await status("/page.html")).toBe(200);
    // Not 404, which a client would take for an absent chunk.
    for (const target of ["/a/0.0", "/a/.zarray", "/empty", "/page.htm", "/page.html2"])
      expect(await status(target)).toBe(403);
    expect(JSON.parse((await narrow.ask("/?json")).text).map((row: { name: string }) => row.name)).toEqual([
      "a",
      "page.html",
    ]);
    expect(JSON.parse((await narrow.ask("/a/?json")).text)).toEqual([{ name: "c", type: "directory" }]);
    expect(await status("/%C3%A4%20b/")).toBe(404);
  });
});

describe("CORS", () => {
  it("answers preflights", async () => {
    const asked = { origin: "https://a.org", "access-control-request-headers": "range, x-y" };
    const { status, headers } = await here.ask("/a/0.0", asked, "OPTIONS");
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-allow-headers": "range, x-y",
      "access-control-max-age": "86400",
    });
    const odd = await here.ask("/", { "access-control-request-headers": "a\r\nb: c" }, "OPTIONS");
    expect(odd.headers["access-control-allow-headers"]).toContain("Range");
  });

  it("is for the origins that were named, or for none", async () => {
    const some = await serveHere(folder, { cors: ["https://a.org"] });
    expect((await some.ask("/empty", { origin: "https://a.org" })).headers).toMatchObject({
      "access-control-allow-origin": "https://a.org",
      vary: "Origin",
    });
    for (const origin of ["https://b.org", "https://a.org.evil", "null"]) {
      expect((await some.ask("/empty", { origin })).headers).not.toHaveProperty("access-control-allow-origin");
    }
    const none = await serveHere(folder, { cors: "none" });
    expect((await none.ask("/empty", { origin: "https://a.org" })).headers).not.toHaveProperty(
      "access-control-allow-origin",
    );
    await expect(serve(folder, { cors: ["a.org"] })).rejects.toThrow(/is not an origin/);
  });
});

it("refuses to serve nothing", async () => {
  await expect(serveHere(join(outside, "none"))).rejects.toMatchObject({ code: "not-found" });
  mkdirSync(join(outside, "bare"));
  await expect(serveHere(join(outside, "bare"))).rejects.toMatchObject({ code: "not-found" });
});
