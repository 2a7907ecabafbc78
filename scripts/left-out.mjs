// The last line of `npm test`: what it left out, and how to run that.
import { findProgram, TEST_PROGRAMS } from "./programs.mjs";

const missing = TEST_PROGRAMS.filter((name) => findProgram(name, process.env.PATH) === undefined);
if (!missing.includes("mount") && process.getuid?.() !== 0) missing.push("mount as root");
const rest = missing.length === 0 ? "" : `; tests that need ${missing.join(", ")}`;
console.log(
  `Left out: nginx, Apache, Caddy and Ceph (npm run test:servers), peers (npm run test:interop), Chromium (npm run test:browser)${rest}`,
);
