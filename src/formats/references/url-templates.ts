/** `templates` of a reference set: names that URLs use, either plain strings or templates that are called with arguments. */
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { Callable, Scope } from "./templates/expression.ts";
import { isTemplate, parseTemplate } from "./templates/template.ts";
import type { Value } from "./templates/value.ts";

export interface Templates extends Scope {
  readonly size: number;
  has(name: string): boolean;
}

const none = (): undefined => undefined;

/**
 * Templates do not see each other: a template that is called sees only its arguments. Values given by the caller
 * replace those of the same name.
 */
export function readTemplates(view: JsonView | undefined, given: Readonly<Record<string, string>> = {}): Templates {
  const plain = new Map<string, string>();
  const called = new Map<string, Callable>();
  const texts = new Map<string, string>();
  for (const [name, member] of view?.entries() ?? []) texts.set(name, member.string());
  for (const [name, text] of Object.entries(given)) texts.set(name, text);
  for (const [name, text] of texts) {
    if (!isTemplate(text)) plain.set(name, text);
    else {
      const template = parseTemplate(text);
      called.set(name, (given) => template(scopeOf(given)));
    }
  }
  return {
    size: plain.size + called.size,
    has: (name) => plain.has(name) || called.has(name),
    value: (name) => plain.get(name),
    callable: (name) => called.get(name),
  };
}

function scopeOf(given: ReadonlyMap<string, Value>): Scope {
  return { value: (name) => given.get(name), callable: none };
}

/**
 * The same as fsspec's default: double braces become single ones, and those contain names of templates, without spaces
 * and without arguments. What Python's `format` does with anything else between braces is not imitated, but refused.
 */
export function renderUrlAsFsspec(url: string, templates: Templates): string {
  if (templates.size === 0 || !isTemplate(url)) return url;
  const fields = url.replaceAll("{{", "{").replaceAll("}}", "}");
  return fields.replace(/\{([^{}]*)\}|[{}]/g, (_, name: string | undefined) => {
    const text = name === undefined ? undefined : templates.value(name);
    if (typeof text === "string") return text;
    throw new HyperslabError("invalid-data", `fsspec cannot render the URL ${JSON.stringify(url)} by default`, {
      hint: "It only supports {{name}} of a plain template. Without strict mode the specification's templates are used.",
    });
  });
}

/** The URL with its templates replaced. Without templates in the set, braces stand for themselves. */
export function renderUrl(url: string, templates: Templates): string {
  return templates.size > 0 && isTemplate(url) ? parseTemplate(url)(templates) : url;
}
