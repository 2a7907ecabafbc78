/** Whatever a peer wrote can be shown, and whatever is broken is refused with the right code: no bug, no silence. */
import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/cli/exit-codes.ts";
import { type FixtureCase, fixtureSets } from "../fixture-sets.ts";
import { some } from "../thorough.ts";
import { runCli } from "./run-cli.ts";

const COMMANDS = [["info", "--stored", "--json"], ["info"], ["dump"], ["tree"], ["attrs"], ["dump", "--json"]];

/** Codes that a command may end with for such a case. */
function allowed(
  { error, when }: FixtureCase & { readonly error?: string; readonly when?: string },
  command: string,
): number[] {
  if (error === undefined) return [EXIT.ok];
  const refused = error === "unsupported" ? EXIT.unsupported : EXIT.no;
  return command === "dump" && when !== "open" ? [refused] : [EXIT.ok, refused];
}

describe.each(fixtureSets())("$maker", ({ folder, cases }) => {
  it.each(some(COMMANDS, 3).map((command) => [command.join(" "), command] as const))(
    "%s",
    async (_, [command, ...flags]) => {
      const wrong: unknown[] = [];
      for (const fixture of cases) {
        const { code, stdout, stderr } = await runCli([command!, `${folder}/${fixture.path}`, ...flags]);
        const known = stderr.includes("the codec") && code === EXIT.unsupported;
        if (!allowed(fixture, command!).includes(code) && !known) wrong.push([fixture.name, code, stderr]);
        if (code === EXIT.ok && stderr !== "") wrong.push([fixture.name, "said", stderr]);
        const isJson = flags.includes("--json") || command === "attrs";
        if (isJson && code === EXIT.ok) expect(() => JSON.parse(stdout), fixture.name).not.toThrow();
      }
      expect(wrong).toEqual([]);
    },
  );
});
