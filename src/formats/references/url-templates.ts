/** `templates` of a reference set: names that URLs use, plain texts or texts that are called with arguments. */
import type { JsonView } from "../../bytes/json/view.ts";
import type { Callable, Scope } from "./templates/expression.ts";
import { isTemplate, parseTemplate } from "./templates/template.ts";
import type { Value } from "./templates/value.ts";

export interface Templates extends Scope {
  readonly size: number;
  has(name: string): boolean;
}

const none = (): undefined => undefined;

export const NO_TEMPLATES: Templates = { size: 0, has: () => false, value: none, callable: none };

/** Templates do not see each other: one that is called sees its arguments alone. */
export function readTemplates(view: JsonView): Templates {
  const plain = new Map<string, string>();
  const called = new Map<string, Callable>();
  for (const [name, member] of view.entries()) {
    const text = member.string();
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

/** The URL with its templates replaced. Without templates in the set, braces mean themselves. */
export function renderUrl(url: string, templates: Templates): string {
  return templates.size > 0 && isTemplate(url) ? parseTemplate(url)(templates) : url;
}
