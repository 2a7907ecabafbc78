/** What is printed: numbers and JSON that lose nothing, colours and progress only where somebody sees them. */
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { jsonOrText } from "../../src/cli/exact-json.ts";
import { jsonText } from "../../src/cli/output/json-text.ts";
import { pictureLines } from "../../src/cli/output/picture.ts";
import { progressBar, progressLine } from "../../src/cli/output/progress-bar.ts";
import { wantsColor } from "../../src/cli/output/style.ts";
import { counted, formatBytes, formatCount, printable, shapeText, valueText } from "../../src/cli/output/units.ts";
import { runCli } from "./run-cli.ts";
import { sampleFolder } from "./sample.ts";

const { sample, path, remove } = sampleFolder();
afterAll(remove);

describe("JSON", () => {
  it("is strict and exact", () => {
    const value = {
      big: 2n ** 64n,
      small: 5n,
      nan: Number.NaN,
      inf: [Number.NEGATIVE_INFINITY],
      zero: -0,
      gone: undefined,
    };
    expect(jsonText(value)).toBe(
      '{\n  "big": 18446744073709551616,\n  "small": 5,\n  "nan": "NaN",\n  "inf": ["-Infinity"],\n  "zero": -0.0\n}',
    );
    expect(jsonText(Uint8Array.of(1, 2))).toBe('"AQI="');
    expect(jsonText({ row: Float32Array.of(1, 2), none: [], empty: {} })).toBe(
      '{\n  "row": [1, 2],\n  "none": [],\n  "empty": {}\n}',
    );
    expect(jsonText(Array.from({ length: 60 }, (_, i) => i)).split("\n")).toHaveLength(62);
  });

  it("is what JSON.stringify says, for what that can say", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const positive = (_: string, found: unknown): unknown => (found === 0 ? 0 : found);
        expect(JSON.parse(jsonText(value), positive)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(Object.is(JSON.parse(jsonText(-0)), -0)).toBe(true);
  });

  it("keeps large integers that are typed", () => {
    expect(jsonOrText("9007199254740993")).toBe(9007199254740993n);
    expect(jsonOrText("[1, -12345678901234567890, 1.5, 1e400]")).toEqual([
      1,
      -12345678901234567890n,
      1.5,
      Number.POSITIVE_INFINITY,
    ]);
    expect(jsonOrText('{"a": "12345678901234567890", "b\\"": 12345678901234567890}')).toEqual({
      a: "12345678901234567890",
      'b"': 12345678901234567890n,
    });
    expect([jsonOrText("NaN"), jsonOrText("[1, 2"), jsonOrText(""), jsonOrText("K")]).toEqual([
      "NaN",
      "[1, 2",
      "",
      "K",
    ]);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(jsonText(jsonOrText(text)))).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe("numbers and names for people", () => {
  it.each([
    [formatBytes(0), "0 B"],
    [formatBytes(1023), "1023 B"],
    [formatBytes(1536), "1.5 KiB"],
    [formatBytes(200 * 1024 ** 3), "200 GiB"],
    [formatCount(745104), "745,104"],
    [formatCount(12), "12"],
    [counted(1, "chunk"), "1 chunk"],
    [counted(31046, "chunk"), "31,046 chunks"],
    [shapeText([]), "scalar"],
    [shapeText([[1, 2], 3]), "1+2 x 3"],
    [shapeText([[1, 1, 1, 1, 1, 1, 1, 1]]), "1+1+1+1+1+1+...(8)"],
    [printable("with space"), "with space"],
    [printable("\u001b[31mred"), '"\\u001b[31mred"'],
    [valueText({ a: [1n, Number.NaN, -0, null, "x"] }), '{"a": [1, NaN, -0, null, "x"]}'],
  ])("%s", (text, expected) => {
    expect(text).toBe(expected);
  });
});

describe("colour", () => {
  it.each<[string, string | undefined, Record<string, string>, boolean, boolean]>([
    ["a terminal", undefined, {}, true, true],
    ["no terminal", undefined, {}, false, false],
    ["NO_COLOR", undefined, { NO_COLOR: "1" }, true, false],
    ["an empty NO_COLOR", undefined, { NO_COLOR: "" }, true, true],
    ["FORCE_COLOR", undefined, { FORCE_COLOR: "1" }, false, true],
    ["FORCE_COLOR=0", undefined, { FORCE_COLOR: "0" }, true, false],
    ["NO_COLOR before FORCE_COLOR", undefined, { NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    ["TERM=dumb", undefined, { TERM: "dumb" }, true, false],
    ["always", "always", { NO_COLOR: "1" }, false, true],
    ["never", "never", { FORCE_COLOR: "1" }, true, false],
  ])("%s", (_, when, environment, isTerminal, expected) => {
    expect(wantsColor(when, environment, isTerminal)).toBe(expected);
  });

  it("is decided for each stream by itself, and adds nothing but colour", async () => {
    const painted = await runCli([sample], { terminals: ["stdout"], columns: 200 });
    expect(painted.stdout).toContain("\u001b[");
    const plain = (await runCli([sample])).stdout;
    expect(stripVTControlCharacters(painted.stdout)).toBe(plain);
    expect((await runCli(["nope.zarr"], { terminals: ["stdout"] })).stderr).not.toContain("\u001b[");
    expect((await runCli(["nope.zarr"], { terminals: ["stderr"] })).stderr).toContain("\u001b[31merror");
  });
});

describe("progress", () => {
  it("is one line", () => {
    const line = progressLine({
      phase: "copy",
      done: 1,
      total: 4,
      bytes: 3 * 1024 ** 2,
      elapsed: 2000,
      eta: 3_723_000,
    });
    expect(line).toBe("copy  ██████░░░░░░░░░░░░░░░░░░  25 %  3.0 MiB  1.5 MiB/s  ETA 1:02:03");
    const none = progressLine({ phase: "read", done: 0, total: 0, bytes: 0, elapsed: 0, eta: undefined });
    expect(none).toBe("read  ████████████████████████  100 %  0 B");
    const files = progressLine({ phase: "scan", done: 2500, total: 10_000, bytes: 0, elapsed: 2000, eta: 6000 });
    expect(files).toBe("scan  ██████░░░░░░░░░░░░░░░░░░  25 %  2,500 of 10,000  ETA 0:06");
  });

  it("is rewritten in place, cut to the width, and cleared", () => {
    const written: string[] = [];
    const bar = progressBar((text) => written.push(text), 20);
    bar.end();
    expect(written).toEqual([]);
    bar.onProgress({ phase: "copy", done: 1, total: 2, bytes: 1, elapsed: 1, eta: 1 });
    bar.end();
    bar.end();
    expect(written).toEqual([`\r\u001b[2Kcopy  ${"█".repeat(12)}░`, "\r\u001b[2K"]);
  });

  it("is shown on a terminal only, on stderr only, and not if unwanted", async () => {
    const copied = (name: string, ...more: string[]): string[] => ["copy", sample, path(name), ...more];
    expect((await runCli(copied("a.zarr"))).stderr).not.toContain("\r");
    const shown = await runCli(copied("b.zarr"), { terminals: ["stderr"] });
    expect([shown.stdout, shown.stderr]).toEqual(["", expect.stringContaining("\r\u001b[2Kcopy")]);
    expect(shown.stderr.split("\r\u001b[2K").at(-1)).toMatch(/^(?:note: .*\n)*4 arrays, 1 group to zarr3;.*\n$/);
    const quiet = await runCli(copied("c.zarr", "-q"), { terminals: ["stderr"] });
    expect(quiet.stderr).toBe("");
    const dumb = await runCli(copied("d.zarr"), { terminals: ["stderr"], env: { TERM: "dumb" } });
    expect(dumb.stderr).not.toContain("\r");
    const failed = await runCli(copied("d.zarr"), { terminals: ["stderr"], env: { NO_COLOR: "1" } });
    expect(failed.stderr).toMatch(/^error: there is a group already/);
  });
});

it("draws a field in shades and in colours", () => {
  const field = { title: "speed", units: "m/s", values: [0, 1, 2, 3, Number.NaN, 5], rows: 2, columns: 3 };
  const shades = [...pictureLines(field, "none")];
  expect(shades).toEqual(["speed", expect.stringMatching(/^.{3}$/), expect.stringMatching(/^0 {4}.*@ 5 m\/s$/)]);
  const [title, row, scale] = [...pictureLines(field, "rgb")];
  expect([title, row?.match(/▀/g)?.length]).toEqual(["speed", 3]);
  const painted = (code: string): string => `\u001b[38;${code};48;${code}m▀`;
  // Dark blue on the left, yellow on the right.
  expect(scale).toContain(`0 ${painted("2;68;1;84")}`);
  expect(scale).toContain(`${painted("2;253;231;37")}\u001b[0m 5 m/s`);
  expect([...pictureLines(field, "palette")][2]).toContain(`0 ${painted("5;53")}`);
  const unknown = { ...field, values: [Number.NaN], rows: 1, columns: 1 };
  expect([...pictureLines(unknown, "rgb")].join("")).not.toContain("NaN");
});
