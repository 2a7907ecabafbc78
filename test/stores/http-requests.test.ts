/** What is sent where: secrets and redirects, proxies, versions, headers, connections. */
import { createServer } from "node:http";
import { connect } from "node:net";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { ByteRange } from "../../src/bytes/source/byte-range.ts";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { credentialHint, environmentAuthorization } from "../../src/stores/http/credentials.ts";
import { checkHttpAddress, httpAddress } from "../../src/stores/http/http-address.ts";
import { retryDelay } from "../../src/stores/http/http-error.ts";
import { httpSource } from "../../src/stores/http/http-source.ts";
import { plainHttpStore } from "../../src/stores/http/http-store.ts";
import { answersRange, contentRange } from "../../src/stores/http/response-facts.ts";
import { fetchTransport } from "../../src/stores/http/transport/fetch-transport.ts";
import { nodeTransport } from "../../src/stores/http/transport/node-transport.ts";
import { proxyFor } from "../../src/stores/http/transport/proxy.ts";
import { checkVersion, identifiesVersion } from "../../src/stores/object-version.ts";
import type { ObjectVersion } from "../../src/stores/store.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { bytes, pattern } from "../contracts/store-contract.ts";
import { hasTinyLimits } from "../usual-limits.ts";
import { type BadServer, badServer, badValue, proper, reply } from "./bad-server.ts";
import { loopbackCertificate, loopbackKey } from "./loopback-certificate.ts";
import { listen, objectServer, stop } from "./object-server.ts";

let bad: BadServer;
let other: BadServer;
beforeAll(async () => {
  [bad, other] = await Promise.all([badServer(), badServer()]);
});
afterAll(() => Promise.all([bad.close(), other.close()]));
afterEach(() => {
  bad.seen.length = 0;
  other.seen.length = 0;
  vi.unstubAllEnvs();
});

async function failure(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    (value) => new Error(`it succeeded: ${inspect(value)}`),
    (caught: unknown) => caught,
  );
}

describe("addresses", () => {
  test.each([
    ["http://h/data.zarr", "a/b", "http://h/data.zarr/a/b"],
    ["http://h/data.zarr/", "a", "http://h/data.zarr/a"],
    ["http://h", "a", "http://h/a"],
    ["http://h//", "a", "http://h/a"],
    ["HTTP://H:80/x%20y?sig=1&b=2", "a b/ä+%/?#", "http://h/x%20y/a%20b/%C3%A4%2B%25/%3F%23?sig=1&b=2"],
    ["http://[::1]:8080/x", "a", "http://[::1]:8080/x/a"],
  ])("%s, key %s: %s", (address, key, url) => {
    expect(httpAddress(address).urlOf(key).href).toBe(url);
  });

  test("show neither query nor escapes that were not there", () => {
    expect(httpAddress("https://h:444/x%20y/?token=secret").location).toBe("https://h:444/x%20y");
    expect(httpAddress("https://h").directoryUrl("").href).toBe("https://h/");
    expect(httpAddress("https://h/x?q").directoryUrl("a b").href).toBe("https://h/x/a%20b/?q");
  });

  test.each([
    ["http://user:secret@h/x", "has a user or password in it at character 8"],
    ["https://token@h/x", "has a user or password in it at character 9"],
    ["http://h/x#secret", 'has a "#" part, which has no meaning here, at character 11'],
    ["http://", "is not a URL"],
    ["http://a b/x", "is not a URL"],
    ["http://h:99999/", "is not a URL"],
  ])("%s is refused: %s", (address, message) => {
    const error = (() => {
      try {
        return checkHttpAddress(address);
      } catch (caught) {
        return caught;
      }
    })();
    expect(isHyperslabError(error, "invalid-request")).toBe(true);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toMatch(/secret|token/);
  });
});

describe("secrets", () => {
  const secret = { Authorization: "Bearer hidden", "X-Api-Key": "hidden" };

  test("headers go with every request to the store's origin", async () => {
    const store = plainHttpStore(`${bad.origin}/proper`, { headers: secret });
    await store.get("a", { range: { suffix: 3 } });
    await store.head!("a");
    await store.listDirectory!("").catch(() => {});
    for (const { headers } of bad.seen) {
      expect(headers).toMatchObject({ authorization: "Bearer hidden", "x-api-key": "hidden" });
    }
    expect(bad.seen).toHaveLength(3);
  });

  test("headers may be made anew for every request", async () => {
    let count = 0;
    const store = plainHttpStore(`${bad.origin}/proper`, { headers: async () => ({ token: `t${++count}` }) });
    await store.get("a");
    await store.get("a");
    expect(bad.seen.map(({ headers }) => headers["token"])).toEqual(["t1", "t2"]);
  });

  test("no redirect carries them to another origin, and back home they are there again", async () => {
    bad.on("away", (socket, { path }) =>
      reply(socket, 307, { location: `${other.origin}${path.replace(/\?.*/, "")}` }),
    );
    other.on("away", (socket, { path }) =>
      reply(socket, 308, { location: `${bad.origin}${path.replace("away", "back")}` }),
    );
    bad.on("back", proper);
    const store = plainHttpStore(`${bad.origin}/away?signature=hidden`, { headers: secret });
    expect(await store.get("a", { range: { offset: 1, length: 2 } })).toEqual(badValue.slice(1, 3));
    expect(other.seen).toHaveLength(1);
    expect(inspect(other.seen)).not.toContain("hidden");
    expect(other.seen[0]?.headers["range"]).toBe("bytes=1-2");
    expect(bad.seen.map(({ headers }) => headers["authorization"])).toEqual(["Bearer hidden", "Bearer hidden"]);
  });

  test("nor does fetch", async () => {
    bad.on("away2", (socket, { path }) => reply(socket, 302, { location: `${other.origin}${path}` }));
    other.on("away2", proper);
    const transport = fetchTransport({ connectTimeout: 60_000, idleTimeout: 60_000 });
    const store = plainHttpStore(`${bad.origin}/away2`, { headers: secret, transport });
    expect(await store.get("a")).toEqual(badValue);
    expect(inspect(other.seen)).not.toContain("hidden");
    expect(other.seen).toHaveLength(1);
  });

  test("a redirect from https to plain http is not followed", async () => {
    const server = await objectServer({ tls: { key: loopbackKey, cert: loopbackCertificate } });
    const url = server.add([]);
    const insecure = createServer((_, response) => response.end("x"));
    const port = await listen(insecure);
    const transport = {
      decodes: false,
      hidesHeaders: false,
      request: async (request: { readonly url: URL }) => ({
        status: 302,
        url: request.url,
        header: (name: string) => (name === "location" ? `http://127.0.0.1:${port}/` : undefined),
        body: bytes(),
      }),
    };
    const error = await failure(plainHttpStore(url, { transport }).get("a"));
    expect(isHyperslabError(error, "not-allowed") && error.what).toBe(
      "the redirect is not followed: it leads from https: to http:",
    );
    await Promise.all([server.close(), stop(insecure)]);
  });

  test("a 401 and a 403 of another origin show nothing of it but the store's own address", async () => {
    bad.on("signed", (socket) => reply(socket, 302, { location: `${other.origin}/401/x?signature=hidden` }));
    const error = await failure(plainHttpStore(`${bad.origin}/signed`).get("a"));
    expect(isHyperslabError(error, "not-allowed")).toBe(true);
    expect(inspect(error, { depth: 9 })).not.toContain("hidden");
  });

  test("the environment's go to the origins that it names, and to no other", async () => {
    vi.stubEnv("HYPERSLAB_HTTP_ORIGINS", `https://elsewhere.invalid, ${bad.origin}/any/path`);
    vi.stubEnv("HYPERSLAB_HTTP_TOKEN", "hidden");
    await plainHttpStore(`${bad.origin}/proper`).get("a");
    await plainHttpStore(`${other.origin}/proper`).get("a");
    expect(bad.seen[0]?.headers["authorization"]).toBe("Bearer hidden");
    expect(other.seen[0]?.headers["authorization"]).toBeUndefined();
    await plainHttpStore(`${bad.origin}/proper`, { headers: { authorization: "mine" } }).get("a");
    expect(bad.seen[1]?.headers["authorization"]).toBe("mine");
  });

  test("user and password are UTF-8 in base64, and hints know what is set", () => {
    const origin = "https://h";
    const user = { HYPERSLAB_HTTP_USER: "ä", HYPERSLAB_HTTP_PASSWORD: "p:w" };
    const both = { ...user, HYPERSLAB_HTTP_ORIGINS: origin };
    expect(environmentAuthorization(origin, both)).toBe(`Basic ${Buffer.from("ä:p:w").toString("base64")}`);
    expect(environmentAuthorization(origin, user)).toBeUndefined();
    expect(environmentAuthorization("http://h", both)).toBeUndefined();
    expect(credentialHint(origin, {})).toContain("Set HYPERSLAB_HTTP_TOKEN");
    expect(credentialHint(origin, user)).toContain("HYPERSLAB_HTTP_ORIGINS does not name https://h");
    expect(credentialHint(origin, both)).toContain("may be wrong");
    for (const hint of [credentialHint(origin, user), credentialHint(origin, both)]) expect(hint).not.toContain("p:w");
  });

  test("a header that cannot be sent is refused without its value", async () => {
    const store = plainHttpStore(`${bad.origin}/proper`, { headers: { token: "hidden\nvalue" } });
    const error = await failure(store.get("a"));
    expect(isHyperslabError(error, "invalid-request")).toBe(true);
    expect(inspect(error, { depth: 9 })).not.toContain("hidden");
  });
});

describe("proxies", () => {
  test.each([
    ["http://h/x", { http_proxy: "http://p:3128" }, "http://p:3128"],
    ["http://h/x", { HTTP_PROXY: "p:3128" }, "http://p:3128"],
    ["https://h/x", { http_proxy: "http://p" }, undefined],
    ["https://h/x", { https_proxy: "http://p", http_proxy: "http://q" }, "http://p"],
    ["http://h/x", { http_proxy: "http://p", no_proxy: "h" }, undefined],
    ["http://a.h/x", { http_proxy: "http://p", NO_PROXY: "b, h" }, undefined],
    ["http://ah/x", { http_proxy: "http://p", no_proxy: "h" }, "http://p"],
    ["http://a.h/x", { http_proxy: "http://p", no_proxy: ".h" }, undefined],
    ["http://a.h/x", { http_proxy: "http://p", no_proxy: "*.h" }, undefined],
    ["http://h:81/x", { http_proxy: "http://p", no_proxy: "h:80" }, "http://p"],
    ["http://h/x", { http_proxy: "http://p", no_proxy: "h:80" }, undefined],
    ["http://h/x", { http_proxy: "http://p", no_proxy: "*" }, undefined],
    ["http://[::1]/x", { http_proxy: "http://p", no_proxy: "::1" }, undefined],
    ["http://[::1]:81/x", { http_proxy: "http://p", no_proxy: "[::1]:81" }, undefined],
    ["http://h/x", { http_proxy: "", no_proxy: "" }, undefined],
  ])("%s with %j: %s", (url, environment, proxy) => {
    expect(proxyFor(new URL(url), environment)?.origin).toBe(proxy);
  });

  test.each(["socks5://p", "http://", "p:x"])("%s is refused", (value) => {
    expect(() => proxyFor(new URL("http://h"), { http_proxy: value })).toThrow("does not name a usable proxy");
  });

  const timeouts = { connectTimeout: 60_000, idleTimeout: 60_000 };

  test("a plain request goes to the proxy with the whole address", async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.host} ${request.headers["proxy-authorization"]}`);
      response.end("through");
    });
    const port = await listen(proxy);
    const environment = { http_proxy: `http://user:p%20w@127.0.0.1:${port}` };
    const transport = (await nodeTransport({ ...timeouts, environment }))!;
    const store = plainHttpStore("http://data.invalid/x?q=1", { transport });
    expect(Buffer.from((await store.get("a"))!).toString()).toBe("through");
    const token = Buffer.from("user:p w").toString("base64");
    expect(asked).toEqual([`http://data.invalid/x/a?q=1 data.invalid Basic ${token}`]);
    await stop(proxy);
  });

  test("a secure request goes through a tunnel, and the server's certificate counts", async () => {
    const server = await objectServer({ tls: { key: loopbackKey, cert: loopbackCertificate } });
    const url = server.add([["a", bytes(1, 2)]]);
    const tunnels: string[] = [];
    const proxy = createServer().on("connect", (request, socket) => {
      tunnels.push(request.url ?? "");
      const { hostname, port } = new URL(`http://${request.url}`);
      const far = connect(Number(port), hostname, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        far.pipe(socket).pipe(far);
      });
      far.on("error", () => {});
      socket.on("error", () => {});
    });
    const port = await listen(proxy);
    const environment = { https_proxy: `http://127.0.0.1:${port}` };
    const certificates = (): string => loopbackCertificate;
    const transport = (await nodeTransport({ ...timeouts, environment, certificates }))!;
    const store = plainHttpStore(url, { transport });
    expect(await store.get("a")).toEqual(bytes(1, 2));
    expect(await store.get("a", { range: { suffix: 1 } })).toEqual(bytes(2));
    expect(tunnels).toEqual([new URL(url).host]);
    await Promise.all([stop(proxy), server.close()]);
  });

  test("a proxy that refuses is named as what it is", async () => {
    const proxy = createServer().on("connect", (_, socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
    const environment = { https_proxy: `http://user:hidden@127.0.0.1:${await listen(proxy)}` };
    const transport = (await nodeTransport({ ...timeouts, environment }))!;
    const error = await failure(plainHttpStore("https://data.invalid/x", { transport }).get("a"));
    expect(isHyperslabError(error, "io") && error.request?.kind).toBe("proxy");
    expect(inspect(error, { depth: 9 })).not.toContain("hidden");
    await stop(proxy);
  });
});

describe("versions", () => {
  test("parts that belong together are of one version, or an error", async () => {
    const server = await objectServer();
    const store = plainHttpStore(server.add([["a", pattern(100)]]));
    const version: ObjectVersion = {};
    await store.get("a", { range: { suffix: 10 }, version });
    await store.get("a", { range: { offset: 0, length: 10 }, version });
    expect(version.validator).toMatch(/^etag "/);
    server.values.set("1/a", pattern(100, 5));
    const error = await failure(store.get("a", { range: { offset: 0, length: 10 }, version }));
    expect(isHyperslabError(error, "invalid-data") && error.request).toEqual({ kind: "changed", transient: false });
    expect(await failure(store.get("a", { version }))).toMatchObject({ what: "the object changed while it was read" });
    expect(await store.get("a", { range: { offset: 0, length: 10 } })).toEqual(pattern(100, 5).slice(0, 10));
    expect(await store.get("a", { version: {} })).toEqual(pattern(100, 5));
    await server.close();
  });

  test("that is so without ETags too, by the time of change or by the size", async () => {
    let headers: Record<string, string> = { "last-modified": "Mon, 16 Nov 2026 00:00:00 GMT" };
    bad.on("dated", (socket, request) => proper(socket, request, headers));
    const store = plainHttpStore(`${bad.origin}/dated`);
    const version: ObjectVersion = {};
    await store.get("a", { range: { suffix: 10 }, version });
    headers = { "last-modified": "Mon, 16 Nov 2026 00:00:01 GMT" };
    expect(await failure(store.get("a", { range: { suffix: 10 }, version }))).toMatchObject({ code: "invalid-data" });
    // The same time, another size: changed within one second, or restored with its time.
    const dated: ObjectVersion = {};
    await store.get("a", { range: { suffix: 10 }, version: dated });
    expect(dated.validator).toBe("modified Mon, 16 Nov 2026 00:00:01 GMT size 1000");
    expect(() => checkVersion(dated, "modified Mon, 16 Nov 2026 00:00:01 GMT size 999", {})).toThrow("changed");
    checkVersion(dated, "recent Mon, 16 Nov 2026 00:00:01 GMT size 1000", {});
    checkVersion(dated, "modified Mon, 16 Nov 2026 00:00:01 GMT", {});
    const sized: ObjectVersion = {};
    headers = {};
    await store.get("a", { range: { offset: 1, length: 1 }, version: sized });
    expect(sized.validator).toBe("size 1000");
  });

  test("a time within two seconds before the answer is no version to keep something for", async () => {
    const second = (at: number): string => `Mon, 16 Nov 2026 00:00:${String(at).padStart(2, "0")} GMT`;
    let age = 1;
    bad.on("fresh", (socket, request) =>
      proper(socket, request, { "last-modified": second(10), date: second(10 + age) }),
    );
    const store = plainHttpStore(`${bad.origin}/fresh`);
    const version: ObjectVersion = {};
    const range = { offset: 0, length: 1 };
    await store.get("a", { range, version });
    expect([version.validator, identifiesVersion(version.validator)]).toEqual([
      `recent ${second(10)} size 1000`,
      false,
    ]);
    age = 2;
    // It is the same version all the same.
    await store.get("a", { range, version });
    const later: ObjectVersion = {};
    await store.get("a", { range, version: later });
    expect([later.validator, identifiesVersion(later.validator)]).toEqual([`modified ${second(10)} size 1000`, true]);
  });

  test("a strong and a weak ETag are the same, and clusters whose ETags differ may turn the check off", async () => {
    bad.on("cluster", (socket, request) => proper(socket, request, { etag: `${request.count % 2 ? "W/" : ""}"1"` }));
    bad.on("worse", (socket, request) => proper(socket, request, { etag: `"${request.count}"` }));
    const version: ObjectVersion = {};
    const store = plainHttpStore(`${bad.origin}/cluster`);
    for (let i = 0; i < 3; i++) await store.get("a", { range: { offset: i, length: 1 }, version });
    const worse = plainHttpStore(`${bad.origin}/worse`, { checkChanges: false });
    for (let i = 0; i < 3; i++) await worse.get("a", { range: { offset: i, length: 1 }, version });
  });

  test("an object that changes between the question for its size and the read is an error", async () => {
    bad.on("moving", (socket, request) => {
      if (request.headers["range"]?.startsWith("bytes=-") === true) reply(socket, 400);
      else proper(socket, request, { etag: `"${request.count}"` });
    });
    const error = await failure(plainHttpStore(`${bad.origin}/moving`).get("a", { range: { suffix: 3 } }));
    expect(error).toMatchObject({ code: "invalid-data", what: "the object changed while it was read" });
  });
});

describe("requests", () => {
  test("ask for bytes as they are, and name us", async () => {
    await plainHttpStore(`${bad.origin}/proper`).get("a", { range: { offset: 3 } });
    expect(bad.seen[0]).toMatchObject({
      method: "GET",
      path: "/proper/a",
      headers: { "accept-encoding": "identity", "user-agent": "hyperslab", range: "bytes=3-" },
    });
  });

  test("one after another go over one connection", async () => {
    const server = createServer((_, response) => response.end("x"));
    let connections = 0;
    server.on("connection", () => (connections += 1));
    const store = plainHttpStore(`http://127.0.0.1:${await listen(server)}`);
    for (let i = 0; i < 20; i++) await store.get(String(i));
    expect(connections).toBe(1);
    await stop(server);
  });

  test("stores share their connections", async () => {
    const server = createServer((_, response) => response.end("x"));
    let connections = 0;
    server.on("connection", () => (connections += 1));
    const url = `http://127.0.0.1:${await listen(server)}`;
    for (let i = 0; i < 5; i++) await plainHttpStore(`${url}/${i}`).get("a");
    expect(connections).toBe(1);
    await stop(server);
  });

  test.skipIf(hasTinyLimits)(
    "for parts of an object that the server sends whole, the object is fetched once and then asked after",
    async () => {
      const server = await objectServer({ ranges: "none" });
      const store = plainHttpStore(server.add([["a", pattern(5000)]]));
      await store.get("a", { range: { suffix: 10 } });
      const parts = [0, 1, 2, 3].map((i) => store.get("a", { range: { offset: i * 1000, length: 10 } }));
      expect((await Promise.all(parts)).map((part) => part?.[0])).toEqual(
        [0, 1, 2, 3].map((i) => pattern(5000)[i * 1000]),
      );
      const answers = server.seen.map(
        ({ method, headers }) => `${method} ${headers.range ?? headers["if-none-match"] ?? ""}`,
      );
      expect(answers[0]).toBe("GET bytes=-10");
      await store.get("a", { range: { offset: 0, length: 10 } });
      expect(server.seen.at(-1)?.headers["if-none-match"]).toMatch(/^"/);
      server.values.set("1/a", pattern(5000, 9));
      expect(await store.get("a", { range: { offset: 0, length: 10 } })).toEqual(pattern(5000, 9).slice(0, 10));
      await server.close();
    },
  );

  test.skipIf(hasTinyLimits)(
    "a whole object for a part that is all of it proves nothing, and whole objects are not for ever",
    async () => {
      const notes: string[] = [];
      let sendsWhole = true;
      bad.on("late", (socket, request) =>
        sendsWhole || request.headers["range"] === "bytes=0-999"
          ? reply(socket, 200, {}, badValue)
          : proper(socket, request),
      );
      const store = plainHttpStore(`${bad.origin}/late`, { onNote: ({ kind }) => notes.push(kind) });
      expect(await store.get("a", { range: { offset: 0, length: 1000 } })).toEqual(badValue);
      expect(await store.get("a", { range: { suffix: 1000 } })).toEqual(badValue);
      expect(notes).toEqual([]);
      await store.get("a", { range: { offset: 0, length: 10 } });
      expect(notes).toEqual(["no-ranges"]);
      sendsWhole = false;
      for (let i = 0; i < 20; i++) {
        expect(await store.get("a", { range: { offset: i, length: 10 } })).toEqual(badValue.slice(i, i + 10));
      }
      expect(bad.seen.at(-1)?.headers["range"]).toBe("bytes=19-28");
      expect(notes).toEqual(["no-ranges"]);
    },
  );

  test("what is given up while headers are made is not sent", async () => {
    const controller = new AbortController();
    for (const transport of [undefined, fetchTransport({ connectTimeout: 60_000, idleTimeout: 60_000 })]) {
      const headers = async (): Promise<Record<string, string>> => {
        controller.abort("early");
        return {};
      };
      const store = plainHttpStore(`${bad.origin}/proper`, { headers, transport });
      const run = store.get("a", {
        signal: transport === undefined ? controller.signal : AbortSignal.any([controller.signal]),
      });
      expect(await failure(run)).toBe("early");
    }
    expect(bad.seen).toHaveLength(0);
  });

  test("one caller's abort does not stop another's part of the same whole object", async () => {
    const server = await objectServer({ ranges: "none", delay: 50 });
    const store = plainHttpStore(server.add([["a", pattern(100)]]));
    await store.get("a", { range: { offset: 0, length: 1 } });
    const controller = new AbortController();
    const first = failure(store.get("a", { range: { offset: 1, length: 1 }, signal: controller.signal }));
    const second = store.get("a", { range: { offset: 2, length: 1 } });
    controller.abort(new Error("mine"));
    expect(await first).toMatchObject({ message: "mine" });
    expect(await second).toEqual(pattern(100).slice(2, 3));
    await server.close();
  });
});

describe("one file as a source", () => {
  test("is read in parts, at an address with a query and escapes", async () => {
    const server = await objectServer();
    const url = server.add([["a b/ä.bin", pattern(1000)]]);
    const source = httpSource(`${url}/a%20b/%C3%A4.bin?sig=1`);
    expect(await source.size!()).toBe(1000);
    expect(await source.read({ suffix: 5 })).toEqual(pattern(1000).slice(-5));
    expect(await source.read({ offset: 3, length: 5 })).toEqual(pattern(1000).slice(3, 8));
    expect(await source.read()).toEqual(pattern(1000));
    expect(server.seen.every((request) => request.url === "/1/a%20b/%C3%A4.bin?sig=1")).toBe(true);
    expect(await httpSource(`${url}/absent`).read({ suffix: 5 })).toBeUndefined();
    server.values.set("1/a b/ä.bin", pattern(1000, 1));
    expect(await failure(source.read({ suffix: 5 }))).toMatchObject({ what: "the object changed while it was read" });
    await server.close();
  });

  test("a zip archive on a server is a store", async () => {
    const archive = memoryTarget();
    const made = zipStore(archive);
    await made.set!("zarr.json", bytes(1, 2, 3));
    await made.set!("c/0", pattern(500));
    await made.close!();
    const server = await objectServer();
    const whole = (await archive.read())!;
    const store = zipStore(httpSource(`${server.add([["x.zip", whole]])}/x.zip`));
    expect(await store.get("c/0", { range: { suffix: 5 } })).toEqual(pattern(500).slice(-5));
    expect(await store.listDirectory!("")).toEqual({ keys: ["zarr.json"], prefixes: ["c"] });
    await server.close();
  });

  test.each(["http://h/", "http://h", "http://h/a/", "http://h/a%2Fb"])("%s is no file", (url) => {
    expect(() => httpSource(url)).toThrow("does not name a file");
  });

  test("escapes that are none are pointed at", () => {
    expect(() => httpSource("http://h/a%zz")).toThrow("a percent sign that does not begin an escape at character 11");
  });
});

test.each<readonly [string, ByteRange, boolean]>([
  ["bytes 10-19/100", { offset: 10, length: 10 }, true],
  ["bytes 10-18/100", { offset: 10, length: 10 }, false],
  ["bytes 10-20/100", { offset: 10, length: 10 }, false],
  ["bytes 9-18/100", { offset: 10, length: 10 }, false],
  ["bytes 10-19/*", { offset: 10, length: 10 }, true],
  ["bytes 10-18/*", { offset: 10, length: 10 }, false],
  ["bytes 90-99/100", { offset: 90, length: 50 }, true],
  ["bytes 90-98/100", { offset: 90, length: 50 }, false],
  ["bytes 90-99/100", { offset: 90 }, true],
  ["bytes 90-98/100", { offset: 90 }, false],
  ["bytes 90-99/*", { offset: 90 }, false],
  ["bytes 90-99/100", { suffix: 10 }, true],
  ["bytes 0-99/100", { suffix: 200 }, true],
  ["bytes 0-10/100", { suffix: 10 }, false],
  ["bytes 89-99/100", { suffix: 10 }, false],
  ["bytes 90-99/*", { suffix: 10 }, false],
  ["bytes 0--1/0", { suffix: 10 }, true],
  ["bytes 90-100/100", { offset: 90 }, false],
  ["items 10-19/100", { offset: 10, length: 10 }, false],
  ["bytes */100", { offset: 10, length: 10 }, false],
  ["", { offset: 10, length: 10 }, false],
])("Content-Range %j answers %j: %s", (text, range, expected) => {
  const part = contentRange({ status: 206, url: new URL("http://h"), header: () => text });
  expect(part !== undefined && answersRange(part, range)).toBe(expected);
});

test.each([
  [403, "", true],
  [404, "", true],
  [200, "text/html", true],
  [200, "application/octet-stream", false],
])("a key that leads to itself with a slash, status %i, %s: absent %s", async (status, type, absent) => {
  bad.on("slash", (socket, { path }) => {
    if (!path.endsWith("/")) reply(socket, 301, { location: `${path}/` });
    else reply(socket, status, { "content-type": type }, badValue);
  });
  const store = plainHttpStore(`${bad.origin}/slash`);
  expect((await store.get("a")) === undefined).toBe(absent);
  expect((await store.head!("a")) === undefined).toBe(absent);
});

test.each([
  ["3", undefined, 3000],
  ["0", undefined, 0],
  ["Mon, 16 Nov 2026 00:00:10 GMT", "Mon, 16 Nov 2026 00:00:00 GMT", 10_000],
  ["Mon, 16 Nov 2026 00:00:00 GMT", "Mon, 16 Nov 2026 00:00:10 GMT", 0],
  ["soon", undefined, undefined],
  [undefined, undefined, undefined],
])("Retry-After %s at %s is %s ms", (after, date, expected) => {
  const headers: Record<string, string | undefined> = { "retry-after": after, date };
  expect(retryDelay({ status: 503, url: new URL("http://h"), header: (name) => headers[name] })).toBe(expected);
});
