/** The text of selections by label: what is an index, what is a label, and what is refused. */
import { describe, expect, it } from "vitest";
import { parseLabels } from "../../src/cf/labels/parse-labels.ts";
import { isHyperslabError } from "../../src/index.ts";

const near = (label: string): unknown => ({ label: { kind: "nearest", label, within: undefined } });
const range = (from: string | null, to: string | null): unknown => ({ label: { kind: "between", from, to } });

describe("labels in text", () => {
  it.each<[string, Record<string, unknown>]>([
    ["time=2014-10", { time: { label: "2014-10" } }],
    ["time=2014-10-05T06:00", { time: { label: "2014-10-05T06:00" } }],
    ["time=2014-10-05 06:00", { time: { label: "2014-10-05 06:00" } }],
    ["time==2014", { time: { label: "2014" } }],
    ['time="2014"', { time: { label: "2014" } }],
    ["time=2014..2015-03", { time: range("2014", "2015-03") }],
    ["lat~48.1", { lat: near("48.1") }],
    ["lat ~ -48.1", { lat: near("-48.1") }],
    ["lat==48", { lat: { label: "48" } }],
    ["lon=5..15", { lon: range("5", "15") }],
    ["lon=-5.5..1e1", { lon: range("-5.5", "1e1") }],
    ["lon=5..", { lon: range("5", null) }],
    ["lon=..15", { lon: range(null, "15") }],
    ["name=='a, b'", { name: { label: "a, b" } }],
    ['name="a".."c"', { name: range("a", "c") }],
    ["[time=2014-10, lat~48.1]", { time: { label: "2014-10" }, lat: near("48.1") }],
    ['"the time"=2014-10', { "the time": { label: "2014-10" } }],
    [
      "time=2014-10, lev=0, lat=1:5:2, x=[1, 2]",
      { time: { label: "2014-10" }, lev: { index: "0" }, lat: { index: "1:5:2" }, x: { index: "[1, 2]" } },
    ],
    ["a~b=3, lat~5", { "a~b": { index: "3" }, lat: near("5") }],
  ])("%s", (text, expected) => {
    expect(Object.fromEntries(parseLabels(text) ?? [])).toEqual(expected);
  });

  it.each(["", "0, 10:20", "...", "time=3", "time=2014", "time=0, lat=10:20", "a~b=3", "[[1, 2]]", "x=-1", "lat=..."])(
    "%j is a selection of indices",
    (text) => {
      expect(parseLabels(text)).toBeUndefined();
    },
  );

  it.each([
    ["lat=48.1", /neither an index nor clearly a label/],
    ["lat=1e3", /neither an index/],
    ["0, lat~5", /"0" has no name/],
    ["lat~5, lat=3", /selected twice/],
    ["lat~", /a label is missing/],
    ["lon=5...15", /not a range of labels/],
    ["lon=..", /not a range/],
    ["lon=1..2..3", /not a label/],
    ["lat~[1, 2]", /not a label/],
  ])("%s is refused", (text, message) => {
    try {
      parseLabels(text);
      expect.unreachable();
    } catch (error) {
      expect(isHyperslabError(error, "invalid-request")).toBe(true);
      expect(String(error)).toMatch(message);
    }
  });
});
