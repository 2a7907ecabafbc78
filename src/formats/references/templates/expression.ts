/**
 * Template expressions, parsed once into functions of the values of names. The grammar is the part of jinja's that
 * reference sets use; nothing in it can reach outside: there are no attributes, and only templates can be called.
 */

import { FILTERS, itemOf, sliceOf } from "./filters.ts";
import { applied, contained, LEVELS } from "./operators.ts";
import { type Token, templateError, tokensOf } from "./tokens.ts";
import { arithmetic, failure, isTrue, type Value } from "./value.ts";

/** A template that can be called, with arguments by name. */
export type Callable = (given: ReadonlyMap<string, Value>) => string;

/** The values of names. */
export interface Scope {
  value(name: string): Value;
  callable(name: string): Callable | undefined;
}

export type Expression = (scope: Scope) => Value;

/** The deepest nesting of brackets and operators. */
const DEEPEST = 64;
/** Words of an expression: each operator of a chain is evaluated within the next. */
const MOST_TOKENS = 1000;

const CONSTANTS = new Map<string, Value>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["none", null],
  ["None", null],
]);

export interface ParsedExpression {
  readonly evaluate: Expression;
  /** Every name in it that stands for a value. */
  readonly names: ReadonlySet<string>;
  /** The name that it consists of, if it consists of nothing else. */
  readonly bareName: string | undefined;
}

/** Parses the text between the braces. */
export function parseExpression(template: string, from: number, to: number): ParsedExpression {
  const tokens = tokensOf(template, from, to);
  if (tokens.length > MOST_TOKENS) throw templateError(template, from, `begins more than ${MOST_TOKENS} words`);
  const parser = new Parser(template, tokens);
  const evaluate = parser.whole();
  const { names } = parser;
  return { evaluate, names, bareName: tokens.length === 2 ? [...names][0] : undefined };
}

class Parser {
  readonly #template: string;
  readonly #tokens: readonly Token[];
  readonly names = new Set<string>();
  #at = 0;
  #depth = 0;

  constructor(template: string, tokens: readonly Token[]) {
    this.#template = template;
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#choice();
    if (this.#next.kind !== "end") throw this.#unexpected();
    return expression;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  /** Consumes the next token if it is this sign or word. */
  #takes(text: string): boolean {
    const { kind } = this.#next;
    if (this.#next.text !== text || (kind !== "sign" && kind !== "name")) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw templateError(this.#template, this.#next.at, `stands where ${text} is expected`);
  }

  #unexpected(): Error {
    return templateError(this.#template, this.#next.at, "is not understood");
  }

  /** `a if b else c` */
  #choice(): Expression {
    if (++this.#depth > DEEPEST) throw templateError(this.#template, this.#next.at, "is nested too deeply");
    const then = this.#or();
    let whole = then;
    if (this.#takes("if")) {
      const condition = this.#or();
      const otherwise: Expression = this.#takes("else") ? this.#choice() : () => undefined;
      whole = (scope) => (isTrue(condition(scope)) ? then(scope) : otherwise(scope));
    }
    this.#depth -= 1;
    return whole;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#takes("or")) {
      const [first, second] = [left, this.#and()];
      left = (scope) => {
        const value = first(scope);
        return isTrue(value) ? value : second(scope);
      };
    }
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.#takes("and")) {
      const [first, second] = [left, this.#not()];
      left = (scope) => {
        const value = first(scope);
        return isTrue(value) ? second(scope) : value;
      };
    }
    return left;
  }

  #not(): Expression {
    if (!this.#takes("not")) return this.#binary(0);
    const inner = this.#binary(0);
    return (scope) => !isTrue(inner(scope));
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const { text: operator, kind } = this.#next;
      if (level === 0 && kind === "name" && operator === "in") {
        this.#at += 1;
        left = contained(left, this.#binary(level + 1));
      } else if (kind === "sign" && operators.has(operator)) {
        this.#at += 1;
        left = applied(operator, left, this.#binary(level + 1));
      } else return left;
    }
  }

  /** `-2 ** 2` is -4 in jinja as well. */
  #unary(): Expression {
    if (this.#takes("-")) {
      const inner = this.#nested(() => this.#unary());
      return (scope) => arithmetic("-", 0n, inner(scope));
    }
    if (this.#takes("+")) return this.#nested(() => this.#unary());
    const base = this.#filtered();
    if (!this.#takes("**")) return base;
    const power = this.#nested(() => this.#unary());
    return (scope) => arithmetic("**", base(scope), power(scope));
  }

  #nested(parse: () => Expression): Expression {
    if (++this.#depth > DEEPEST) throw templateError(this.#template, this.#next.at, "is nested too deeply");
    const inner = parse();
    this.#depth -= 1;
    return inner;
  }

  /** A value, then `[index]`, `[from:to]` and `|filter`. */
  #filtered(): Expression {
    let value = this.#primary();
    for (;;) {
      if (this.#takes("[")) value = this.#indexed(value);
      else if (this.#takes("|")) value = this.#filter(value);
      else return value;
    }
  }

  #primary(): Expression {
    const token = this.#next;
    this.#at += 1;
    switch (token.kind) {
      case "integer": {
        const integer = BigInt(token.text);
        return () => integer;
      }
      case "float":
        return () => Number(token.text);
      case "text":
        return () => token.text;
      case "name":
        return this.#name(token.text);
      default:
        break;
    }
    if (token.kind === "sign" && token.text === "(") {
      const inner = this.#choice();
      this.#expect(")");
      return inner;
    }
    if (token.kind === "sign" && token.text === "[") return this.#list();
    this.#at -= 1;
    throw this.#unexpected();
  }

  #name(name: string): Expression {
    if (CONSTANTS.has(name)) return () => CONSTANTS.get(name);
    if (!this.#takes("(")) {
      this.names.add(name);
      return (scope) => {
        if (scope.callable(name) !== undefined) throw failure(`the template ${name} needs arguments: ${name}(x=1)`);
        return scope.value(name);
      };
    }
    const given = this.#arguments();
    return (scope) => {
      const template = scope.callable(name);
      if (template === undefined) throw failure(`${name} is not a template that can be called`);
      return template(new Map(given.map(([key, value]) => [key, value(scope)])));
    };
  }

  #arguments(): readonly (readonly [string, Expression])[] {
    const given: (readonly [string, Expression])[] = [];
    while (!this.#takes(")")) {
      const { kind, text } = this.#next;
      if (kind !== "name") throw templateError(this.#template, this.#next.at, "is not an argument such as x=1");
      this.#at += 1;
      this.#expect("=");
      given.push([text, this.#choice()]);
      if (!this.#takes(",") && this.#next.text !== ")") throw this.#unexpected();
    }
    return given;
  }

  #list(): Expression {
    const items: Expression[] = [];
    while (!this.#takes("]")) {
      items.push(this.#choice());
      if (!this.#takes(",") && this.#next.text !== "]") throw this.#unexpected();
    }
    return (scope) => items.map((item) => item(scope));
  }

  #indexed(value: Expression): Expression {
    const from = this.#next.text === ":" ? undefined : this.#choice();
    if (!this.#takes(":")) {
      this.#expect("]");
      return (scope) => itemOf(value(scope), from?.(scope));
    }
    const to = this.#next.text === "]" ? undefined : this.#choice();
    this.#expect("]");
    return (scope) => sliceOf(value(scope), from?.(scope), to?.(scope));
  }

  #filter(value: Expression): Expression {
    const { kind, text: name, at } = this.#next;
    const apply = kind === "name" ? FILTERS.get(name) : undefined;
    if (apply === undefined) throw templateError(this.#template, at, "is not a known filter");
    this.#at += 1;
    const given: Expression[] = [];
    if (this.#takes("(")) {
      while (!this.#takes(")")) {
        given.push(this.#choice());
        if (!this.#takes(",") && this.#next.text !== ")") throw this.#unexpected();
      }
    }
    return (scope) =>
      apply(
        value(scope),
        given.map((argument) => argument(scope)),
      );
  }
}
