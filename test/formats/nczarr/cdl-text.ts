/** Reads what ncdump prints, for tests: dimensions, variables, attributes and values, as they stand there. */

export interface CdlAttribute {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[];
}

export interface CdlVariable {
  readonly name: string;
  readonly type: string;
  readonly dimensions: readonly string[];
  readonly attributes: CdlAttribute[];
  /** Tokens; undefined if none are printed. */
  values: readonly string[] | undefined;
}

export interface CdlGroup {
  readonly name: string;
  readonly dimensions: { readonly name: string; readonly length: number; readonly unlimited: boolean }[];
  readonly variables: CdlVariable[];
  readonly attributes: CdlAttribute[];
  readonly groups: CdlGroup[];
}

/** Strings keep their opening quote, with their escapes undone, so that they differ from words. */
function tokensOf(text: string): string[] {
  const pattern =
    /\/\/ \((\d+) currently\)|\/\/[^\n]*|"((?:[^"\\]|\\.)*)"|((?:\\.|[^\s"\\(){};,=:])+)|([(){};,=:])|\s+/gsu;
  return [...text.matchAll(pattern)].flatMap(([, length, string, word, mark]) => {
    if (length !== undefined) return [`#${length}`];
    if (string !== undefined) return [`"${unescaped(string)}`];
    return [word?.replace(/\\(.)/gsu, "$1") ?? mark].filter((token) => token !== undefined);
  });
}

const ESCAPES = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
]);

/** Octal escapes are bytes of UTF-8, given as characters from U+0000 to U+00FF of their own: `\303` is U+00C3. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3}|.)/gsu, (_, what: string) => {
    return what.length === 3 ? String.fromCharCode(Number.parseInt(what, 8)) : (ESCAPES.get(what) ?? what);
  });
}

const SUFFIXES: readonly (readonly [RegExp, string])[] = [
  [/^-?\d+b$/, "byte"],
  [/^-?\d+s$/, "short"],
  [/^\d+UB$/, "ubyte"],
  [/^\d+US$/, "ushort"],
  [/^\d+U$/, "uint"],
  [/^-?\d+LL$/, "int64"],
  [/^\d+ULL$/, "uint64"],
  [/^-?(NaN|Infinity)f$/, "float"],
  [/^-?[\d.]+(e[+-]?\d+)?f$/, "float"],
  [/^-?\d+$/, "int"],
];

function attribute(name: string, said: string | undefined, values: readonly string[]): CdlAttribute {
  const first = values[0]!;
  const type =
    said ?? (first.startsWith('"') ? "char" : (SUFFIXES.find(([form]) => form.test(first))?.[1] ?? "double"));
  const plain = values.map((value) =>
    value.startsWith('"') ? value.slice(1) : value.replace(/(?<=[\d.yN])(b|s|f|UB|US|U|LL|ULL)$/, ""),
  );
  return { name, type, values: plain };
}

export function readCdl(text: string): CdlGroup {
  const tokens = tokensOf(text);
  let at = tokens.indexOf("{") + 1;
  const until = (mark: string): string[] => {
    const start = at;
    while (tokens[at] !== mark) at++;
    return tokens.slice(start, at++);
  };
  const readGroup = (name: string): CdlGroup => {
    const group: CdlGroup = { name, dimensions: [], variables: [], attributes: [], groups: [] };
    let section = "";
    for (;;) {
      const token = tokens[at]!;
      if (token === "}") {
        at++;
        return group;
      }
      if (["dimensions", "variables", "data", "group"].includes(token) && tokens[at + 1] === ":") {
        at += 2;
        section = token;
        if (token === "group") {
          const [child] = until("{");
          group.groups.push(readGroup(child!));
        }
      } else if (section === "data") readValues(group, until(";"));
      else readDeclaration(group, section, until(";"));
      if (section === "dimensions" && tokens[at]?.startsWith("#") === true) {
        const last = group.dimensions.pop()!;
        group.dimensions.push({ ...last, length: Number(tokens[at]!.slice(1)) });
        at++;
      }
    }
  };
  return readGroup("");
}

function readValues(group: CdlGroup, [name, , ...values]: readonly string[]): void {
  const variable = group.variables.find((other) => other.name === name)!;
  variable.values = values.filter((value) => value !== "," && value !== "{" && value !== "}");
}

function readDeclaration(group: CdlGroup, section: string, tokens: readonly string[]): void {
  const equals = tokens.indexOf("=");
  const colon = tokens.indexOf(":");
  if (colon >= 0 && equals > colon) {
    const before = tokens.slice(0, colon);
    const said = before[0] === "string" ? "string" : undefined;
    const owner = before.at(said === undefined ? 0 : 1);
    const values = tokens.slice(equals + 1).filter((value) => value !== ",");
    const found = attribute(tokens[colon + 1]!, said, values);
    const home = owner === undefined ? group : group.variables.find(({ name }) => name === owner)!;
    home.attributes.push(found);
  } else if (section === "dimensions") {
    const unlimited = tokens[2] === "UNLIMITED";
    group.dimensions.push({ name: tokens[0]!, length: unlimited ? 0 : Number(tokens[2]), unlimited });
  } else {
    const dimensions = tokens.slice(3).filter((token) => token !== "," && token !== ")");
    group.variables.push({ name: tokens[1]!, type: tokens[0]!, dimensions, attributes: [], values: undefined });
  }
}
