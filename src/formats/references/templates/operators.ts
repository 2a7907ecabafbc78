/** Binary operators of template expressions, and their precedence. */
import type { Expression } from "./expression.ts";
import { arithmetic, compare, failure, joined, kindOf, printValue } from "./value.ts";

/** Lowest precedence first. */
export const LEVELS: readonly ReadonlySet<string>[] = [
  new Set(["==", "!=", "<", "<=", ">", ">="]),
  new Set(["~"]),
  new Set(["+", "-"]),
  new Set(["*", "/", "//", "%"]),
];

export function applied(operator: string, left: Expression, right: Expression): Expression {
  switch (operator) {
    case "+":
    case "-":
    case "*":
    case "/":
    case "//":
    case "%":
      return (scope) => arithmetic(operator, left(scope), right(scope));
    case "~":
      return (scope) => joined(printValue(left(scope)), printValue(right(scope)));
    default:
      return (scope) => compare(operator, left(scope), right(scope));
  }
}

/** `item in whole` */
export function contained(left: Expression, right: Expression): Expression {
  return (scope) => {
    const [item, whole] = [left(scope), right(scope)];
    if (typeof whole === "string" && typeof item === "string") return whole.includes(item);
    if (Array.isArray(whole)) return whole.some((other) => compare("==", item, other));
    throw failure(`${kindOf(item)} in ${kindOf(whole)} has no meaning`);
  };
}
