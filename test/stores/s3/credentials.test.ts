/** Whose keys sign. Everything that AWS's package asks is answered on the loopback interface. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { isHyperslabError } from "../../../src/errors.ts";
import { type AwsConfig, parseSections, readAwsConfig } from "../../../src/stores/s3/aws-config.ts";
import { type CredentialSource, findCredentials, renewing } from "../../../src/stores/s3/credentials.ts";
import type { S3Credentials } from "../../../src/stores/s3/sigv4.ts";
import { listen, stop } from "../object-server.ts";

function configOf(text: string): AwsConfig {
  const sections = parseSections(text);
  return { profile: (name) => sections.get(name), services: () => undefined };
}

const config = configOf(
  "[default]\naws_access_key_id=D\naws_secret_access_key=d\n[lab]\naws_access_key_id=L\naws_secret_access_key=l\naws_session_token=t\n",
);
const empty = configOf("");

function source(
  environment: Record<string, string>,
  profile?: string,
  { amazon = false, files = config }: { amazon?: boolean; files?: AwsConfig } = {},
): CredentialSource {
  return findCredentials({ profile, environment, config: files, amazon, place: { location: "s3://b" } });
}

describe("keys that stand somewhere", () => {
  const keys = { AWS_ACCESS_KEY_ID: "E", AWS_SECRET_ACCESS_KEY: "e" };
  const rows: [string, Record<string, string>, string | undefined, S3Credentials | undefined][] = [
    ["of the environment", keys, undefined, { accessKeyId: "E", secretAccessKey: "e" }],
    [
      "with a token",
      { ...keys, AWS_SESSION_TOKEN: "t" },
      undefined,
      { accessKeyId: "E", secretAccessKey: "e", sessionToken: "t" },
    ],
    [
      "before a profile of the environment",
      { ...keys, AWS_PROFILE: "lab" },
      undefined,
      { accessKeyId: "E", secretAccessKey: "e" },
    ],
    ["behind one that is asked for", keys, "lab", { accessKeyId: "L", secretAccessKey: "l", sessionToken: "t" }],
    [
      "of a profile of the environment",
      { AWS_PROFILE: "lab" },
      undefined,
      { accessKeyId: "L", secretAccessKey: "l", sessionToken: "t" },
    ],
    ["of the default profile", {}, undefined, { accessKeyId: "D", secretAccessKey: "d" }],
    ["half of them are none", { AWS_ACCESS_KEY_ID: "E" }, undefined, { accessKeyId: "D", secretAccessKey: "d" }],
    ["none, as was asked for", keys, "none", undefined],
    ["no, as netCDF says", keys, "no", undefined],
  ];
  test.each(rows)("%s", async (_, environment, profile, wanted) => {
    expect(await source(environment, profile).get()).toEqual(wanted);
  });

  test("there are none: requests go unsigned, and no service is contacted", async () => {
    expect(await source({}, undefined, { files: empty }).get()).toBeUndefined();
    const disabled = { AWS_EC2_METADATA_DISABLED: "true" };
    expect(await source(disabled, undefined, { files: empty, amazon: true }).get()).toBeUndefined();
  });

  test("a profile that is not there is an error", () => {
    expect(() => source({}, "absent")).toThrow(/no profile "absent"/);
  });
});

describe("renewing", () => {
  const made = (id: string, expiration?: number): S3Credentials => ({
    accessKeyId: id,
    secretAccessKey: "s",
    expiration,
  });

  test("some minutes before they expire, once for all callers", async () => {
    let now = 0;
    let count = 0;
    const keys = renewing(
      async () => made(`k${++count}`, now + 3600_000),
      "",
      () => now,
    );
    expect((await keys.get())?.accessKeyId).toBe("k1");
    now = 54 * 60_000;
    expect((await keys.get())?.accessKeyId).toBe("k1");
    now = 56 * 60_000;
    const all = await Promise.all([keys.get(), keys.get(), keys.get()]);
    expect(all.map((one) => one?.accessKeyId)).toEqual(["k2", "k2", "k2"]);
    expect(count).toBe(2);
  });

  test("those that still hold are used while no new ones are to be had", async () => {
    let now = 0;
    let fails = false;
    const provide = async (): Promise<S3Credentials> => {
      if (fails) throw new Error("down");
      return made("k", 3600_000);
    };
    const keys = renewing(provide, "", () => now);
    await keys.get();
    fails = true;
    now = 57 * 60_000;
    expect((await keys.get())?.accessKeyId).toBe("k");
    now = 61 * 60_000;
    await expect(keys.get()).rejects.toThrow("down");
  });

  test("when a server refuses them, unless they are the same again", async () => {
    let id = "a";
    const keys = renewing(async () => made(id), "");
    const first = (await keys.get())!;
    expect(await keys.renew(first)).toBeUndefined();
    id = "b";
    const again = (await keys.get())!;
    expect((await keys.renew(again))?.accessKeyId).toBe("b");
    expect((await keys.renew(first))?.accessKeyId).toBe("b");
  });
});

/** AWS's package reads the process's own environment. */
describe("AWS's chain", () => {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-aws-"));
  // AWS's package keeps what it has read of a file.
  let count = 0;
  let file = "";
  const before = { ...process.env };
  const servers: Server[] = [];
  const asked: string[] = [];
  const heads: IncomingMessage["headers"][] = [];
  beforeEach(() => {
    for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) delete process.env[name];
    file = join(folder, `config-${++count}`);
    Object.assign(process.env, { AWS_CONFIG_FILE: file, AWS_SHARED_CREDENTIALS_FILE: file, HOME: folder });
    writeFileSync(file, "");
  });
  afterEach(async () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    asked.length = 0;
    heads.length = 0;
    await Promise.all(servers.splice(0).map(stop));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const serve = async (answer: (path: string, body: string) => string | undefined): Promise<string> => {
    const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      let body = "";
      for await (const part of request) body += String(part);
      const { pathname, searchParams } = new URL(request.url ?? "", "http://h");
      const query = [...searchParams].map(([name, value]) => `${name}=${value}`).sort();
      asked.push([`${request.method} ${pathname}`, ...query].join(" "));
      heads.push(request.headers);
      const text = answer(request.url ?? "", body);
      response.writeHead(text === undefined ? 404 : 200, { "content-type": "text/plain" }).end(text ?? "");
    };
    const server = createServer((request, response) => void handle(request, response));
    servers.push(server);
    return `http://127.0.0.1:${await listen(server)}`;
  };
  const json = (id: string): string =>
    JSON.stringify({
      Code: "Success",
      Version: 1,
      AccessKeyId: id,
      SecretAccessKey: `secret of ${id}`,
      Token: `token of ${id}`,
      SessionToken: `token of ${id}`,
      Expiration: "2099-01-01T00:00:00Z",
    });
  const found = (profile?: string, amazon = true): CredentialSource =>
    findCredentials({
      profile,
      environment: process.env,
      config: readAwsConfig(process.env),
      amazon,
      place: { location: "s3://b" },
    });
  const wanted = (id: string): object => ({
    accessKeyId: id,
    secretAccessKey: `secret of ${id}`,
    sessionToken: `token of ${id}`,
    expiration: Date.UTC(2099, 0, 1),
  });

  test("a container", async () => {
    process.env["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = `${await serve(() => json("CONTAINER"))}/keys`;
    expect(await found().get()).toEqual(wanted("CONTAINER"));
    expect(asked).toEqual(["GET /keys"]);
  });

  test("a container that wants to be shown a token, from a file", async () => {
    const token = join(folder, "container-token");
    writeFileSync(token, "hello");
    process.env["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = `${await serve(() => json("SHOWN"))}/keys`;
    process.env["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] = token;
    expect(await found().get()).toEqual(wanted("SHOWN"));
    expect(heads.map(({ authorization }) => authorization)).toEqual(["hello"]);
  });

  test("a container is asked again when a server has refused its keys", async () => {
    let count = 0;
    process.env["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = `${await serve(() => json(`TURN${++count}`))}/keys`;
    const keys = found();
    const first = (await keys.get())!;
    expect([first.accessKeyId, (await keys.renew(first))?.accessKeyId]).toEqual(["TURN1", "TURN2"]);
  });

  test("an instance of Amazon's", async () => {
    process.env["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = await serve((path) => {
      if (path === "/latest/api/token") return "imds";
      return path.endsWith("/security-credentials/") ? "role" : json("INSTANCE");
    });
    expect(await found().get()).toMatchObject({ accessKeyId: "INSTANCE", sessionToken: "token of INSTANCE" });
    expect(asked.length).toBeGreaterThan(1);
    expect(await found(undefined, false).get()).toBeUndefined();
  });

  test("a process", async () => {
    const program = join(folder, "keys.mjs");
    writeFileSync(program, `console.log(${JSON.stringify(json("PROCESS"))});`);
    writeFileSync(file, `[made]\ncredential_process = node ${program}\n`);
    expect(await found("made").get()).toMatchObject(wanted("PROCESS"));
  });

  /** The answer of Amazon's token service to an action, if it is this one. */
  const roleFor = (action: string, id: string): ((path: string, body: string) => string | undefined) => {
    const keys = `<AccessKeyId>${id}</AccessKeyId><SecretAccessKey>secret of ${id}</SecretAccessKey><SessionToken>token of ${id}</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration>`;
    const result = `<${action}Result><Credentials>${keys}</Credentials></${action}Result>`;
    const xml = `<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/">${result}</${action}Response>`;
    return (_, body) => (new URLSearchParams(body).get("Action") === action ? xml : undefined);
  };
  const role = "role_arn=arn:aws:iam::123456789012:role/r\nregion=xx-loopback-1\n";

  test("a role that is assumed with the keys of another profile", async () => {
    process.env["AWS_ENDPOINT_URL_STS"] = await serve(roleFor("AssumeRole", "ROLE"));
    writeFileSync(file, `[base]\naws_access_key_id=B\naws_secret_access_key=b\n[role]\n${role}source_profile=base\n`);
    expect(await found("role").get()).toMatchObject(wanted("ROLE"));
    expect(asked).toEqual(["POST /"]);
    expect(heads[0]?.authorization).toContain("Credential=B/");
  });

  test("a role that is assumed with the keys of a container", async () => {
    process.env["AWS_ENDPOINT_URL_STS"] = await serve(roleFor("AssumeRole", "ROLE"));
    process.env["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = `${await serve(() => json("CONTAINER"))}/keys`;
    writeFileSync(file, `[role]\n${role}credential_source=EcsContainer\n`);
    expect(await found("role").get()).toMatchObject(wanted("ROLE"));
    expect(asked).toEqual(["GET /keys", "POST /"]);
    expect(heads[1]?.["x-amz-security-token"]).toBe("token of CONTAINER");
  });

  test("a role that is assumed with a token of a web identity, as pods do", async () => {
    process.env["AWS_ENDPOINT_URL_STS"] = await serve(roleFor("AssumeRoleWithWebIdentity", "POD"));
    const token = join(folder, "web-token");
    writeFileSync(token, "identity");
    Object.assign(process.env, {
      AWS_WEB_IDENTITY_TOKEN_FILE: token,
      AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/r",
      AWS_REGION: "xx-loopback-1",
    });
    expect(await found().get()).toMatchObject(wanted("POD"));
    expect([asked, heads[0]?.authorization]).toEqual([["POST /"], undefined]);
  });

  describe("single sign-on", () => {
    const portalKeys = JSON.stringify({
      roleCredentials: {
        accessKeyId: "SSO",
        secretAccessKey: "secret of SSO",
        sessionToken: "token of SSO",
        expiration: Date.UTC(2099, 0, 1),
      },
    });
    const signedIn = async (): Promise<void> => {
      process.env["AWS_ENDPOINT_URL_SSO"] = await serve((path) =>
        path.startsWith("/federation/credentials") ? portalKeys : undefined,
      );
    };
    /** What `aws sso login` leaves behind, under the name of the session or of the address to start at. */
    const tokenFile = (name: string): string =>
      join(folder, ".aws", "sso", "cache", `${createHash("sha1").update(name).digest("hex")}.json`);
    const leaveToken = (name: string, token: object): void => {
      mkdirSync(join(folder, ".aws", "sso", "cache"), { recursive: true });
      writeFileSync(tokenFile(name), JSON.stringify(token));
    };
    const account = "sso_account_id=123456789012\nsso_role_name=reader\n";
    const portalPath = "GET /federation/credentials account_id=123456789012 role_name=reader";

    test("of a session", async () => {
      await signedIn();
      leaveToken("house", { accessToken: "let me in", expiresAt: "2099-01-01T00:00:00Z" });
      const session = "[sso-session house]\nsso_start_url=http://127.0.0.1:9/start\nsso_region=xx-loopback-1\n";
      writeFileSync(file, `${session}[profile on]\nsso_session=house\n${account}`);
      expect(await found("on").get()).toMatchObject(wanted("SSO"));
      expect([asked, heads[0]?.["x-amz-sso_bearer_token"]]).toEqual([[portalPath], "let me in"]);
    });

    test("of a profile without a session, the older form", async () => {
      await signedIn();
      const start = "http://127.0.0.1:9/older";
      leaveToken(start, { accessToken: "let me in too", expiresAt: "2099-01-01T00:00:00Z" });
      writeFileSync(file, `[profile on]\nsso_start_url=${start}\nsso_region=xx-loopback-1\n${account}`);
      expect(await found("on").get()).toMatchObject(wanted("SSO"));
      expect([asked, heads[0]?.["x-amz-sso_bearer_token"]]).toEqual([[portalPath], "let me in too"]);
    });

    test("whose token is at its end: a new one is fetched and kept", async () => {
      await signedIn();
      process.env["AWS_ENDPOINT_URL_SSO_OIDC"] = await serve((path, body) =>
        path === "/token" && body.includes("again please")
          ? JSON.stringify({ accessToken: "renewed", expiresIn: 3600, refreshToken: "next" })
          : undefined,
      );
      const expiresAt = new Date(Date.now() + 60_000).toISOString();
      const client = { clientId: "c", clientSecret: "s", refreshToken: "again please" };
      leaveToken("older-house", { accessToken: "nearly over", expiresAt, ...client });
      const session = "[sso-session older-house]\nsso_start_url=http://127.0.0.1:9/start\nsso_region=xx-loopback-1\n";
      writeFileSync(file, `${session}[profile on]\nsso_session=older-house\n${account}`);
      expect(await found("on").get()).toMatchObject(wanted("SSO"));
      expect([asked, heads[1]?.["x-amz-sso_bearer_token"]]).toEqual([["POST /token", portalPath], "renewed"]);
      expect(JSON.parse(readFileSync(tokenFile("older-house"), "utf8"))).toMatchObject({ accessToken: "renewed" });
    });

    test("that the portal refuses: what to do, and nothing of what it said", async () => {
      process.env["AWS_ENDPOINT_URL_SSO"] = await serve(() => undefined);
      leaveToken("shut", { accessToken: "SECRETWORD", expiresAt: "2099-01-01T00:00:00Z" });
      const session = "[sso-session shut]\nsso_start_url=http://127.0.0.1:9/start\nsso_region=xx-loopback-1\n";
      writeFileSync(file, `${session}[profile on]\nsso_session=shut\n${account}`);
      const error = await found("on")
        .get()
        .catch((caught: unknown) => caught);
      expect(isHyperslabError(error, "not-allowed") && error.hint).toBe("Sign in first: aws sso login --profile on.");
      expect(`${error} ${JSON.stringify(error)}`).not.toContain("SECRETWORD");
    });
  });

  test("single sign-on that has ended says what to do", async () => {
    writeFileSync(
      file,
      "[profile on]\nsso_start_url=http://127.0.0.1:9/start\nsso_region=eu-west-1\nsso_account_id=1\nsso_role_name=r\n",
    );
    const error = await found("on")
      .get()
      .catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "not-allowed") && error.hint).toBe("Sign in first: aws sso login --profile on.");
  });

  test("a process that fails is quoted nowhere", async () => {
    writeFileSync(file, "[made]\ncredential_process = sh -c 'echo SECRETWORD; echo SECRETWORD >&2; exit 1'\n");
    const error = await found("made")
      .get()
      .catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "not-allowed") && error.request?.kind).toBe("credentials");
    expect(`${error} ${JSON.stringify(error)}`).not.toContain("SECRETWORD");
  });
});
