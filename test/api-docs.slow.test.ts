/** Everything that the package exports is documented where editors show it: in the declarations that are published. */
import { readFileSync } from "node:fs";
import { parseSync } from "rolldown/utils";
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

it.each(["open", "create", "copy"])("%s has an example", (name) => {
  expect(docOf(declarations.find((statement) => nameOf(statement) === name)!)).toContain("@example");
});

it("NdArray.read has an example", () => {
  const members = membersOf(declarations.find((statement) => nameOf(statement) === "NdArray")!);
  expect(docOf(members.find(([name]) => name === "read")![1])).toContain("@example");
});
