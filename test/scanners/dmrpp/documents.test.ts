/** What DMR++ documents say wrongly is refused with the line; XML beyond what such documents have is refused. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { parseXml } from "../../../src/scanners/dmrpp/xml.ts";
import { scratchFolder } from "../../scratch-folder.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const HEAD = '<Dataset xmlns:dmrpp="d" name="x.h5" dmrpp:href="x.h5" dmrpp:version="3.21">';

async function openDocument(body: string) {
  const store = new Map([["x.h5.dmrpp", bytes(`${HEAD}${body}</Dataset>`)]]);
  return open(store, { path: "x.h5.dmrpp" });
}

const CHUNKS = (inner: string, attributes = "") =>
  `<Int32 name="a"><Dim size="8"/><dmrpp:chunks ${attributes}><dmrpp:chunkDimensionSizes>4</dmrpp:chunkDimensionSizes>${inner}</dmrpp:chunks></Int32>`;
const CHUNK = (position: string, more = "") =>
  `<dmrpp:chunk offset="0" nBytes="16" chunkPositionInArray="${position}" ${more}/>`;

describe("XML", () => {
  test.each([
    ["a document type", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ["an entity of its own", "<a>&b;</a>"],
    ["an entity without an end", "<a>&amp</a>"],
    ["an entity of no character", "<a>&#x110000;</a>"],
    ["elements that are not closed", "<a><b></a>"],
    ["an end", "</a>"],
    ["nothing closed", "<a>"],
    ["two documents", "<a/><b/>"],
    ["text around it", "<a/>b"],
    ["two attributes of one name", '<a b="1" b="2"/>'],
    ["an attribute without quotes", "<a b=1/>"],
    ["no element", "<!-- a -->"],
    ["a comment within a comment", "<a><!-- a -- b --></a>"],
    ["too deep", `${"<a>".repeat(70)}${"</a>".repeat(70)}`],
  ])("refuses %s", (_, text) => {
    expect(() => parseXml(bytes(text), {})).toThrow(expect.objectContaining({ code: "invalid-data" }));
  });

  test("reads entities, sections of characters and other encodings", () => {
    const text = "<?xml version='1.0'?><a b='&lt;&#65;&#x42;'>x<![CDATA[<&>]]><!-- c --></a>";
    expect(parseXml(bytes(text), {})).toMatchObject({ name: "a", text: "x<&>", attributes: new Map([["b", "<AB"]]) });
    const latin = Uint8Array.from(bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>?</a>'), (byte) =>
      byte === 63 ? 63 : byte,
    );
    latin[latin.lastIndexOf(63)] = 0xe9;
    expect(parseXml(latin, {}).text).toBe("é");
    expect(() => parseXml(bytes('<?xml version="1.0" encoding="UTF-16"?><a/>'), {})).toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });
});

describe("documents", () => {
  test.each([
    ["a chunk off the grid", CHUNKS(CHUNK("[2]"), 'fillValue="0"')],
    ["a chunk beyond the array", CHUNKS(CHUNK("[8]"), 'fillValue="0"')],
    ["a chunk of another rank", CHUNKS(CHUNK("[0,0]"), 'fillValue="0"')],
    ["a chunk twice", CHUNKS(CHUNK("[0]") + CHUNK("[0]"), 'fillValue="0"')],
    ["a position that is none", CHUNKS(CHUNK("0"), 'fillValue="0"')],
    ["an offset that is none", CHUNKS('<dmrpp:chunk offset="-1" nBytes="4"/>')],
    ["no offset", CHUNKS('<dmrpp:chunk nBytes="4"/>')],
    ["a byte order", CHUNKS("", 'byteOrder="PDP"')],
    ["a fill value", CHUNKS("", 'fillValue="many"')],
    ["a fill value beyond the type", CHUNKS("", 'fillValue="99999999999"')],
    ["a dimension that is not there", '<Int8 name="a"><Dim name="/n"/></Int8>'],
    ["a length", '<Int8 name="a"><Dim size="-1"/></Int8>'],
    ["a name", '<Int8 name="a/b"/>'],
    ["two variables of one name", '<Int8 name="a"/><Group name="a"/><Group name="a"/>'],
    ["too few bytes of a run", '<Int32 name="a"><Dim size="8"/><dmrpp:chunk offset="0" nBytes="31"/></Int32>'],
    ["too few bytes in the document", '<Int32 name="a"><Dim size="2"/><dmrpp:compact>AAAA</dmrpp:compact></Int32>'],
    ["values that are not Base64", '<Int8 name="a"><dmrpp:compact>é</dmrpp:compact></Int8>'],
    ["too few texts", '<String name="a"><Dim size="2"/><dmrpp:vlsa><v>a</v></dmrpp:vlsa></String>'],
    ["too many texts", '<String name="a"><Dim size="2"/><dmrpp:vlsa><v c="999999999999">a</v></dmrpp:vlsa></String>'],
    ["a text that is not compressed", '<String name="a"><dmrpp:vlsa><v s="3">YWJj</v></dmrpp:vlsa></String>'],
    ["an enumeration that is not there", '<Enum name="a" enum="/e"/>'],
  ])("%s", async (_, body) => {
    await expect(openDocument(body)).rejects.toMatchObject({ code: "invalid-data" });
  });

  test("a file that is too short, or absent, is an error when it is read", async () => {
    const body = CHUNKS(CHUNK("[0]") + CHUNK("[4]", 'href="y.h5"'));
    const folder = scratchFolder();
    writeFileSync(join(folder, "x.h5"), new Uint8Array(8));
    writeFileSync(join(folder, "x.h5.dmrpp"), `${HEAD}${body}</Dataset>`);
    const group = await open(join(folder, "x.h5.dmrpp"));
    if (group.kind !== "group") throw new Error("not a group");
    const array = await group.openArray("a");
    await expect(array.read([3])).rejects.toMatchObject({ code: "invalid-data" });
    await expect(array.read([4])).rejects.toSatisfy(
      (error) => error instanceof Error && error.name === "HyperslabError",
    );
  });

  test("a mask that may mean two things is refused where it is read", async () => {
    const group = await openDocument(CHUNKS(CHUNK("[0]", 'fm="1"') + CHUNK("[4]"), 'compressionType="deflate"'));
    if (group.kind !== "group") throw new Error("not a group");
    const array = await group.openArray("a");
    await expect(array.read([0])).rejects.toMatchObject({ code: "unsupported" });
  });

  test("another document of XML is not one", async () => {
    const store = new Map([["a.dmrpp", bytes("<html/>")]]);
    await expect(open(store, { path: "a.dmrpp" })).rejects.toSatisfy((error) => error instanceof Error);
  });

  test("huge lengths take no memory", async () => {
    const size = 2 ** 49;
    const body = `<Int8 name="a"><Dim size="${size}"/><dmrpp:chunk offset="0" nBytes="${size}"/></Int8>`;
    const group = await openDocument(body);
    if (group.kind !== "group") throw new Error("not a group");
    expect((await group.openArray("a")).shape).toEqual([size]);
  });
});
