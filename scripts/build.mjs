// Builds dist/ from src/ with tsc: one .js and one .d.ts a source file, imports rewritten from .ts to .js.
import { spawnSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
const tsc = [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`];
const { status } = spawnSync(process.execPath, tsc, { stdio: "inherit" });
if (status === 0) chmodSync(`${root}dist/cli/main.js`, 0o755);
process.exitCode = status ?? 1;
