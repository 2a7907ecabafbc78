// The process in which scenarios run: one case after another, as its parent requests. Its output goes to the parent.
import { mkdirSync, rmSync } from "node:fs";
import { loadLibrary } from "./library.mjs";
import { startPeer } from "./peer.mjs";
import { drawsOf } from "./random.mjs";
import { SCENARIOS } from "./scenarios.mjs";

/** Cases after which a peer is restarted: Python processes grow. */
const CASES_PER_PEER = 150;

let peer;
let cases = 0;

process.on("message", async ({ scenario, seed, folder, tinyEntry, tinyProgram }) => {
  const { run, withPeer = false } = SCENARIOS.find(({ name }) => name === scenario);
  const log = [];
  const counts = new Proxy({}, { get: (all, name) => all[name] ?? 0 });
  mkdirSync(folder, { recursive: true });
  const random = drawsOf(scenario, seed);
  const limits = random.often(50) ? "tiny" : "usual";
  let failure;
  try {
    if (withPeer && cases++ % CASES_PER_PEER === 0) {
      peer?.close();
      peer = startPeer();
    }
    const library = await loadLibrary(limits, tinyEntry);
    const tell = (line) => log.push(line);
    await run({ random, seed, library, limits, tinyEntry, tinyProgram, folder, peer, tell, counts });
  } catch (error) {
    failure = error?.name === "Wrong" ? error.message : (error?.stack ?? String(error));
  }
  if (failure === undefined) rmSync(folder, { recursive: true, force: true });
  process.send({ failure, limits, log, counts: { ...counts }, memory: process.memoryUsage.rss() });
});

// Ctrl-C goes to all processes of a terminal; the parent ends this one.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => process.exit(0));
process.send("ready");
