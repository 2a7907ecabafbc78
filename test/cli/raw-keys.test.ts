/** Raw keys: listed, printed, saved and stored as they are, with the words and codes that scripts rely on. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copy, create, openStore } from "../../src/index.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";
import { runCli } from "./run-cli.ts";
import { sampleFolder } from "./sample.ts";

const { folder, sample, path, remove } = sampleFolder();
let server: ObjectServer;
let url: string;

beforeAll(async () => {
  await copy(sample, path("sample.zip"), { format: "zarr2" });
  server = await objectServer();
  const names = readdirSync(sample, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  url = server.add(
    names.map((entry) => {
      const file = `${entry.parentPath}/${entry.name}`;
      return [file.slice(sample.length + 1), readFileSync(file)] as const;
    }),
  );
});
afterAll(async () => {
  remove();
  await server.close();
});

describe("ls", () => {
  it("shows one level, sorted, prefixes with a slash", async () => {
    const level = ".zattrs\n.zgroup\n.zmetadata\nlat/\nlon/\ntemperature/\ntime/\n";
    expect(await runCli(["ls", sample])).toEqual({ code: 0, stdout: level, stderr: "" });
    expect((await runCli(["ls", url])).stdout).toBe(level);
    expect((await runCli(["ls", `${sample}::lat`])).stdout).toBe(".zarray\n.zattrs\n0\n");
    expect((await runCli(["ls", `${sample}/lat`])).stdout).toBe(".zarray\n.zattrs\n0\n");
  });

  it.each(["directory", "archive", "server"])("shows every key and size of a %s", async (kind) => {
    const address = { directory: sample, archive: path("sample.zip"), server: url }[kind]!;
    const { code, stdout } = await runCli(["ls", "-r", "-l", "--json", address]);
    const listed: { kind: string; key: string; size: number }[] = JSON.parse(stdout);
    const store = await openStore(address);
    expect([code, listed.length > 15, [...listed].sort((a, b) => (a.key < b.key ? -1 : 1))]).toEqual([0, true, listed]);
    for (const { kind: what, key, size } of listed) {
      expect([what, size]).toEqual(["key", (await store.get(key))?.byteLength]);
    }
    const long = (await runCli(["ls", "-rl", address])).stdout.split("\n").filter((line) => line !== "");
    expect(long).toEqual(listed.map(({ key, size }) => `${String(size).padStart(12)}  ${key}`));
  });

  it("leaves the size of prefixes open", async () => {
    const size = readFileSync(`${sample}/.zgroup`).byteLength;
    const { stdout } = await runCli(["ls", "-l", sample]);
    expect(stdout).toContain(`${String(size).padStart(12)}  .zgroup\n`);
    expect(stdout).toContain(`${"-".padStart(12)}  lat/\n`);
  });

  it("says so if there is nothing, or no list", async () => {
    expect(await runCli(["ls", path("none")])).toMatchObject({ code: 3, stdout: "" });
    const silent = await objectServer({ index: false });
    const { code, stderr } = await runCli(["ls", silent.add([["a", new Uint8Array(1)]])]);
    await silent.close();
    expect([code, stderr]).toEqual([7, expect.stringContaining("no index")]);
  });
});

describe("cat", () => {
  const document = (): string => readFileSync(`${sample}/temperature/.zarray`, "utf8");

  it("prints the bytes as they are", async () => {
    for (const address of [sample, path("sample.zip"), url]) {
      expect((await runCli(["cat", address, ".zgroup"])).stdout.length).toBeGreaterThan(10);
    }
    expect(await runCli(["cat", sample, "temperature/.zarray"])).toEqual({ code: 0, stdout: document(), stderr: "" });
  });

  it.each([
    ["0-4", (text: string) => text.slice(0, 5)],
    ["7-7", (text: string) => text.slice(7, 8)],
    ["5-", (text: string) => text.slice(5)],
    ["-6", (text: string) => text.slice(-6)],
    ["100000-", () => ""],
  ])("--range %s", async (range, part) => {
    for (const address of [sample, url]) {
      const { code, stdout } = await runCli(["cat", address, "temperature/.zarray", "--range", range]);
      expect([code, stdout]).toEqual([0, part(document())]);
    }
  });

  it("indents JSON on demand, and loses nothing of it", async () => {
    const store = path("odd.zarr");
    await create(store, {});
    writeFileSync(`${store}/odd.json`, '{"big":12345678901234567890,"x":[1.50,NaN],"ü":null}');
    const { stdout } = await runCli(["cat", "--pretty", store, "odd.json"]);
    expect(stdout).toContain('\n  "big": 12345678901234567890,\n');
    expect(stdout).toContain("1.50,\n    NaN\n");
    const { code, stderr } = await runCli(["cat", "--pretty", sample, "lat/0"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("lat/0")]);
  });

  it("keeps bytes that are not text from a terminal", async () => {
    const terminals = ["stdout"] as const;
    const refused = await runCli(["cat", sample, "lat/0"], { terminals });
    expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("not text") });
    expect((await runCli(["cat", sample, "lat/0", "--force"], { terminals })).code).toBe(0);
    expect((await runCli(["cat", sample, ".zgroup"], { terminals })).code).toBe(0);
    expect((await runCli(["cat", sample, "lat/0"])).code).toBe(0);
  });

  it.each([
    [["cat", sample, "temperature/.zarry"], 3, /no such key.*\n.*Did you mean temperature\/.zarray\?/],
    [["cat", sample, "lat"], 3, /prefix of other keys/],
    [["cat", sample, "../x"], 2, /the key/],
    [["cat", sample], 2, /the key is missing/],
    [["cat", sample, "a", "--range", "9-3"], 2, /--range takes FIRST-LAST/],
    [["cat", sample, "a", "--range", "-"], 2, /--range takes FIRST-LAST/],
    [["cat", sample, "a", "--range", "5"], 2, /--range takes FIRST-LAST/],
  ] as const)("%s", async (argv, code, message) => {
    const outcome = await runCli(argv);
    expect([outcome.code, outcome.stdout]).toEqual([code, ""]);
    expect(outcome.stderr).toMatch(message);
  });
});

describe("get", () => {
  it("saves a key in a file, and replaces none without --force", async () => {
    const file = path("saved.bin");
    for (const address of [sample, path("sample.zip"), url]) {
      expect(await runCli(["get", address, "lat/0", file, "--force"])).toMatchObject({ code: 0, stdout: "" });
      expect(readFileSync(file).byteLength).toBeGreaterThan(50);
    }
    expect(readFileSync(file)).toEqual(readFileSync(`${sample}/lat/0`));
    const refused = await runCli(["get", sample, ".zgroup", file]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("--force")]);
    expect(await runCli(["get", sample, "none", path("none.bin")])).toMatchObject({ code: 3 });
    expect(readdirSync(folder).filter((name) => /none\.bin|partial/.test(name))).toEqual([]);
  });

  it("names the file as the key ends, and takes a part", async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      const { stdout } = await runCli(["get", sample, "lat/.zarray", "--range", "0-3", "--json"]);
      expect(JSON.parse(stdout)).toEqual({ file: ".zarray", key: "lat/.zarray", bytes: 4 });
      expect(readFileSync(".zarray")).toEqual(readFileSync(`${sample}/lat/.zarray`).subarray(0, 4));
      rmSync(".zarray");
    } finally {
      process.chdir(before);
    }
  });

  it.each([
    [["get"], /the address is missing/],
    [["get", "x.zarr"], /the key is missing/],
    [["get", "x.zarr", "a", "b", "c"], /"c" is one argument too many/],
  ])("%s", async (argv, message) => {
    expect(await runCli(argv)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});

describe("put", () => {
  it("stores a file or stdin, and replaces nothing without --force", async () => {
    for (const address of [path("put.zarr"), path("put.zip")]) {
      const stdin = (text: string): Readable => Readable.from([Buffer.from(text)]);
      expect(await runCli(["put", address, "a/b", "-"], { stdin: stdin("first") })).toMatchObject({ code: 0 });
      const refused = await runCli(["put", address, "a/b"], { stdin: stdin("second") });
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("--force")]);
      expect((await runCli(["cat", address, "a/b"])).stdout).toBe("first");
      const { stdout } = await runCli(["put", address, "a/b", "--force", "--json"], { stdin: stdin("second") });
      expect(JSON.parse(stdout)).toEqual({ location: address, key: "a/b", bytes: 6, replaced: true });
      expect((await runCli(["cat", address, "a/b"])).stdout).toBe("second");
      const file = path("some.bin");
      writeFileSync(
        file,
        Uint8Array.from({ length: 256 }, (_, i) => i),
      );
      expect(await runCli(["put", address, "c", file])).toMatchObject({ code: 0, stderr: "c stored: 256 B\n" });
      expect((await (await openStore(address)).get("c"))?.byteLength).toBe(256);
    }
    expect(readdirSync(path("put.zarr"), { recursive: true }).map(String).sort()).toEqual(["a", "a/b", "c"]);
  });

  it("repairs a document, and mentions consolidated metadata", async () => {
    const broken = path("broken.zarr");
    await copy(sample, broken, { format: "zarr2" });
    const file = path("fixed.json");
    writeFileSync(file, readFileSync(`${broken}/lat/.zattrs`, "utf8").replace("degrees_north", "degrees"));
    const { code, stderr } = await runCli(["put", broken, "lat/.zattrs", file, "--force"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("hyperslab consolidate")]);
    expect(readFileSync(`${broken}/lat/.zattrs`, "utf8")).toContain('"degrees"');
  });

  it.each([
    [["put"], 2, /the address is missing/],
    [["put", "x.zarr", "a"], 2, /stdin is a terminal/],
    [["put", "x.zarr", "a", "b", "c"], 2, /one argument too many/],
    [["put", "x.zarr", "a", "no-such-file"], 3, /no such file/],
  ])("%s", async (argv, code, message) => {
    expect(await runCli(argv)).toMatchObject({ code, stderr: expect.stringMatching(message) });
    expect(existsSync("x.zarr")).toBe(false);
  });

  it("is not for servers", async () => {
    const stdin = Readable.from([Buffer.from("x")]);
    expect(await runCli(["put", url, "a"], { stdin })).toMatchObject({ code: 4 });
  });
});
