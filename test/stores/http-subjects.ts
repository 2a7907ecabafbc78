/** Every HTTP store and every wrapper of requests as a subject of the store contract. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { httpStore, plainHttpStore } from "../../src/stores/http/http-store.ts";
import { fetchTransport } from "../../src/stores/http/transport/fetch-transport.ts";
import { openLocation, parseLocation } from "../../src/stores/location/location.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { withCache } from "../../src/stores/wrappers/with-cache.ts";
import { withCoalescing } from "../../src/stores/wrappers/with-coalescing.ts";
import { withConcurrency } from "../../src/stores/wrappers/with-concurrency.ts";
import { withNetwork } from "../../src/stores/wrappers/with-network.ts";
import { withRetry } from "../../src/stores/wrappers/with-retry.ts";
import { wrapRequests } from "../../src/stores/wrappers/wrap-requests.ts";
import { filled, type StoreCapability, type StoreSubject } from "../contracts/store-contract.ts";
import { loopbackCertificate, loopbackKey } from "./loopback-certificate.ts";
import { type ObjectServer, type ObjectServerOptions, objectServer } from "./object-server.ts";

export type Subjects = Readonly<Record<string, Readonly<Record<string, StoreSubject>>>>;

export const httpCapabilities: readonly StoreCapability[] = ["head", "listDirectory"];
const memory: readonly StoreCapability[] = ["head", "list", "listDirectory", "set", "delete", "deletePrefix", "rename"];

/** A server for each variant, started when first needed. */
function served(options: ObjectServerOptions, open: (url: string) => Store | Promise<Store>): StoreSubject {
  let server: Promise<ObjectServer> | undefined;
  afterAll(async () => (await server)?.close());
  return {
    capabilities: httpCapabilities,
    open: async (entries) => {
      server ??= objectServer(options);
      return open((await server).add(entries));
    },
  };
}

const fetching = fetchTransport({ connectTimeout: 60_000, idleTimeout: 60_000 });

export const httpSubjects: Subjects = {
  httpStore: {
    "a plain server": served({}, (url) => httpStore(url)),
    "with a cache": served({}, (url) => httpStore(url, { cache: true })),
    "with a cache in files": served({}, (url) => httpStore(url, { cache: { bytes: 0, ...cacheOptions() } })),
  },
  plainHttpStore: {
    "a plain server": served({}, (url) => plainHttpStore(url)),
    "by fetch": served({}, (url) => plainHttpStore(url, { transport: fetching })),
    "a server without last bytes": served({ ranges: "bounded" }, (url) => plainHttpStore(url)),
    "a server without parts": served({ ranges: "none" }, (url) => plainHttpStore(url)),
    "a server without parts or versions": served({ ranges: "none", etag: false }, (url) => plainHttpStore(url)),
    "a server without HEAD": served({ head: false }, (url) => plainHttpStore(url)),
    "a server without anything": served({ head: false, ranges: "none", etag: false }, (url) => plainHttpStore(url)),
  },
};

/** The addresses that `openLocation` takes; the test's own certificate is trusted by the environment. */
export function httpLocations(): Readonly<Record<string, StoreSubject>> {
  const directory = mkdtempSync(join(tmpdir(), "hyperslab-http-"));
  const file = join(directory, "certificate.pem");
  writeFileSync(file, loopbackCertificate);
  const before = process.env["SSL_CERT_FILE"];
  process.env["SSL_CERT_FILE"] = file;
  afterAll(() => {
    if (before === undefined) delete process.env["SSL_CERT_FILE"];
    else process.env["SSL_CERT_FILE"] = before;
    rmSync(directory, { recursive: true });
  });
  const open = (url: string): Promise<Store> => openLocation(parseLocation(url));
  return {
    "http:": served({}, open),
    "https:": served({ tls: { key: loopbackKey, cert: loopbackCertificate } }, open),
  };
}

function wrapped(wrap: (store: Store) => Store): StoreSubject {
  return { open: (entries) => filled(wrap(memoryStore()), entries), capabilities: memory };
}

let caches: string | undefined;
let cacheCount = 0;
// After the last test and not after each: entries are written in the background.
afterAll(() => {
  if (caches !== undefined) rmSync(caches, { recursive: true, force: true, maxRetries: 3 });
  caches = undefined;
});

/** Every store has an identity of its own in one directory. */
function cacheOptions(): { readonly directory: string; readonly identity: string } {
  caches ??= mkdtempSync(join(tmpdir(), "hyperslab-cache-"));
  return { directory: caches, identity: String(++cacheCount) };
}

export const wrapperSubjects: Subjects = {
  withRetry: { memory: wrapped((store) => withRetry(store)) },
  withCache: {
    memory: wrapped((store) => withCache(store)),
    "of no bytes": wrapped((store) => withCache(store, { bytes: 0 })),
    "of no trust": wrapped((store) => withCache(store, { maximumAge: 0 })),
    "in files": wrapped((store) => withCache(store, { bytes: 0, ...cacheOptions() })),
    "in files of no trust": wrapped((store) => withCache(store, { bytes: 0, maximumAge: 0, ...cacheOptions() })),
  },
  withCoalescing: {
    memory: wrapped((store) => withCoalescing(store)),
    "with a window": wrapped((store) => withCoalescing(store, { window: 1 })),
  },
  withConcurrency: {
    memory: wrapped((store) => withConcurrency(store, { limit: 1 })),
    "by host": wrapped((store) => withConcurrency(store, { host: "contract" })),
  },
  withNetwork: {
    memory: wrapped((store) => withNetwork(store, {}, { host: "contract-network" })),
    "with a cache and a trace": wrapped((store) =>
      withNetwork(store, { cache: true, onRequest: () => {} }, { host: "contract-network", identity: "contract" }),
    ),
  },
  wrapRequests: {
    memory: wrapped((store) =>
      wrapRequests(
        store,
        (_, __, request) => request(),
        (prefix, options) => store.list!(prefix, options),
      ),
    ),
  },
};
