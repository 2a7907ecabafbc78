// The table of the filters and floats that are read of HDF5 files, for docs/formats/hdf5.md.

const START = "<!-- Made by scripts/docs-hdf5.mjs from the code: -->";
const END = "<!-- Up to here. -->";

/** The page with the table between its marks regenerated. */
export function withTable(page, filters, floats) {
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error("docs/formats/hdf5.md has no marks for the table");
  const rows = [...filters].map(([id, { title, except = "" }]) => `| ${id} | ${title} | ${except} |`);
  const text = [
    START,
    "",
    "| filter | | not read |",
    "|--:|---|---|",
    ...rows,
    "",
    `Floats: ${[...floats.values()].map((name) => `\`${name}\``).join(", ")}.`,
    "",
  ].join("\n");
  return page.slice(0, start) + text + page.slice(end);
}
