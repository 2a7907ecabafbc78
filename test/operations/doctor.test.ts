/** The doctor: servers with each ability switched off, buckets, local data; every finding has its line and its fix. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markerKey } from "../../src/dataset/open/unfinished.ts";
import { type CheckStatus, copy, create, type DoctorReport, doctor, memoryStore } from "../../src/index.ts";
import { runCli } from "../cli/run-cli.ts";
import { type BadServer, badServer, page, reply } from "../stores/bad-server.ts";
import { type CloudServer, cloudServer } from "../stores/cloud-server.ts";
import { type ObjectServer, type ObjectServerOptions, objectServer } from "../stores/object-server.ts";
import { accessKeyId, type S3Server, type S3ServerOptions, s3Server, secretAccessKey } from "../stores/s3/s3-server.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-doctor-"));
const map = new Map<string, Uint8Array>();
const plain = new Map<string, Uint8Array>();
let archive: Uint8Array;
let bad: BadServer;
const servers: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  for (const target of [map, plain]) {
    const root = await create(memoryStore(target), { attributes: { title: "well" } });
    const array = await root.create("a/b", { shape: [16], dtype: "int32", chunks: [8], codecs: [] });
    await array.write(null, 7);
    if (target === map) await root.consolidate();
  }
  await copy(memoryStore(map), join(folder, "data.zip"));
  archive = readFileSync(join(folder, "data.zip"));
  bad = await badServer();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([...servers, bad].map((server) => server.close()));
});

let latest: ObjectServer;

async function served(options: ObjectServerOptions, entries: ReadonlyMap<string, Uint8Array> = map): Promise<string> {
  latest = await objectServer(options);
  servers.push(latest);
  return latest.add(entries);
}

/** `name: status` of every check but those that are well. */
function troubles({ checks }: DoctorReport): Record<string, CheckStatus> {
  return Object.fromEntries(checks.filter(({ status }) => status !== "ok").map(({ name, status }) => [name, status]));
}

const GOOD_CORS = { preflight: true, expose: ["Content-Range", "ETag"] };

describe("a file", () => {
  it("needs no listing", async () => {
    const set = { version: 1, refs: { ".zgroup": '{"zarr_format": 2}' } };
    writeFileSync(join(folder, "set.json"), JSON.stringify(set));
    const report = await doctor(join(folder, "set.json"));
    expect(report).toMatchObject({ usable: true, fixes: [] });
    expect(troubles(report)).toEqual({});
  });
});

describe("a server", () => {
  it("that can do everything", async () => {
    const report = await doctor(await served({ cors: GOOD_CORS }));
    expect(report).toMatchObject({ usable: true, fixes: [] });
    expect(troubles(report)).toEqual({});
    expect(report.checks.map(({ name }) => name)).toEqual([
      "credentials",
      "reach",
      "range",
      "range-open",
      "range-suffix",
      "head",
      "versions",
      "compression",
      "absence",
      "cors",
      "cors-headers",
      "cors-absence",
      "cors-preflight",
      "protocol",
      "format",
      "listing",
    ]);
  });

  it.each<[string, ObjectServerOptions, Record<string, CheckStatus>]>([
    ["no parts", { ranges: "none" }, { range: "warn", "range-open": "warn", "range-suffix": "warn" }],
    ["no last bytes", { ranges: "bounded" }, { "range-suffix": "warn" }],
    ["no HEAD", { head: false }, { head: "warn" }],
    ["no ETag", { etag: false }, { versions: "warn" }],
    ["no index", { index: false }, {}],
    ["no preflight", { cors: { ...GOOD_CORS, preflight: false } }, {}],
    ["hidden headers", { cors: { preflight: true, expose: [] } }, { "cors-headers": "warn" }],
  ])("with %s", async (_, options, expected) => {
    const report = await doctor(await served({ cors: GOOD_CORS, ...options }));
    expect([report.usable, troubles(report)]).toEqual([true, expected]);
    for (const { status, fix } of report.checks) expect(fix === undefined).toBe(status === "ok");
    const isServers = Object.keys(expected).some((name) => /cors|range/.test(name));
    expect(report.fixes.map(({ server }) => server)).toEqual(isServers ? ["nginx", "Apache"] : []);
  });

  it.each<[string, ObjectServerOptions, string]>([
    ["HEAD", { cors: { preflight: false, expose: [] } }, "HEAD for the size, then a plain range: no preflight"],
    ["Content-Range", { head: false, cors: { ...GOOD_CORS, preflight: false } }, "one byte for the size"],
    ["preflights", { head: false, cors: { preflight: true, expose: [] } }, "with a preflight, which is granted"],
    ["neither", { head: false, cors: { preflight: false, expose: [] } }, "pages fetch whole objects"],
  ])("says how pages get last bytes: by %s", async (_, options, found) => {
    const { checks } = await doctor(await served(options));
    expect(checks.find(({ name }) => name === "cors-preflight")?.found).toContain(found);
  });

  it("without CORS", async () => {
    expect(troubles(await doctor(await served({})))).toEqual({ cors: "warn" });
  });

  it("without an index and without consolidated metadata", async () => {
    const hidden = await doctor(await served({ cors: GOOD_CORS, index: false }, plain));
    expect([hidden.usable, troubles(hidden)]).toEqual([true, { listing: "warn" }]);
    const listed = await doctor(await served({ cors: GOOD_CORS }, plain));
    expect(troubles(listed)).toEqual({ consolidated: "warn" });
    const array = await doctor(`${await served({ cors: GOOD_CORS, index: false }, plain)}::a/b`);
    expect([troubles(array), array.checks.find(({ name }) => name === "format")?.found]).toEqual([
      {},
      "Zarr v3 array of int32, [16]",
    ]);
  });

  it("with an archive", async () => {
    const url = await served({ cors: GOOD_CORS }, new Map([["data.zip", archive]]));
    const report = await doctor(`${url}/data.zip`);
    expect([report.usable, troubles(report)]).toEqual([true, {}]);
    expect(report.checks.find(({ name }) => name === "archive")?.found).toMatch(/^\d values$/);
  });

  const document = (): Uint8Array => map.get("zarr.json")!;

  it.each<[string, string, Record<string, CheckStatus>]>([
    ["pages", "pages", { absence: "warn", cors: "warn" }],
    ["403", "hides", { absence: "warn", cors: "warn" }],
    ["wrong parts", "lies", { range: "fail", "range-open": "fail", "range-suffix": "fail", cors: "warn" }],
    ["compressed parts", "packs", { compression: "warn", cors: "warn" }],
  ])("that answers with %s", async (_, name, expected) => {
    bad.on(name, (socket, { path, headers, method }) => {
      const isThere = path.endsWith("/zarr.json");
      const bytes = Buffer.from(document());
      const range = /^bytes=(\d*)-(\d*)$/.exec(headers["range"] ?? "");
      if (!isThere && name === "pages") return reply(socket, 200, { "content-type": "text/html" }, page);
      if (!isThere) return reply(socket, name === "hides" ? 403 : 404);
      const all = { etag: '"1"', "content-length": bytes.length };
      if (method === "HEAD") return reply(socket, 200, all);
      if (range === null) return reply(socket, 200, all, bytes);
      const start = range[1] === "" ? bytes.length - Number(range[2]) : Number(range[1]);
      const end = range[1] === "" || range[2] === "" ? bytes.length : Math.min(bytes.length, Number(range[2]) + 1);
      const shift = name === "lies" ? 1 : 0;
      const packed = name === "packs" && headers["accept-encoding"]?.includes("gzip") === true;
      const part = packed ? Buffer.from([0x1f, 0x8b, 8, 0]) : bytes.subarray(start - shift, end - shift);
      const place = { "content-range": `bytes ${start}-${end - 1}/${bytes.length}`, etag: '"1"' };
      reply(socket, 206, packed ? { ...place, "content-encoding": "gzip" } : place, part);
    });
    const found = troubles(await doctor(`${bad.origin}/${name}`));
    const { listing: _listing, format: _format, ...rest } = found;
    expect(rest).toEqual(expected);
  });

  it.each([
    ["401", 4],
    ["403", 4],
    ["404", 3],
    ["500", 5],
    ["never", 5],
  ])("that only says %s ends with %i", async (status, code) => {
    const address = status === "never" ? "http://127.0.0.1:1/x" : `${bad.origin}/${status}`;
    const outcome = await runCli(["doctor", address]);
    expect(outcome).toMatchObject({ code, stderr: "" });
    expect(outcome.stdout).toMatch(/^FAIL .*\n/m);
    expect(outcome.stdout).toMatch(/^not usable: \d failure/m);
  });

  it("sees no secret in what it shows", async () => {
    process.env["HYPERSLAB_HTTP_TOKEN"] = "hush-token";
    const url = await served({ cors: GOOD_CORS });
    process.env["HYPERSLAB_HTTP_ORIGINS"] = new URL(url).origin;
    try {
      const { stdout, stderr } = await runCli(["doctor", `${url}?signature=hush-sign`, "--trace"]);
      expect(stdout).toContain("the token in HYPERSLAB_HTTP_TOKEN");
      expect(stdout + stderr).not.toMatch(/hush/);
      expect(latest.seen.filter(({ method }) => method === "OPTIONS")[0]?.headers.authorization).toBeUndefined();
      expect(latest.seen[0]?.headers.authorization).toBe("Bearer hush-token");
    } finally {
      delete process.env["HYPERSLAB_HTTP_TOKEN"];
      delete process.env["HYPERSLAB_HTTP_ORIGINS"];
    }
  });
});

describe("a bucket", () => {
  const environment = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);

  async function bucket(options: S3ServerOptions): Promise<S3Server> {
    const server = await s3Server(options);
    servers.push(server);
    for (const [key, value] of map) server.buckets.get("bucket")!.set(`data.zarr/${key}`, value);
    return server;
  }

  /** In this environment, or in none. */
  async function diagnosed(server: S3Server, env: Readonly<Record<string, string>>, ...more: readonly string[]) {
    Object.assign(process.env, env);
    try {
      const argv = ["doctor", "s3://bucket/data.zarr", "--endpoint", server.origin, "--region", "us-east-1", "--json"];
      const outcome = await runCli([...argv, ...more]);
      expect(outcome.stdout + outcome.stderr).not.toContain(secretAccessKey);
      const report: DoctorReport = JSON.parse(outcome.stdout);
      return { code: outcome.code, report };
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  }

  it("that is read and written with the keys of the environment", async () => {
    const server = await bucket({});
    const { code, report } = await diagnosed(server, environment, "--write");
    expect([code, report.usable, report.fixes.length]).toEqual([0, true, 1]);
    expect(report.fixes[0]?.text).toContain("AllowedOrigins");
    expect(troubles(report)).toEqual({ cors: "warn" });
    expect(report.checks.find(({ name }) => name === "credentials")?.found).toBe("the environment; region us-east-1");
    expect(report.checks.find(({ name }) => name === "write")?.found).toBe("all work");
    expect(server.buckets.get("bucket")?.size).toBe(map.size);
  });

  it("that anyone may read and no one may list", async () => {
    const { code, report } = await diagnosed(await bucket({ public: "get" }), {}, "--anon");
    expect([code, troubles(report)["absence"]]).toEqual([0, "warn"]);
    expect(report.checks.find(({ name }) => name === "absence")?.fix).toContain("s3:ListBucket");
    expect(report.checks.find(({ name }) => name === "credentials")?.found).toContain("no credentials");
  });

  it("that refuses", async () => {
    expect(await diagnosed(await bucket({}), {}, "--anon")).toMatchObject({ code: 4, report: { code: "not-allowed" } });
    const wrong = { ...environment, AWS_SECRET_ACCESS_KEY: "another" };
    expect(await diagnosed(await bucket({}), wrong)).toMatchObject({ code: 4, report: { usable: false } });
  });
});

describe("public objects of a cloud", () => {
  const kinds = [
    ["gs", "gs://bkt/data.zarr", "bkt/data.zarr", "responseHeader"],
    ["az", "az://bkt@account1/data.zarr", "account1/bkt/data.zarr", "az storage cors add"],
  ] as const;

  async function cloud(kind: "gs" | "az", prefix: string, entries = map): Promise<CloudServer> {
    const server = await cloudServer(kind);
    servers.push(server);
    for (const [key, value] of entries) server.values.set(`${prefix}/${key}`, value);
    return server;
  }

  it.each(kinds)("%s: of each kind of part, sizes, versions, listing, pages", async (kind, address, prefix, fix) => {
    const server = await cloud(kind, prefix);
    const { code, stdout, stderr } = await runCli(["doctor", address, "--endpoint", server.origin, "--json"]);
    const report: DoctorReport = JSON.parse(stdout);
    expect([code, stderr, report.usable, report.location]).toEqual([0, "", true, address]);
    // Azure sends everything where the last bytes are asked for.
    const suffix = kind === "az" ? { "range-suffix": "warn" } : {};
    expect(troubles(report)).toEqual({ ...suffix, cors: "warn" });
    const found = Object.fromEntries(report.checks.map(({ name, found }) => [name, found]));
    expect(found).toMatchObject({
      credentials: "none, because these are public objects",
      range: "206, the right bytes",
      head: "200 with the length",
      listing: "keys can be listed",
      absence: "404",
    });
    expect(found["versions"]).toMatch(/^ETag; /);
    expect(report.fixes).toEqual([{ server: expect.any(String), text: expect.stringContaining(fix) }]);
  });

  it.each(kinds)("%s: as text, with what to do", async (kind, address, prefix, fix) => {
    const server = await cloud(kind, prefix, plain);
    const { code, stdout } = await runCli(["doctor", address, "--endpoint", server.origin]);
    expect(code).toBe(0);
    expect(stdout.split("\n")[0]).toBe(address);
    expect(stdout).toContain("Run hyperslab consolidate.");
    expect(stdout).toContain(fix);
  });

  it.each(kinds)("%s: no object, no server", async (kind, address, prefix) => {
    const server = await cloud(kind, prefix, new Map([["other", new Uint8Array(8)]]));
    expect((await runCli(["doctor", address, "--endpoint", server.origin])).code).toBe(3);
    const { origin } = server;
    await server.close();
    servers.splice(servers.indexOf(server), 1);
    const { code, stdout } = await runCli(["doctor", address, "--endpoint", origin]);
    expect([code, stdout]).toEqual([5, expect.stringContaining("nothing accepts connections there")]);
  });

  it.each(kinds)("%s: an archive", async (kind, address, prefix) => {
    const server = await cloud(kind, prefix.replace(/\/[^/]*$/, ""), new Map([["data.zip", archive]]));
    const { code, stdout } = await runCli(["doctor", address.replace(".zarr", ".zip"), "--endpoint", server.origin]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/zip archive +\d+ values/)]);
  });
});

describe("local data", () => {
  it.each(["directory.zarr", "archive.zip"])("%s", async (name) => {
    const address = join(folder, name);
    await copy(memoryStore(map), address);
    const before = readdirSync(folder, { recursive: true }).map(String).sort();
    const report = await doctor(address, { write: true });
    expect([report.usable, troubles(report)]).toEqual([true, {}]);
    expect(report.checks.find(({ name: check }) => check === "write")?.found).toBe("all work");
    expect(report.checks.map(({ name: check }) => check)).toContain(name.endsWith("zip") ? "archive" : "listing");
    expect(readdirSync(folder, { recursive: true }).map(String).sort()).toEqual(before);
  });

  it("that must not be written", async () => {
    const address = join(folder, "locked.zarr");
    await copy(memoryStore(map), address);
    chmodSync(address, 0o555);
    const { usable, checks } = await doctor(address, { write: true });
    chmodSync(address, 0o755);
    // The superuser may do everything.
    const isSuper = process.getuid?.() === 0;
    expect([usable, checks.find(({ name }) => name === "write")?.status]).toEqual([true, isSuper ? "ok" : "warn"]);
  });

  it("is not written unless asked", async () => {
    const report = await doctor(join(folder, "directory.zarr"));
    expect(report.checks.map(({ name }) => name)).not.toContain("write");
  });

  it("that a copy was interrupted in", async () => {
    const target = join(folder, "half.zarr");
    const controller = new AbortController();
    const copying = copy(memoryStore(map), target, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await copying.catch(() => {});
    expect(readdirSync(target)).toContain(markerKey(""));
    expect(troubles(await doctor(target))).toEqual({ interrupted: "warn" });
  });

  it("that is broken or not there", async () => {
    mkdirSync(join(folder, "broken.zarr"));
    writeFileSync(join(folder, "broken.zarr/zarr.json"), "{");
    expect(await runCli(["doctor", join(folder, "broken.zarr")])).toMatchObject({ code: 1 });
    expect(await runCli(["doctor", join(folder, "none.zarr")])).toMatchObject({ code: 3 });
    const { stdout } = await runCli(["doctor", join(folder, "none.zarr"), "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ usable: false, code: "not-found" });
  });
});

describe("what is typed wrong", () => {
  it.each([
    [["doctor"], /the address is missing/],
    [["doctor", "x.zarr", "--origin", "example.org"], /--origin takes an origin/],
    [["doctor", "x.zarr", "--origin", "https://example.org/x"], /--origin takes an origin/],
  ])("%s", async (argv, message) => {
    expect(await runCli(argv)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});
