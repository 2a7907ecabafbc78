/** A plan that is saved, and run by another process, gives the target and the report of a direct copy. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copy, planCopy } from "../../src/index.ts";
import { filesOf, PLAN_CASES } from "./copy-plan-cases.ts";

const PROGRAM = `
  import { readFile } from "node:fs/promises";
  import { runCopy } from ${JSON.stringify(pathToFileURL(resolve("dist/lib/index.js")).href)};
  const plan = JSON.parse(await readFile(process.argv[2], "utf8"));
  process.stdout.write(JSON.stringify(await runCopy(plan)));
`;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hyperslab-plan-"));
  await writeFile(join(folder, "run.mjs"), PROGRAM);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(PLAN_CASES)("$name", async ({ name, make, options, extension = "" }) => {
  const at = (end: string): string => join(folder, `${name} ${end}`);
  await make(at("source"));
  await writeFile(at("plan.json"), JSON.stringify(await planCopy(at("source"), at(`target${extension}`), options)));
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "run.mjs"), at("plan.json")], {
    cwd: tmpdir(),
  });
  const direct = await copy(at("source"), at(`direct${extension}`), options);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(direct)));
  expect(await filesOf(at(`target${extension}`))).toEqual(await filesOf(at(`direct${extension}`)));
});
