/** Sets on servers: how many requests they take, and values in memory that is used again. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { limitSettings } from "../../../src/bytes/limit.ts";
import { sharedRoom } from "../../../src/bytes/source/byte-room.ts";
import { openArray } from "../../../src/index.ts";
import { type ObjectServer, type ObjectServerOptions, objectServer } from "../../stores/object-server.ts";

const CHUNK = 5000;
const COUNT = 16;
const values = Uint8Array.from({ length: CHUNK * COUNT }, (_, i) => (i * 31 + Math.floor(i / 977)) % 256);

/** Every other chunk lies in one file, far from the next, the others in files of their own. */
function filesOf(): [string, Uint8Array][] {
  const spread = new Uint8Array(COUNT * 200_000);
  const refs: Record<string, unknown> = {
    ".zarray": {
      ...{ zarr_format: 2, shape: [CHUNK * COUNT], chunks: [CHUNK], dtype: "|u1" },
      ...{ compressor: null, fill_value: 0, order: "C", filters: null },
    },
  };
  const files: [string, Uint8Array][] = [];
  for (let chunk = 0; chunk < COUNT; chunk++) {
    const bytes = values.slice(chunk * CHUNK, (chunk + 1) * CHUNK);
    if (chunk % 2 === 0) spread.set(bytes, chunk * 200_000);
    else files.push([`${chunk}.bin`, bytes]);
    refs[chunk] = chunk % 2 === 0 ? ["spread.bin", chunk * 200_000, CHUNK] : [`${chunk}.bin`];
  }
  return [...files, ["spread.bin", spread], ["refs.json", new TextEncoder().encode(JSON.stringify(refs))]];
}

describe.each<[string, ObjectServerOptions]>([
  ["parts", {}],
  ["whole objects only", { ranges: "none" }],
  ["whole objects only, without tags", { ranges: "none", etag: false }],
])("from a server that sends %s", (_, options) => {
  let server: ObjectServer;
  let address: string;
  beforeAll(async () => {
    server = await objectServer(options);
    address = `${server.add(filesOf())}/refs.json`;
  });
  afterAll(() => server.close());

  it("all values, again and again and at once, are those of the targets", async () => {
    const array = await openArray(address, { cacheBytes: 0 });
    for (let round = 0; round < 3; round++) expect((await array.read()).data).toEqual(values);
    const reads = Array.from({ length: COUNT }, (__, chunk) => array.read(`${chunk * CHUNK}:${(chunk + 1) * CHUNK}`));
    for (const [chunk, slab] of (await Promise.all(reads)).entries()) {
      expect(slab.data).toEqual(values.subarray(chunk * CHUNK, (chunk + 1) * CHUNK));
    }
  });
});

it.skipIf(limitSettings().tiny)(
  "a set is opened by one request, and a set that is not there is said to be missing",
  async () => {
    const server = await objectServer();
    try {
      const root = server.add(filesOf());
      await openArray(`${root}/refs.json`);
      expect(server.seen.map(({ url }) => url.replace(/^.*\//, ""))).toEqual(["refs.json"]);
      await expect(openArray(`${root}/nothing.json`)).rejects.toMatchObject({ code: "not-found" });
    } finally {
      await server.close();
    }
  },
);

// With tiny limits no memory is kept.
it.skipIf(limitSettings().tiny)("memory for parts is used again", async () => {
  const server = await objectServer();
  const [taken, given] = [vi.spyOn(sharedRoom, "take"), vi.spyOn(sharedRoom, "give")];
  try {
    const array = await openArray(`${server.add(filesOf())}/refs.json`, { cacheBytes: 0 });
    expect((await array.read()).data).toEqual(values);
    expect(taken.mock.calls.length).toBe(COUNT);
    expect(given.mock.calls.length).toBe(COUNT);
  } finally {
    vi.restoreAllMocks();
    await server.close();
  }
});
