/** Foreign files on real servers: parts of them on nginx, which counts the requests, and as objects of Ceph's S3. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { runCli } from "../cli/run-cli.ts";
import { cephBucket } from "../stores/ceph-bucket.ts";
import { type ServedFolder, serveFolder } from "../stores/web-server.ts";
import { bytesOf, describedFiles, expectNative, nativeFiles, pathOf, withNeighbours } from "./native-files.ts";

/** Some of each format: all of them are opened from a server of Node. */
const files = nativeFiles().filter((_, index) => index % 5 === 0);
const formats = [...new Set(files.map(({ format }) => format))];
const ownOf = (format: string): typeof files => files.filter((file) => file.format === format);

const documents = describedFiles();

test("there are files of every format", () => expect(formats.length).toBeGreaterThan(5));

describe("nginx", () => {
  let server: ServedFolder;
  let url: string;
  beforeAll(async () => {
    server = await serveFolder("nginx");
    url = server.add([
      ...files.map((file): [string, Uint8Array] => [pathOf(file), bytesOf(file)]),
      ...documents.flatMap((file) =>
        withNeighbours(file).map(([name, data]): [string, Uint8Array] => [`dmrpp/${name}`, data]),
      ),
    ]);
  });
  afterAll(() => server?.close());

  test.each(formats)("%s: values are the peers', and no file is asked for whole", async (format) => {
    await server.requests();
    for (const file of ownOf(format)) {
      await expectNative(await open(`${url}/${pathOf(file)}`), file);
      await expectNative(await open(`${url}/${pathOf(file)}|${format}:`), file);
    }
    const whole = (await server.requests()).filter((line) => /^GET \S+ -?$/.test(line.trim()));
    expect(whole).toEqual([]);
  });

  test("documents that describe files next to them", async () => {
    for (const file of documents) await expectNative(await open(`${url}/dmrpp/${file.file}`), file);
  });

  test.each(formats)("%s: info takes few requests", async (format) => {
    const [file] = ownOf(format);
    await server.requests();
    const { code } = await runCli(["info", `${url}/${pathOf(file!)}`]);
    expect(code).toBe(0);
    expect((await server.requests()).length).toBeLessThanOrEqual(
      3 + (format === "npz" ? Object.keys(file!.arrays).length : 0),
    );
  });
});

describe("Ceph", () => {
  const BUCKET = "foreign-files";
  const bucket = cephBucket(BUCKET);
  beforeAll(async () => {
    const store = bucket.store();
    for (const file of files) await store.set!(pathOf(file), bytesOf(file));
    for (const file of documents) {
      for (const [name, data] of withNeighbours(file)) await store.set!(`dmrpp/${name}`, data);
    }
  }, 600_000);

  test.each(formats)("%s", async (format) => {
    for (const file of ownOf(format)) {
      await expectNative(await open(`s3://${BUCKET}/${pathOf(file)}`, { store: bucket.settings() }), file);
    }
  });

  test("documents that describe objects next to them", async () => {
    for (const file of documents) {
      await expectNative(await open(`s3://${BUCKET}/dmrpp/${file.file}`, { store: bucket.settings() }), file);
    }
  });

  test.each(["hdf5", "netcdf3"])("%s by netCDF's mode", async (format) => {
    for (const file of ownOf(format)) {
      const address = `s3://${BUCKET}/${pathOf(file)}#mode=bytes,s3`;
      await expectNative(await open(address, { store: bucket.settings() }), file);
    }
  });
});
