// Before `npm run test:servers`: checks that its servers are here. On Debian and Ubuntu, root installs what is missing;
// otherwise this names all that is needed.
import { fileURLToPath } from "node:url";
import { ensureCeph } from "./ceph.mjs";
import { ensureServer, serverKinds } from "./web-servers.mjs";

/** What is wrong, one line per server. */
export function ensureServers() {
  const problems = [];
  for (const ensure of [...serverKinds.map((kind) => () => ensureServer(kind)), ensureCeph]) {
    try {
      ensure();
    } catch (error) {
      problems.push(error.message);
    }
  }
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = ensureServers();
  if (problems.length > 0) {
    console.error("npm run test:servers needs nginx, Apache, Caddy and Ceph's gateway.");
    for (const problem of problems) console.error(`  ${problem}`);
    process.exitCode = 1;
  }
}
