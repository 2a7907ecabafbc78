/** Targets of reference sets on real servers: what may be read, what each server is told, how many requests it takes. */
import fs, { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type NdArray, openArray, openStore, type ReferenceSettings, verifyReferences } from "../../src/index.ts";
import { environmentAuthorization } from "../../src/stores/http/credentials.ts";
import { findInNetrc } from "../../src/stores/http/netrc.ts";
import { failure } from "../formats/open-documents.ts";
import { secrets } from "../secrets.ts";
import { type ObjectServer, objectServer } from "./object-server.ts";
import { accessKeyId, s3Server, secretAccessKey } from "./s3/s3-server.ts";

let folder: string;
let one: ObjectServer;
let other: ObjectServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-targets-"));
  one = await objectServer();
  other = await objectServer();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await one.close();
  await other.close();
});
beforeEach(() => {
  one.seen.length = 0;
  other.seen.length = 0;
  vi.stubEnv("HOME", folder);
  vi.stubEnv("NETRC", "");
});
afterEach(() => vi.unstubAllEnvs());

const origin = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const ABCD = [97, 98, 99, 100];

/** One array of bytes, in chunks of four, one per target. */
function setOf(...targets: readonly unknown[]): string {
  return JSON.stringify({
    ".zarray": {
      zarr_format: 2,
      shape: [4 * targets.length],
      chunks: [4],
      dtype: "|u1",
      compressor: null,
      fill_value: 0,
      order: "C",
      filters: null,
    },
    ...Object.fromEntries(targets.map((target, index) => [String(index), target])),
  });
}

let number = 0;
function localSet(...targets: readonly unknown[]): string {
  const path = join(folder, `set-${number++}.json`);
  writeFileSync(path, setOf(...targets));
  return path;
}

async function opened(
  address: string,
  references: ReferenceSettings = {},
  more: object = {},
): Promise<{ readonly array: NdArray; readonly values: () => Promise<number[]> }> {
  const array = await openArray(address, { store: { references, ...more } });
  return { array, values: async () => [...((await array.read()).data as Uint8Array)] };
}

describe("what a set may refer to", () => {
  it("from a server: its own server, and no local file", async () => {
    one.values.set("sets/a.json", text(setOf(["data.bin", 1, 4])));
    one.values.set("sets/data.bin", text("_abcd_"));
    expect(await (await opened(`${one.origin}/sets/a.json`)).values()).toEqual(ABCD);
    writeFileSync(join(folder, "private"), "abcd");
    for (const url of [join(folder, "private"), `file://${folder}/private`]) {
      one.values.set("sets/b.json", text(setOf([url, 0, 4])));
      const address = `${one.origin}/sets/b.json?${number++}`;
      expect(await failure((await opened(address)).values())).toMatchObject({ code: "not-allowed" });
      const any = await opened(`${address}1`, { allow: ["any"] });
      expect(await failure(any.values())).toMatchObject({ code: "not-allowed" });
      expect(await (await opened(`${address}2`, { allow: [folder] })).values()).toEqual(ABCD);
    }
  });

  it("other servers over http only if that is allowed", async () => {
    other.values.set("data.bin", text("abcd"));
    const path = localSet([`${other.origin}/data.bin`, 0, 4]);
    const error = await failure((await opened(path)).values());
    expect(error).toMatchObject({ code: "not-allowed" });
    expect(error.message).toContain(`allow: ["${other.origin}/"]`);
    expect(other.seen).toEqual([]);
    expect(await (await opened(path, { allow: [other.origin] })).values()).toEqual(ABCD);
    expect(await (await opened(path, { allow: ["any"] })).values()).toEqual(ABCD);
    expect(await failure((await opened(path, { allow: ["http://127.0.0.1:1"] })).values())).toMatchObject({
      code: "not-allowed",
    });
  });

  it("itself, which is only bytes", async () => {
    const path = localSet(["self.json", 0, 4]);
    writeFileSync(join(folder, "self.json"), setOf(["self.json", 0, 4]));
    expect(await (await opened(path)).values()).toEqual([...text('{"0"')]);
    expect(await (await opened(join(folder, "self.json"))).values()).toEqual([...text('{"0"')]);
  });
});

describe("where targets are", () => {
  it("a base for relative ones", async () => {
    mkdirSync(join(folder, "elsewhere"), { recursive: true });
    writeFileSync(join(folder, "elsewhere", "x.bin"), "abcd");
    const path = localSet(["x.bin", 0, 4]);
    expect(await (await opened(path, { base: join(folder, "elsewhere") })).values()).toEqual(ABCD);
    expect(await (await opened(path, { base: `${folder}/elsewhere/` })).values()).toEqual(ABCD);
    one.values.set("base/x.bin", text("abcd"));
    expect(await (await opened(path, { base: `${one.origin}/base` })).values()).toEqual(ABCD);
    expect(await failure((await opened(path)).values())).toMatchObject({ code: "io" });
  });

  it("the working directory, as fsspec takes them", async () => {
    writeFileSync(join(folder, "LICENSE"), "beside the set");
    const path = localSet(["package.json", 0, 4]);
    expect(await (await opened(path, { strictFsspec: true })).values()).toEqual([...text("{\n  ")]);
  });

  it("one for references that name none, and other templates", async () => {
    writeFileSync(join(folder, "named.bin"), "abcdefgh");
    const refs = { ...JSON.parse(setOf([null, 0, 4], ["{{u}}", 4, 4])) };
    const path = join(folder, "named.json");
    writeFileSync(path, JSON.stringify({ version: 1, templates: { u: "nowhere.bin" }, refs }));
    const settings = { target: "named.bin", templates: { u: "named.bin" } };
    expect(await (await opened(path, settings)).values()).toEqual([...text("abcdefgh")]);
    expect(await failure((await opened(path)).values())).toMatchObject({ code: "invalid-data" });
  });

  it("several protocols and endpoints in one set", async () => {
    writeFileSync(join(folder, "here.bin"), "file");
    one.values.set("p", text("http"));
    const [east, west] = await Promise.all([s3Server({ public: "get" }), s3Server({ public: "get" })]);
    try {
      east.buckets.set("east", new Map([["k", text("east")]]));
      west.buckets.set("west", new Map([["k", text("west")]]));
      const path = localSet(["here.bin", 0, 4], [`${one.origin}/p`], ["s3://east/k", 0, 4], ["s3://west/k"]);
      const asked: string[] = [];
      const reach = (origin: string): object => {
        asked.push(origin);
        const endpoint = origin === "s3://east" ? east.origin : west.origin;
        return origin.startsWith("s3:") ? { endpoint, region: "us-east-1", anonymous: true } : {};
      };
      const { values } = await opened(path, { allow: ["any"], reach });
      expect(new TextDecoder().decode(Uint8Array.from(await values()))).toBe("filehttpeastwest");
      expect(asked.sort()).toEqual(["file:", one.origin, "s3://east", "s3://west"].sort());
    } finally {
      await Promise.all([east.close(), west.close()]);
    }
  });

  it("a bucket whose reader pays, signed only where the caller says so", async () => {
    const bucket = await s3Server({});
    try {
      bucket.buckets.set("paid", new Map([["k", text("abcd")]]));
      const path = localSet(["s3://paid/k", 0, 4]);
      vi.stubEnv("AWS_ACCESS_KEY_ID", accessKeyId);
      vi.stubEnv("AWS_SECRET_ACCESS_KEY", secretAccessKey);
      const endpoint = { endpoint: bucket.origin, region: "us-east-1" };
      // A set that nobody vouches for gets no signature of ours.
      expect(await failure((await opened(path, {}, endpoint)).values())).toMatchObject({ code: "not-allowed" });
      expect(bucket.seen.every(({ signed }) => !signed)).toBe(true);
      const reach = (): object => ({ requesterPays: true });
      expect(await (await opened(path, { allow: ["s3://paid"], reach }, endpoint)).values()).toEqual(ABCD);
      expect(bucket.seen.at(-1)).toMatchObject({ signed: true });
      expect(bucket.seen.at(-1)?.headers["x-amz-request-payer"]).toBe("requester");
    } finally {
      await bucket.close();
    }
  });
});

describe("secrets", () => {
  it("of the set's server do not go to another", async () => {
    other.values.set("data.bin", text("abcd"));
    one.values.set("data.bin", text("abcd"));
    one.values.set("set.json", text(setOf([`${other.origin}/data.bin`, 0, 4], ["data.bin", 0, 4])));
    const headers = { authorization: `Bearer ${secrets.token}` };
    const array = await openArray(`${one.origin}/set.json`, { store: { headers }, allow: [other.origin] });
    expect([...((await array.read()).data as Uint8Array)]).toEqual([...ABCD, ...ABCD]);
    expect(one.seen.every((request) => request.headers.authorization === headers.authorization)).toBe(true);
    expect(other.seen.length).toBeGreaterThan(0);
    expect(other.seen.every((request) => request.headers.authorization === undefined)).toBe(true);
  });

  it("that the caller gives for an origin go there alone", async () => {
    for (const server of [one, other]) server.values.set("data.bin", text("abcd"));
    const path = localSet([`${one.origin}/data.bin`, 0, 4], [`${other.origin}/data.bin`, 0, 4]);
    const reach = async (origin: string): Promise<object | undefined> =>
      origin === other.origin ? { headers: { "x-api-key": secrets.apiKey } } : undefined;
    await (await opened(path, { allow: ["any"], reach })).values();
    expect(one.seen.some((request) => "x-api-key" in request.headers)).toBe(false);
    expect(other.seen.every((request) => request.headers["x-api-key"] === secrets.apiKey)).toBe(true);
  });

  it("of .netrc go to their machine", async () => {
    one.values.set("data.bin", text("abcd"));
    writeFileSync(join(folder, ".netrc"), `machine 127.0.0.1 login token password ${secrets.token}\n`);
    await (await opened(localSet([`${one.origin}/data.bin`, 0, 4]), { allow: ["any"] })).values();
    expect(one.seen.at(-1)?.headers.authorization).toBe(`Bearer ${secrets.token}`);
    one.seen.length = 0;
    const elsewhere = one.origin.replace("127.0.0.1", "localhost");
    await (await opened(localSet([`${elsewhere}/data.bin`, 0, 4]), { allow: ["any"] })).values();
    expect(one.seen.length).toBeGreaterThan(0);
    expect(one.seen.every((request) => request.headers.authorization === undefined)).toBe(true);
  });

  it.each([
    ["https://data.lpdaac.earthdatacloud.nasa.gov", true],
    ["https://urs.earthdata.nasa.gov", true],
    ["http://data.lpdaac.earthdatacloud.nasa.gov", false],
    ["https://earthdata.nasa.gov.example.org", false],
    ["https://data.earthdata.nasa.gov.example.org", false],
    ["https://notearthdata.nasa.gov", false],
    ["https://data.earthdata.nasa.gov:8443", false],
    ["https://example.org", false],
  ])("EARTHDATA_TOKEN for %s: %s", (asked, isSent) => {
    const environment = { EARTHDATA_TOKEN: secrets.token };
    expect(environmentAuthorization(asked, environment)).toBe(isSent ? `Bearer ${secrets.token}` : undefined);
  });

  it("of .netrc are looked for by the first request, and not if it has another authorization", async () => {
    one.values.set("data.bin", text("abcd"));
    const netrc = join(folder, ".netrc");
    writeFileSync(netrc, `machine 127.0.0.1 login token password ${secrets.token}\n`);
    const opens = vi.spyOn(fs, "readFileSync");
    const reads = (): number => opens.mock.calls.filter(([path]) => path === netrc).length;
    try {
      const store = await openStore(one.origin);
      expect(reads()).toBe(0);
      await store.get("data.bin");
      await store.get("data.bin", { range: { offset: 1, length: 2 } });
      expect(reads()).toBe(1);
      const own = await openStore(one.origin, { headers: { Authorization: `Bearer ${secrets.apiKey}` } });
      await own.get("data.bin");
      expect(one.seen.at(-1)?.headers.authorization).toBe(`Bearer ${secrets.apiKey}`);
      // Passwords do not go to other machines in the clear, so the file is of no use there.
      await expect((await openStore("http://nowhere.invalid")).get("x")).rejects.toMatchObject({ code: "io" });
      expect(reads()).toBe(1);
    } finally {
      opens.mockRestore();
    }
  });

  it("of .netrc do not follow a redirect to another server, and are there again after it", async () => {
    writeFileSync(join(folder, ".netrc"), `machine 127.0.0.1 login token password ${secrets.token}\n`);
    const seen: (readonly [string, string | undefined])[] = [];
    // As data hosts do that let their login server decide: there and back.
    const login = createServer((request, response) => {
      seen.push(["login", request.headers.authorization]);
      response.writeHead(302, { location: `${origin(host)}/data.bin?allowed` }).end();
    });
    const host = createServer((request, response) => {
      seen.push(["host", request.headers.authorization]);
      if (request.url === "/data.bin?allowed") response.writeHead(200, { "content-length": "4" }).end("abcd");
      else response.writeHead(302, { location: `${origin(login).replace("127.0.0.1", "localhost")}/oauth` }).end();
    });
    for (const server of [login, host]) await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    try {
      await (await opened(localSet([`${origin(host)}/data.bin`, 0, 4]), { allow: ["any"] })).values();
      expect(seen.slice(0, 3)).toEqual([
        ["host", `Bearer ${secrets.token}`],
        ["login", undefined],
        ["host", `Bearer ${secrets.token}`],
      ]);
      expect(seen.filter(([name, sent]) => name === "login" && sent !== undefined)).toEqual([]);
    } finally {
      for (const server of [login, host]) {
        server.closeAllConnections();
        server.close();
      }
    }
  });

  it.each([
    ["machine h login a password b", { login: "a", password: "b" }],
    ["machine x login q password r\nmachine h\n  login a\n  password b", { login: "a", password: "b" }],
    ['machine H password "b \\" c" login a # me', { login: "a", password: 'b " c' }],
    ["macdef init\nmachine h login x password y\n\nmachine h login a password b", { login: "a", password: "b" }],
    ["default login a password b", undefined],
    ["machine h login a", undefined],
    ["machine", undefined],
    ["", undefined],
  ])(".netrc %j", (file, entry) => {
    expect(findInNetrc(file, "h")).toEqual(entry);
  });
});

describe("targets that changed", () => {
  it("are found by the ETag that verify recorded, even if the length is the same", async () => {
    one.values.set("data.bin", text("abcd"));
    const url = `${one.origin}/data.bin`;
    const [path, record] = [localSet([url, 0, 4]), join(folder, `recorded-${number++}.json`)];
    const settings = { store: { references: { allow: ["any"] } } };
    expect(await verifyReferences(path, { ...settings, record })).toMatchObject({ ok: true, compared: 0 });
    const etag = (await fetch(url)).headers.get("etag");
    expect(JSON.parse(readFileSync(record, "utf8")).targets).toEqual({ [url]: { size: 4, validator: `etag ${etag}` } });
    expect(await verifyReferences(record, settings)).toMatchObject({ ok: true, compared: 1 });
    expect(await (await opened(record, { allow: ["any"] })).values()).toEqual(ABCD);
    one.values.set("data.bin", text("ABCD"));
    const { ok, faults } = await verifyReferences(record, settings);
    expect([ok, faults.map((fault) => [fault.url, fault.key])]).toEqual([false, [[url, "0"]]]);
    expect(faults[0]?.problem).toMatch(/^has the version etag ".*", and had etag ".*"$/);
    expect(await failure((await opened(record, { allow: ["any"] })).values())).toMatchObject({
      code: "invalid-data",
      message: expect.stringContaining(url),
    });
    // Without the record there is nothing to compare with.
    expect((await verifyReferences(path, settings)).ok).toBe(true);
    expect(await (await opened(path, { allow: ["any"] })).values()).toEqual([65, 66, 67, 68]);
  });

  it.each([
    ["the version", { validator: '"not-this"' }],
    ["the size", { size: 5 }],
  ])("are refused by %s that the set records", async (_, facts) => {
    one.values.set("data.bin", text("abcd"));
    const url = `${one.origin}/data.bin`;
    const path = join(folder, `recorded-${number++}.json`);
    const write = (targets: object): void =>
      writeFileSync(path, JSON.stringify({ version: 1, targets, refs: JSON.parse(setOf([url, 0, 4])) }));
    write({ [url]: facts });
    const error = await failure((await opened(path, { allow: ["any"] })).values());
    expect(error).toMatchObject({ code: "invalid-data" });
    expect(error.message).toMatch(/not the file that the references were made of/);
    write({ [url]: { size: 4 } });
    expect(await (await opened(path, { allow: ["any"] })).values()).toEqual(ABCD);
  });
});

describe("the error of a target names the reference, the target and the range", () => {
  const message = async (path: string, references: ReferenceSettings = { allow: ["any"] }): Promise<string> =>
    (await failure((await opened(path, references)).values())).message;

  it.each([
    ["missing", "nowhere.bin", /which does not exist/],
    ["short", "short.bin", /which ends before that/],
  ])("that is %s", async (_, name, problem) => {
    one.values.set("short.bin", text("abc"));
    writeFileSync(join(folder, "short.bin"), "abc");
    for (const url of [`${one.origin}/${name}`, name]) {
      const path = localSet([url, 0, 4]);
      const said = await message(path);
      expect(said).toContain(`the reference leads to bytes 0 to 3 of ${url}, which`);
      expect(said).toMatch(problem);
      expect(said).toContain(`${path}/0, node /, chunk 0`);
    }
  });

  it("that is forbidden, changed or cannot be reached", async () => {
    one.values.set("data.bin", text("_abcd"));
    const url = `${one.origin}/data.bin`;
    const path = localSet([url, 1, 4]);
    const named = `the reference leads to bytes 1 to 4 of ${url}: `;
    expect(await message(path, {})).toContain(named);
    for (const facts of [{ size: 6 }, { validator: 'etag "not-this"' }]) {
      const refs = JSON.parse(readFileSync(path, "utf8"));
      const recorded = join(folder, `recorded-${number++}.json`);
      writeFileSync(recorded, JSON.stringify({ version: 1, targets: { [url]: facts }, refs }));
      const said = await message(recorded);
      expect(said).toContain(`${named}it has `);
      expect(said).toContain(`${recorded}/0`);
    }
    const unreachable = localSet(["http://127.0.0.1:1/x?secret", 0, 4]);
    const said = await message(unreachable);
    expect(said).toMatch(/bytes 0 to 3 of http:\/\/127\.0\.0\.1:1\/x: nothing accepts connections there/);
    expect(said).not.toContain("secret");
    expect(said).toContain(`${unreachable}/0`);
    // A whole file has no range.
    expect(await message(localSet(["nowhere.bin"]))).toMatch(/the reference leads to nowhere\.bin, which/);
    expect(await message(localSet(["az://container@account/.%zz", 0, 4]))).toContain("az://container@account/.%zz: ");
  });
});

describe("requests", () => {
  it("merge neighbours and small gaps, in one connection pool", async () => {
    const size = 4 * 64;
    one.values.set(
      "many.bin",
      Uint8Array.from({ length: size * 2 }, (_, i) => i % 251),
    );
    const near = localSet(...Array.from({ length: 64 }, (_, i) => [`${one.origin}/many.bin`, i * 8, 4]));
    const { values } = await opened(near, { allow: ["any"] });
    const expected = Array.from({ length: size }, (_, i) => (Math.floor(i / 4) * 8 + (i % 4)) % 251);
    expect(await values()).toEqual(expected);
    expect(one.seen.filter(({ method }) => method === "GET").length).toBeLessThanOrEqual(4);
  });
});
