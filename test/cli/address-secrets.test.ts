/** Addresses hold secrets: in their query, before the host, after a #. Whatever goes wrong, none is printed. */
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { allOptions } from "../../src/cli/options.ts";
import { withoutSecrets } from "../../src/cli/output/without-secrets.ts";
import { copy, create, doctor, dump, info, listKeys, open, openStore, tree } from "../../src/index.ts";
import { refuseSecrets, secrets } from "../secrets.ts";
import { listen, stop } from "../stores/object-server.ts";
import { runBriefly, runCli } from "./run-cli.ts";
import { sampleFolder } from "./sample.ts";

const { sample, path, remove } = sampleFolder();
writeFileSync(path("plain"), "some bytes");

/** One server that refuses everything, and one that gives an array. */
let nothing: Server;
let something: Server;
let addresses: readonly string[];
let endpoint: string;

beforeAll(async () => {
  const map = new Map<string, Uint8Array>();
  await create(map, { data: Int16Array.of(1, 2, 3) });
  nothing = createServer((_, response) => response.writeHead(403).end());
  something = createServer(({ url = "" }, response) => {
    const value = map.get(new URL(url, "http://h").pathname.slice(1));
    if (value === undefined) response.writeHead(404).end();
    else response.end(value);
  });
  const query = `?X-Amz-Signature=${encodeURIComponent(secrets.signature)}&token=${secrets.token}`;
  const user = `${secrets.user}:${encodeURIComponent(secrets.password)}`;
  const ports = [await listen(nothing), await listen(something)];
  endpoint = `http://127.0.0.1:${ports[0]}`;
  addresses = [
    ...ports.map((port) => `http://127.0.0.1:${port}/${query}`),
    `http://127.0.0.1:${ports[1]}/x.zip${query}|zip:a`,
    `http://127.0.0.1:${ports[1]}/x.blp${query}`,
    `http://${user}@127.0.0.1:${ports[1]}/x.zarr`,
    `http://127.0.0.1:${ports[1]}/x${query}#mode=s3&aws.profile=none`,
    `http://127.0.0.1:${ports[1]}/x${query}#token=${secrets.token}`,
    `http://127.0.0.1:${ports[1]}/x${query}#mode=constructor`,
    `s3://${user}@bucket/x${query}`,
    `gs://bucket/x${query}`,
    `zip://inner::http://127.0.0.1:${ports[1]}/x.zip${query}`,
    `http://127.0.0.1:99999/x${query}`,
    `http://127.0.0.1:${ports[1]}/%zz${query}`,
    `htp://127.0.0.1/x${query}`,
  ];
});
afterAll(async () => {
  remove();
  await Promise.all([stop(nothing), stop(something)]);
});

// The tour takes no words, and its time.
const commands = COMMANDS.map(({ name }) => name).filter((name) => name !== "tour");

describe.each(commands)("%s", (command) => {
  it("prints no secret of an address, wherever it stands", async () => {
    const more = ["--endpoint", endpoint, "--anon"];
    for (const address of addresses) {
      const rest = /^(?:s3|gs):/.test(address) ? more : [];
      for (const words of [
        [address],
        [address, ...rest, "--json", "--trace"],
        [address, path("target"), ...rest, "--debug"],
        [sample, address, ...rest],
        [sample, path("target"), address],
        [address, address, address, address],
        [path("plain"), address],
        [`${address}[0]`, path("x.npy")],
        [address, "--no-such-option"],
        [`--no-such-option=${address}`],
      ]) {
        // It looks at what is printed.
        const { code, stderr } = await runBriefly([command, ...words]);
        expect([code, stderr]).not.toEqual([70, expect.anything()]);
      }
    }
  });

  it("prints no secret that was given as an option", async () => {
    const entry = COMMANDS.find(({ name }) => name === command)!;
    const [address = ""] = addresses;
    for (const [option, { type }] of Object.entries(allOptions(await entry.load()))) {
      // Attributes and the name of a dump are data, which is shown.
      if (option === "set" || option === "name") continue;
      for (const words of [[sample], [path("plain"), path("target")]]) {
        await runBriefly([command, ...words, `--${option}=${address}`]);
        if (type === "string") await runBriefly([command, ...words, `--${option}`, address]);
      }
    }
  });
});

it("as a command, as an address alone, as a topic of help", async () => {
  for (const address of addresses) {
    if (/^(?:s3|gs):/.test(address)) continue;
    await runCli([address]);
    await runCli([address, "--json"]);
    await runCli(["help", address]);
    await runCli(["completion", address]);
    await runCli([`--${address}`]);
  }
});

it("a copy that is interrupted says how to go on without them", async () => {
  const stopping = new AbortController();
  const map = new Map<string, Uint8Array>();
  await create(map, { data: new Int16Array(64), chunks: [1], fillValue: 9 });
  const server = createServer(({ url = "" }, response) => {
    const key = new URL(url, "http://h").pathname.slice(1);
    if (key === "c/40") stopping.abort();
    response.end(map.get(key));
  });
  const address = `http://127.0.0.1:${await listen(server)}/?signature=${encodeURIComponent(secrets.signature)}`;
  const { code, stderr } = await runCli(["copy", address, path("stopped.zarr"), "-j", "1"], {
    signal: stopping.signal,
  });
  await stop(server);
  expect([code, stderr]).toEqual([6, expect.stringContaining("--resume")]);
});

describe("the library", () => {
  it("has none in errors, reports and notes", async () => {
    const calls = [
      (address: string) => doctor(address, { store }),
      (address: string) => open(address, { store }),
      (address: string) => openStore(address, store),
      (address: string) => info(address, { store }),
      (address: string) => tree(address, { store }),
      (address: string) => copy(address, new Map(), { store }),
      (address: string) => copy(new Map(), address, { store }),
      (address: string) => create(address, { store, shape: [1], dtype: "int8" }),
      (address: string) => dump(address, { store }).next(),
      (address: string) => listKeys(address, { store })[Symbol.asyncIterator]().next(),
    ];
    const said: unknown[] = [];
    const store = {
      anonymous: true,
      endpoint,
      onNote: (note: string) => said.push(note),
      onRequest: (request: unknown) => said.push(request),
    };
    for (const address of addresses) {
      for (const call of calls) {
        const shown = await call(address).then(
          (result) => (result !== null && typeof result === "object" && "checks" in result ? result : ""),
          (error: unknown) => error,
        );
        refuseSecrets(shown, ...said.splice(0));
      }
    }
  });
});

describe("what goes to stderr", () => {
  it.each([
    ['"https://u:p@h/a?b=c" is wrong', '"https://…@h/a?…" is wrong'],
    ["s3://bucket/key, az://container@account/key", "s3://bucket/key, az://container@account/key"],
    ["az://user:secret@h/x", "az://…@h/x"],
    ["http://h/x.zip?a=b|zip:inner#mode=s3&token=t&word", "http://h/x.zip?…|zip:inner#mode=s3&token=…&…"],
    ["http://h/x#mode=zarr,s3&token=t&word", "http://h/x#mode=zarr,s3&token=…&…"],
    ["run 'http://h/x?a=b c' and http://h/?", "run 'http://h/x?… c' and http://h/?"],
    ["no address? a#b c@d", "no address? a#b c@d"],
  ])("%s", (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });
});
