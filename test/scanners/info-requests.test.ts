/** `hyperslab info https://.../file`: what it costs, which is never a download, whatever the scanner. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";
import { bytesOf, type NativeFile, nativeFiles } from "./native-files.ts";

let server: ObjectServer;
beforeAll(async () => {
  server = await objectServer();
});
afterAll(() => server.close());

const files = nativeFiles();
const fileOf = (name: string): NativeFile => files.find(({ file }) => file === name)!;

interface Cost {
  readonly requests: number;
  readonly bytes: number;
}

/** Bytes of the parts that were asked for. A request for a whole file would count as infinitely many. */
function cost(): Cost {
  const seen = server.seen.splice(0);
  const bytes = seen.map(({ method, headers }) => {
    if (method === "HEAD") return 0;
    const [, from, to, suffix] = /^bytes=(?:(\d+)-(\d+)|-(\d+))$/.exec(headers.range ?? "") ?? [];
    if (suffix !== undefined) return Number(suffix);
    return from === undefined ? Number.POSITIVE_INFINITY : Number(to) - Number(from) + 1;
  });
  return { requests: seen.length, bytes: bytes.reduce((sum, length) => sum + length, 0) };
}

async function info(name: string, bytes: Uint8Array): Promise<Cost> {
  const url = server.add([[name, bytes]]);
  server.seen.length = 0;
  const { code, stderr } = await runCli(["info", `${url}/${name}`]);
  expect([code, stderr], name).toEqual([0, expect.any(String)]);
  return cost();
}

/** The file as the beginning of one of 16 MiB: formats that say where they end allow anything after it. */
function padded(name: string): Uint8Array {
  const whole = new Uint8Array(16 << 20);
  whole.set(bytesOf(fileOf(name)));
  return whole;
}

/** One block of 64 KiB, and where the name does not tell the format its first 512 bytes. */
const BLOCK = 64 << 10;

test.each([
  ["integers-old.h5", 1],
  ["integers-new.h5", 1],
  ["zoo-cdf1.nc", 3],
  ["zoo-cdf5.nc", 3],
  ["cog.tif", 1],
])("%s, at the beginning of 16 MiB", async (name, most) => {
  const { requests, bytes } = await info(name, padded(name));
  expect(requests).toBeLessThanOrEqual(most);
  expect(bytes).toBeLessThanOrEqual(BLOCK + 512);
});

test.each([
  ["many.fits", 2, BLOCK],
  ["cube_levels.grib", 2, BLOCK],
  ["f4.npy", 3, 5000],
])("%s", async (name, most, bytes) => {
  const found = await info(name, bytesOf(fileOf(name)));
  expect(found.requests).toBeLessThanOrEqual(most);
  expect(found.bytes).toBeLessThanOrEqual(bytes);
});

test("stored.npz: the directory of the archive, and the header of each member", async () => {
  const file = fileOf("stored.npz");
  const { requests, bytes } = await info(file.file, bytesOf(file));
  expect(requests).toBeLessThanOrEqual(2 + Object.keys(file.arrays).length);
  expect(bytes).toBeLessThanOrEqual(BLOCK + 12_000);
});
