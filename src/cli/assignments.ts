/** `NAME=VALUE` arguments. */
import { jsonOrText } from "./arguments.ts";
import { UsageError } from "./report-error.ts";

/** The value is JSON if it is valid JSON, else text. */
export function parseAssignments(texts: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf("=");
      if (equals < 1) throw new UsageError(`"${text}" is no NAME=VALUE`);
      return [text.slice(0, equals), jsonOrText(text.slice(equals + 1))];
    }),
  );
}
