/**
 * Fields as variables, and variables as groups, as in cfgrib's open_datasets: a variable's fields differ by member,
 * time, step and level; variables whose coordinates agree share a group, one or several per type of level.
 */
import type { Field } from "./fields.ts";
import type { Parameter } from "./names.ts";

export type HeaderName = "number" | "time" | "step" | "level";
export const HEADERS: readonly HeaderName[] = ["number", "time", "step", "level"];

/** A variable: its fields by coordinates. */
export interface Cube {
  readonly parameter: Parameter;
  readonly first: Field;
  /** Sorted, each once. Empty if no field has the coordinate. */
  readonly values: Readonly<Record<HeaderName, readonly number[]>>;
  readonly fields: readonly Field[];
}

export interface CubeGroup {
  readonly typeOfLevel: string;
  readonly cubes: Cube[];
}

/** Two fields at the same position are two variables, so that neither hides the other. */
export function cubesOf(fields: readonly { readonly field: Field; readonly parameter: Parameter }[]): Cube[] {
  const byKey = new Map<string, { parameter: Parameter; fields: Field[]; places: Set<string> }[]>();
  for (const { field, parameter } of fields) {
    const { table, numbers, typeOfLevel, stepType, gridKey, variant, centre, edition, number } = field;
    const hasNumber = number === undefined ? "" : "member";
    const key = [
      edition,
      centre,
      table,
      numbers,
      parameter.name,
      typeOfLevel,
      stepType,
      variant,
      hasNumber,
      gridKey,
    ].join("|");
    const place = [field.number, field.time, field.step, field.level].join("|");
    let cubes = byKey.get(key);
    if (cubes === undefined) {
      cubes = [];
      byKey.set(key, cubes);
    }
    const free = cubes.find(({ places }) => !places.has(place));
    if (free === undefined) cubes.push({ parameter, fields: [field], places: new Set([place]) });
    else {
      free.fields.push(field);
      free.places.add(place);
    }
  }
  return [...byKey.values()].flat().map(({ parameter, fields: own }) => {
    const first = own[0]!;
    const valuesOf = (name: HeaderName): readonly number[] => {
      const values = new Set<number>();
      for (const field of own) {
        const value = field[name];
        if (value !== undefined) values.add(value);
      }
      const sorted = [...values].sort((a, b) => a - b);
      // Pressure decreases with height.
      return name === "level" && first.typeOfLevel.startsWith("isobaricIn") ? sorted.reverse() : sorted;
    };
    return {
      parameter,
      first,
      values: { number: valuesOf("number"), time: valuesOf("time"), step: valuesOf("step"), level: valuesOf("level") },
      fields: own,
    };
  });
}

/** A variable goes into the first group of its type of level with the same coordinates, unless that has one of its name. */
export function groupsOf(cubes: readonly Cube[]): CubeGroup[] {
  const groups: CubeGroup[] = [];
  for (const cube of [...cubes].sort(byLevelType)) {
    const { typeOfLevel } = cube.first;
    const fitting = groups.find(
      (group) =>
        group.typeOfLevel === typeOfLevel &&
        fits(group.cubes[0]!, cube) &&
        !group.cubes.some((other) => other.parameter.name === cube.parameter.name),
    );
    if (fitting === undefined) groups.push({ typeOfLevel, cubes: [cube] });
    else fitting.cubes.push(cube);
  }
  return groups;
}

/** In cfgrib's order: by type of level, then by the number of the parameter. */
function byLevelType(a: Cube, b: Cube): number {
  const [one, other] = [a.first.typeOfLevel, b.first.typeOfLevel];
  if (one !== other) return one < other ? -1 : 1;
  return Number(a.parameter.id) - Number(b.parameter.id);
}

function fits(a: Cube, b: Cube): boolean {
  if (a.first.gridKey !== b.first.gridKey || a.first.edition !== b.first.edition || a.first.centre !== b.first.centre)
    return false;
  return HEADERS.every((name) => {
    const [one, other] = [a.values[name], b.values[name]];
    return one.length === other.length && one.every((value, index) => value === other[index]);
  });
}
