/** DMR++ documents, read by VirtualiZarr and by us: the same values. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pythonOf } from "../../scripts/peers/environments.mjs";
import { openGroup } from "../../src/index.ts";
import type { ExpectedFile } from "../contracts/scanner-contract.ts";
import { unpack } from "../fixture-sets.ts";
import { hashOf } from "../scanners/native-files.ts";
import { startLinePeer } from "./line-peer.ts";

type Answer = Readonly<Record<string, string | { readonly shape: readonly number[]; readonly sha256: string }>>;

const folder = unpack("fixtures/dmrpp/dmrpp.tar.gz");
const { files } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as {
  readonly files: readonly (ExpectedFile & { readonly virtualizarr: boolean })[];
};
let peer: ReturnType<typeof startLinePeer<Answer>>;
beforeAll(() => {
  peer = startLinePeer<Answer>(pythonOf("virtual"), ["test/interop/dmrpp_peer.py"]);
});
afterAll(() => peer?.close());

// VirtualiZarr does not know the other features: byte orders, checksums, masks, other files, values in the document.
test.each(files.filter(({ virtualizarr }) => virtualizarr).map(({ file }) => file))("%s", async (file) => {
  const path = resolve(folder, file);
  const answer = await peer.ask({ path });
  const group = await openGroup(path);
  let compared = 0;
  for (const [name, theirs] of Object.entries(answer)) {
    if (typeof theirs === "string") continue;
    const array = await group.openArray(name);
    expect([...array.shape], name).toEqual(theirs.shape);
    const { data } = await array.read(undefined, { as: "bytes" });
    expect(hashOf(data as Uint8Array), name).toBe(theirs.sha256);
    compared++;
  }
  expect(compared, JSON.stringify(answer)).toBeGreaterThanOrEqual(17);
});
