/** Lists of extensions in documents of unfinished Zarr v3: what must be understood and is not known is refused. */
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { placeOf } from "../documents/view-place.ts";
import type { Notes } from "../notes.ts";

/** None is known. One that says `must_understand: false` is noted and passed over. */
export function checkExtensions(view: JsonView | undefined, notes: Notes): void {
  if (view === undefined || view.isNull()) return;
  for (const item of view.items()) {
    const name = item.required("extension").string();
    if (item.get("must_understand")?.boolean() === false) {
      notes.add(item, `the extension ${JSON.stringify(name)} is not known, and need not be understood`);
      continue;
    }
    throw new HyperslabError("unsupported", `the extension ${JSON.stringify(name)} is not known`, {
      ...placeOf(item),
      hint: "Extensions that readers may ignore say so with must_understand: false.",
    });
  }
}
