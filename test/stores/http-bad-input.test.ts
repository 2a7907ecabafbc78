/**
 * What bad input gets, from the address to the values: an error of its own kind that says where, how often it was tried
 * and what to do; never a value that was made up, and never a secret.
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import { type HyperslabError, isHyperslabError, openArray } from "../../src/index.ts";
import { httpStore } from "../../src/stores/http/http-store.ts";
import { takeLeaks, watched } from "../secret-watch.ts";
import { findSecret, refuseSecrets, secrets } from "../secrets.ts";
import { type BadInput, badInputs, patienceOf, type Running, SELECTION, selected } from "./bad-inputs.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Starts a server for the length of a run. */
async function during<T>(input: BadInput, run: (server: Running) => Promise<T>): Promise<T> {
  const server = await input.start();
  try {
    return await run(server);
  } finally {
    await server.close();
  }
}

const ATTEMPTS = 3;
const query = `?X-Signature=${encodeURIComponent(secrets.signature)}&token=${secrets.token}`;

interface Told {
  readonly value: unknown;
  readonly everything: readonly unknown[];
}

/** Reads all values with secrets in the query, the headers and the environment, and keeps all that is said. */
async function read(server: Running, patience: number): Promise<Told> {
  const everything: unknown[] = [];
  const keep = (...said: unknown[]): void => void everything.push(...said);
  const store = httpStore(`${server.url}${query}`, {
    headers: { authorization: `Bearer ${secrets.token}`, "x-api-key": secrets.apiKey },
    connectTimeout: patience,
    idleTimeout: patience,
    retry: { attempts: ATTEMPTS, delay: 20, onRetry: keep },
    onRequest: keep,
    onNote: keep,
    certificates: server.trusted,
  });
  keep(store.location, JSON.stringify(store));
  const value = await openArray(store)
    .then(async (array) => Array.from((await array.read(SELECTION)).data as Int16Array))
    .catch((error: unknown) => error);
  return { value, everything: [...everything, value] };
}

describe("read by the library", () => {
  test.concurrent.each(badInputs.map((input) => [input.name, input] as const))("%s", async (_, input) => {
    const { outcome } = input;
    const { url, value, everything } = await during(input, async (server) => ({
      url: server.url,
      ...(await read(server, patienceOf(input))),
    }));
    refuseSecrets(...everything);
    if (outcome === "values") {
      expect(value).toEqual(selected);
      return;
    }
    if (!isHyperslabError(value)) throw new Error(`no error, but ${String(value)}`);
    const error: HyperslabError = value;
    expect(outcome.kinds, error.message).toContain(error.request?.kind);
    expect([error.code, error.request?.attempts], error.message).toEqual([
      outcome.code,
      outcome.attempts === "all" ? ATTEMPTS : 1,
    ]);
    expect(error.message).toContain(url);
    expect(error.place).toMatchObject({ location: url, key: expect.stringMatching(/^(zarr\.json|c\/\d+\/\d+)$/) });
    expect(error.hint).toMatch(/^[A-Z].*\.$/);
  });
});

describe("secrets", () => {
  test("in an address are refused without being shown", async () => {
    for (const address of [
      `http://${secrets.user}:${encodeURIComponent(secrets.password)}@127.0.0.1:1/x`,
      `https://${secrets.token}@127.0.0.1:1/x`,
      `http://127.0.0.1:1/x#${secrets.token}`,
    ]) {
      const error = await openArray(address).catch((caught: unknown) => caught);
      expect(isHyperslabError(error, "invalid-request")).toBe(true);
      refuseSecrets(error);
    }
  });

  test("of the environment are not shown when they are wrong", async () => {
    const input = badInputs.find(({ name }) => name === "wrong credentials")!;
    const error = await during(input, (server) => {
      vi.stubEnv("HYPERSLAB_HTTP_ORIGINS", new URL(server.url).origin);
      vi.stubEnv("HYPERSLAB_HTTP_USER", secrets.user);
      vi.stubEnv("HYPERSLAB_HTTP_PASSWORD", secrets.password);
      return openArray(server.url)
        .then((array) => array.read())
        .catch((caught: unknown) => caught);
    });
    expect(isHyperslabError(error, "not-allowed") && error.hint).toContain("HYPERSLAB_HTTP_USER was sent");
    refuseSecrets(error);
  });

  test("of a proxy are not shown when it cannot be reached", async () => {
    vi.stubEnv("http_proxy", `http://proxy:${secrets.proxyPassword}@127.0.0.1:1`);
    vi.stubEnv("HYPERSLAB_HTTP_TIMEOUT", "60");
    const store = httpStore(`http://data.invalid/x${query}`, { retry: { attempts: 1 } });
    const error = await store.get("a").catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "io") && error.request?.kind).toBe("connection-refused");
    refuseSecrets(error);
  });

  test("would be found, in all their forms, by the search", () => {
    const basic = Buffer.from(`${secrets.user}:${secrets.password}`).toString("base64");
    for (const text of [...Object.values(secrets), `Basic ${basic}`, encodeURIComponent(secrets.signature)]) {
      expect(findSecret(`x ${text} y`)).toBeDefined();
    }
    expect(findSecret("nothing of them")).toBeUndefined();
    const cause = Object.assign(new Error("inner"), { request: { headers: { authorization: secrets.token } } });
    for (const hidden of [
      new Error("outer", { cause }),
      Object.assign(new Error("x"), { url: secrets.signature }),
      { deep: [{ deeper: new Map([["a", secrets.apiKey]]) }] },
    ]) {
      expect(() => refuseSecrets(hidden)).toThrow("a secret is shown");
    }
    const print = watched((...texts: readonly unknown[]) => texts.length);
    expect([print("harmless", 1), takeLeaks()]).toEqual([2, []]);
    print("x", { a: secrets.token });
    expect(takeLeaks()).toHaveLength(1);
  });
});

test.each(["0", "-1", "soon"])("a time to wait of %s is refused", async (text) => {
  vi.stubEnv("HYPERSLAB_HTTP_TIMEOUT", text);
  const error = await httpStore("http://127.0.0.1:1/x")
    .get("a")
    .catch((caught: unknown) => caught);
  expect(isHyperslabError(error, "invalid-request")).toBe(true);
});
