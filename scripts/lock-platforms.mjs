// Completes package-lock.json with the optional packages of other platforms. Where a registry mirror lacks them, npm
// leaves them out of the lock file, and `npm ci` then refuses it. Run after every `npm install`.
import { readFileSync, writeFileSync } from "node:fs";

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "aix", "win32"];
const PROCESSORS = {
  arm64: "arm64",
  x64: "x64",
  ia32: "ia32",
  arm: "arm",
  loong64: "loong64",
  mips64el: "mips64el",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  wasm32: "wasm32",
};

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (path === "" || isLocked(path, name)) continue;
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[\^~]/, ""),
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
      ...platformOf(name),
    };
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync("package-lock.json", `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);

function isLocked(path, name) {
  return [`${path}/node_modules/${name}`, `node_modules/${name}`].some((place) => lock.packages[place] !== undefined);
}

/** The platform in a package's name: `@rolldown/binding-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.replace(/gnueabihf|eabihf|eabi/g, "").split(/[-/]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = Object.keys(PROCESSORS).find((processor) => words.includes(processor));
  const libc = words.includes("musl") ? "musl" : words.includes("gnu") ? "glibc" : undefined;
  return {
    ...(os === undefined ? {} : { os: [os] }),
    ...(cpu === undefined ? {} : { cpu: [PROCESSORS[cpu]] }),
    ...(libc === undefined ? {} : { libc: [libc] }),
  };
}
