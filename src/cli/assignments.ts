/** `NAME=VALUE` arguments. */
import { jsonOrText } from "./exact-json.ts";
import { UsageError } from "./usage-error.ts";

/** The value is JSON if it is valid JSON, else text. */
export function parseAssignments(texts: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf("=");
      if (equals < 1) throw new UsageError(`"${text}" is no NAME=VALUE`, "The value is JSON, or else text: units=K.");
      return [text.slice(0, equals), jsonOrText(text.slice(equals + 1))];
    }),
  );
}
