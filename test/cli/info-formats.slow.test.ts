/** `info` names the format and its version, and what is odd about a store, for everything that was ever written. */
import { expect, it } from "vitest";
import { type LegacyCase, legacyCases } from "../formats/legacy-stores.ts";
import { runCli } from "./run-cli.ts";

it.each<[LegacyCase["family"], RegExp, RegExp | undefined]>([
  ["0.3", / {2}Zarr 0\.3 array/, /note .*__zmeta__: pickled metadata/],
  ["0.4", / {2}Zarr 0\.4 array/, undefined],
  ["1", / {2}Zarr v1 array/, undefined],
  ["3-alpha", / {2}Zarr v3 alpha array/, /note .*the unfinished Zarr v3/],
])("%s", async (family, title, note) => {
  const { root, cases } = legacyCases([family]);
  let odd = 0;
  for (const { path, array, expect: outcome } of cases) {
    if (outcome === "error") continue;
    const address = `${root}/${path}${array === "" ? "" : `::${array}`}`;
    const { code, stdout, stderr } = await runCli(["info", address]);
    expect([code, stderr], path).toEqual([0, ""]);
    expect(stdout.split("\n")[0], path).toMatch(title);
    if (note !== undefined) expect(stdout, path).toMatch(note);
    if (stdout.includes("\nnote ")) odd += 1;
  }
  expect(odd).toBeGreaterThan(0);
});
