/** NCZarr on a server and in a bucket: opened, listed and read, with each object asked for once. */
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { netcdfView } from "../../src/dataset/netcdf/view.ts";
import { type Group, openGroup } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";
import { objectServer } from "./object-server.ts";
import { accessKeyId, s3Server, secretAccessKey } from "./s3/s3-server.ts";

const fixtures = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr");

/** A dataset of netCDF-C with groups below groups. */
async function filesOf(path: string): Promise<[string, Uint8Array][]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file.slice(path.length + 1), new Uint8Array(readFileSync(file))]);
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const end of ends.splice(0)) await end();
});

/** All variables with their values, in order. */
async function readAll(group: Group): Promise<readonly string[]> {
  const { root, arrayOf } = await netcdfView(group);
  const found: string[] = [];
  const visit = async ({ variables, groups }: typeof root): Promise<void> => {
    for (const variable of variables) {
      const { data } = await arrayOf(variable).read();
      found.push(
        `${variable.path} ${JSON.stringify(data, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))}`,
      );
    }
    for (const inner of groups) await visit(inner);
  };
  await visit(root);
  return found;
}

/** Each document below the root once; those of the root once to open it and once to list it. */
function expectFew(paths: readonly string[], kinds: readonly string[]): void {
  const below = paths.filter((path) => path.includes("/"));
  expect(below.filter((path, index) => below.indexOf(path) !== index)).toEqual([]);
  for (const path of paths) expect(paths.filter((other) => other === path).length).toBeLessThanOrEqual(2);
  expect(new Set(kinds)).toEqual(new Set(["GET"]));
}

for (const version of ["v492", "v493"]) {
  const path = join(fixtures, version, "nczarr", "groups.file");

  test(`${version} over HTTP`, async () => {
    const files = await filesOf(path);
    const server = await objectServer({ index: false });
    ends.push(() => server.close());
    const url = server.add(files);
    const group = await openGroup(url);
    expect(group.hierarchy.format).toBe("nczarr");
    expect(await readAll(group)).toEqual(await readAll(await openGroup(path)));
    const start = new URL(url).pathname.replace(/\/?$/, "/").length;
    expectFew(
      server.seen.map((request) => decodeURIComponent(request.url).slice(start)),
      server.seen.map(({ method }) => method),
    );
  });

  test(`${version} in a bucket`, async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", secretAccessKey);
    const server = await s3Server({});
    ends.push(() => server.close());
    for (const [key, bytes] of await filesOf(path)) server.buckets.get("bucket")!.set(`data/${key}`, bytes);
    const group = await openGroup(`${server.origin}/bucket/data#mode=nczarr,s3`);
    expect(group.hierarchy.format).toBe("nczarr");
    expect(await readAll(group)).toEqual(await readAll(await openGroup(path)));
    const start = "/bucket/data/".length;
    expectFew(
      server.seen.map((request) => decodeURIComponent(request.url).slice(start)),
      server.seen.map(({ method }) => method),
    );
  });
}
