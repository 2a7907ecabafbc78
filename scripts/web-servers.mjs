// Real web servers for tests and benchmarks: nginx, Apache and Caddy, each on a free port of the loopback interface, with
// a configuration of its own. On Debian and Ubuntu, as root, they are installed if missing.
//
//   node scripts/web-servers.mjs            installs all three
//   node scripts/web-servers.mjs pages      regenerates test/stores/index-pages: the index of one folder by each of them
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "./apt.mjs";
import { findProgram, PATH } from "./programs.mjs";
import { ended, freePort, startPatiently } from "./start-server.mjs";

const KINDS = {
  nginx: { program: "nginx", package: "nginx-light", start: nginx },
  apache: { program: "apache2", package: "apache2-bin", start: apache },
  caddy: { program: "caddy", package: "caddy", start: caddy },
};

export const serverKinds = Object.keys(KINDS);

/** Milliseconds; each is up in a fraction of a second on an idle machine. */
const PATIENCE = 60_000;

/** Marks requests that check whether a server is up. They are left out of its log, which may be written late. */
const PROBE = "hyperslab-probe";

/** The path of the program; installs it where it is missing. */
export function ensureServer(kind) {
  const { program, package: name } = KINDS[kind];
  ensurePackages(kind, [name], () => findProgram(program) !== undefined);
  return findProgram(program);
}

/** Serves the files below `root`. `settings`: more of the server's own configuration, where it says how to serve. */
export async function startServer(kind, { root, settings = "" }) {
  const path = ensureServer(kind);
  return startPatiently(kind, () => startOnce(kind, path, root, settings));
}

async function startOnce(kind, path, root, settings) {
  const folder = mkdtempSync(join(tmpdir(), `hyperslab-${kind}-`));
  // Apache serves as another user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { args, config } = KINDS[kind].start({ folder, port, root, settings });
  const file = join(folder, "configuration");
  writeFileSync(file, config);
  const env = { ...process.env, PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(path, args(file), { stdio: "ignore", env });
  const stop = async () => {
    await ended(child, "SIGTERM");
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  const origin = `http://127.0.0.1:${port}`;
  try {
    await untilUp(kind, origin, child, folder);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, port, log: join(folder, "access.log"), stop };
}

function nginx({ folder, port, root, settings }) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const lines = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const config = `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 8192; }
    http {
      map $http_user_agent $is_asked { ${PROBE} 0; default 1; }
      log_format plain '$request_method $uri $http_range'; access_log ${folder}/access.log plain if=$is_asked; ${lines}
      default_type application/octet-stream; keepalive_requests 1000000; sendfile on;
      server { listen 127.0.0.1:${port} backlog=4096; root ${root}; ${settings} }
    }`;
  return { config, args: (file) => ["-c", file, "-e", join(folder, "error.log")] };
}

function apache({ folder, port, root, settings }) {
  const modules = ["mpm_event", "authz_core", "autoindex", "dir", "deflate", "filter", "headers", "mime"];
  const config = [
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    ...(process.getuid?.() === 0 ? ["User www-data", "Group www-data"] : []),
    `ServerRoot ${folder}`,
    "ServerName 127.0.0.1",
    `Listen 127.0.0.1:${port}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/error.log`,
    "TypesConfig /dev/null",
    `DocumentRoot "${root}"`,
    "AllowEncodedSlashes NoDecode",
    `<Directory "${root}">`,
    "Options Indexes FollowSymLinks",
    "Require all granted",
    settings,
    "</Directory>",
    "",
  ].join("\n");
  return { config, args: (file) => ["-f", file, "-D", "FOREGROUND"] };
}

function caddy({ port, root, settings }) {
  const config = `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:${port} {\n root * ${root}\n ${settings}\n}\n`;
  return { config, args: (file) => ["run", "--adapter", "caddyfile", "--config", file] };
}

async function untilUp(kind, origin, child, folder) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      await (await fetch(origin, { headers: { "user-agent": PROBE } })).arrayBuffer();
      // Another server may respond at this port, while ours could not bind it and exits.
      if (child.exitCode === null) return;
    } catch {
      await sleep(50);
    }
    if (child.exitCode !== null || child.pid === undefined) {
      throw new Error(`${kind} ended with ${child.exitCode}: ${logOf(folder)}`);
    }
    if (Date.now() > end) throw new Error(`${kind} does not answer: ${logOf(folder)}`);
  }
}

function logOf(folder) {
  try {
    return readFileSync(join(folder, "error.log"), "utf8").slice(-2000);
  } catch {
    return "it has written no log";
  }
}

/** Names that are hard for some server; directories end in a slash. */
const NAMES = [
  "+plus",
  ".zgroup",
  "50%/",
  "a/",
  "a&b/",
  "a<b>\"c'",
  "a_very_long_name_that_is_longer_than_fifty_characters_so_that_it_is_cut_in_the_listing.bin",
  "col:on",
  "q?x=1#y",
  "semi;colon",
  "zarr.json",
  "ä b/",
];

const PAGES = [
  ["nginx.html", "nginx", "autoindex on;", "text/html"],
  ["nginx.json", "nginx", "autoindex on; autoindex_format json;", "*/*"],
  ["apache.html", "apache", "IndexOptions FancyIndexing HTMLTable", "*/*"],
  ["apache-plain.html", "apache", "", "*/*"],
  ["caddy.json", "caddy", "file_server browse", "application/json"],
];

async function makePages() {
  const root = mkdtempSync(join(tmpdir(), "hyperslab-index-"));
  chmodSync(root, 0o755);
  try {
    mkdirSync(join(root, "x.zarr"));
    for (const name of NAMES) {
      if (name.endsWith("/")) mkdirSync(join(root, "x.zarr", name));
      else writeFileSync(join(root, "x.zarr", name), "");
    }
    for (const [name, kind, settings, accept] of PAGES) {
      const server = await startServer(kind, { root, settings });
      const answer = await fetch(`${server.origin}/x.zarr/`, { headers: { accept } });
      const page = Buffer.from(await answer.arrayBuffer());
      writeFileSync(new URL(`../test/stores/index-pages/${name}.txt`, import.meta.url), page);
      console.log(name, answer.status, answer.headers.get("content-type"), page.length);
      await server.stop();
    }
  } finally {
    rmSync(root, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const kind of serverKinds) console.log(ensureServer(kind));
  if (process.argv[2] === "pages") await makePages();
}
