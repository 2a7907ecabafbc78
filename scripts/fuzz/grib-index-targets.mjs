// Target: index files beside GRIB files, damaged. Whatever they say, the file has the same arrays and values as without them.

import { setLimits } from "../../dist/modules/bytes/limit.js";
import { Group, open, openStore } from "../../dist/modules/index.js";
import { offsetsIn } from "../../dist/modules/scanners/grib/index-file.js";
import { damage } from "./random.mjs";
import { filesOf } from "./raster-targets.mjs";

const PLACE = "memory:fuzz-grib-index";
/** Files of a few messages; the longest are left out, because they are read in each case. */
const LONGEST = 4096;
const ODD_OFFSETS = ["-1", "1e3", "9007199254740993", "9".repeat(400), "0", "00", "", "0x10", "٣"];

export function gribIndexTargets() {
  let messages;
  /** The file of the last case, and what it holds without an index: cases of a series share it. */
  let last = { file: Buffer.alloc(0), plain: undefined };
  const target = async (random, series) => {
    messages ??= filesOf("grib", ".grib").flatMap((file) => (file.byteLength <= LONGEST ? [new Uint8Array(file)] : []));
    const parts = Array.from({ length: 1 + series.below(5) }, () => series.pick(messages));
    const joined = Buffer.concat(parts);
    if (!joined.equals(last.file)) last = { file: joined, plain: undefined };
    const known = last;
    const file = new Uint8Array(joined);
    const [name, lineOf] = random.pick(FORMS);
    const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.byteLength, 0));
    if (random.chance(2)) starts[random.below(starts.length)] = random.pick([random.below(9000), ...ODD_OFFSETS]);
    const index = new TextEncoder().encode(starts.map(lineOf).join(""));
    const damaged = random.chance(2) ? index : damage(index, random);
    return {
      describe: () => ({
        name,
        index: Buffer.from(damaged).toString("base64"),
        file: Buffer.from(file).toString("base64"),
      }),
      run: () => [
        () => wrongOffsets(offsetsIn(new TextDecoder().decode(damaged))),
        async () => {
          const plain = (known.plain ??= await summary(file));
          const indexed = await summary(file, [name, damaged]);
          return plain === indexed ? undefined : `the index changes the file: ${plain} and ${indexed}`.slice(0, 2000);
        },
      ],
    };
  };
  return { "grib-index": target };
}

const FORMS = [
  ["f.grib2.idx", (at, index) => `${index + 1}:${at}:d=2020010100:TMP:2 m above ground:anl:\n`],
  ["f.index", (at) => `{"param": "2t", "step": "0", "_offset": ${at}, "_length": 9}\n`],
];

function wrongOffsets(offsets = []) {
  const isSorted = offsets.every((offset, index) => index === 0 || offset > offsets[index - 1]);
  return isSorted && offsets.every((offset) => offset >= 0) ? undefined : `offsets ${offsets}`.slice(0, 2000);
}

/** What the file holds, as text, or why it is refused. */
async function summary(file, beside) {
  const store = await openStore(PLACE);
  await store.deletePrefix("");
  await store.set("f.grib2", file);
  if (beside !== undefined) await store.set(...beside);
  setLimits({ tiny: false, values: { "scanners.indexedFileBytes": 1, "scanners.headsAhead": 2 } });
  const found = [];
  const visit = async (node) => {
    found.push([node.path, node.shape]);
    if (node instanceof Group) for (const child of await node.children()) await visit(child);
    else found.push(Buffer.from(new Uint8Array((await node.read()).data.buffer ?? [])).toString("base64"));
  };
  try {
    await visit(await open(`${PLACE}/f.grib2`));
  } catch (error) {
    if (error?.name !== "HyperslabError") throw error;
    found.push(error.message);
  } finally {
    setLimits({ tiny: false, values: {} });
  }
  return JSON.stringify(found);
}
