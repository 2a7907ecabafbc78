/**
 * Extension points of a Zarr v3 document (data type, chunk grid, chunk keys, codecs): `{"name", "configuration"?,
 * "must_understand"?}`, or the bare name as shorthand. We write the object, which readers of 3.0 also understand.
 */
import { jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { placeOf } from "../documents/document.ts";
import type { Notes } from "../notes.ts";

export interface Extension {
  readonly name: string;
  /** An empty object if the document has none. */
  readonly configuration: JsonView;
  /** Whether a reader that does not know the name must give up. */
  readonly mustUnderstand: boolean;
  /** The name itself, for messages. */
  readonly place: JsonView;
}

export function parseExtension(view: JsonView, notes: Notes): Extension {
  // Missing members are reported at the extension itself.
  const empty = jsonView({ ...jsonObject([]), offset: view.node.offset }, view.source, view.field);
  if (view.node.type === "string") {
    return { name: view.string(), configuration: empty, mustUnderstand: true, place: view };
  }
  const place = view.required("name");
  const configuration = view.get("configuration");
  const mustUnderstand = view.get("must_understand")?.boolean() ?? true;
  for (const [name, member] of view.entries()) {
    if (!KNOWN.includes(name)) notes.add(member, `${JSON.stringify(name)} has no meaning here`);
  }
  const isAbsent = configuration === undefined || configuration.isNull();
  if (!isAbsent) configuration.object();
  return { name: place.string(), configuration: isAbsent ? empty : configuration, mustUnderstand, place };
}

/** `fallback` belonged to data types in the provisional v3 of 2023. */
const KNOWN: readonly string[] = ["name", "configuration", "must_understand", "fallback"];

export function printExtension(name: string, configuration?: JsonObject): JsonObject {
  return jsonObject(
    configuration === undefined
      ? [["name", jsonString(name)]]
      : [
          ["name", jsonString(name)],
          ["configuration", configuration],
        ],
  );
}

/** None are known. Those with `must_understand: false` are noted and ignored. */
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
