/** `NAME=VALUE` arguments. Separate from the other arguments, because it needs the library, which most commands load later. */
import { typed } from "../index.ts";
import { jsonOrText } from "./exact-json.ts";
import { UsageError } from "./usage-error.ts";

/** `NAME=VALUE` pairs. The value is JSON if it is valid JSON, else text. */
export function parseAssignments(texts: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf("=");
      if (equals < 1) throw new UsageError(`"${text}" is not NAME=VALUE`, "The value is JSON or text, as in units=K.");
      return [text.slice(0, equals), attributeValue(text.slice(equals + 1))];
    }),
  );
}

/** `1.0` and `[1.0, 2e3]` are floats, which plain numbers would not remember. */
function attributeValue(text: string): unknown {
  const value = jsonOrText(text);
  const numbers = Array.isArray(value) ? value : [value];
  const isNumeric = numbers.length > 0 && numbers.every((item) => typeof item === "number");
  const tokens = text.match(/[^\s,[\]]+/g) ?? [];
  return isNumeric && tokens.every((token) => /[.eE]/.test(token)) ? typed(value, "float64") : value;
}
