// A real S3 server for tests: the gateway of Ceph over one monitor and one store in memory, all on the loopback
// interface and below one folder that is gone afterwards. On Debian and Ubuntu, as root, it is installed if missing.
//
//   node scripts/ceph.mjs      starts one, says where it is, and stops it on Ctrl-C
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "./apt.mjs";
import { findProgram } from "./programs.mjs";
import { ended, freePort, patiently, startPatiently } from "./start-server.mjs";

const PROGRAMS = ["ceph-mon", "ceph-osd", "radosgw", "radosgw-admin", "ceph", "rados", "monmaptool"];
const PACKAGES = ["radosgw", "ceph-mon", "ceph-osd", "ceph-common"];
const MEMORY = 2 ** 30;
/** Milliseconds; each step takes well under a second on an idle machine. */
const PATIENCE = 60_000;
/** Milliseconds for one command, which a freshly started monitor may leave unanswered. */
const COMMAND_PATIENCE = 30_000;

/** Installs what is missing. */
export function ensureCeph() {
  ensurePackages("Ceph", PACKAGES, () => PROGRAMS.every((name) => findProgram(name) !== undefined));
}

/**
 * Starts a cluster of its own; `stop` ends it and removes all it wrote. `settings`: more lines of the gateway's
 * configuration. `stored(text)`: is this text to be found in what the gateway stored?
 */
export async function startCeph({ settings = "" } = {}) {
  ensureCeph();
  // A monitor may also come up unresponsive.
  return startPatiently("Ceph", () => startOnce(settings));
}

async function startOnce(settings) {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-ceph-"));
  const children = [];
  const kill = () => {
    for (const child of children) child.kill("SIGKILL");
  };
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    for (const child of children.reverse()) await ended(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    return { ...(await start(folder, children, settings)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(folder, children, settings) {
  for (const name of ["mon", "osd", "rgw", "log", "run"]) mkdirSync(join(folder, name));
  const [monitorPort, port] = [await freePort(), await freePort()];
  const cluster = randomUUID();
  const file = join(folder, "ceph.conf");
  writeFileSync(file, configuration(folder, cluster, monitorPort, port) + settings);
  const env = { ...process.env, CEPH_CONF: file };
  const run = (program, ...args) =>
    execFileSync(program, ["-c", file, ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: MEMORY,
      timeout: PATIENCE,
      killSignal: "SIGKILL",
    });
  // Commands to the cluster may be repeated: if one is already done, the cluster says so and changes nothing.
  const ask = (program, ...args) => patiently(() => run(program, ...args), COMMAND_PATIENCE);
  const begin = (program, ...args) => {
    const child = spawn(program, ["-c", file, "-f", ...args], { env, stdio: "ignore" });
    children.push(child);
    return child;
  };
  const map = join(folder, "monmap");
  const address = `[v1:127.0.0.1:${monitorPort}]`;
  execFileSync("monmaptool", ["--create", "--clobber", "--fsid", cluster, "--addv", "a", address, map], {
    env,
    stdio: "ignore",
  });
  run("ceph-mon", "--mkfs", "-i", "a", "--monmap", map);
  const monitor = begin("ceph-mon", "-i", "a");
  await until(
    monitor,
    folder,
    "mon.a",
    () => spawnSync("timeout", ["5", "ceph", "-c", file, "mon", "stat"], { env }).status === 0,
  );
  const disk = randomUUID();
  await ask("ceph", "osd", "new", disk, "0");
  await ask("ceph", "osd", "crush", "add", "osd.0", "1.0", "root=default", "host=localhost");
  run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", disk);
  begin("ceph-osd", "-i", "0");
  const gateway = begin("radosgw", "-n", "client.rgw.a");
  const endpoint = `http://127.0.0.1:${port}`;
  await until(gateway, folder, "client.rgw.a", () => answers(endpoint));
  const keys = { accessKeyId: "TESTKEY0000000000000", secretAccessKey: "testsecret000000000000000000000000000000" };
  const admin = (...args) => run("radosgw-admin", "-n", "client.rgw.a", "user", ...args).toString();
  const user = [
    "--uid=test",
    "--display-name=test",
    `--access-key=${keys.accessKeyId}`,
    `--secret-key=${keys.secretAccessKey}`,
  ];
  await patiently(() => {
    // A command that failed may still have done its work.
    const users = JSON.parse(admin("list"));
    if (!users.includes("test")) admin("create", ...user);
  }, COMMAND_PATIENCE);
  const stored = (text) => {
    const pool = ["-p", "default.rgw.buckets.data"];
    const names = run("rados", ...pool, "ls")
      .toString()
      .trim()
      .split("\n");
    return names.some((name) => run("rados", ...pool, "get", name, "-").includes(text));
  };
  return { endpoint, ...keys, stored, version: execFileSync("radosgw", ["--version"], { encoding: "utf8" }).trim() };
}

/** One copy of everything, one placement group a pool, no waiting for votes: that is what makes it start in seconds. */
function configuration(folder, cluster, monitorPort, port) {
  return `[global]
fsid = ${cluster}
mon host = [v1:127.0.0.1:${monitorPort}]
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
auth allow insecure global id reclaim = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd heartbeat grace = 600
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 0
mon data avail warn = 0
mon tick interval = 1
paxos propose interval = 0.01
paxos min wait = 0.01
log file = ${folder}/log/$name.log
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
run dir = ${folder}/run
crash dir = ${folder}/crash
heartbeat file =
[mon]
mon data = ${folder}/mon
mon cluster log file = ${folder}/log/cluster.log
[osd]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = ${MEMORY}
osd class load list = *
osd class default list = *
osd class update on start = false
osd crush update on start = false
[client]
keyring = ${folder}/keyring
[client.rgw.a]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw dns name = localhost
rgw thread pool size = 64
rgw enable usage log = false
rgw enable ops log = false
rgw run sync thread = false
rgw dynamic resharding = false
`;
}

async function until(child, folder, name, isReady) {
  const end = Date.now() + PATIENCE;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > end) {
      throw new Error(`Ceph's ${name} does not come up: ${lastLines(join(folder, "log", `${name}.log`))}`);
    }
    await sleep(100);
  }
}

function lastLines(file) {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n").slice(-5).join("\n");
  } catch {
    return "it left no log";
  }
}

async function answers(endpoint) {
  try {
    await (await fetch(endpoint)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = Date.now();
  const { stop, ...ceph } = await startCeph();
  console.log(JSON.stringify({ ...ceph, milliseconds: Date.now() - started }, undefined, 2));
  await new Promise((resolve) => process.once("SIGINT", resolve).once("SIGTERM", resolve));
  await stop();
}
