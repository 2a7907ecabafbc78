// Writes the support tables of docs/formats/*.md, between the marks `<!-- support: NAME -->` and `<!-- end -->`, from
// the lists that the code itself uses (npm run build first):
//   node scripts/support-tables.mjs
// To add a table, add a function to TABLES that returns a heading row and rows, and the marks to a page.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = new URL("../docs/formats/", import.meta.url);

/** By the name in the mark. `load` returns a module of src/ by its path without the extension. */
const TABLES = {
  "grib-packings": async (load) => {
    const { PACKINGS } = await load("bytes/grib/packings");
    const rows = [...PACKINGS].map(([template, { name, isDecoded }]) => [
      `5.${template}`,
      name,
      readOrRefused(isDecoded),
    ]);
    return [["template", "packing", "values"], ...rows];
  },
  "tiff-compressions": async (load) => {
    const { COMPRESSIONS, isDecoded } = await load("scanners/tiff/codecs");
    const byName = Map.groupBy
      ? Map.groupBy([...COMPRESSIONS], ([, name]) => name)
      : [...COMPRESSIONS].reduce((all, pair) => all.set(pair[1], [...(all.get(pair[1]) ?? []), pair]), new Map());
    const rows = [...byName].map(([name, pairs]) => {
      const numbers = pairs.map(([number]) => number);
      return [numbers.join(", "), `\`${name}\``, readOrRefused(isDecoded(numbers[0]))];
    });
    return [["number", "codec", "values"], ["1", "none", "read"], ...rows];
  },
  "fits-compressions": async (load) => {
    const { COMPRESSIONS } = await load("scanners/fits/tiled-image");
    return [
      ["ZCMPTYPE", "values"],
      ...COMPRESSIONS.map((name) => [`\`${name}\``, "read"]),
      ["any other", "left out, and noted"],
    ];
  },
  "dmrpp-types": async (load) => {
    const { DAP_TYPES, OTHER_VARIABLES } = await load("scanners/dmrpp/types");
    const rows = [...DAP_TYPES].map(([name, type]) => [`\`${name}\``, `\`${type}\``, "read"]);
    const others = [...OTHER_VARIABLES.keys()].map((name) => [`\`${name}\``, "", "left out, and noted"]);
    return [["element", "type", "values"], ...rows, ["`Enum`", "that of its enumeration", "read"], ...others];
  },
  "netcdf3-types": async (load) => {
    const { CLASSIC_TYPES, NETCDF_TYPES } = await typesOf(load);
    const rows = NETCDF_TYPES.slice(0, 11).map((name, at) => [
      String(at + 1),
      `\`${name}\``,
      at < CLASSIC_TYPES ? "CDF-1, CDF-2, CDF-5" : "CDF-5",
    ]);
    return [["number", "type", "versions"], ...rows];
  },
};

async function typesOf(load) {
  const [{ CLASSIC_TYPES }, { NETCDF_TYPES }] = [
    await load("scanners/netcdf3/header"),
    await load("model/netcdf/types"),
  ];
  return { CLASSIC_TYPES, NETCDF_TYPES };
}

function readOrRefused(isRead) {
  return isRead ? "read" : "refused by name";
}

function markdown([head, ...rows]) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** The pages that have tables: their text now, and as it should be. */
export async function supportPages(load) {
  const pages = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".md"))) {
    const text = readFileSync(new URL(name, folder), "utf8");
    let wanted = text;
    for (const [mark, table] of text.matchAll(/<!-- support: ([a-z0-9-]+) -->/g)) {
      if (TABLES[table] === undefined) throw new Error(`${name}: no table ${table}`);
      const start = wanted.indexOf(mark) + mark.length;
      const end = wanted.indexOf("<!-- end -->", start);
      if (end < 0) throw new Error(`${name}: ${mark} has no end`);
      wanted = `${wanted.slice(0, start)}\n${markdown(await TABLES[table](load))}\n${wanted.slice(end)}`;
    }
    if (text.includes("<!-- support:")) pages.push({ name, text, wanted });
  }
  return pages;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const load = (path) => import(new URL(`../dist/modules/${path}.js`, import.meta.url).href);
  for (const { name, text, wanted } of await supportPages(load)) {
    if (text === wanted) continue;
    writeFileSync(fileURLToPath(new URL(name, folder)), wanted);
    console.log(`wrote docs/formats/${name}`);
  }
}
