// Installs in advance what tests need beyond npm packages, and would otherwise install when they need it: the Python
// environments of the peers, web servers, Ceph, Chromium, and the Nodes that the package is tried on. This script never
// fails; the test that needs a missing part reports it.
//
//   node scripts/prepare.mjs
import { spawn } from "node:child_process";
import { once } from "node:events";
import { ensureChromium } from "./chromium.mjs";
import { NODES } from "./nodes.mjs";
import { ensureServers } from "./servers.mjs";

const run = async (command, ...args) => {
  const child = spawn(command, args, { stdio: "inherit" });
  await once(child, "exit");
};
const attempt = (action) => {
  try {
    action();
  } catch (error) {
    console.error(error.message);
  }
};

const environments = run(process.execPath, new URL("peers/environments.mjs", import.meta.url).pathname, "all");
for (const node of NODES) await run("npx", "--yes", "--prefer-offline", `node@${node}`, "--version");
await environments;
for (const problem of ensureServers()) console.error(problem);
attempt(ensureChromium);
