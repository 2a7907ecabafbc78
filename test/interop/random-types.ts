/** Random CDL with types that groups define, the same for the same seed: nested in each other, of other groups, with odd names. */

const NUMBERS = ["byte", "ubyte", "short", "ushort", "int", "uint", "int64", "uint64", "float", "double"] as const;
const NAMES = ["a", "b\\ c", "\\3d", "long_name_of_something", "é", "x-y", "T2m"];

type Atomic = (typeof NUMBERS)[number] | "string" | "char";

type Type =
  | { readonly class: "enum"; readonly name: string; readonly members: readonly string[] }
  | { readonly class: "opaque"; readonly name: string; readonly size: number }
  | { readonly class: "vlen"; readonly name: string; readonly base: Atomic | Type }
  | { readonly class: "compound"; readonly name: string; readonly members: readonly Member[] };

interface Member {
  readonly name: string;
  readonly type: Atomic | Type;
  readonly shape: readonly number[];
}

/** HDF5 1.10 writes wrong pointers in arrays of compounds with values of variable length. */
function isFragile(type: Atomic | Type): boolean {
  return (
    typeof type === "object" && type.class === "compound" && type.members.some((member) => isVariable(member.type))
  );
}

function isVariable(type: Atomic | Type): boolean {
  return type === "string" || isFragile(type) || (typeof type === "object" && type.class === "vlen");
}

export function randomTypes(seed: number): string {
  let state = ((seed + 1) * 2654435761) >>> 0 || 1;
  const next = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  const pick = <T>(list: readonly T[]): T => list[next(list.length)]!;
  const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  let made = 0;
  const nameOf = (): string => `${pick(NAMES)}_${made++}`;

  const atomic = (): Atomic => (next(6) === 0 ? "string" : pick(NUMBERS));
  const typeOf = (known: readonly Type[]): Atomic | Type =>
    known.length > 0 && next(2) === 0 ? pick(known) : atomic();
  const makeType = (known: readonly Type[]): Type => {
    const name = nameOf();
    switch (next(4)) {
      case 0:
        return { class: "enum", name, members: times(1 + next(8), nameOf) };
      case 1:
        return { class: "opaque", name, size: 1 + next(20) };
      case 2:
        return { class: "vlen", name, base: typeOf(known) };
      default:
        return { class: "compound", name, members: times(1 + next(5), () => makeMember(known)) };
    }
  };
  const makeMember = (known: readonly Type[]): Member => {
    if (next(5) === 0) return { name: nameOf(), type: "char", shape: next(2) === 0 ? [] : [1 + next(6)] };
    const type = typeOf(known);
    const shape = times(Math.max(0, next(4) - 1), () => 1 + next(3));
    return { name: nameOf(), type, shape: isFragile(type) ? [] : shape };
  };

  const declared = (type: Type): string => {
    const called = (each: Atomic | Type): string => (typeof each === "string" ? each : each.name);
    switch (type.class) {
      case "enum":
        return `byte enum ${type.name} {${type.members.map((name, index) => `${name} = ${index}`).join(", ")}} ;`;
      case "opaque":
        return `opaque(${type.size}) ${type.name} ;`;
      case "vlen":
        return `${called(type.base)}(*) ${type.name} ;`;
      case "compound":
        return `compound ${type.name} { ${type.members
          .map(
            ({ name, type: inner, shape }) =>
              `${called(inner)} ${name}${shape.length > 0 ? `(${shape.join(", ")})` : ""} ;`,
          )
          .join(" ")} } ;`;
    }
  };

  const number = (type: Atomic): string => {
    switch (type) {
      case "byte":
        return String(next(255) - 127);
      case "ubyte":
        return String(next(256));
      case "float":
      case "double":
        return pick(["1.5", "-0.1", "3", "1e20", "12345.678", "-7e-12", type === "float" ? "NaNf" : "NaN"]);
      case "short":
      case "int":
      case "int64":
        return String(next(60_000) - 30_000);
      default:
        return String(next(60_000));
    }
  };
  const value = (type: Atomic | Type): string => {
    if (type === "string") return pick(['"text"', '""', '"q\\"x"', '"ü"', '"two\\nlines"']);
    if (type === "char") return `"${pick(["x", "y", "z"])}"`;
    if (typeof type === "string") return number(type);
    switch (type.class) {
      case "enum":
        return pick(type.members);
      case "opaque":
        return `0X${times(type.size, () => next(256).toString(16).padStart(2, "0")).join("")}`;
      case "vlen":
        return `{${times(next(5), () => value(type.base)).join(", ")}}`;
      case "compound":
        return `{${type.members.map(memberValue).join(", ")}}`;
    }
  };
  const memberValue = ({ type, shape }: Member): string => {
    if (shape.length === 0) return value(type);
    if (type === "char") return `{"${"abcdef".slice(0, shape[0])}"}`;
    return `{${times(
      shape.reduce((product, length) => product * length, 1),
      () => value(type),
    ).join(", ")}}`;
  };

  const body = (known: readonly Type[], depth: number): string => {
    const own: Type[] = [];
    for (let index = 0; index < 1 + next(5); index++) own.push(makeType([...known, ...own]));
    const all = [...known, ...own];
    const variables = times(1 + next(3), () => ({ name: nameOf(), type: pick(all), count: next(4) }));
    const text = [
      `types:\n${own.map((type) => `  ${declared(type)}\n`).join("")}`,
      depth === 0 ? "dimensions: n1 = 1 ; n2 = 2 ; n3 = 3 ;\n" : "",
      "variables:\n",
      ...variables.map(({ name, type, count }) => {
        const several = times(1 + next(3), () => value(type)).join(", ");
        return `  ${type.name} ${name}${count === 0 ? "" : `(n${count})`} ;\n  ${type.name} ${name}:att = ${several} ;\n`;
      }),
      ...times(next(3), (index) => {
        const type = pick(all);
        return `  ${type.name} :glob${index} = ${value(type)} ;\n`;
      }),
      "data:\n",
      ...variables.map(
        ({ name, type, count }) => `  ${name} = ${times(Math.max(1, count), () => value(type)).join(", ")} ;\n`,
      ),
    ];
    const inner = depth < 2 && next(2) === 0 ? `group: ${nameOf()} {\n${body(all, depth + 1)}}\n` : "";
    return text.join("") + inner;
  };
  return `netcdf t {\n${body([], 0)}}\n`;
}
