/** Every source, target and way of copying, interrupted early and late. */
import { describe, it } from "vitest";
import { expectResumed, type ResumeCase, sources, targets, ways } from "./resume-cases.ts";

const kinds = Object.keys(sources) as (keyof typeof sources)[];
const places = Object.keys(targets) as (keyof typeof targets)[];
const cases = kinds.flatMap((from) =>
  places.flatMap((to) => Object.keys(ways).map((way): ResumeCase => [from, to, way])),
);

describe.each([2, 20])("after %i chunks", (after) => {
  it.each(cases)("%s to %s, %s", (...given) => expectResumed(given, after));
});
