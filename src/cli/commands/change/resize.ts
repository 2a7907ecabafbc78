/** hyperslab resize */
import { HyperslabError, openArray } from "../../../index.ts";
import { chunksOption, requireArguments, shapeOption } from "../../arguments.ts";
import { changing } from "../../changed-hierarchy.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { shapeText } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";

const USAGE = "resize ADDRESS LENGTHS|NAME=LENGTH,... [--shrink]";

export const resizeCommand: Command = {
  usage: USAGE,
  description:
    "Changes the lengths of an array: all of them, or some by name. New elements hold the fill value. Values that a\n" +
    "shorter dimension cuts off are deleted for good, so that needs --shrink.",
  takesAddress: true,
  options: { shrink: { type: "boolean", help: "Delete what lies outside the new shape" } },
  examples: [
    ["hyperslab resize data.zarr::t2m 400,180,360", "a whole shape"],
    ["hyperslab resize data.zarr::t2m time=400", "one dimension"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address, text] = requireArguments(positionals, USAGE, ["address", "shape"]);
    const wanted = /=/.test(text!) ? named(text!) : (shapeOption("shape", text) ?? []);
    const array = await openArray(address!, { store, signal });
    const before = array.shape;
    const after = Array.isArray(wanted) ? wanted : before.map((length) => length);
    if (!Array.isArray(wanted)) for (const [name, length] of Object.entries(wanted)) after[array.axis(name)] = length;
    const shorter = before.findIndex((length, axis) => (after[axis] ?? length) < length);
    if (shorter >= 0 && options["shrink"] !== true) {
      const dimension = array.dims[shorter] ?? String(shorter);
      throw new HyperslabError(
        "invalid-request",
        `dimension ${dimension} would shrink from ${before[shorter]} to ${after[shorter]}`,
        {
          location: array.hierarchy.store.location,
          node: array.path,
          hint: "Nothing was changed. Pass --shrink to delete the values that are cut off.",
        },
      );
    }
    await changing(array.hierarchy, terminal, () => array.resize(after, { signal }));
    await array.close();
    if (terminal.json) await terminal.result({ path: array.path, before, shape: array.shape });
    else terminal.note(`/${array.path}: ${shapeText(before)} is now ${shapeText(array.shape)}`);
    return EXIT.ok;
  },
};

function named(text: string): Readonly<Record<string, number>> {
  const pairs = chunksOption("shape", text);
  if (typeof pairs === "object" && !Array.isArray(pairs)) return Object.fromEntries(Object.entries(pairs));
  throw new UsageError(`"${text}" is not a shape`, "Write 400,180,360 or time=400.");
}
