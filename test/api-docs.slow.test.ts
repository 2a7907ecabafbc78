/** Everything that the package exports is documented where editors show it: in the declarations that are published. */
import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "rolldown/utils";
import { expect, it } from "vitest";

const text = readFileSync("dist/types/declarations.d.ts", "utf8");
const { program, comments } = parseSync("declarations.d.ts", text, { lang: "dts" });
type Statement = (typeof program.body)[number];

const exported = new Set(
  program.body.flatMap((statement) =>
    statement.type === "ExportNamedDeclaration" ? statement.specifiers.map(({ local }) => textOf(local)) : [],
  ),
);
const declarations = program.body.filter(
  ({ type }) => type !== "ExportNamedDeclaration" && type !== "ImportDeclaration",
);

function textOf({ start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(start, end);
}

/** The comment that ends where the declaration begins. */
function docOf({ start }: { readonly start: number }): string | undefined {
  const comment = comments.findLast(({ end }) => end <= start);
  if (comment === undefined || !comment.value.startsWith("*") || text.slice(comment.end, start).trim() !== "") return;
  return comment.value;
}

function nameOf(statement: Statement): string {
  return /^declare (?:abstract )?(?:class|function|const) ([\w$]+)|^(?:interface|type) ([\w$]+)/
    .exec(textOf(statement))!
    .slice(1)
    .find((name) => name !== undefined)!;
}

/** Members that users see, with their names. */
function membersOf(
  statement: Statement,
): readonly (readonly [string, { readonly start: number; readonly end: number }])[] {
  if (statement.type !== "TSInterfaceDeclaration" && statement.type !== "ClassDeclaration") return [];
  return statement.body.body.flatMap((member) => {
    const [name] = /^[\w$#]+/.exec(textOf(member).replace(/^(?:(?:readonly|get|set|static) )+/, "")) ?? [""];
    return name.startsWith("#") ? [] : [[name, member] as const];
  });
}

/** The exported names, and the interfaces that they extend. */
function publicNames(): ReadonlySet<string> {
  const names = new Set(exported);
  for (const name of names) {
    for (const statement of declarations) {
      if (statement.type !== "TSInterfaceDeclaration" || nameOf(statement) !== name) continue;
      for (const { expression } of statement.extends) names.add(textOf(expression));
    }
  }
  return names;
}

/** What has no comment; of overloads, one is enough. */
function undocumented(): { readonly counted: number; readonly missing: readonly string[] } {
  const documented = new Map<string, boolean>();
  const note = (name: string, part: { readonly start: number }): void => {
    documented.set(name, documented.get(name) === true || docOf(part) !== undefined);
  };
  const names = publicNames();
  for (const statement of declarations) {
    const name = nameOf(statement);
    if (!names.has(name)) continue;
    // Of an interface that is only extended, editors show the members.
    if (exported.has(name)) note(name, statement);
    for (const [member, part] of membersOf(statement)) note(`${name}.${member}`, part);
  }
  return { counted: documented.size, missing: [...documented].filter(([, has]) => !has).map(([name]) => name) };
}

it("has a comment on every export, member and option", () => {
  const { counted, missing } = undocumented();
  expect(missing).toEqual([]);
  expect(counted).toBeGreaterThan(700);
});

/** Options that stand in a type literal of a call, and those among them that say nothing in an editor. */
function literalOptions(): { readonly counted: number; readonly missing: readonly string[] } {
  const publicParts = declarations.filter((statement) => exported.has(nameOf(statement)));
  const isPublic = (start: number): boolean => publicParts.some((part) => part.start <= start && start < part.end);
  const inOptions: { readonly start: number; readonly end: number }[] = [];
  const members: { readonly start: number; readonly end: number }[] = [];
  new Visitor({
    Identifier: (identifier) => {
      if (identifier.name === "options" && identifier.typeAnnotation) inOptions.push(identifier.typeAnnotation);
    },
    TSPropertySignature: (member) => {
      members.push(member);
    },
  }).visit(program);
  /** Members of the named types in this one: overloads narrow what those document. */
  const narrowed = (type: { readonly start: number; readonly end: number }): ReadonlySet<string> => {
    const names = new Set(textOf(type).match(/\w+Options\b/g) ?? []);
    for (const name of names) {
      for (const part of declarations.filter((statement) => nameOf(statement) === name)) {
        if (part.type === "TSInterfaceDeclaration")
          for (const { expression } of part.extends) names.add(textOf(expression));
        if (part.type === "TSTypeAliasDeclaration")
          for (const found of textOf(part).match(/\w+Options\b/g) ?? []) names.add(found);
      }
    }
    const parts = declarations.filter((statement) => names.has(nameOf(statement)));
    return new Set(parts.flatMap((part) => membersOf(part).map(([name]) => name)));
  };
  const options = inOptions.flatMap((type) => {
    const known = narrowed(type);
    return members
      .filter(({ start }) => isPublic(start) && type.start <= start && start < type.end)
      .filter((member) => !textOf(member).endsWith("?: undefined;"))
      .map((member) => [member, known.has(/^(?:readonly )?(\w+)/.exec(textOf(member))![1]!)] as const);
  });
  const missing = options.filter(([member, isKnown]) => !isKnown && docOf(member) === undefined);
  return { counted: options.length, missing: missing.map(([member]) => textOf(member)) };
}

it("has a comment on options that stand in a call's own type", () => {
  const { counted, missing } = literalOptions();
  expect(missing).toEqual([]);
  expect(counted).toBeGreaterThan(5);
});

it.each(["open", "create", "copy"])("%s has an example", (name) => {
  expect(docOf(declarations.find((statement) => nameOf(statement) === name)!)).toContain("@example");
});

it("NdArray.read has an example", () => {
  const members = membersOf(declarations.find((statement) => nameOf(statement) === "NdArray")!);
  expect(docOf(members.find(([name]) => name === "read")![1])).toContain("@example");
});
