/** A page in a real Chromium that has Hyperslab as `hyperslab` and `stores`, and a local server behind it. */
import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { build } from "esbuild";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { ensureChromium } from "../../scripts/chromium.mjs";

/** Milliseconds, for machines that are busy with something else. */
const PATIENCE = 120_000;

export interface TestPage {
  readonly page: Page;
  /** Address of the folder that is served below /data/. */
  readonly data: string;
  /** What the page asked for below /data/, since the last call. */
  requests(): readonly string[];
  close(): Promise<void>;
}

/** By name. */
export type PageFiles = ReadonlyMap<string, Uint8Array>;

export interface PageOptions {
  /** A Content-Security-Policy for the page. */
  readonly policy?: string;
  /** More headers for the page and its scripts. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The module that runs in the page; without, the library as `window.hyperslab`. */
  readonly script?: string;
  /** Files of a bundle that was made before, of which `start.js` is loaded. */
  readonly files?: PageFiles;
  /** What the module puts onto `window` when it is ready. */
  readonly ready?: string;
  /** Directories for which the page has the permission to write, as if the user had given it. */
  readonly writable?: readonly string[];
}

export async function openPage(folder: string, options: PageOptions = {}): Promise<TestPage> {
  const files = options.files ?? (await bundle(options.script));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path === "/") {
      const policy = options.policy === undefined ? {} : { "content-security-policy": options.policy };
      response.writeHead(200, { "content-type": "text/html", ...policy, ...options.headers });
      response.end(`<!doctype html><title>test</title><link rel="icon" href="data:,"><script type="module" src="/bundle/start.js"></script>
        <body style="height: 500px"><input type="file" webkitdirectory></body>`);
    } else if (path.startsWith("/bundle/")) {
      const contents = files.get(path.slice("/bundle/".length));
      const type = { "content-type": "text/javascript" };
      response.writeHead(contents === undefined ? 404 : 200, { ...type, ...options.headers });
      response.end(contents);
    } else serveFile(join(folder, normalize(decodeURIComponent(path.slice("/data/".length)))), request.headers.range);

    function serveFile(file: string, range: string | undefined): void {
      asked.push(`${path.slice("/data/".length)}${range === undefined ? "" : ` ${range}`}`);
      const size = statSync(file, { throwIfNoEntry: false })?.isFile() === true ? statSync(file).size : undefined;
      if (size === undefined) return void response.writeHead(404).end();
      const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
      if (from === undefined || to === undefined) {
        response.writeHead(200, { "content-length": size });
        return void createReadStream(file).pipe(response);
      }
      const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
      const end = from === "" || to === "" ? size - 1 : Math.min(size - 1, Number(to));
      response.writeHead(206, { "content-length": end - start + 1, "content-range": `bytes ${start}-${end}/${size}` });
      createReadStream(file, { start, end }).pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const profile = mkdtempSync(join(tmpdir(), "hyperslab-profile-"));
  grant(profile, origin, options.writable ?? []);
  const context = await launch(profile);
  context.setDefaultTimeout(PATIENCE);
  const page = context.pages()[0] ?? (await context.newPage());
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  await page.goto(`${origin}/`);
  const started = Date.now();
  // Asked from here: what waits in the page is evaluated as text, which a policy may forbid.
  while (!(await page.evaluate((name) => Reflect.has(window, name), options.ready ?? "hyperslab"))) {
    if (Date.now() - started > PATIENCE) throw new Error(`the page did not start: ${failures.join("; ")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    page,
    data: `${origin}/data`,
    requests: () => asked.splice(0),
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Drops a file or folder onto the page, as the user would. */
export async function drop(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x: 200, y: 300, data });
  }
}

/** Writes down what the user would have answered when asked for permission to write. */
function grant(profile: string, origin: string, folders: readonly string[]): void {
  if (folders.length === 0) return;
  const chosen = folders.map((path) => ({ path, "is-directory": true, readable: true, writable: true }));
  const last_modified = "13400000000000000";
  const exceptions = {
    file_system_access_chooser_data: { [`${origin},*`]: { last_modified, setting: { "chosen-objects": chosen } } },
    file_system_access_extended_permission: { [`${origin},*`]: { last_modified, setting: 1 } },
  };
  mkdirSync(join(profile, "Default"));
  // What pages write to the disk is else asked about on the network, which takes a second each now and then.
  const preferences = { safebrowsing: { enabled: false }, profile: { content_settings: { exceptions } } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
}

/** Without the flags Chromium asks for hosts of its own, at every start. */
function launch(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    timeout: PATIENCE,
    executablePath: ensureChromium() ?? "chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** The library as a page gets it: bundled, with lazy parts in files of their own. */
async function bundle(script: string | undefined): Promise<PageFiles> {
  const contents = `
    import * as hyperslab from "./dist/lib/index.js";
    import * as stores from "./dist/lib/stores.js";
    Object.assign(window, { stores, hyperslab });`;
  const { outputFiles } = await build({
    ...(script === undefined
      ? { stdin: { contents, resolveDir: process.cwd() } }
      : { entryPoints: [script], alias: { vitest: join(import.meta.dirname, "page-vitest.ts") } }),
    entryNames: "start",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    external: ["node:*"],
    write: false,
    outdir: "/bundle",
  });
  return new Map(outputFiles.map(({ path, contents }) => [path.slice(path.lastIndexOf("/") + 1), contents]));
}
