/** What is parsed prints to an address that is parsed to the same, whatever characters names have. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseLocation } from "../../src/dataset/open/location.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { displayLocation } from "../../src/stores/location/grammar.ts";
import { type Location, printLocation } from "../../src/stores/location/location.ts";
import type { LocationBase, LocationStep } from "../../src/stores/location/parts.ts";

/** Names as people and attackers make them: the characters of the grammar, escapes, other scripts. */
const odd = fc.constantFrom(
  "|",
  "::",
  ":",
  "#",
  "#mode=",
  "?",
  "%",
  "%41",
  "\\",
  " ",
  "[",
  "]",
  "@",
  "&",
  "=",
  ",",
  "zip",
  "://",
  "é",
  "日",
  "😀",
  ".",
);
const name = fc
  .array(fc.oneof(odd, fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("").replaceAll("/", "").replaceAll("\0", ""))
  .filter((text) => text !== "" && text !== "." && text !== "..");
const names = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const innerPath = fc.oneof(fc.constant(""), names);

const base: fc.Arbitrary<LocationBase> = fc.oneof(
  fc
    .tuple(fc.constantFrom("", "/", "./", "../", "C:/", "C:\\", "//", "file:", "zip::", "s3://"), names)
    .map(([start, path]): LocationBase => ({ scheme: "file", path: start + path })),
  fc
    .constantFrom("zip", "reference", "ZIP", "memory:", "C:", "a:", "/", ".")
    .map((path): LocationBase => ({ scheme: "file", path })),
  names.map((path): LocationBase => ({ scheme: "memory", path })),
  fc
    .tuple(
      fc.constantFrom("http", "https"),
      fc.webAuthority({ withIPv4: true, withIPv6: true, withPort: true }),
      names,
      fc.webQueryParameters(),
    )
    .map(
      ([scheme, host, path, query]): LocationBase => ({
        scheme,
        url: `${scheme}://${host}/${path.split("/").map(encodeURIComponent).join("/")}?${encodeURI(query).replaceAll("::", "%3A%3A").replaceAll("#", "%23")}`,
      }),
    )
    .filter((given) => "url" in given && URL.canParse(given.url)),
  fc
    .tuple(fc.constantFrom("s3", "gs", "gs3"), fc.stringMatching(/^[A-Za-z0-9._-]{1,8}$/), innerPath)
    .map(([scheme, bucket, key]): LocationBase => ({ scheme, bucket, key })),
  fc
    .tuple(fc.stringMatching(/^[a-z0-9]{3,8}$/), fc.constantFrom("$web", "$root", "abc", "a-b-c"), innerPath)
    .map(([account, container, key]): LocationBase => ({ scheme: "az", account, container, key })),
);

const step = (...steps: string[]): fc.Arbitrary<LocationStep> =>
  fc.record({ name: fc.constantFrom(...steps), path: innerPath });
const last = fc.oneof(
  step("zarr", "zarr3", "zarr2", "zarr1", "zarr0", "zarr3-draft", "zarr3-alpha", "nczarr", "bloscpack"),
  fc.record({ name: fc.constant("node"), path: names }),
);
const steps = fc
  .tuple(fc.array(step("zip", "reference"), { maxLength: 2 }), fc.option(last, { nil: undefined }))
  .map(([stores, node]) => (node === undefined ? stores : [...stores, node]));

const modes = fc.shuffledSubarray(["nczarr", "zarr", "noxarray", "consolidated"] as const);
const text = names;
const options = fc
  .record({ mode: modes, profile: fc.option(text, { nil: undefined }), region: fc.option(text, { nil: undefined }) })
  .map(({ mode, profile, region }) => ({
    ...(mode.length > 0 && { mode }),
    ...(profile !== undefined && { profile }),
    ...(region !== undefined && { region }),
  }));

const location: fc.Arbitrary<Location> = fc
  .record({ base, steps, options: fc.option(options, { nil: undefined }) })
  .map(({ options: given, ...rest }) =>
    given === undefined || Object.keys(given).length === 0 ? rest : { ...rest, options: given },
  );

/** Its colon and the two before the node would be cut in the wrong place. */
const colonAtEnd: Location = {
  base: { scheme: "http", url: "http://0.0.0.0/x?:" },
  steps: [{ name: "node", path: "a" }],
};

test("parse(print(location)) is the location", () => {
  fc.assert(
    fc.property(location, (given) => {
      expect(parseLocation(printLocation(given))).toEqual(given);
    }),
    { numRuns: 1500, examples: [[colonAtEnd]] },
  );
});

const addressText = fc
  .array(
    fc.oneof(
      odd,
      name,
      fc.constantFrom(
        "s3://b/",
        "http://h/",
        "|zip:",
        "|zarr3:",
        "file:",
        "memory:x",
        "/",
        "zip::",
        "simplecache::",
        "reference://a::",
        "[mode=zarr]",
      ),
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(""));

test("any text is refused with a place in it, or has one normal form", () => {
  fc.assert(
    fc.property(addressText, (given) => {
      let parsed: Location;
      try {
        parsed = parseLocation(given);
      } catch (error) {
        if (!isHyperslabError(error)) throw error;
        expect(["invalid-request", "unsupported"]).toContain(error.code);
        expect(error.place.column).toBeGreaterThan(0);
        expect(error.place.column).toBeLessThanOrEqual(given.length + 1);
        return;
      }
      const printed = printLocation(parsed);
      expect(parseLocation(printed)).toEqual(parsed);
      expect(printLocation(parseLocation(printed))).toBe(printed);
    }),
    { numRuns: 3000 },
  );
});

test("what is shown of an address leaves out its query, which may hold secrets", () => {
  const shown = displayLocation(parseLocation("https://host/x.zip?token=hush|zip:a/b"));
  expect(shown).toBe("https://host/x.zip|zip:a/b");
});
