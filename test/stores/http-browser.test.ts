/** The store as a browser lets it work: hidden headers, permissions that are asked for, redirects out of sight. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { type PlainHttpStoreOptions, plainHttpStore } from "../../src/stores/http/http-store.ts";
import { fetchTransport } from "../../src/stores/http/transport/fetch-transport.ts";
import type { ObjectVersion, Store } from "../../src/stores/store.ts";
import { describeStore } from "../contracts/store-contract.ts";
import { type BadServer, badServer, badValue, proper, reply } from "./bad-server.ts";
import { httpCapabilities } from "./http-subjects.ts";
import { type ObjectServer, objectServer } from "./object-server.ts";

interface Policy {
  /** Is a preflight answered? Last bytes need one, plain ranges do not. */
  readonly preflight?: boolean;
  /** Does the server allow this page to read at all? */
  readonly allowed?: boolean;
  /** Headers that it exposes. */
  readonly exposed?: readonly string[];
}

const safelisted = ["content-type", "content-length", "last-modified", "cache-control", "expires"];

/** What a browser's fetch does for a page of another origin. */
function browserFetch(policy: Policy, log: RequestInit[] = []): typeof fetch {
  return async (input, init = {}) => {
    log.push(init);
    const headers = new Headers(init.headers);
    for (const name of ["accept-encoding", "user-agent", "host"]) {
      if (headers.has(name)) throw new Error(`a browser does not let ${name} be set`);
    }
    const response = await fetch(input, { ...init, mode: "cors" });
    if (init.mode === "no-cors") return { ...response, type: "opaque", status: 0, body: null } as Response;
    const asks =
      (headers.get("range") ?? "").startsWith("bytes=-") ||
      headers.has("if-none-match") ||
      headers.has("if-modified-since");
    if (policy.allowed === false || (asks && policy.preflight !== true)) {
      await response.body?.cancel();
      throw new TypeError("Failed to fetch");
    }
    if (init.redirect === "manual" && response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      return { type: "opaqueredirect", status: 0, headers: new Headers(), body: null, url: "" } as Response;
    }
    const visible = [...safelisted, ...(policy.exposed ?? [])];
    const shown = new Headers([...response.headers].filter(([name]) => visible.includes(name)));
    const body = response.status === 204 || response.status === 304 ? null : response.body;
    const made = new Response(body, { status: response.status, headers: shown });
    return Object.defineProperty(made, "url", { value: response.url });
  };
}

function storeIn(url: string, policy: Policy, options: PlainHttpStoreOptions = {}, log?: RequestInit[]): Store {
  const pageOrigin = "http://page.invalid";
  const transport = fetchTransport({
    connectTimeout: 60_000,
    idleTimeout: 60_000,
    fetch: browserFetch(policy, log),
    pageOrigin,
  });
  return plainHttpStore(url, { ...options, transport });
}

for (const [name, policy] of Object.entries<Policy>({
  "with everything exposed": { preflight: true, exposed: ["content-range", "etag", "accept-ranges"] },
  "with nothing exposed": { preflight: true },
  "without preflight": { preflight: false },
})) {
  let server: Promise<ObjectServer> | undefined;
  afterAll(async () => (await server)?.close());
  describeStore(`plainHttpStore in a page, ${name}`, {
    capabilities: httpCapabilities,
    open: async (entries) => {
      server ??= objectServer();
      return storeIn((await server).add(entries), policy);
    },
  });
}

describe("in a page", () => {
  let bad: BadServer;
  beforeAll(async () => {
    bad = await badServer();
  });
  afterAll(() => bad.close());
  const failure = (run: Promise<unknown>): Promise<unknown> =>
    run.then(
      () => new Error("it succeeded"),
      (caught: unknown) => caught,
    );

  test("a server that does not allow the page is distinguished from one that is down", async () => {
    const refused = await failure(storeIn(`${bad.origin}/proper`, { allowed: false }).get("a"));
    expect(isHyperslabError(refused, "not-allowed") && refused.request).toEqual({ kind: "cors", transient: false });
    expect(String(refused)).toContain("Access-Control-Allow-Origin");
    const down = await failure(storeIn("http://127.0.0.1:1/x", {}).get("a"));
    expect(isHyperslabError(down, "io") && down.request?.transient).toBe(true);
  });

  test("last bytes, which need permission, are asked for by their place", async () => {
    const notes: string[] = [];
    const store = storeIn(`${bad.origin}/proper`, {}, { onNote: ({ kind }) => notes.push(kind) });
    bad.seen.length = 0;
    for (let i = 0; i < 2; i++) expect(await store.get("a", { range: { suffix: 10 } })).toEqual(badValue.slice(-10));
    expect(notes).toEqual([]);
    const once = ["HEAD ", "GET bytes=990-999"];
    expect(bad.seen.map(({ method, headers }) => `${method} ${headers["range"] ?? ""}`)).toEqual([...once, ...once]);
  });

  test("a wrong part whose place is hidden is known by its length", async () => {
    const store = storeIn(`${bad.origin}/more-than-asked`, { preflight: true });
    const error = await failure(store.get("a", { range: { offset: 10, length: 20 } }));
    expect(isHyperslabError(error, "io") && error.request?.kind).toBe("too-long");
    const suffix = storeIn(`${bad.origin}/suffix-as-prefix`, { preflight: true });
    expect(await suffix.get("a", { range: { suffix: 10 } })).toEqual(badValue.slice(-10));
  });

  test("parts stay out of the HTTP cache, whole objects do not", async () => {
    const log: RequestInit[] = [];
    const store = storeIn(`${bad.origin}/proper`, {}, {}, log);
    await store.get("a");
    await store.get("a", { range: { offset: 0, length: 1 } });
    expect(log.map(({ cache }) => cache)).toEqual([undefined, "no-store"]);
  });

  test("secret headers follow no redirect; without them the browser follows", async () => {
    bad.on("moved", (socket, { path }) => reply(socket, 302, { location: path.replace("moved", "proper") }));
    const secret = storeIn(`${bad.origin}/moved`, {}, { headers: { "x-api-key": "hidden" } });
    const error = await failure(secret.get("a"));
    expect(isHyperslabError(error, "not-allowed") && error.request?.kind).toBe("redirect-refused");
    expect(String(error)).not.toContain("hidden");
    expect(await storeIn(`${bad.origin}/moved`, {}).get("a")).toEqual(badValue);
  });

  test("versions are known by the time of change where ETags are hidden", async () => {
    let time = 0;
    bad.on("dated", (socket, request) =>
      proper(socket, request, { etag: '"same"', "last-modified": `Mon, 16 Nov 2026 00:00:0${time} GMT` }),
    );
    const store = storeIn(`${bad.origin}/dated`, {});
    const version: ObjectVersion = {};
    await store.get("a", { range: { offset: 0, length: 1 }, version });
    time = 1;
    const error = await failure(store.get("a", { range: { offset: 1, length: 1 }, version }));
    expect(isHyperslabError(error, "invalid-data")).toBe(true);
  });

  test("no conditions are sent, for which permission would be asked", async () => {
    bad.on("whole", (socket) => reply(socket, 200, { "last-modified": "Mon, 16 Nov 2026 00:00:00 GMT" }, badValue));
    const store = storeIn(`${bad.origin}/whole`, {});
    for (let i = 0; i < 3; i++) {
      expect(await store.get("a", { range: { offset: i, length: 2 } })).toEqual(badValue.slice(i, i + 2));
    }
  });

  test("what the browser unpacked is not unpacked again", async () => {
    const store = storeIn(`${bad.origin}/gzip-whole`, { exposed: ["content-encoding"] });
    expect(await store.get("a")).toEqual(badValue);
    expect(await store.get("a", { range: { offset: 3, length: 4 } })).toEqual(badValue.slice(3, 7));
  });
});
