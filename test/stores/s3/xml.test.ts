import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isHyperslabError } from "../../../src/errors.ts";
import { childrenOf, childText, escapeXml, fitsXml, parseXml } from "../../../src/stores/s3/xml.ts";

const parse = (text: string) => parseXml(new TextEncoder().encode(text), { location: "s3://b" });

describe("XML of S3", () => {
  test("elements, text, entities, attributes, comments, CDATA", () => {
    const root = parse(
      `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- a - b --><R xmlns="http://x/" xmlns:xsi='y'>\n <K>a&amp;b&lt;&#x1F600;&#97;</K><K><![CDATA[<&]]>c</K><E/><F a="1" />\n</R>\n`,
    );
    expect(root.name).toBe("R");
    expect(childrenOf(root, "K").map(({ text }) => text)).toEqual(["a&b<😀a", "<&c"]);
    expect(childText(root, "E")).toBe("");
    expect(childText(root, "absent")).toBeUndefined();
  });

  const broken = [
    "",
    "text",
    "<a>",
    "<a></b>",
    "</a>",
    "<a/><b/>",
    "<a>&unknown;</a>",
    "<a>& </a>",
    "<a>&#0;</a>",
    "<a>&#xD800;</a>",
    "<a>&#x110000;</a>",
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    "<a b=c></a>",
    "<a><</a>",
    "<a>".repeat(17) + "</a>".repeat(17),
  ];
  test.each(broken)("%j is refused", (text) => {
    let error: unknown;
    try {
      parse(text);
    } catch (caught) {
      error = caught;
    }
    expect(isHyperslabError(error, "io") && error.place.location).toBe("s3://b");
  });

  test("any text that fits comes back as it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        if (fitsXml(text)) expect(parse(`<a>${escapeXml(text)}</a>`).text).toBe(text);
      }),
    );
    expect(fitsXml("a\u0001")).toBe(false);
  });

  test("any bytes end in an element or an error of ours", () => {
    const piece = fc.constantFrom(
      "<a>",
      "</a>",
      "<b/>",
      "&amp;",
      "&",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "x",
      "<",
      '"',
      "<?",
      "?>",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        try {
          parse(pieces.join(""));
        } catch (error) {
          expect(isHyperslabError(error, "io")).toBe(true);
        }
      }),
    );
  });

  test("long answers are read in a time that grows with them alone", () => {
    const many = "<Contents><Key>k</Key></Contents>".repeat(20_000);
    expect(parse(`<R>${many}</R>`).children).toHaveLength(20_000);
    const start = process.cpuUsage();
    for (const text of [
      "<!--".repeat(200_000),
      `<a ${"b ".repeat(200_000)}`,
      "<![CDATA[".repeat(200_000),
      "<a ".repeat(200_000),
    ]) {
      expect(() => parse(text)).toThrow();
    }
    // Microseconds of work, not of waiting for a processor; hundreds of times what it takes.
    expect(process.cpuUsage(start).user).toBeLessThan(2e6);
  });
});
