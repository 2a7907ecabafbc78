// Copies that are interrupted by signals at any moment and resumed: the target becomes the source's equal and nothing is
// left over. Before that it may not pass for complete. Of two copies to one target, one is refused.
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { PROGRAM } from "./library.mjs";
import { expectEqualTrees, refuseBugs, refuseLeftovers, startProgram } from "./program.mjs";
import { directoryServer } from "./static-server.mjs";
import { isTyped, Wrong } from "./wrong.mjs";

export const name = "copies";
export const weight = 3;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL", "SIGKILL"];
/** The longest time before a signal; copies of these sources take about as long. */
const MOST_MILLISECONDS = 500;

export async function run(context) {
  await (context.random.often(75) ? interrupted(context) : twoAtOnce(context));
}

/** Three arrays in groups, with absent chunks; `version` makes its values. */
export async function makeSource({ random, library }, address, version, consolidated = false) {
  const format = random.pick(["zarr2", "zarr3"]);
  const root = await library.create(address, { format, attributes: { version } });
  for (const path of ["a", "deep/b", "deep/c"]) {
    const array = await root.create(path, {
      shape: [random.between(3, 12), 40, 50],
      dtype: random.pick(["float32", "int16", "uint8"]),
      chunks: [1, random.pick([10, 20, 40]), random.pick([10, 25, 50])],
      ...(format === "zarr3" && random.often(40) ? { shards: [2, 40, 50] } : {}),
      attributes: { path },
    });
    for (let i = 0; i < array.shape[0]; i++) {
      if (random.often(15)) continue;
      await array.write([i], {
        data: Array.from({ length: 2000 }, (_, k) => (k * (i + 1) + version) % 120),
        shape: [40, 50],
      });
    }
  }
  if (consolidated || random.often(40)) await root.consolidate();
  await root.close();
}

function copyArguments(random) {
  return [
    ...random.pick([[], ["--format", "zarr3"], ["--format", "zarr2"]]),
    ...random.pick([
      [],
      [],
      ["--chunks", "1,20,25"],
      ["--codec", "gzip:level=1"],
      ["--chunks", "2,40,10", "--codec", "none"],
    ]),
    ...(random.often(20) ? ["--consolidate"] : []),
  ];
}

async function interrupted(context) {
  const { random, library, limits, tinyProgram, folder, tell, counts } = context;
  const from = random.pick(["source.zarr", "source.zarr", "source.zip", "server"]);
  const file = `${folder}/${from === "server" ? "source.zarr" : from}`;
  // What a server does not list is found in consolidated metadata.
  await makeSource(context, file, 1, from === "server");
  const server = from === "server" ? await directoryServer(file, { delay: random.below(4) }) : undefined;
  const target = random.pick(["target.zarr", "target.zarr", "target.zip"]);
  const given = ["copy", server?.url ?? file, `${folder}/${target}`, ...copyArguments(random)];
  const program = limits === "tiny" ? tinyProgram : PROGRAM;
  tell(given.join(" "));
  try {
    for (let i = random.between(1, 3), resume = false; i > 0; i--, resume = true) {
      const over = await signalled(
        context,
        program,
        [...given, ...(resume ? ["--resume"] : [])],
        `${folder}/${target}`,
      );
      if (over) break;
      counts.interrupted += 1;
      await expectNotComplete(context, file, `${folder}/${target}`);
    }
    const outcome = await startProgram(program, [...given, "--resume"]).ended;
    refuseBugs(outcome, "the resumed copy");
    if (outcome.code !== 0) throw new Wrong(`the resumed copy ended with ${outcome.code}: ${outcome.said}`);
    await expectEqualTrees(library, file, `${folder}/${target}`, "the resumed copy");
    const known = [file, `${folder}/${target}`].map((path) => path.slice(folder.length + 1));
    refuseLeftovers(folder, known);
  } finally {
    await server?.close();
  }
}

/** Runs a copy until a signal at a random moment; true if it was complete before. */
async function signalled({ random, tell }, program, given, target) {
  const copy = startProgram(program, given);
  const signal = random.pick(SIGNALS);
  if (random.often(60)) while (!copy.isOver() && !existsSync(target)) await setTimeout(2);
  const milliseconds = random.below(random.often(50) ? MOST_MILLISECONDS : MOST_MILLISECONDS / 10);
  await setTimeout(milliseconds);
  copy.kill(signal);
  const outcome = await copy.ended;
  tell(`${signal} after ${milliseconds} ms: ended with ${outcome.code ?? outcome.signal}`);
  refuseBugs(outcome, "the interrupted copy");
  return outcome.code === 0;
}

/** What passes for complete is equal to the source. */
async function expectNotComplete({ library, counts }, source, target) {
  if (!existsSync(target)) return;
  try {
    await library.open(target, { complete: true });
  } catch (error) {
    if (!isTyped(error)) throw error;
    counts.marked += 1;
    return;
  }
  await expectEqualTrees(library, source, target, "an interrupted copy that opens as complete");
}

async function twoAtOnce(context) {
  const { random, library, folder, limits, tinyProgram, tell, counts } = context;
  const sources = [`${folder}/one.zarr`, `${folder}/two.zarr`];
  for (const [i, source] of sources.entries()) await makeSource(context, source, i + 1);
  const target = `${folder}/${random.pick(["target.zarr", "target.zip"])}`;
  const program = limits === "tiny" ? tinyProgram : PROGRAM;
  tell(`two copies to ${target}`);
  const copies = sources.map((source) => startProgram(program, ["copy", source, target]));
  const outcomes = await Promise.all(copies.map(({ ended }) => ended));
  for (const outcome of outcomes) refuseBugs(outcome, "one of two copies");
  const winners = outcomes.flatMap(({ code }, i) => (code === 0 ? [i] : []));
  counts.pairs += 1;
  if (winners.length !== 1) {
    const said = outcomes.map(({ code, said: text }) => `${code}: ${text.trim()}`).join("; ");
    throw new Wrong(`of two copies to one target ${winners.length} succeeded (${said})`);
  }
  await expectEqualTrees(library, sources[winners[0]], target, "the copy that was not refused");
  refuseLeftovers(
    folder,
    [...sources, target].map((path) => path.slice(folder.length + 1)),
  );
}
