/** Random datasets of netCDF-4, the same for the same seed: every type, shared and unlimited dimensions, groups, odd names. */
import type { NetcdfType } from "../../src/model/netcdf/dataset.ts";
import type { ModelAttribute, ModelGroup, ModelValues, ModelVariable } from "./netcdf-model.ts";

export interface RandomOptions {
  readonly unlimited: boolean;
  readonly strings: boolean;
  readonly scalars: boolean;
}

const TYPES: readonly NetcdfType[] = [
  ...(["byte", "char", "short", "int", "float", "double"] as const),
  ...(["ubyte", "ushort", "uint", "int64", "uint64", "string"] as const),
];
const SIZES: Readonly<Record<NetcdfType, number>> = {
  ...{ byte: 1, char: 1, short: 2, int: 4, float: 4, double: 8 },
  ...{ ubyte: 1, ushort: 2, uint: 4, int64: 8, uint64: 8, string: 0 },
};
const NAMES = ["a", "b", "temp", "x_y", "T2m", "with space", "dot.ted", "änder", "世界", "a-b", "a+b", "at@", "n0"];
const TEXTS = [
  "m s-1",
  "°C",
  "世界",
  "a\nb",
  'say "hi"',
  "back\\slash",
  "tab\t",
  "{x",
  "[not json",
  "'",
  "units: K",
  " ",
];

export function randomDataset(seed: number, options: RandomOptions): ModelGroup {
  let state = (seed * 2654435761) >>> 0 || 1;
  const next = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
  const pick = <T>(list: readonly T[]): T => list[next(list.length)]!;
  const types = TYPES.filter((type) => options.strings || type !== "string");

  function values(type: NetcdfType, count: number): ModelValues {
    if (type === "string") return Array.from({ length: count }, () => pick(TEXTS));
    const bytes = Buffer.alloc(count * SIZES[type]);
    for (let at = 0; at < bytes.length; at++) bytes[at] = type === "char" ? 32 + next(95) : next(256);
    for (let at = 0; at < count; at++) {
      const odd = pick([0, 1, -1.5, 1e20, 0.1, Number.POSITIVE_INFINITY, 3, 1e-40]);
      if (type === "float") bytes.writeFloatLE(odd, at * 4);
      if (type === "double") bytes.writeDoubleLE(pick([odd, 1 / 3, 1e300]), at * 8);
    }
    return bytes.toString("base64");
  }

  function attributes(most: number): readonly ModelAttribute[] {
    const names = [...new Set(Array.from({ length: next(most) }, () => pick(NAMES)))];
    return names.map((name) => {
      const type = pick(types);
      if (type === "char") return { name, type, values: Buffer.from(pick(TEXTS)).toString("base64") };
      return { name, type, values: values(type, 1 + next(3)) };
    });
  }

  function group(path: string, depth: number, above: ReadonlyMap<string, number>): ModelGroup {
    const names = [...new Set(Array.from({ length: next(4) }, () => pick(NAMES)))];
    const dimensions = names.map((name) => ({
      name,
      length: 1 + next(5),
      unlimited: options.unlimited && next(4) === 0,
    }));
    const known = new Map(above);
    for (const { name, length } of dimensions) known.set(`${path}/${name}`, length);
    const paths = [...known.keys()];
    const taken = new Set<string>();
    const fresh = (): string | undefined => {
      const name = pick(NAMES);
      if (taken.has(name)) return undefined;
      taken.add(name);
      return name;
    };
    const variables: ModelVariable[] = [];
    for (let at = next(5); at > 0; at--) {
      const name = fresh();
      const rank = paths.length === 0 ? 0 : next(4);
      if (name === undefined || (rank === 0 && !options.scalars)) continue;
      const own = Array.from({ length: rank }, () => pick(paths));
      const lengths = own.map((dimension) => known.get(dimension)!);
      const type = pick(types);
      const count = lengths.reduce((product, length) => product * length, 1);
      const chunks = lengths.map((length) => 1 + next(length));
      variables.push({
        ...{ name, type, dimensions: own, values: values(type, count), attributes: attributes(4) },
        ...(rank > 0 && { chunks }),
      });
    }
    const groups: ModelGroup[] = [];
    for (let at = depth === 0 ? 0 : next(3); at > 0; at--) {
      const name = fresh();
      if (name !== undefined) groups.push({ name, ...group(`${path}/${name}`, depth - 1, known) });
    }
    return { dimensions, variables, attributes: attributes(5), groups };
  }
  return group("", 2, new Map());
}
