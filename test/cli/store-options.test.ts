/** The options of stores: traces, and what a store that cannot be reached or refuses does to the exit code. */
import { createServer as createHttpServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/start-server.mjs";
import { COMMANDS } from "../../src/cli/commands.ts";
import { STORE_OPTIONS } from "../../src/cli/options.ts";
import { create, memoryStore } from "../../src/index.ts";
import { type BadServer, badServer } from "../stores/bad-server.ts";
import { listen, type ObjectServer, objectServer, stop } from "../stores/object-server.ts";
import { runCli } from "./run-cli.ts";
import { sampleFolder } from "./sample.ts";

const { sample, path, remove } = sampleFolder();
let server: ObjectServer;
let bad: BadServer;
let url: string;
let closedPort: number;

beforeAll(async () => {
  server = await objectServer();
  bad = await badServer();
  const map = new Map<string, Uint8Array>();
  await create(memoryStore(map), { data: Int32Array.from({ length: 16 }, (_, i) => i), chunks: [8], codecs: [] });
  url = server.add(map);
  closedPort = await freePort();
});
afterAll(async () => {
  remove();
  await Promise.all([server.close(), bad.close()]);
});

describe("--forbidden", () => {
  /** As a bucket that everybody may read and nobody list; one of two chunks is not there, or private. */
  const bucket = async (run: (address: string) => Promise<void>): Promise<void> => {
    const map = new Map<string, Uint8Array>();
    await create(memoryStore(map), { data: Int32Array.from({ length: 16 }, (_, i) => i + 1), chunks: [8], codecs: [] });
    map.delete("c/1");
    const answering = createHttpServer(({ url: asked = "" }, response) => {
      const value = map.get(asked.slice("/data/".length));
      if (value === undefined) response.writeHead(403, { "content-type": "application/xml" }).end();
      else response.end(value);
    });
    const address = `http://127.0.0.1:${await listen(answering)}/data`;
    await run(address).finally(() => stop(answering));
  };
  const words = "1 key forbidden by the server and treated as absent (--forbidden error refuses that)";

  it("by default such keys are absent, and counted by copy and export", () =>
    bucket(async (address) => {
      const copied = await runCli(["copy", address, path("forbidden.zarr")]);
      expect([copied.code, copied.stderr]).toEqual([0, expect.stringContaining(`${words}; not verified\n`)]);
      expect(copied.stderr).toContain("are treated as absent, because");
      const json = await runCli(["copy", address, path("forbidden-json.zarr"), "--json"]);
      expect(JSON.parse(json.stdout)).toMatchObject({ forbidden: 1, verified: false });
      const file = path("forbidden.npy");
      const exported = await runCli(["export", address, file]);
      expect([exported.code, exported.stderr]).toEqual([0, expect.stringContaining(words)]);
      const piped = await runCli(["export", address, "-", "--as", "csv"]);
      expect([piped.code, piped.stderr]).toEqual([0, expect.stringContaining(words)]);
      expect(JSON.parse((await runCli(["export", address, file, "--overwrite", "--json"])).stdout)).toMatchObject({
        forbidden: 1,
      });
    }));

  it("error refuses them, absent takes every 403 for absence", () =>
    bucket(async (address) => {
      for (const command of [
        ["copy", address, path("no.zarr")],
        ["export", address, path("no.npy")],
        ["dump", address],
      ]) {
        expect((await runCli([...command, "--forbidden", "error"])).code).toBe(4);
      }
      expect((await runCli(["copy", address, path("yes.zarr"), "--forbidden", "absent"])).stderr).toContain(words);
      const wrong = await runCli(["info", address, "--forbidden", "constructor"]);
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--forbidden takes error, absent")]);
    }));
});

describe("--trace", () => {
  it("shows every request as it ends, and the sum", async () => {
    server.seen.length = 0;
    const { code, stdout, stderr } = await runCli(["dump", `${url}`, "--trace"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("15 ;")]);
    const lines = stderr.trimEnd().split("\n");
    expect(lines.length).toBe(server.seen.length + 1);
    expect(lines[0]).toMatch(/^ +[\d.]+ ms +[\d.]+ (?:B|KiB) {2}get zarr\.json$/);
    expect(lines.filter((line) => / {2}get c\/[01]$/.test(line))).toHaveLength(2);
    expect(lines.at(-1)).toMatch(/^trace: \d+ requests, [\d.]+ (?:B|KiB), 0 from a cache, [\d.]+ ms in all$/);
  });

  it("is asked for by netCDF's show=fetch too", async () => {
    server.seen.length = 0;
    const { code, stderr } = await runCli(["dump", "-h", `${url}#mode=zarr,v3&show=fetch`]);
    const lines = stderr.trimEnd().split("\n");
    expect([code, lines.length]).toEqual([0, server.seen.length + 1]);
    expect(lines[0]).toMatch(/ {2}get zarr\.json$/);
    expect(lines.at(-1)).toMatch(/^trace: /);
    expect((await runCli(["dump", "-h", `${url}#mode=zarr,v3`])).stderr).toBe("");
  });

  it("is lines of JSON with --json, and leaves stdout alone", async () => {
    const { stdout, stderr } = await runCli(["cat", url, "c/1", "--range", "4-7", "--trace", "--json"]);
    expect(Buffer.from(stdout)).toEqual(Buffer.from(Int32Array.of(9).buffer));
    expect(
      stderr
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        trace: "request",
        location: url,
        operation: "get",
        key: "c/1",
        range: "4-7",
        bytes: 4,
        milliseconds: expect.any(Number),
        found: true,
        cached: false,
      },
      { trace: "end", requests: 1, cached: 0, failed: 0, bytes: 4, milliseconds: expect.any(Number) },
    ]);
  });

  it("shows what is absent, what fails, and local files too", async () => {
    expect((await runCli(["tree", sample, "--trace"])).stderr).toContain("get zarr.json  nothing there\n");
    const { code, stderr } = await runCli(["info", `${bad.origin}/403`, "--trace"]);
    expect([code, stderr]).toEqual([4, expect.stringMatching(/get zarr\.json {2}failed: the server forbids access\n/)]);
    expect(stderr).toMatch(/trace: \d+ requests?, 0 B, 0 from a cache, 1 failed/);
  });

  it("says of a copy's requests which of the two stores they went to", async () => {
    const target = path("traced.zarr");
    const { stderr } = await runCli(["copy", sample, target, "--trace", "--quiet"]);
    expect(stderr).toContain(`  set lat/c/0 in ${target}\n`);
    expect(stderr).toContain(`  get lat/0 in ${sample}\n`);
    // It is read back and compared.
    expect(stderr).toContain(`  get lat/c/0 in ${target}\n`);
    const lines = stderr.trimEnd().split("\n").slice(0, -1);
    expect(lines.filter((line) => !line.includes(` in ${sample}`) && !line.includes(` in ${target}`))).toEqual([]);
    expect(lines.filter((line) => line.includes(" set ") && line.includes(` in ${sample}`))).toEqual([]);
  });

  it("and in JSON too, by the addresses without their queries", async () => {
    const address = `${url}?signature=hush-hush`;
    const target = path("traced-json.zarr");
    const { stderr } = await runCli(["copy", address, target, "--trace", "--json"]);
    const requests = stderr
      .trimEnd()
      .split("\n")
      .map((line): { operation: string; location?: string } => JSON.parse(line));
    expect(new Set(requests.slice(0, -1).map(({ location }) => location))).toEqual(new Set([url, target]));
    expect(stderr).not.toContain("hush-hush");
  });
});

describe("secrets", () => {
  it("are in no trace and no error", async () => {
    const address = `${url.replace("http://", "http://")}?signature=hush-hush`;
    const { stderr, stdout } = await runCli(["dump", address, "--trace"]);
    expect(stdout + stderr).not.toContain("hush-hush");
    const refused = await runCli(["dump", `${bad.origin}/401?signature=hush-hush`, "--trace", "--debug"]);
    expect([refused.code, refused.stderr.includes("hush-hush")]).toEqual([4, false]);
  });
});

describe("are for every command that takes an address", () => {
  it("and listed apart in its help", async () => {
    for (const { name, load } of COMMANDS) {
      const { usage, takesAddress = false } = await load();
      if (/ADDRESS|SOURCE|URL/.test(usage)) expect(takesAddress, name).toBe(true);
      const { stdout } = await runCli([name, "--help"]);
      const [, options = ""] = stdout.split("\nStore options\n");
      const shown = [...options.matchAll(/--([a-z-]+)/g)].map((match) => match[1]!);
      if (takesAddress) expect(shown).toEqual(expect.arrayContaining(Object.keys(STORE_OPTIONS)));
      else expect(options).toBe("");
    }
  });

  it.each<[readonly string[], RegExp]>([
    [["info", "x.zarr", "--anon", "--profile", "me"], /exclude each other/],
    [["info", "x.zarr", "--endpoint", "127.0.0.1:80"], /--endpoint takes a URL/],
    [["completion", "bash", "--trace"], /no option --trace/],
    [["info", "x.zarr", "--profil", "me"], /Did you mean --profile\?/],
  ])("%s", async (argv, message) => {
    expect(await runCli(argv)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });

  it("may stand before the command", async () => {
    expect(await runCli(["--region", "eu-central-1", "--anon", "tree", sample])).toMatchObject({ code: 0 });
  });
});

describe("a store that cannot be reached", () => {
  it("ends every command with 5 and says which", async () => {
    const more = { export: [path("x.npy")], cat: ["a"], get: ["a", path("x")], copy: [path("x.zarr")] };
    const commands = { info: [], tree: [], dump: [], attrs: [], ls: [], ...more };
    const address = `http://127.0.0.1:${closedPort}/a.zarr`;
    const outcomes = Object.entries(commands).map(([name, rest]) => runCli([name, address, ...rest]));
    for (const { code, stdout, stderr } of await Promise.all(outcomes)) {
      expect([code, stdout, stderr]).toEqual([5, "", expect.stringMatching(/^error: .*127\.0\.0\.1/)]);
    }
  });

  it.each([
    ["401", 4],
    ["403", 4],
    ["404", 3],
    ["418", 5],
  ])("status %s: %i", async (status, code) => {
    for (const command of ["info", "dump", "tree"]) {
      expect(await runCli([command, `${bad.origin}/${status}`])).toMatchObject({ code, stdout: "" });
    }
  });

  it("in the middle of a dump: 5, and no value is made up", async () => {
    const map = new Map<string, Uint8Array>();
    await create(memoryStore(map), { data: new Int32Array(16).fill(7), chunks: [8], codecs: [] });
    const own = await objectServer();
    const address = own.add(map);
    const document = own.values.get(`${address.split("/").at(-1)}/zarr.json`);
    bad.on("half", (socket, { path: asked }) => {
      if (asked.endsWith("/zarr.json")) {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${document?.byteLength}\r\n\r\n`);
        socket.write(document ?? "");
      } else if (asked.endsWith("/c/0")) socket.write(`HTTP/1.1 418 No\r\ncontent-length: 0\r\n\r\n`);
      else socket.write("HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n");
    });
    const outcome = await runCli(["dump", `${bad.origin}/half`]);
    await own.close();
    expect(outcome).toMatchObject({ code: 5, stderr: expect.stringContaining("418") });
    expect(outcome.stdout).not.toContain(" 0,");
  });
});
