/** What bad input gets of the built program: exit code 4 or 5, one line that says what happened, and no secret. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { spawnCli } from "../cli/spawn-cli.ts";
import { refuseSecrets, secrets } from "../secrets.ts";
import { isThorough } from "../thorough.ts";
import { badInputs, patienceOf, SELECTION, selected } from "./bad-inputs.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-bad-input-"));
afterAll(() => rmSync(folder, { recursive: true }));

function environment(url: string, trusted: string | undefined, patience: number): NodeJS.ProcessEnv {
  const { origin } = new URL(url);
  const file = join(folder, `${new URL(url).port}.pem`);
  if (trusted !== undefined) writeFileSync(file, trusted);
  const { http_proxy: _, https_proxy: __, HTTP_PROXY: ___, HTTPS_PROXY: ____, ...inherited } = process.env;
  return {
    ...inherited,
    NO_COLOR: "1",
    HYPERSLAB_HTTP_ORIGINS: origin,
    HYPERSLAB_HTTP_TOKEN: secrets.token,
    HYPERSLAB_HTTP_TIMEOUT: String(patience / 1000),
    ...(trusted === undefined ? {} : { SSL_CERT_FILE: file }),
  };
}

describe("the program", () => {
  test.concurrent.each(badInputs.map((input) => [input.name, input] as const))("%s", async (_, input) => {
    const { start, outcome } = input;
    const server = await start();
    try {
      const address = `${server.url}?signature=${encodeURIComponent(secrets.signature)}`;
      const env = environment(server.url, server.trusted, patienceOf(input));
      for (const more of isThorough ? [[], ["--debug", "--trace"]] : [["--debug", "--trace"]]) {
        const argv = ["dump", address, "--select", SELECTION, "--json", ...more];
        const { code, stdout, stderr } = await spawnCli(argv, { env });
        refuseSecrets(stdout, stderr);
        if (outcome === "values") {
          expect([code, JSON.parse(stdout).arrays[0].data.flat(9)], stderr).toEqual([0, selected]);
        } else {
          expect(code, stderr).toBe(outcome.exit);
          expect(stderr).toMatch(/^error: .*/m);
          expect(stderr).toContain(server.url);
          expect(stderr).toMatch(/^ {2}hint: [A-Z].*\.$/m);
          if (outcome.attempts === "all") expect(stderr).toMatch(/\(tried \d+ times\)/);
          expect(stdout).not.toContain("7777, 7777");
        }
      }
    } finally {
      await server.close();
    }
  });
});
