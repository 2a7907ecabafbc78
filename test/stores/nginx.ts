/** A real nginx for tests: installed if need be, with a configuration of its own, on a free port of the loopback. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Nginx {
  readonly origin: string;
  /** Writes entries below a new directory and gives its URL. */
  add(entries: Iterable<readonly [string, Uint8Array]>): string;
  close(): Promise<void>;
}

/** The program, or undefined where it is neither installed nor can be. */
export function findNginx(): string | undefined {
  const found = program();
  if (found !== undefined) return found;
  try {
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "nginx-light"], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  return program();
}

function program(): string | undefined {
  const paths = `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/local/sbin`;
  try {
    return execFileSync("sh", ["-c", "command -v nginx"], { encoding: "utf8", env: { PATH: paths } }).trim();
  } catch {
    return undefined;
  }
}

/** `more` goes into the `server` block. */
export async function startNginx(path: string, more: string, files?: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-nginx-"));
  const root = files ?? join(folder, "root");
  mkdirSync(root, { recursive: true });
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const lines = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
     events {}
     http { access_log off; ${lines} default_type application/octet-stream;
       server { listen 127.0.0.1:${port}; root ${root}; ${more} } }`,
  );
  const child = spawn(path, ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], { stdio: "ignore" });
  const origin = `http://127.0.0.1:${port}`;
  await untilUp(origin, child);
  let count = 0;
  return {
    origin,
    add: (entries) => {
      count += 1;
      mkdirSync(join(root, String(count)));
      for (const [key, value] of entries) {
        const file = join(root, String(count), key);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, value);
      }
      return `${origin}/${count}`;
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function untilUp(origin: string, child: ChildProcess): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    try {
      await fetch(origin);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("nginx does not answer");
}
