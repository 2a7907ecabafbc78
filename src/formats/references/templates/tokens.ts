/** The tokens of a template expression. */
import { HyperslabError } from "../../../errors.ts";

export type TokenKind = "name" | "integer" | "float" | "text" | "sign" | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** From the start of the template. */
  readonly at: number;
}

/** One of: a name, a number, a quoted string, a sign. Python's integers may have underscores; 010 is not one. */
const TOKEN =
  /\s*(?:([A-Za-z_][A-Za-z0-9_]*)|((?:\d[\d_]*)?\.\d+(?:[eE][+-]?\d+)?|\d[\d_]*(?:\.\d*)?[eE][+-]?\d+|\d[\d_]*\.)|(0[xX][0-9a-fA-F]+|\d+(?:_\d+)*)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\*\*|\/\/|==|!=|<=|>=|[-+*/%~()[\],|=<>:.]))/sy;

/** Tokens of `text` between `from` and `to`, ending with the end token. */
export function tokensOf(text: string, from: number, to: number): readonly Token[] {
  const tokens: Token[] = [];
  const part = text.slice(0, to);
  TOKEN.lastIndex = from;
  for (let at = from; ; at = TOKEN.lastIndex) {
    if (part.slice(at).trim() === "") break;
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(part);
    if (found === null) throw templateError(text, at, "is not part of an expression");
    tokens.push(tokenOf(found, at + found[0].length - found[0].trimStart().length, text));
  }
  tokens.push({ kind: "end", text: "", at: to });
  return tokens;
}

function tokenOf(found: RegExpExecArray, at: number, whole: string): Token {
  const [, name, float, integer, single, double, sign = ""] = found;
  if (name !== undefined) return { kind: "name", text: name, at };
  if (float !== undefined) return { kind: "float", text: float.replaceAll("_", ""), at };
  if (integer !== undefined) {
    if (/^0\d/.test(integer)) throw templateError(whole, at, "is not a number: leading zeros mean nothing");
    return { kind: "integer", text: integer.replaceAll("_", ""), at };
  }
  const text = single ?? double;
  return text === undefined ? { kind: "sign", text: sign, at } : { kind: "text", text: unescaped(text), at };
}

const ESCAPES = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, letter: string) => ESCAPES.get(letter) ?? letter);
}

/** The error for something in a template that is not understood. */
export function templateError(template: string, at: number, what: string): HyperslabError {
  const shown = template.length > 200 ? `${template.slice(0, 200)}...` : template;
  const found = template.slice(at, at + 20);
  return new HyperslabError(
    "unsupported",
    `the template ${JSON.stringify(shown)}: at character ${at + 1}, ${found === "" ? "the end" : JSON.stringify(found)} ${what}`,
    {
      hint: "Templates may use names, numbers, texts, + - * / // % ** ~, comparisons, a if b else c, f(x=1), and the filters int, float, string, upper, lower, abs, round and format.",
    },
  );
}
