// The tables of bench/codecs.mjs.
import { CHUNK } from "./codec-rows.mjs";

/** A result: the contestants (ours first), the best answer of each to each operation on each row, and peak memory. */
export function printTables({ peers, rows, memory }) {
  const others = peers.filter((peer) => peer !== "hyperslab");
  printBlosc(rows);
  const kinds = others.flatMap((peer) => [`${peer} decode`, `${peer} into`]);
  printRows(rows, "Decode, MB/s", ["hyperslab decode", "hyperslab into"], kinds, []);
  const encodings = others.map((peer) => `${peer} encode`);
  printRows(rows, "Encode, MB/s", ["hyperslab encode"], encodings, ["hyperslab encode", ...encodings]);
  const peaks = Object.entries(memory).map(([peer, bytes]) => `${peer} ${(bytes / 2 ** 20).toFixed(0)} MiB`);
  console.log(`\nPeak memory of a contestant over all rows: ${peaks.join(", ")}.`);
}

/** One chunk of 1 MiB into a given buffer on one thread, against C-Blosc, which is what numcodecs calls. */
function printBlosc(rows) {
  const compared = rows.filter(({ name, best }) => name.startsWith("blosc") && best["numcodecs into"]?.seconds);
  if (compared.length === 0) return;
  console.log("\n| Blosc, 1 MiB into a given buffer | hyperslab, us | C-Blosc, us | x |\n|---|--:|--:|--:|");
  for (const { name, best } of compared) {
    const [own, other] = ["hyperslab into", "numcodecs into"].map((kind) => best[kind].seconds);
    const microseconds = [own, other].map((seconds) => (seconds * 1e6).toFixed(0));
    console.log(`| ${[name.replace("blosc ", ""), ...microseconds, (other / own).toFixed(2)].join(" | ")} |`);
  }
}

/** Speeds of ours and the peers', each peer's with its time / our time at the same, and compression ratios. */
function printRows(rows, title, ours, theirs, sizes) {
  const head = [title, ...ours, ...theirs.flatMap((kind) => [kind, "x"]), ...sizes.map((kind) => `${kind} ratio`)];
  console.log(`\n| ${head.join(" | ")} |\n|${head.map((_, i) => (i === 0 ? "---" : "--:")).join("|")}|`);
  for (const { name, best } of rows) {
    const cells = [name, ...ours.map((kind) => speed(best[kind]))];
    for (const kind of theirs) {
      const own = best[`hyperslab ${kind.split(" ").at(-1)}`]?.seconds;
      const other = best[kind]?.seconds;
      cells.push(speed(best[kind]), own === undefined || other === undefined ? "" : (other / own).toFixed(2));
    }
    for (const kind of sizes) {
      const length = best[kind]?.length;
      cells.push(length === undefined ? "" : (CHUNK / length).toFixed(2));
    }
    console.log(`| ${cells.join(" | ")} |`);
  }
  console.log("\nx = the peer's time / ours: above 1 Hyperslab is faster. `into`: into a given buffer.");
}

function speed(result) {
  return result?.seconds === undefined ? "" : (CHUNK / 1e6 / result.seconds).toFixed(0);
}
