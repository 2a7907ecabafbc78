// Requests per second of `hyperslab serve` beside nginx (one worker process) on the loopback, by wrk:
//   node bench/serve.mjs [--seconds N] [--turns N] [--what objects,ranges] [--dist FOLDER]
// Files of 64 KiB, and ranges of 64 KiB of one large file. The servers take turns, so that other load on the machine
// affects them alike. The memory of our process is read twice a second from when it is warm; at the end, its growth is
// printed.
import { spawn } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../scripts/apt.mjs";
import { findProgram } from "../scripts/programs.mjs";
import { startServer } from "../scripts/web-servers.mjs";

const FILES = 256;
const SIZE = 64 * 1024;
const CONNECTIONS = 32;

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const seconds = Number(option("--seconds") ?? 5);
const turns = Number(option("--turns") ?? 3);
const kinds = (option("--what") ?? "objects,ranges").split(",");
const dist = resolve(option("--dist") ?? fileURLToPath(new URL("../dist", import.meta.url)));

const SCRIPTS = {
  objects: `local n = 0
request = function() n = (n + 7) % ${FILES}; return wrk.format("GET", "/" .. n .. ".bin") end`,
  ranges: `local n = 0
request = function()
  n = (n + 7) % ${FILES}
  return wrk.format("GET", "/all.bin", { Range = "bytes=" .. n * ${SIZE} .. "-" .. (n + 1) * ${SIZE} - 1 })
end`,
};

ensurePackages("wrk", ["wrk"], () => findProgram("wrk") !== undefined);
const folder = mkdtempSync(join(tmpdir(), "hyperslab-bench-serve-"));
chmodSync(folder, 0o755);
const bytes = randomFillSync(Buffer.alloc(FILES * SIZE));
for (let i = 0; i < FILES; i++) writeFileSync(join(folder, `${i}.bin`), bytes.subarray(i * SIZE, (i + 1) * SIZE));
writeFileSync(join(folder, "all.bin"), bytes);
const nginx = await startServer("nginx", { root: folder, settings: "access_log off;" });
const ours = await startOurs();
try {
  const origins = { hyperslab: ours.origin, nginx: nginx.origin };
  for (const what of kinds) await compare(what, origins);
  console.log(ours.memory());
} finally {
  ours.stop();
  await nginx.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(what, origins) {
  const script = join(folder, `${what}.lua`);
  writeFileSync(script, SCRIPTS[what]);
  const best = {};
  await load(script, origins.hyperslab, 2);
  ours.warm();
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, origin] of Object.entries(origins)) {
      const rate = await load(script, origin, seconds);
      best[name] = Math.max(best[name] ?? 0, rate);
    }
  }
  const { hyperslab, nginx: peer } = best;
  const shown = Object.entries(best).map(([name, rate]) => `${name} ${Math.round(rate)}/s`);
  console.log(`${what.padEnd(8)} ${shown.join("   ")}   ${(hyperslab / peer).toFixed(2)}x`);
}

/** Requests per second. A response that is not 2xx, or a failed connection, is an error. */
async function load(script, origin, duration) {
  const args = ["-t1", `-c${CONNECTIONS}`, `-d${duration}`, "-s", script, origin];
  const child = spawn(findProgram("wrk"), args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const piece of child.stdout) text += piece;
  const wrong = /Non-2xx or 3xx responses|Socket errors.*/.exec(text)?.[0];
  if (wrong !== undefined) throw new Error(`${origin}: ${wrong}`);
  return Number(/Requests\/sec:\s*([\d.]+)/.exec(text)[1]);
}

async function startOurs() {
  const child = spawn(process.execPath, [join(dist, "cli/main.js"), "serve", folder, "--quiet"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await new Promise((done) => child.stdout.once("data", (data) => done(String(data).split("\n"))));
  const resident = () => Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024;
  const samples = [];
  let timer;
  return {
    origin: line.replace(/\/$/, ""),
    warm: () => {
      timer ??= setInterval(() => samples.push(resident()), 500);
    },
    memory: () => {
      clearInterval(timer);
      const half = samples.slice(0, Math.ceil(samples.length / 2));
      const most = (values) => Math.max(...values).toFixed(0);
      return `memory: at most ${most(half)} MiB in the first half, ${most(samples.slice(half.length))} MiB in the second`;
    },
    stop: () => child.kill("SIGINT"),
  };
}
