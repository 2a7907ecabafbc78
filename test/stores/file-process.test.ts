/** What only another process can show: permissions as an ordinary user meets them. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundleStore } from "./bundled-store.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-process-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Modes do not bind the superuser, so a test run by one becomes `nobody` before it asks. */
const nobody = 65534;

test("permission errors are not-allowed, never absence", () => {
  chmodSync(base, 0o755);
  const module = bundleStore(join(base, "module"), "file-store");
  const root = join(base, "root");
  mkdirSync(join(root, "open"), { recursive: true });
  mkdirSync(join(root, "locked"));
  writeFileSync(join(root, "open/unreadable"), "x");
  writeFileSync(join(root, "open/readable"), "x");
  writeFileSync(join(root, "locked/value"), "x");
  chmodSync(join(root, "open/unreadable"), 0o000);
  chmodSync(join(root, "open"), 0o555);
  chmodSync(join(root, "locked"), 0o000);
  const script = `
    const { fileStore } = await import(${JSON.stringify(module)});
    const store = fileStore(${JSON.stringify(root)});
    if (process.getuid() === 0) {
      process.setgroups([]);
      process.setgid(${nobody});
      process.setuid(${nobody});
    }
    const list = async (prefix) => { for await (const entry of store.list(prefix)); };
    const requests = {
      readable: () => store.get("open/readable"),
      unreadable: () => store.get("open/unreadable"),
      inside: () => store.get("locked/value"),
      absentInside: () => store.get("locked/absent"),
      head: () => store.head("locked/value"),
      locate: () => store.locate("locked/value"),
      set: () => store.set("open/new", new Uint8Array(1)),
      setLarge: () => store.set("open/new", new Uint8Array(200000)),
      setBelow: () => store.set("open/new/deep", new Uint8Array(1)),
      delete: () => store.delete("open/readable"),
      deletePrefix: () => store.deletePrefix("open"),
      list: () => list("locked"),
      listAll: () => list(""),
      listDirectory: () => store.listDirectory("locked"),
    };
    const outcomes = {};
    for (const [name, run] of Object.entries(requests)) {
      try { await run(); outcomes[name] = "no error"; } catch (error) { outcomes[name] = error.code; }
    }
    console.log(JSON.stringify(outcomes));
  `;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: "/" });
  const { readable, ...others } = JSON.parse(output.toString()) as Record<string, string>;
  expect(readable).toBe("no error");
  expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, "not-allowed"])));
  expect(Object.keys(others)).toHaveLength(13);
  expect(readdirSync(join(root, "open"))).toEqual(["readable", "unreadable"]);
  chmodSync(join(root, "open"), 0o755);
  chmodSync(join(root, "locked"), 0o755);
});
