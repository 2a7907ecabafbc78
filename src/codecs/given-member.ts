/** A member of a configuration, where Python writes null for what nobody gave. */
import type { JsonView } from "../bytes/json/view.ts";

export function givenMember(configuration: JsonView, name: string): JsonView | undefined {
  const member = configuration.get(name);
  return member === undefined || member.isNull() ? undefined : member;
}
