/** The server itself, over real connections: clients that leave, files that change, many connections, and the program. */
import { mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { Agent, get as httpGet, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as zarrita from "zarrita";
import { create, openArray, openGroup, type Served, type ServedRequest, serve } from "../../../src/index.ts";
import { ended, startCli } from "../../cli/spawn-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-server-"));
const values = Float32Array.from({ length: 300 * 400 }, (_, i) => i / 3);
/** Larger than what connections hold in their buffers. */
const LARGE = 24 * 1024 * 1024;
let server: Served;
const seen: ServedRequest[] = [];

beforeAll(async () => {
  const root = await create(join(folder, "a.zarr"), { attributes: { title: "served" } });
  const layout = { shape: [300, 400], dtype: "float32", chunks: [100, 100] } as const;
  await (await root.create("plain", layout)).write(undefined, values);
  await (await root.create("sharded", { ...layout, shards: [300, 400] })).write(undefined, values);
  writeFileSync(join(folder, "large"), Buffer.alloc(LARGE, 1));
  server = await serve(folder, { onRequest: (request) => seen.push(request) });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("clients", () => {
  it("zarrita and this library read arrays and shards", async () => {
    for (const name of ["plain", "sharded"]) {
      const array = await zarrita.open(new zarrita.FetchStore(`${server.url}a.zarr/${name}`), { kind: "array" });
      expect((await zarrita.get(array)).data).toEqual(values);
      const ours = await openArray(`${server.url}a.zarr/${name}`);
      expect((await ours.read()).data).toEqual(values);
      expect((await ours.read("7, 3:9")).data).toEqual(values.slice(2803, 2809));
    }
    expect(seen.some(({ status }) => status === 206)).toBe(true);
  });

  it("this library lists what is served, by the index pages", async () => {
    const children = await (await openGroup(`${server.url}a.zarr`)).children();
    expect(children.map(({ path }) => path)).toEqual(["plain", "sharded"]);
  });

  it("many requests over one connection, and requests with bodies", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; i < 50; i++) expect(await answer("a.zarr/zarr.json", { agent })).toMatchObject({ status: 200 });
    expect(await answer("a.zarr/zarr.json", { method: "POST", body: "x".repeat(1000) })).toMatchObject({ status: 405 });
    agent.destroy();
  });
});

interface Answered {
  readonly status: number | undefined;
  readonly bytes: Uint8Array;
  /** False: the connection was cut. */
  readonly complete: boolean;
}

interface AskOptions {
  readonly agent?: Agent;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly url?: string;
  /** Called with the first bytes; what is awaited holds back the rest. */
  readonly onStart?: () => Promise<void> | void;
}

function answer(path: string, options: AskOptions = {}): Promise<Answered> {
  const { url = server.url, agent, method = "GET", headers = {}, body, onStart } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, url), { method, headers, ...(agent && { agent }) }, async (response) => {
      const parts: Buffer[] = [];
      let complete = true;
      try {
        let isFirst = true;
        for await (const part of response) {
          parts.push(part);
          if (isFirst) await onStart?.();
          isFirst = false;
        }
      } catch {
        complete = false;
      }
      resolve({ status: response.statusCode, bytes: Buffer.concat(parts), complete });
    });
    request.on("error", reject);
    request.end(body);
  });
}

describe("one version per answer", () => {
  const name = "changing";
  const path = join(folder, name);
  const fill = (value: number): void => {
    writeFileSync(path, Buffer.alloc(LARGE, value));
    utimesSync(path, 1_700_000_000, 1_700_000_000);
  };

  it("a file that is replaced while it is sent is sent to its end as it was", async () => {
    fill(1);
    const replace = (): void => {
      writeFileSync(`${path}.new`, Buffer.alloc(LARGE, 2));
      renameSync(`${path}.new`, path);
    };
    const { status, bytes, complete } = await answer(name, { onStart: replace });
    expect([status, complete, bytes.byteLength]).toEqual([200, true, LARGE]);
    expect(bytes.every((byte) => byte === 1)).toBe(true);
    expect((await answer(name, { headers: { range: "bytes=0-0" } })).bytes).toEqual(Buffer.of(2));
  });

  it.each([
    ["written to", () => fill(4)],
    ["cut off", () => truncateSync(path, 1000)],
  ])("a file that is %s in place cuts the answer", async (_, change) => {
    fill(3);
    utimesSync(path, 1_600_000_000, 1_600_000_000);
    const { bytes, complete } = await answer(name, { onStart: change });
    expect(complete).toBe(false);
    expect(bytes.byteLength).toBeLessThan(LARGE);
    expect(bytes.every((byte) => byte === 3)).toBe(true);
  });

  it("ranges of an older version are refused by If-Match, and sent whole by If-Range", async () => {
    fill(5);
    const range = { range: "bytes=0-9" };
    const old = '"000000000000000000000000"';
    expect((await answer(name, { headers: { ...range, "if-match": old } })).status).toBe(412);
    expect(await answer(name, { headers: { ...range, "if-range": old } })).toMatchObject({ status: 200 });
  });
});

it("clients that leave cost nothing, and nothing waits for them", async () => {
  for (let i = 0; i < 100; i++) {
    await new Promise<void>((resolve) => {
      const request = httpGet(new URL("large", server.url), (response) => {
        response.once("data", () => {
          request.destroy();
          resolve();
        });
      });
      request.on("error", () => {});
    });
  }
  expect(await answer("a.zarr/zarr.json")).toMatchObject({ status: 200, complete: true });
});

it("broken requests end their connection and nothing else", async () => {
  const port = Number(new URL(server.url).port);
  const texts = [
    "nonsense\r\n\r\n",
    "GET\r\n\r\n",
    `GET / HTTP/1.1\r\nX: ${"x".repeat(40_000)}\r\n\r\n`,
    "GET / HTTP/9.9\r\n\r\n",
  ];
  texts.push("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", "\0\0\0\0");
  for (const text of texts) {
    const said = await new Promise<string>((resolve) => {
      let all = "";
      const socket = connect(port, "127.0.0.1", () => socket.end(text));
      socket.on("data", (part) => (all += part));
      socket.on("error", () => resolve(all));
      socket.on("close", () => resolve(all));
    });
    expect(said === "" || /^HTTP\/1\.1 (?:400|431|505)/.test(said), `${text.slice(0, 30)}: ${said}`).toBe(true);
  }
  expect(await answer("a.zarr/zarr.json")).toMatchObject({ status: 200 });
});

it("more connections than allowed are refused, and the others are served", async () => {
  const few = await serve(folder, { maxConnections: 10 });
  const port = Number(new URL(few.url).port);
  const sockets = await Promise.all(
    Array.from({ length: 1000 }, () => {
      return new Promise<{ open: boolean; end(): void }>((resolve) => {
        const state = { open: true, end: () => socket.destroy() };
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {});
        socket.on("close", () => {
          state.open = false;
          resolve(state);
        });
        // Only a connection that is served gets an answer.
        socket.once("data", () => resolve(state));
        socket.write("GET /a.zarr/zarr.json HTTP/1.1\r\nHost: x\r\n\r\n");
      });
    }),
  );
  expect(sockets.filter(({ open }) => open).length).toBe(10);
  for (const { end } of sockets) end();
  await few.close();
});

it("only the names of this machine reach a server that is not for all pages", async () => {
  const shy = await serve(folder, { cors: "none" });
  const status = async (host: string): Promise<number | undefined> =>
    (await answer("a.zarr/zarr.json", { url: shy.url, headers: { host } })).status;
  const { port } = new URL(shy.url);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "LOCALHOST"]) expect(await status(host)).toBe(200);
  for (const host of ["evil.org", `evil.org:${port}`, "127.0.0.1.evil.org"]) expect(await status(host)).toBe(403);
  await shy.close();
  await shy.close();
});

it("a port that is taken is refused with what to do", async () => {
  const { port } = new URL(server.url);
  await expect(serve(folder, { port: Number(port) })).rejects.toMatchObject({
    code: "exists",
    hint: expect.stringContaining("port 0"),
  });
});

describe("the program", () => {
  it("prints the URL, logs requests, and ends with 0 on Ctrl-C, amid an answer too", async () => {
    const child = startCli(["serve", folder, "--verbose"]);
    const result = ended(child);
    const line = await new Promise<string>((resolve) => child.stdout!.once("data", (data) => resolve(String(data))));
    expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n$/);
    const url = line.trim();
    expect(await answer("a.zarr/zarr.json", { url })).toMatchObject({ status: 200 });
    expect(await answer(".netrc", { url })).toMatchObject({ status: 403 });
    await new Promise<void>((resolve) => {
      // Takes nothing after the first bytes.
      const request = httpGet(new URL("large", url), (response) => response.once("readable", () => resolve()));
      request.on("error", () => {});
    });
    child.kill("SIGINT");
    const { code, stderr } = await result;
    expect(code).toBe(0);
    expect(stderr).toMatch(/^serves .* as files$/m);
    expect(stderr).toMatch(/^200 GET \/a\.zarr\/zarr\.json \S+ \S+ [\d.]+ ms$/m);
    expect(stderr).toMatch(/^403 GET \/\.netrc .*this key is not served/m);
  });

  it("with --json says all of it as JSON", async () => {
    const child = startCli(["serve", join(folder, "a.zarr"), "--json", "--as", "zarr", "-v"]);
    const result = ended(child);
    const text = await new Promise<string>((resolve) => child.stdout!.once("data", (data) => resolve(String(data))));
    const { url, ...rest } = JSON.parse(text);
    expect(rest).toEqual({ location: join(folder, "a.zarr"), served: "zarr3", lost: [], notes: [] });
    expect((await answer("plain/c/0/0", { url })).bytes).toEqual(readFileSync(join(folder, "a.zarr/plain/c/0/0")));
    child.kill("SIGTERM");
    const { code, stderr } = await result;
    expect(code).toBe(0);
    expect(JSON.parse(stderr)).toMatchObject({ method: "GET", target: "/plain/c/0/0", status: 200 });
  });

  it.each([
    [["serve"], 2, "the address is missing"],
    [["serve", folder, "--port", "x"], 2, "--port takes a whole number"],
    [["serve", folder, "--as", "web"], 2, "--as takes"],
    [["serve", folder, "--cors", "example.org"], 2, "is not an origin"],
    [["serve", join(folder, "nothing")], 3, "there is nothing to serve"],
    [["serve", folder, "--as", "zarr"], 3, ""],
  ])("%s", async (argv, expected, said) => {
    const { code, stderr } = await ended(startCli(argv));
    expect([code, stderr]).toEqual([expected, expect.stringContaining(said)]);
  });
});
