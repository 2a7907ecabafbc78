// Rolls the declarations that the compiler emits, one file per source, into a few: `declarations.d.ts` holds every
// declaration that an entry needs, and one file per entry exports the public names. A class is thus declared once, however
// many entries export it. Declarations whose names clash get a suffix inside; their public names stay.
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";

const DECLARATIONS = "declarations.d.ts";
/** Declared by these, a name has no value. */
const TYPES = new Set(["TSInterfaceDeclaration", "TSTypeAliasDeclaration"]);

/** `entries` are paths below `folder` by entry name. Returns the text of each file by its name. */
export function rollTypes(folder, entries) {
  const modules = new Map();
  const load = (path) => {
    if (!modules.has(path)) modules.set(path, readModule(path, readFileSync(posix.join(folder, path), "utf8")));
    return modules.get(path);
  };
  const exported = Object.entries(entries).flatMap(([entry, path]) =>
    [...load(path).exports].map(([name, { type }]) => ({ entry, name, type, ...resolve(load, path, name) })),
  );
  const kept = reachable(load, exported);
  const names = chooseNames(kept, exported);
  const files = { [DECLARATIONS]: printDeclarations(kept, names, exported) };
  for (const entry of Object.keys(entries)) {
    const own = exported.filter((item) => item.entry === entry);
    files[`${entry}.d.ts`] = printEntry(own, names, kept);
  }
  return files;
}

/** The statements that declare each name, where imported names come from, and what is exported. */
function readModule(path, text) {
  const { program, comments, errors } = parseSync(path, text, { lang: "dts" });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const module = { path, text, declared: new Map(), imports: new Map(), exports: new Map() };
  const target = (source) => (source.startsWith(".") ? declarationPath(path, source) : source);
  for (const statement of program.body) {
    const { type, source } = statement;
    if (type === "ImportDeclaration") {
      for (const specifier of statement.specifiers) {
        if (specifier.type !== "ImportSpecifier") throw new Error(`${path}: only named imports can be rolled up`);
        module.imports.set(specifier.local.name, { path: target(source.value), name: specifier.imported.name });
      }
    } else if (type === "ExportNamedDeclaration" && statement.declaration === null) {
      for (const { local, exported, exportKind } of statement.specifiers) {
        const origin = source === null ? { local: local.name } : { path: target(source.value), name: local.name };
        const isType = statement.exportKind === "type" || exportKind === "type";
        module.exports.set(exported.name, { ...origin, type: isType });
      }
    } else if (type.startsWith("Export") && type !== "ExportNamedDeclaration") {
      throw new Error(`${path}: ${type} can't be rolled up`);
    } else {
      const node = statement.declaration ?? statement;
      const comment = comments.findLast(({ end }) => end <= statement.start);
      const documented = comment?.value.startsWith("*") && text.slice(comment.end, statement.start).trim() === "";
      const doc = documented ? `${text.slice(comment.start, comment.end)}\n` : "";
      for (const { name } of node.declarations?.map(({ id }) => id) ?? [node.id]) {
        module.declared.set(name, [...(module.declared.get(name) ?? []), { module, node, doc, ...usesOf(node) }]);
        if (node !== statement) module.exports.set(name, { local: name, type: TYPES.has(node.type) });
      }
    }
  }
  return module;
}

/** Identifiers that may name something outside of the statement, and the names of parameters, which never do. */
function usesOf(node) {
  const skipped = new Set();
  const parameters = new Set();
  const uses = [];
  const skipKey = ({ key, computed }) => !computed && skipped.add(key);
  const noteParameters = ({ params }) => {
    for (const parameter of params) parameters.add((parameter.argument ?? parameter).name);
  };
  new Visitor({
    PropertyDefinition: skipKey,
    MethodDefinition: skipKey,
    AccessorProperty: skipKey,
    TSAbstractMethodDefinition: skipKey,
    TSAbstractPropertyDefinition: skipKey,
    TSPropertySignature: skipKey,
    TSMethodSignature: (signature) => {
      skipKey(signature);
      noteParameters(signature);
    },
    Property: ({ key, value }) => skipped.add(key).add(value),
    TSQualifiedName: ({ right }) => skipped.add(right),
    MemberExpression: ({ property, computed }) => !computed && skipped.add(property),
    TSNamedTupleMember: ({ label }) => skipped.add(label),
    TSDeclareFunction: noteParameters,
    TSEmptyBodyFunctionExpression: noteParameters,
    TSFunctionType: noteParameters,
    TSImportType: (type) => {
      throw new Error(`${JSON.stringify(type.source.value)}: a type that is imported in place can't be rolled up`);
    },
    Identifier: (identifier) => {
      if (!skipped.has(identifier)) uses.push(identifier);
    },
  }).visit({ type: "Program", body: [node], sourceType: "module", start: node.start, end: node.end });
  return { uses, parameters };
}

function declarationPath(from, source) {
  return posix.join(posix.dirname(from), source.replace(/\.[jt]s$/, ".d.ts"));
}

/** Where an exported name is declared: follows imports and exports from file to file, up to a package. */
function resolve(load, path, name) {
  if (!path.endsWith(".d.ts")) return { path, local: name };
  const module = load(path);
  const found = module.exports.get(name);
  if (found === undefined) throw new Error(`${path} does not export ${name}`);
  return found.local === undefined ? resolve(load, found.path, found.name) : resolveLocal(load, module, found.local);
}

function resolveLocal(load, module, local) {
  if (module.declared.has(local)) return { path: module.path, local };
  const imported = module.imports.get(local);
  return imported && resolve(load, imported.path, imported.name);
}

const idOf = ({ path, local }) => `${path}#${local}`;

/** All that the exports need, each with its statements; what is left unresolved is global. */
function reachable(load, exported) {
  const kept = new Map();
  const keep = (found) => {
    if (kept.has(idOf(found))) return;
    const statements = found.path.endsWith(".d.ts") ? load(found.path).declared.get(found.local) : [];
    const item = { ...found, statements, globals: new Set(), targets: new Map() };
    kept.set(idOf(found), item);
    for (const { module, uses, parameters } of statements) {
      for (const { name } of uses) {
        if (item.targets.has(name)) continue;
        const target = resolveLocal(load, module, name);
        if (target !== undefined) {
          item.targets.set(name, idOf(target));
          keep(target);
        } else if (!parameters.has(name)) item.globals.add(name);
      }
    }
  };
  for (const found of exported) keep(found);
  return kept;
}

/** One name per declaration. Public names come first; a name that some declaration uses for a global is not given away. */
function chooseNames(kept, exported) {
  const names = new Map();
  const taken = new Set([...kept.values()].flatMap(({ globals }) => [...globals]));
  const give = (id, wanted) => {
    if (names.has(id)) return;
    let name = wanted;
    for (let i = 1; taken.has(name); i++) name = `${wanted}$${i}`;
    taken.add(name);
    names.set(id, name);
  };
  for (const item of exported) give(idOf(item), item.name);
  for (const [id, { local }] of kept) give(id, local);
  return names;
}

function printDeclarations(kept, names, exported) {
  const imports = [];
  const printed = new Set();
  const texts = [];
  const given = new Set(exported.map((item) => names.get(idOf(item))));
  for (const [id, { path, local, statements, targets }] of kept) {
    if (statements.length === 0) imports.push(`import type { ${local} as ${names.get(id)} } from "${path}";`);
    for (const { module, node, doc, uses } of statements) {
      // One statement may declare several names.
      if (printed.has(node)) continue;
      printed.add(node);
      let text = "";
      let end = node.start;
      for (const { start, name } of uses.toSorted((one, other) => one.start - other.start)) {
        const to = names.get(targets.get(name)) ?? name;
        text += module.text.slice(end, start) + to;
        end = start + name.length;
      }
      // Editors show the comments of public names and of members. Other comments are not for users.
      texts.push((given.has(names.get(id)) ? doc : "") + text + module.text.slice(end, node.end));
    }
  }
  // The compiler indents by four spaces.
  const lines = texts.map((text) => text.replace(/^( {4})+/gm, (indent) => "\t".repeat(indent.length / 4)));
  return `${[...imports, ...lines].join("\n")}\nexport { ${[...given].sort().join(", ")} };\n`;
}

function printEntry(exported, names, kept) {
  if (exported.length === 0) return "export {};\n";
  const specifiers = exported.map((item) => {
    const inside = names.get(idOf(item));
    const isType = item.type || kept.get(idOf(item)).statements.every(({ node }) => TYPES.has(node.type));
    return `${isType ? "type " : ""}${inside === item.name ? inside : `${inside} as ${item.name}`}`;
  });
  return `export {\n  ${specifiers.join(",\n  ")},\n} from "./${DECLARATIONS.replace(".d.ts", ".js")}";\n`;
}
