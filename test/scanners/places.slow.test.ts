/** Every foreign file of the fixtures, wherever it may lie: as a file, in archives, on a server, and by netCDF's mode. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";
import { rawZip } from "../stores/raw-zip.ts";
import { tarOf } from "../stores/tar-of.ts";
import { bytesOf, describedFiles, expectNative, type NativeFile, nativeFiles, withNeighbours } from "./native-files.ts";

/** All of them in a thorough run; otherwise some of each format, because each is opened in ten ways. */
const STEP = process.env["HYPERSLAB_THOROUGH"] === "1" ? 1 : 7;
const files = nativeFiles().filter((_, index) => index % STEP === 0);
const folder = mkdtempSync(join(tmpdir(), "hyperslab-places-"));
let server: ObjectServer;
beforeAll(async () => {
  server = await objectServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const entriesOf = (own: readonly NativeFile[]): Map<string, Uint8Array> =>
  new Map(own.map((file) => [`in/${file.file}`, bytesOf(file)]));

describe.each([...new Set(files.map(({ format }) => format))])("%s", (format) => {
  const own = files.filter((file) => file.format === format);

  test("there are files", () => expect(own.length).toBeGreaterThan(0));

  test("members of a zip archive, on the disk and on a server", async () => {
    const zip = rawZip([...entriesOf(own)].map(([name, data]) => ({ name, data })));
    writeFileSync(join(folder, `${format}.zip`), zip);
    const url = server.add([["a.zip", zip]]);
    for (const file of own) {
      await expectNative(await open(`${join(folder, `${format}.zip`)}|zip:in/${file.file}`), file);
      await expectNative(await open(`${url}/a.zip|zip:in/${file.file}`), file);
      // All members lie in one folder, which may be left out.
      await expectNative(await open(`${url}/a.zip|zip:${file.file}`), file);
    }
  });

  test("members of a tar archive, on the disk and on a server", async () => {
    const tar = tarOf(entriesOf(own));
    writeFileSync(join(folder, `${format}.tar`), tar);
    const url = server.add([["a.tar", tar]]);
    for (const file of own) {
      await expectNative(await open(`${join(folder, `${format}.tar`)}|tar:in/${file.file}`), file);
      await expectNative(await open(`${url}/a.tar|tar:in/${file.file}`), file);
    }
  });

  test("a file and an object of any name, by its format", async () => {
    for (const file of own) {
      const path = join(folder, "any-name");
      writeFileSync(path, bytesOf(file));
      await expectNative(await open(`${path}|${format}:`), file);
      const url = server.add([["any-name", bytesOf(file)]]);
      await expectNative(await open(`${url}/any-name|${format}:`), file);
    }
  });

  // A file of arrays by NumPy begins as any zip archive does.
  test.skipIf(format === "npz")("an object of any name, by how it begins", async () => {
    for (const file of own.slice(0, 2)) {
      const url = server.add([["download/1234", bytesOf(file)]]);
      await expectNative(await open(`${url}/download/1234`), file);
    }
  });
});

test("an object of any name and no known format is refused by how it begins", async () => {
  const url = server.add([["notes", new TextEncoder().encode("Read me first.")]]);
  server.seen.splice(0);
  await expect(open(`${url}/notes`)).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringContaining('the file is not of a known format: it begins with "Read me first."'),
  });
  await expect(open(`${url}/nothing`)).rejects.toMatchObject({ code: "not-found" });
  const looks = server.seen.filter(({ url: asked }) => asked.endsWith("/nothing"));
  expect(looks).toHaveLength(1);
});

describe("documents that describe other files", () => {
  test.each(describedFiles().map((file) => [file.file, file] as const))("%s", async (name, file) => {
    const entries = withNeighbours(file);
    const inside = entries.map(([key, data]) => [`in/${key}`, data] as const);
    const [zip, tar] = [rawZip(inside.map(([key, data]) => ({ name: key, data }))), tarOf(new Map(inside))];
    const url = server.add([...entries, ["a.zip", zip], ["a.tar", tar]]);
    for (const [archive, bytes] of [
      ["zip", zip],
      ["tar", tar],
    ] as const) {
      const path = join(folder, `${name}.${archive}`);
      writeFileSync(path, bytes);
      await expectNative(await open(`${path}|${archive}:in/${name}`), file);
      await expectNative(await open(`${url}/a.${archive}|${archive}:in/${name}`), file);
    }
    await expectNative(await open(`${url}/${name}`), file);
    await expectNative(await open(join(file.folder, name)), file);
  });
});

describe.each(["hdf5", "netcdf3"])("#mode=bytes: %s", (format) => {
  const own = files.filter((file) => file.format === format);

  test("whatever the name", async () => {
    for (const file of own) {
      const path = join(folder, "any-name");
      writeFileSync(path, bytesOf(file));
      await expectNative(await open(`${pathToFileURL(path)}#mode=bytes`), file);
      const url = server.add([["any-name", bytesOf(file)]]);
      await expectNative(await open(`${url}/any-name#mode=bytes`), file);
      await expectNative(await open(`${url}/any-name#mode=bytes,${format}`), file);
    }
  });

  test("another kind of file than the mode says is refused", async () => {
    const url = server.add([["any-name", bytesOf(own[0]!)]]);
    const other = format === "hdf5" ? "netcdf3" : "hdf5";
    await expect(open(`${url}/any-name#mode=bytes,${other}`)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:not-found|invalid-data)$/),
    });
  });
});
