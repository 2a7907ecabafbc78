/** What a server does wrong is an error of its own kind, or made good; it is never a fill value and never a hang. */
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../scripts/start-server.mjs";
import type { ByteRange } from "../../src/bytes/source/byte-range.ts";
import { type HyperslabError, isHyperslabError } from "../../src/errors.ts";
import { type PlainHttpStoreOptions, plainHttpStore } from "../../src/stores/http/http-store.ts";
import { fetchTransport } from "../../src/stores/http/transport/fetch-transport.ts";
import { nodeTransport } from "../../src/stores/http/transport/node-transport.ts";
import type { HttpTransport } from "../../src/stores/http/transport/transport.ts";
import type { Store } from "../../src/stores/store.ts";
import { type BadServer, badServer, badValue } from "./bad-server.ts";
import { expiredCertificate, loopbackCertificate, loopbackKey } from "./loopback-certificate.ts";
import { objectServer } from "./object-server.ts";

let bad: BadServer;
beforeAll(async () => {
  bad = await badServer();
});
afterAll(() => bad.close());

/** Only who waits in vain gives up soon: on a busy machine a good answer may take seconds. */
const impatient = { connectTimeout: 1000, idleTimeout: 1000 };
const timeouts = { connectTimeout: 60_000, idleTimeout: 60_000 };
type Timeouts = typeof timeouts;
const transports: Readonly<Record<string, (given?: Timeouts) => Promise<HttpTransport>>> = {
  node: async (given = timeouts) => (await nodeTransport({ ...given, environment: {} }))!,
  fetch: async (given = timeouts) => fetchTransport(given),
};

/** A store whose every request has this behaviour, at an address with a secret. */
function storeOf(behaviour: string, transport: HttpTransport, options: PlainHttpStoreOptions = {}): Store {
  return plainHttpStore(`${bad.origin}/${behaviour}?signature=hidden`, { ...options, transport });
}

async function failure(run: Promise<unknown>): Promise<HyperslabError> {
  const error = await run.then(
    (value) => new Error(`it succeeded: ${inspect(value)}`),
    (caught: unknown) => caught,
  );
  if (!isHyperslabError(error)) throw error;
  return error;
}

const part: ByteRange = { offset: 10, length: 20 };
const suffix: ByteRange = { suffix: 30 };

/** behaviour, range, code, kind, transient */
const failures: readonly (readonly [string, ByteRange | undefined, string, string, boolean])[] = [
  ["closes-at-once", undefined, "io", "connection-reset", true],
  ["resets-at-once", undefined, "io", "connection-reset", true],
  // Whether the reset or the end of the data is seen first is up to the system.
  ["resets-in-the-middle", undefined, "io", "connection-reset or short-body", true],
  ["short-body", undefined, "io", "short-body", true],
  ["short-part", part, "io", "short-body", true],
  ["never-answers", undefined, "io", "timeout", true],
  ["stops-in-the-middle", undefined, "io", "timeout", true],
  ["promises-too-much", undefined, "io", "timeout", true],
  ["promises-a-terabyte", undefined, "io", "too-long", false],
  ["another-part", part, "io", "wrong-content-range", false],
  ["more-than-asked", part, "io", "wrong-content-range", false],
  ["part-without-place", part, "io", "wrong-content-range", false],
  ["length-against-place", { offset: 0, length: 10 }, "io", "too-long", false],
  ["multipart-part", part, "io", "wrong-content-range", false],
  ["416-inside", part, "io", "range-not-satisfiable", false],
  ["416-bare", part, "io", "range-not-satisfiable", false],
  ["no-ranges-large", part, "io", "range-ignored", false],
  ["page-for-all", undefined, "invalid-data", "web-page", false],
  ["page-for-all", part, "invalid-data", "web-page", false],
  ["page-in-parts", { offset: 0, length: 40 }, "invalid-data", "web-page", false],
  ["page-in-parts", part, "invalid-data", "web-page", false],
  ["page-in-parts", suffix, "invalid-data", "web-page", false],
  ["400", undefined, "io", "status", false],
  ["401", undefined, "not-allowed", "unauthorized", false],
  ["403", undefined, "not-allowed", "forbidden", false],
  ["403", part, "not-allowed", "forbidden", false],
  ["418", undefined, "io", "status", false],
  ["429", undefined, "io", "too-many-requests", true],
  ["500", part, "io", "server-error", true],
  ["503", undefined, "io", "server-error", true],
  ["204", undefined, "io", "status", false],
];

/** What fetch does by itself, or cannot tell apart, is the Node transport's alone. */
const nodeFailures: typeof failures = [
  ["short-chunked", undefined, "io", "short-body", true],
  ["sends-without-end", part, "io", "range-ignored", false],
  ["gzip-lie", undefined, "unsupported", "content-encoding", false],
  ["gzip-bomb", part, "io", "range-ignored", false],
  ["brotli", undefined, "unsupported", "content-encoding", false],
  ["407", undefined, "io", "proxy", false],
  ["redirect-loop", undefined, "io", "redirect-loop", false],
  ["redirect-pair", undefined, "io", "redirect-loop", false],
  ["redirect-endless", undefined, "io", "redirect-loop", false],
  ["redirect-nowhere", undefined, "not-allowed", "redirect-refused", false],
  ["redirect-ftp", undefined, "not-allowed", "redirect-refused", false],
  ["redirect-file", undefined, "not-allowed", "redirect-refused", false],
  ["redirect-user", undefined, "not-allowed", "redirect-refused", false],
  ["redirect-reset", undefined, "io", "connection-reset", true],
  ["not-http", undefined, "io", "protocol", false],
  ["bad-header", undefined, "io", "protocol", false],
];

describe.each(Object.keys(transports))("by %s", (name) => {
  let transport: HttpTransport;
  let hasty: HttpTransport;
  beforeAll(async () => {
    transport = await transports[name]!();
    hasty = await transports[name]!(impatient);
  });

  test.concurrent.each([...failures, ...(name === "node" ? nodeFailures : [])])(
    "%s, range %j: %s, %s",
    async (behaviour, range, code, kind, transient) => {
      const store = storeOf(behaviour, kind === "timeout" ? hasty : transport, { wholeObjectLimit: 1024 * 1024 });
      const error = await failure(store.get("a/c/0", { range }));
      expect(kind.split(" or "), error.message).toContain(error.request?.kind);
      expect([error.code, error.request?.transient]).toEqual([code, transient]);
      expect(error.place).toEqual({ location: `${bad.origin}/${behaviour}`, key: "a/c/0" });
      expect(error.hint).toMatch(/\.$/);
      expect(inspect(error, { depth: 10 })).not.toMatch(/hidden|secret/);
    },
  );

  test.each([
    ["no-ranges", part, ["no-ranges"]],
    ["no-ranges", suffix, ["no-suffixes"]],
    ["suffix-ignored", suffix, ["no-suffixes"]],
    ["suffix-refused", suffix, ["no-suffixes"]],
    ["suffix-not-implemented", suffix, ["no-suffixes"]],
    ["suffix-416", suffix, ["no-suffixes"]],
    ["suffix-as-prefix", suffix, ["no-suffixes"]],
    ["gzip-whole", undefined, []],
    ["gzip-whole", part, ["no-ranges"]],
    ["bytes-called-page", part, []],
    ["bytes-called-page", suffix, []],
    ["bytes-called-page", undefined, []],
    ["proper", suffix, []],
    ["redirect", part, []],
    ["redirect", undefined, []],
    ...(name === "node" ? ([["gzip-part", part, ["no-ranges"]]] as const) : []),
  ] as const)("%s, range %j: made good, told %j", async (behaviour, range, told) => {
    const notes: string[] = [];
    const store = storeOf(behaviour, transport, { onNote: ({ kind }) => notes.push(kind) });
    const wanted = Array.from(
      range === undefined ? badValue : "suffix" in range ? badValue.subarray(-30) : badValue.subarray(10, 30),
    );
    for (let time = 0; time < 3; time++) {
      expect(Array.from((await store.get("a/c/0", { range }))!)).toEqual(wanted);
    }
    expect([...new Set(notes)]).toEqual(notes);
    expect(notes.slice(0, told.length)).toEqual(told);
    expect((await store.head!("a/c/0"))?.size).toBe(1000);
  });

  test.each(["404", "410"])("%s is absence, in every request", async (behaviour) => {
    const store = storeOf(behaviour, transport);
    for (const range of [undefined, part, suffix, { offset: 3 }, { offset: 0, length: 0 }]) {
      expect(await store.get("a", { range })).toBeUndefined();
    }
    expect(await store.head!("a")).toBeUndefined();
  });

  test("403 is absence where that was asked for", async () => {
    const store = storeOf("403", transport, { forbidden: "absent" });
    expect(await store.get("a")).toBeUndefined();
    expect(await store.head!("a")).toBeUndefined();
  });

  test("a range of the largest object there can be costs no memory before it comes", async () => {
    const store = storeOf("promises-too-much", hasty);
    const error = await failure(store.get("a", { range: { offset: 0, length: 2 ** 50 } }));
    expect(error.request?.kind).toBe("timeout");
  });

  test("nothing listens: connection refused", async () => {
    const port = await freePort();
    const store = plainHttpStore(`http://127.0.0.1:${port}/x?signature=hidden`, { transport });
    const error = await failure(store.get("a"));
    expect([error.code, error.request]).toEqual(["io", { kind: "connection-refused", transient: true }]);
    expect(error.message).toContain(`http://127.0.0.1:${port}/x/a`);
    expect(inspect(error, { depth: 10 })).not.toContain("hidden");
  });

  test("a host that cannot exist: no retry helps", async () => {
    // A label of 64 characters is refused by the resolver itself: no name server is asked.
    const store = plainHttpStore(`http://${"a".repeat(64)}.invalid/x`, { transport });
    const error = await failure(store.get("a"));
    expect([error.code, error.request]).toEqual(["io", { kind: "dns", transient: false }]);
  });

  test("an abort in the middle gives the signal's reason, and other reads go on", async () => {
    const store = storeOf("proper", transport);
    const stuck = storeOf("stops-in-the-middle", transport);
    const controller = new AbortController();
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 50);
    const [aborted, value] = await Promise.all([
      stuck.get("a", { signal: controller.signal }).catch((error: unknown) => error),
      store.get("a"),
    ]);
    expect(aborted).toBe(reason);
    expect(value).toHaveLength(1000);
  });
});

describe("TLS", () => {
  const tls = { key: loopbackKey, cert: loopbackCertificate };
  const trusting = async (certificates?: string): Promise<HttpTransport> =>
    (await nodeTransport({ ...timeouts, environment: {}, certificates: () => certificates }))!;

  test("an authority that is not known is refused, and accepted once it is named", async () => {
    const server = await objectServer({ tls });
    const url = server.add([["a", badValue]]);
    const error = await failure(plainHttpStore(url, { transport: await trusting() }).get("a"));
    expect([error.code, error.request]).toEqual(["io", { kind: "tls", transient: false }]);
    expect(error.message).toContain("SSL_CERT_FILE");
    const store = plainHttpStore(url, { transport: await trusting(loopbackCertificate) });
    expect(await store.get("a")).toHaveLength(1000);
    await server.close();
  });

  test("an expired certificate is refused", async () => {
    const server = await objectServer({ tls: { ...tls, cert: expiredCertificate } });
    const transport = await trusting(expiredCertificate);
    const error = await failure(plainHttpStore(server.add([["a", badValue]]), { transport }).get("a"));
    expect(error.request?.kind).toBe("tls");
    expect(error.message).toContain("CERT_HAS_EXPIRED");
    await server.close();
  });

  test("plain HTTP where TLS was expected", async () => {
    const server = await objectServer();
    const url = server.add([]).replace("http:", "https:");
    const error = await failure(plainHttpStore(url, { transport: await trusting() }).get("a"));
    expect(error.request?.kind).toBe("tls");
    expect(error.hint).toContain("plain http");
    await server.close();
  });

  test("what is no certificate is refused", async () => {
    const transport = await trusting("no certificate");
    const error = await failure(plainHttpStore("https://127.0.0.1:1/x", { transport }).get("a"));
    expect(error.code).toBe("invalid-request");
  });
});
