/** A list of codecs as a configuration holds it: objects with a name, or bare names. */
import { jsonObject } from "../bytes/json/make.ts";
import type { JsonView } from "../bytes/json/view.ts";
import type { CodecSpec } from "../model/codec-spec.ts";

export function parseCodecList(view: JsonView): readonly CodecSpec[] {
  return view.items().map((item) => {
    if (item.node.type === "string") return { name: item.string(), configuration: jsonObject([]) };
    item.only(["name", "configuration", "must_understand"]);
    item.get("must_understand")?.boolean();
    const configuration = item.get("configuration")?.object() ?? jsonObject([]);
    return { name: item.required("name").string(), configuration };
  });
}
