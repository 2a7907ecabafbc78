/**
 * What bad answers of a bucket get of the built program: exit code 4 or 5, what happened and what to do, no secret, and
 * no fill value. The document is served as it should be, the chunks are not, unless all is refused alike.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { spawnCli } from "../../cli/spawn-cli.ts";
import { entries, SELECTION, selected } from "../bad-inputs.ts";
import {
  type Answer,
  accessKeyId,
  refusal,
  type S3ServerOptions,
  s3Server,
  secretAccessKey,
  sessionToken,
} from "./s3-server.ts";

const home = mkdtempSync(join(tmpdir(), "hyperslab-s3-bad-input-"));
afterAll(() => rmSync(home, { recursive: true }));

interface Case {
  readonly server?: S3ServerOptions;
  readonly keys?: Readonly<Record<string, string>>;
  readonly bucket?: string;
  /** Undefined: the values come. */
  readonly exit: 4 | 5 | undefined;
  readonly says: RegExp;
}

const chunksAnswer = (answer: Answer): S3ServerOptions => ({
  answer: ({ url }) => (url.includes("/c/") ? answer : undefined),
});

const cases: Readonly<Record<string, Case>> = {
  "nothing wrong": { exit: undefined, says: /^$/ },
  "a wrong secret": { keys: { AWS_SECRET_ACCESS_KEY: `${secretAccessKey}x` }, exit: 4, says: /secret key/ },
  "a key that nobody knows": { keys: { AWS_ACCESS_KEY_ID: "AKIDNOBODYKNOWSTHIS0" }, exit: 4, says: /key/ },
  "a token that has expired": {
    server: { tokens: () => ["another"] },
    keys: { AWS_SESSION_TOKEN: sessionToken },
    exit: 4,
    says: /expired/,
  },
  "a token that expires on the way": { server: chunksAnswer(refusal(400, "ExpiredToken")), exit: 4, says: /expired/ },
  "a bucket that is not there": { bucket: "absent", exit: 5, says: /bucket/ },
  "access denied": {
    server: { answer: () => refusal(403, "AccessDenied") },
    exit: 4,
    says: /AccessDenied|not allowed|forbid/i,
  },
  "access denied to chunks": { server: chunksAnswer(refusal(403, "AccessDenied")), exit: 4, says: /c\/0\/0|c\/0\/1/ },
  "a clock that is a day off": { server: { ahead: 86_400_000 }, exit: undefined, says: /^$/ },
  "a clock that nothing can put right": {
    server: { answer: () => refusal(403, "RequestTimeTooSkewed") },
    exit: 4,
    says: /Set the clock of this machine/,
  },
  "too many requests for ever": {
    server: chunksAnswer(refusal(503, "SlowDown")),
    exit: 5,
    says: /\(tried \d+ times\)/,
  },
  "an error inside of the server": {
    server: chunksAnswer(refusal(500, "InternalError")),
    exit: 5,
    says: /\(tried \d+ times\)/,
  },
};

describe("the program", () => {
  test.concurrent.each(Object.entries(cases))(
    "%s",
    async (_, { server: options, keys, bucket = "bucket", exit, says }) => {
      const server = await s3Server(options);
      try {
        for (const [key, value] of await entries("plain")) server.buckets.get("bucket")?.set(`x.zarr/${key}`, value);
        const { http_proxy: _, https_proxy: __, HTTP_PROXY: ___, HTTPS_PROXY: ____, ...inherited } = process.env;
        const env = {
          ...inherited,
          NO_COLOR: "1",
          HOME: home,
          AWS_EC2_METADATA_DISABLED: "true",
          AWS_ACCESS_KEY_ID: accessKeyId,
          AWS_SECRET_ACCESS_KEY: secretAccessKey,
          ...keys,
        };
        const argv = ["dump", `s3://${bucket}/x.zarr`, "--endpoint", server.origin, "--select", SELECTION, "--json"];
        for (const more of [[], ["--debug", "--trace"]]) {
          const { code, stdout, stderr } = await spawnCli([...argv, ...more], { env });
          if (exit === undefined) {
            expect([code, JSON.parse(stdout).arrays[0].data.flat(9)], stderr).toEqual([0, selected]);
            continue;
          }
          expect(code, stderr).toBe(exit);
          expect(stderr).toMatch(/^error: .*/m);
          expect(stderr).toMatch(says);
          expect(stderr).toContain(`/${bucket}`);
          expect(stderr).toMatch(/^ {2}hint: [A-Z].*\.$/m);
          expect(stdout).not.toContain("7777");
        }
      } finally {
        await server.close();
      }
    },
  );
});
