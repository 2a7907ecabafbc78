// Times signed reads of S3, Hyperslab against Amazon's own client: node bench/s3.mjs [--seconds N] [--dist FOLDER]
// The server is nginx on the loopback, which ignores signatures and so shows what clients can do: a real server of S3
// would be the bottleneck itself. Each contestant is a process of its own, and they take turns. Amazon's client is
// installed into a temporary folder.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const SDK = "@aws-sdk/client-s3@3.1164.0";
const OBJECTS = 256;
const SIZE = 64 * 1024;
const AT_ONCE = 32;
const TURNS = 3;
const PART = 4096;
const KEYS = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const dist = resolve(option("--dist") ?? fileURLToPath(new URL("../dist", import.meta.url)));
const sdkFolder = join(tmpdir(), "hyperslab-bench-s3-sdk");

/** Each returns a function that reads bytes 0 to 4095 of an object, or all of it. */
const CONTESTANTS = {
  hyperslab: async (endpoint) => {
    const load = (file) => import(pathToFileURL(join(dist, "stores/s3", file)).href);
    const [{ s3Store }, { parseS3Address }] = await Promise.all([load("s3-store.js"), load("s3-address.js")]);
    const store = await s3Store(parseS3Address(`${endpoint}/bucket`), { credentials: KEYS, region: "us-east-1" });
    return (key, length) => store.get(key, length === undefined ? {} : { range: { offset: 0, length } });
  },
  "aws sdk": (endpoint) => sdk(endpoint, {}),
  "aws sdk, tuned": async (endpoint) => {
    const require = createRequire(join(sdkFolder, "index.js"));
    const { Agent } = await import("node:http");
    const { NodeHttpHandler } = require("@smithy/node-http-handler");
    const httpAgent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    return sdk(endpoint, {
      requestHandler: new NodeHttpHandler({ httpAgent }),
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
  },
};

async function sdk(endpoint, more) {
  const { S3Client, GetObjectCommand } = createRequire(join(sdkFolder, "index.js"))("@aws-sdk/client-s3");
  const client = new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials: KEYS, ...more });
  return async (Key, length) => {
    const Range = length === undefined ? undefined : `bytes=0-${length - 1}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket: "bucket", Key, Range }));
    return Body.transformToByteArray();
  };
}

if (option("--contestant") !== undefined) await contend(option("--contestant"), JSON.parse(option("--task")));
else await main();

async function main() {
  installSdk();
  const seconds = Number(option("--seconds") ?? 2);
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-bench-s3-"));
  const { endpoint, stop } = await startNginx(folder);
  try {
    console.log(
      `signed GETs a second, best of ${TURNS} turns, ${AT_ONCE} at once; processor time of the client for each`,
    );
    for (const length of [PART, undefined]) await compare({ endpoint, length, seconds });
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(task) {
  const best = {};
  for (let turn = 0; turn < TURNS; turn++) {
    for (const name of Object.keys(CONTESTANTS)) {
      const args = [
        fileURLToPath(import.meta.url),
        "--dist",
        dist,
        "--contestant",
        name,
        "--task",
        JSON.stringify(task),
      ];
      const result = JSON.parse(
        execFileSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, NODE_NO_WARNINGS: "1" } }),
      );
      if (!(best[name]?.rate >= result.rate)) best[name] = result;
    }
  }
  const what = task.length === undefined ? `all ${SIZE / 1024} KiB` : `${task.length / 1024} of ${SIZE / 1024} KiB`;
  for (const [name, { rate, microseconds }] of Object.entries(best)) {
    const ratio = (best.hyperslab.rate / rate).toFixed(1);
    const row = [
      what.padEnd(12),
      name.padEnd(15),
      `${rate.toFixed(0)}/s`.padStart(9),
      `${microseconds.toFixed(0)} us`.padStart(8),
    ];
    console.log(`${row.join("  ")}  hyperslab is ${ratio}x`);
  }
}

/** Warms up for a while, then counts; every response is checked. */
async function contend(name, { endpoint, length, seconds }) {
  const read = await CONTESTANTS[name](endpoint);
  await run(read, length, Math.min(1, seconds));
  const before = process.cpuUsage();
  const { count, taken } = await run(read, length, seconds);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ rate: count / taken, microseconds: (user + system) / count }));
  process.exit();
}

async function run(read, length, seconds) {
  const started = performance.now();
  const end = started + 1000 * seconds;
  let count = 0;
  const work = async () => {
    while (performance.now() < end) {
      const number = count++ % OBJECTS;
      const bytes = await read(`data/${number}`, length);
      const isRight =
        bytes.byteLength === (length ?? SIZE) && bytes[0] === number && bytes[bytes.byteLength - 1] === number;
      if (!isRight) throw new Error(`object ${number} came back wrong`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { count, taken: (performance.now() - started) / 1000 };
}

function installSdk() {
  if (existsSync(join(sdkFolder, "node_modules/@aws-sdk/client-s3"))) return;
  mkdirSync(sdkFolder, { recursive: true });
  writeFileSync(join(sdkFolder, "package.json"), "{}");
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", SDK], { cwd: sdkFolder, stdio: "ignore" });
}

async function startNginx(folder) {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  if (spawnSync("nginx", ["-v"], { env }).error) throw new Error("no nginx here: apt-get install nginx-light");
  const root = join(folder, "root/bucket/data");
  mkdirSync(root, { recursive: true });
  for (let i = 0; i < OBJECTS; i++) writeFileSync(join(root, String(i)), new Uint8Array(SIZE).fill(i));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${temporary.join(" ")} sendfile on; keepalive_requests 10000000; open_file_cache max=1000;
     server { listen 127.0.0.1:${port}; root ${folder}/root; } }`,
  );
  const child = spawn("nginx", ["-c", file, "-e", join(folder, "error.log")], { env, stdio: "ignore" });
  const endpoint = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 100; i++) {
    const isUp = await fetch(`${endpoint}/bucket/data/0`, { method: "HEAD" }).catch(() => undefined);
    if (isUp !== undefined) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  const stop = async () => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill();
    await ended;
  };
  return { endpoint, stop };
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}
