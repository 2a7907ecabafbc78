/** The place of a JSON value, for errors that its view does not raise itself. */
import { positionOf } from "../bytes/json-position.ts";
import type { JsonView } from "../bytes/json-view.ts";
import type { ErrorPlace } from "../errors.ts";

export function placeOf({ node, field, source }: JsonView): ErrorPlace {
  return {
    ...(source === undefined || source.key === "" ? {} : { key: source.key }),
    ...(source === undefined || node.offset < 0 ? {} : positionOf(source.text, node.offset)),
    ...(field === "" ? {} : { field }),
  };
}
