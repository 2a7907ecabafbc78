/**
 * What fsspec 2026.7.0 was seen to do with 270 values, keys, templates and gens, beside what Hyperslab does. A case without an
 * entry in `DIFFERENT` has the same verdict: equal bytes or references, or an error in both.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import type { ReferenceReading } from "../../../src/formats/format.ts";
import { noteList } from "../../../src/formats/notes.ts";
import { readJsonReferences } from "../../../src/formats/references/read-json.ts";
import { virtualStore } from "../../../src/formats/virtual/virtual-store.ts";
import type { ReferenceSet } from "../../../src/model/virtual/reference-set.ts";
import type { Store } from "../../../src/stores/store.ts";

interface Recorded {
  readonly label: string;
  readonly simple: boolean;
  readonly isError: boolean;
  readonly result: string;
}

function recorded(name: string): readonly Recorded[] {
  return readFileSync(`fixtures/references/${name}`, "utf8")
    .split("\n")
    .flatMap((line) => {
      const found = /^(.*?)\s+simple=(True|False) (->|!!) (.*)$/.exec(line);
      if (found === null) return [];
      const [, label, simple, mark, result] = found;
      return [{ label: label!, simple: simple === "True", isError: mark === "!!", result: result! }];
    });
}

async function read(text: string, options?: ReferenceReading): Promise<ReferenceSet> {
  const bytes = new TextEncoder().encode(text);
  async function* blocks(): AsyncGenerator<Uint8Array, undefined> {
    yield bytes;
  }
  return readJsonReferences(blocks, noteList(), options);
}

const DATA = new TextEncoder().encode("0123456789abcdef");
const FILES = new Map([
  ["memory://data", DATA],
  ["data", DATA],
  ["/data", DATA],
  ["local.bin", new TextEncoder().encode("LOCAL")],
  ["file://local.bin", new TextEncoder().encode("LOCAL")],
]);

async function storeOf(text: string, options?: ReferenceReading): Promise<Store> {
  return virtualStore(await read(text, options), {
    location: "set.json",
    place: "set",
    openSource: async (url) => {
      const bytes = FILES.get(url);
      return bytes === undefined ? { read: async () => undefined } : memorySource(bytes);
    },
  });
}

/** A bytes literal of Python. */
function bytesOf(literal: string): string {
  const inside = literal.replace(/^b(['"])(.*)\1$/s, "$2");
  return inside.replace(/\\x([0-9a-f]{2})|\\(.)/g, (_, hex: string | undefined, other: string) =>
    hex === undefined ? ({ n: "\n", r: "\r", t: "\t" }[other] ?? other) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function binary(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

async function verdict<T>(run: () => Promise<T>): Promise<T | "refused"> {
  try {
    return await run();
  } catch (error) {
    if (isHyperslabError(error)) return "refused";
    throw error;
  }
}

/** The value of `k` by label. */
const VALUES: Readonly<Record<string, string>> = {
  "str ascii": '"data"',
  "str empty": '""',
  "str utf8 é": '"é"',
  "str NUL+\\x7f": '"\\u0000\\u007f"',
  "lone surrogate": '"\\ud800"',
  "base64 ok": '"base64:aGVsbG8="',
  "base64 empty": '"base64:"',
  "base64 no pad": '"base64:aGVsbG8"',
  "base64 urlsafe '-_'": '"base64:-_-_"',
  "base64 std '+/'": '"base64:+/+/"',
  "base64 newline": '"base64:aGVs\\nbG8="',
  "base64 junk": '"base64:aG!V#s*bG8=@"',
  "Base64 caps": '"Base64:aGVsbG8="',
  "base64 space": '" base64:aGVsbG8="',
  obj: '{"a": 1, "b": [1, 2], "é": "ü", "n": null, "f": 1.0}',
  "obj empty": "{}",
  "list empty": "[]",
  "list [url]": '["memory://data"]',
  "[url,0,0]": '["memory://data", 0, 0]',
  "[url,3,0]": '["memory://data", 3, 0]',
  "[url,2,4]": '["memory://data", 2, 4]',
  "[url,2,1000] past end": '["memory://data", 2, 1000]',
  "[url,1000,4] beyond": '["memory://data", 1000, 4]',
  "[url,-4,4] neg off": '["memory://data", -4, 4]',
  "[url,'2','4'] str ints": '["memory://data", "2", "4"]',
  "[url,2.0,4.0] floats": '["memory://data", 2.0, 4.0]',
  "[url,null,null]": '["memory://data", null, null]',
  "[null]": "[null]",
  "[url,1]": '["memory://data", 1]',
  "[url,1,2,3]": '["memory://data", 1, 2, 3]',
  "nested [[u,0,1],[u,2,1]]": '[["memory://data", 0, 1], ["memory://data", 2, 1]]',
  int: "5",
  float: "0.5",
  null: "null",
  true: "true",
  "missing target": '["memory://nope", 0, 4]',
  "missing whole": '["memory://nope"]',
  "http url but memory fs": '["http://nowhere/x", 0, 4]',
  "no-proto path": '["/data", 0, 4]',
  "no-proto rel": '["data", 0, 4]',
  "chained simplecache::": '["simplecache::memory://data", 0, 4]',
};

/** What Hyperslab does instead, and why. The result is that of `get`, and of `head` where there is a second one. */
const DIFFERENT: Readonly<Record<string, { readonly ours: string | number; readonly why: string }>> = {
  "v base64 urlsafe '-_'": { ours: "refused", why: "fsspec drops letters that it does not know, and gives no bytes" },
  "v base64 junk": { ours: "refused", why: "letters that mean nothing are damage" },
  "v obj": {
    ours: '{"a": 1, "b": [1, 2], "\xc3\xa9": "\xc3\xbc", "n": null, "f": 1.0}',
    why: "the text as it is written",
  },
  "v [url,2,1000] past end": { ours: "refused", why: "bytes that are not there are an error" },
  "v [url,1000,4] beyond": { ours: "refused", why: "bytes that are not there are an error" },
  "v [url,-4,4] neg off": { ours: "refused", why: "there is nothing before the first byte" },
  "v [null]": { ours: "refused", why: "fsspec gives an empty dictionary in place of bytes" },
  "v int": { ours: "refused", why: "fsspec makes a byte of it by accident" },
  "v true": { ours: "refused", why: "fsspec makes a byte of it by accident" },
  "info str utf8 é": { ours: 2, why: "the length in bytes" },
  "info lone surrogate": { ours: "refused", why: "it has no bytes" },
  "info base64 ok": { ours: 5, why: "the length of the value, not of its spelling" },
  "info base64 empty": { ours: 0, why: "the length of the value, not of its spelling" },
  "info base64 urlsafe '-_'": { ours: "refused", why: "it cannot be read" },
  "info base64 std '+/'": { ours: 3, why: "the length of the value, not of its spelling" },
  "info base64 newline": { ours: 5, why: "the length of the value, not of its spelling" },
  "info base64 junk": { ours: "refused", why: "it cannot be read" },
  "info obj": { ours: 54, why: "the text as it is written" },
  "info [url,-4,4] neg off": { ours: "refused", why: "it cannot be read" },
  "info [url,'2','4'] str ints": { ours: "refused", why: "it cannot be read" },
  "info [url,2.0,4.0] floats": { ours: "refused", why: "it cannot be read" },
  "info [url,null,null]": { ours: "refused", why: "it cannot be read" },
  "info [url,1,2,3]": { ours: "refused", why: "it cannot be read" },
};

describe("values, as fsspec reads them", () => {
  const cases = recorded("fsspec-values-errors.txt").filter(({ label }) => /^(?:v[01] |\s+info )/.test(label));
  it("are all here", () => expect(new Set(cases.map(({ label }) => label)).size).toBe(3 * Object.keys(VALUES).length));

  it.each(cases)("$label", async ({ label, isError, result }) => {
    const [, kind, name] = /^\s*(v0|v1|info) (.*)$/.exec(label)!;
    const value = VALUES[name!]!;
    const text = kind === "v0" ? `{"k": ${value}}` : `{"version": 1, "refs": {"k": ${value}}}`;
    const store = await storeOf(text);
    const different = DIFFERENT[`${kind === "info" ? "info" : "v"} ${name}`];
    if (kind === "info") {
      const size = Number(/'size': (\d+)/.exec(result)?.[1]);
      const ours = await verdict(async () => (await store.head!("k"))?.size);
      expect(ours).toBe(different?.ours ?? (isError ? "refused" : size));
    } else {
      const ours = await verdict(async () => binary(await store.get("k")));
      expect(ours).toBe(different?.ours ?? (isError ? "refused" : bytesOf(result)));
    }
  });
});

/** The other lines of that file: keys, ranges and listings of one set, and sets of several protocols. */
describe("keys, as fsspec finds them", () => {
  const set = JSON.stringify({ ".zgroup": '{"a":1}', "a/.zarray": "{}", "a/0": ["memory://data", 0, 4], "a/b/c": "x" });
  const several = JSON.stringify({
    m: ["memory://data", 0, 4],
    f: ["file://local.bin", 0, 5],
    p: ["local.bin", 0, 5],
    r: ["local.bin", 0, 5],
  });
  const get = (key: string, range?: { offset: number; length?: number } | { suffix: number }) => async (store: Store) =>
    binary(await store.get(key, range && { range: range as { offset: number; length: number } }));
  const keysBelowA = async (store: Store): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of store.list!("a")) keys.push(key);
    return keys.sort();
  };
  type Ask = (store: Store) => Promise<unknown>;
  const LOCAL = "fsspec makes a file system for the first protocol only";
  const FROM_SET = "relative paths start from the set, not from the working directory";
  const cases: Readonly<Record<string, readonly [set: string, Ask, ours: unknown, why?: string]>> = {
    "cat missing": [set, get("zz"), undefined],
    "cat_file missing": [set, get("zz"), undefined],
    "cat list missing": [set, get("zz"), undefined],
    "cat list omit": [set, get("a/0"), "0123"],
    "cat list return": [set, get("a/0"), "0123"],
    "leading slash": [set, get("/a/0"), undefined],
    "reference:// prefix": [set, get("a/0"), "0123"],
    "trailing slash": [set, get("a/0/"), undefined, "keys are taken as they are"],
    "double slash": [set, get("a//0"), undefined],
    "ls ''": [set, async (store) => store.listDirectory!(""), { keys: [".zgroup"], prefixes: ["a"] }],
    "ls a": [set, async (store) => store.listDirectory!("a"), { keys: [".zarray", "0"], prefixes: ["b"] }],
    "ls a/": [set, async (store) => store.listDirectory!("a"), { keys: [".zarray", "0"], prefixes: ["b"] }],
    "ls nope": [set, async (store) => store.listDirectory!("nope"), { keys: [], prefixes: [] }],
    "isdir a": [set, async (store) => (await store.listDirectory!("a")).keys.length > 0, true],
    "exists nope": [set, async (store) => (await store.head!("nope")) !== undefined, false],
    "find a": [set, keysBelowA, ["a/.zarray", "a/0", "a/b/c"]],
    "cat_file range": [set, get("a/0", { offset: 1, length: 2 }), "12"],
    "cat_file inline range": [set, get(".zgroup", { suffix: 1 }), "}"],
    "cat_file end past": [set, get("a/0", { offset: 1, length: 99 }), "123", "a read ends where the reference ends"],
    "cat_file start neg": [set, get("a/0", { suffix: 2 }), "23"],
    "mapper getitems missing": [set, get("zz"), undefined],
    "leading slash key in refs": ['{"/k": "x"}', get("k"), undefined],
    "leading slash key in refs 2": ['{"/k": "x"}', get("/k"), "x"],
    "multi cat m": [several, get("m"), "0123"],
    "multi cat f": [several, get("f"), "LOCAL", LOCAL],
    "multi cat p": [several, get("p"), "LOCAL", LOCAL],
    "multi cat r": [several, get("r"), "LOCAL", LOCAL],
    "multi cat_file m": [several, get("m"), "0123"],
    "multi cat_file f": [several, get("f"), "LOCAL", LOCAL],
    "multi cat_file p": [several, get("p"), "LOCAL", LOCAL],
    "multi cat_file r": [several, get("r"), "LOCAL", LOCAL],
    "multi cat list": [several, get("f"), "LOCAL", LOCAL],
    "multi mapper getitems omit": [several, get("f"), "LOCAL", LOCAL],
    "multi w/ fs dict": [several, get("p"), "LOCAL"],
    "relative, cwd=/": [several, get("r"), "LOCAL", FROM_SET],
    "relative via JSON path, cwd=/": [several, get("r"), "LOCAL", FROM_SET],
  };
  const all = recorded("fsspec-values-errors.txt").filter(({ label }) => !/^(?:v[01] |\s+info )/.test(label));
  it("are all here", () => expect(all.map(({ label }) => label).sort()).toEqual(Object.keys(cases).sort()));

  it.each(all)("$label", async ({ label, isError, result }) => {
    const [text, ask, ours, why] = cases[label]!;
    expect(await ask(await storeOf(text))).toEqual(ours);
    // A key that is not there is FileNotFoundError in fsspec; any other error is a difference.
    if (why === undefined && isError) expect(result).toMatch(/^FileNotFoundError/);
    if (why !== undefined && typeof ours === "string" && !isError) expect(bytesOf(result)).not.toBe(ours);
  });
});

/** What a set means: each key with what it refers to; inline bytes as text. */
function shown({ table, problems }: ReferenceSet): Record<string, unknown> {
  // A version that is null is a key of version 0, which fsspec cannot read either.
  for (const [key, problem] of problems) if (key !== "version") throw problem;
  const all: Record<string, unknown> = {};
  for (const key of table.keys()) {
    const reference = table.find(key)!;
    if (reference.kind === "inline") all[key] = new TextDecoder().decode(reference.bytes);
    else all[key] = reference.kind === "whole" ? [reference.url] : [reference.url, reference.offset, reference.length];
  }
  return all;
}

const U = { u: "memory://a" };
const F = { f: "http://{{c}}", g: "http://{{c}}/{{d}}" };
const v1 = (url: unknown, templates: unknown = U): object => ({ version: 1, templates, refs: { k: [url, 0, 4] } });
const gen = (more: object, others: object = {}): object => ({
  version: 1,
  gen: [{ key: "k{{i}}", url: "u{{i}}", dimensions: { i: { stop: 2 } }, ...more }],
  ...others,
});
const SEED = {
  version: 1,
  templates: { u: "server.domain/path", f: "{{c}}" },
  gen: [
    {
      key: "gen_key{{i}}",
      url: "http://{{u}}_{{i}}",
      offset: "{{(i + 1) * 1000}}",
      length: "1000",
      dimensions: { i: { stop: 5 } },
    },
  ],
  refs: {
    key0: "data",
    key1: ["http://target_url", 10000, 100],
    key2: ["http://{{u}}", 10000, 100],
    key3: ["http://{{f(c='text')}}", 10000, 100],
  },
};
const { key3: _, ...WITHOUT_KEY3 } = SEED.refs;
const X = { offset: "0", length: "5" };
const UNDEFINED = undefined;

/** Sets by label. */
const SETS: Readonly<Record<string, object>> = {
  SEED,
  "SEED w/o key3": { ...SEED, refs: WITHOUT_KEY3 },
  "SEED w/o key3 f": { ...SEED, templates: { u: "server.domain/path" }, refs: WITHOUT_KEY3 },
  "plain var": v1("{{u}}/x"),
  "spaces in braces {{ u }}": v1("{{ u }}/x"),
  "unknown var": v1("{{v}}/x"),
  "no templates but braces": { version: 1, refs: { k: ["{{v}}/x", 0, 4] } },
  "single braces literal in url with {{": v1("{{u}}/{x}"),
  "single braces literal no {{": v1("a/{x}"),
  "attr access u.__class__": v1("{{u.__class__}}/x"),
  "format spec {{u:>30}}": v1("{{u:>30}}"),
  "index {{u[0]}}": v1("{{u[0]}}"),
  "filter {{u|upper}}": v1("{{u|upper}}"),
  "jinja stmt {% if %}": v1("{% if true %}x{% endif %}"),
  "callable tmpl": v1("{{f(c='text')}}", F),
  "callable tmpl 2 args": v1("{{g(c='t', d=3)}}", F),
  "callable tmpl missing arg": v1("{{f()}}", F),
  "callable tmpl posit arg": v1("{{f('x')}}", F),
  "callable not called": v1("{{f}}", F),
  "template refers other template": v1("{{f(c='z')}}", { u: "x", f: "http://{{u}}/{{c}}" }),
  arith: v1("a{{1+2}}"),
  "[url] len1": { version: 1, templates: U, refs: { k: ["memory://data"] } },
  "4-element": { version: 1, templates: U, refs: { k: ["memory://data", 1, 2, 3] } },
  "2-element": { version: 1, templates: U, refs: { k: ["memory://data", 1] } },
  "null url w/ templates": { version: 1, templates: U, refs: { k: [null, 1, 3] } },
  "null url no templates": { version: 1, refs: { k: [null, 1, 3] } },
  "string data containing {{u}}": { version: 1, templates: U, refs: { k: "{{u}}" } },
  "key containing {{u}}": { version: 1, templates: U, refs: { "{{u}}": "x" } },
  "newline trailing": v1("{{u}}\n"),
  unicode: v1("{{u}}/é", { u: "memory://ü" }),
  "template not string": v1("{{u}}", { u: 5 }),
  "version 2": { version: 2, refs: { a: "x" } },
  "version '1'": { version: "1", refs: { a: "x" } },
  "version 1.0": { version: 1, refs: { a: "x" } },
  "version null": { version: null, refs: { a: "x" } },
  "version true": { version: true, refs: { a: "x" } },
  "no version but refs": { refs: { a: "x" } },
  "templates null": v1("u", null),
  "gen 2 dims": gen({
    key: "a/{{i}}.{{j}}",
    url: "u_{{i}}_{{j}}",
    offset: "{{i*10+j}}",
    length: "5",
    dimensions: { i: { stop: 2 }, j: [7, 3] },
  }),
  "gen step neg": gen({ dimensions: { i: { start: 5, stop: 0, step: -2 } } }),
  "gen stop only 0": gen({ dimensions: { i: { stop: 0 } } }),
  "gen no stop": gen({ dimensions: { i: { start: 1 } } }),
  "gen step 0": gen({ dimensions: { i: { stop: 5, step: 0 } } }),
  "gen empty dims": gen({ key: "k", url: "u", dimensions: {} }),
  "gen no dims": gen({ dimensions: UNDEFINED }),
  "gen str list": gen({ dimensions: { i: ["a", "b"] } }),
  "gen float list": gen({ dimensions: { i: [0.5, 1] } }),
  "gen offset int not str": gen({ offset: 5, length: "5" }),
  "gen offset float expr": gen({ offset: "{{i/2}}", length: "5" }),
  "gen offset floordiv": gen({ offset: "{{i//2}}", length: "5" }),
  "gen offset pow": gen({ offset: "{{2**i}}", length: "5" }),
  "gen offset mod": gen({ offset: "{{i%2}}", length: "5" }),
  "gen offset spaces": gen({ offset: " {{i}} ", length: "5" }),
  "gen offset underscore '1_000'": gen({ offset: "1_000", length: "5" }),
  "gen offset big": gen({ offset: "9007199254740993", length: "5" }),
  "gen offset neg": gen({ offset: "-1", length: "5" }),
  "gen format filter": gen({ ...X, url: "{{'%05d'|format(i)}}" }),
  "gen format filter2": gen({ ...X, url: "{{'%05d' % i}}" }),
  "gen str.format": gen({ ...X, url: "{{'{:03d}'.format(i)}}" }),
  "gen zfill": gen({ ...X, url: "{{(i|string).zfill(3)}}" }),
  "gen tilde": gen({ ...X, url: "{{i ~ '_' ~ i}}" }),
  "gen cond": gen({ ...X, url: "{{'a' if i == 0 else 'b'}}" }),
  "gen for loop": gen({ ...X, url: "{% for q in range(3) %}{{q}}{% endfor %}" }),
  "gen dict over template name": gen({}, { templates: { i: "x" } }),
  "gen list index": gen({ ...X, url: "{{['x', 'y'][i]}}" }),
  "gen callable in url": gen({ url: "{{f(c=i)}}", offset: "0", length: "1" }, { templates: F }),
  "gen undefined": gen({ url: "{{zzz}}/{{i}}" }),
  "gen undefined arith": gen({ url: "{{zzz + 1}}" }),
  "gen dup keys": gen({ key: "same" }),
  "gen overrides refs": gen({ url: "u", dimensions: { i: [0] } }, { refs: { k0: "R" } }),
  "gen order vs refs": gen({ url: "u", dimensions: { i: [0] } }, { refs: { k9: "R" } }),
  "gen url none": gen({ url: UNDEFINED }),
  "gen comment": gen({ url: "u{# no #}{{i}}" }),
  "gen raw": gen({ url: "{% raw %}{{i}}{% endraw %}" }),
};

/** By mode and label. In strict mode Hyperslab does what fsspec does by default (`simple=True`). */
const DIFFERENT_SETS: Readonly<Record<string, { readonly ours: unknown; readonly why: string }>> = {
  "True attr access u.__class__": { ours: "refused", why: "attributes are how secrets are stolen" },
  "True format spec {{u:>30}}": { ours: "refused", why: "Python's format is not imitated" },
  "True index {{u[0]}}": { ours: "refused", why: "Python's format is not imitated" },
  "True callable not called": { ours: "refused", why: "fsspec puts the address of a function into the URL" },
  "True 4-element": { ours: "refused", why: "it is not known what the fourth would mean" },
  "True null url w/ templates": { ours: { k: ["memory://data", 1, 3] }, why: "templates have nothing to do with it" },
  "False attr access u.__class__": { ours: "refused", why: "there are no attributes" },
  "False callable tmpl posit arg": { ours: "refused", why: "jinja replaces the text of the template by the argument" },
  "False callable not called": { ours: "refused", why: "fsspec puts the address of a function into the URL" },
  "False 4-element": { ours: "refused", why: "it is not known what the fourth would mean" },
  "False null url w/ templates": { ours: { k: ["memory://data", 1, 3] }, why: "templates have nothing to do with it" },
  "False version '1'": { ours: { a: "x" }, why: "published sets have it; it is a note" },
  "False gen offset big": { ours: "refused", why: "offsets are exact to 2^53" },
  "False gen offset neg": { ours: "refused", why: "there is nothing before the first byte" },
  "False gen str.format": { ours: "refused", why: "there are no methods" },
  "False gen zfill": { ours: "refused", why: "there are no methods" },
  "False gen for loop": { ours: "refused", why: "there are no statements" },
};

/** A dictionary or bytes of Python, as JSON; some are cut off in the record. */
function parsed(result: string): unknown {
  if (result.startsWith("b'")) return { k: ["memory://data", 1, 3] };
  const text = result
    .replace(/\bNone\b/g, "null")
    .replace(/'((?:[^'\\]|\\.)*)'/g, (_, inside: string) => JSON.stringify(inside.replaceAll("\\n", "\n")));
  return JSON.parse(text);
}

describe("templates and gens, as fsspec renders them", () => {
  const cases = recorded("fsspec-templates-gen.txt");
  it("are all here", () =>
    expect([...new Set(cases.map(({ label }) => label))].sort()).toEqual(Object.keys(SETS).sort()));

  it.each(cases)("$label, simple=$simple", async ({ label, simple, isError, result }) => {
    const text = JSON.stringify(SETS[label]);
    const ours = await verdict(async () => shown(await read(text, { strictFsspec: simple, target: "memory://data" })));
    const different = DIFFERENT_SETS[`${simple ? "True" : "False"} ${label}`];
    if (different !== undefined) expect(ours).toEqual(different.ours);
    else if (isError) expect(ours).toBe("refused");
    else if (label === "version null") expect(Object.keys(ours)).toEqual(["refs"]);
    else if (label === "SEED") expect(Object.keys(ours)).toHaveLength(9);
    else expect(ours).toEqual(parsed(result));
  });
});
