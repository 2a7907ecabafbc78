/** Which settings hold: files of AWS, the environment, netCDF's files and fragments. Nothing of this machine is read. */
import { describe, expect, test } from "vitest";
import { parseSections, readAwsConfig } from "../../../src/stores/s3/aws-config.ts";
import { netcdfS3Settings, parseRc, rcValue, readRcFiles } from "../../../src/stores/s3/netcdf-settings.ts";
import { parseS3Address } from "../../../src/stores/s3/s3-address.ts";
import { resolveSite, type S3Settings } from "../../../src/stores/s3/s3-settings.ts";

const files = (entries: Record<string, string>) => (path: string) => entries[path];

const config = `
# a comment
[default]
region = us-east-2   # behind it
[profile  lab]
region=eu-west-1
endpoint_url = http://127.0.0.1:7480
s3 =
  addressing_style = virtual
  max_concurrent_requests = 20
output = json
services = near
[services near]
s3 =
  endpoint_url = http://127.0.0.1:7481
nonsense without meaning
[sso-session x]
sso_region = eu-west-1
`;
const credentials =
  "[default]\naws_access_key_id = A\naws_secret_access_key = a=+/\n[lab]\r\naws_access_key_id = B\r\n";

describe("the files of AWS", () => {
  test("sections, nested settings, comments", () => {
    const sections = parseSections(config);
    expect([...sections.keys()]).toEqual(["default", "profile lab", "services near", "sso-session x"]);
    expect(Object.fromEntries(sections.get("profile lab")!)).toEqual({
      region: "eu-west-1",
      endpoint_url: "http://127.0.0.1:7480",
      "s3.addressing_style": "virtual",
      "s3.max_concurrent_requests": "20",
      output: "json",
      services: "near",
    });
  });

  test("a profile is what both files say of it; the environment may name the files", () => {
    const usual = readAwsConfig(
      { HOME: "/h" },
      files({ "/h/.aws/config": config, "/h/.aws/credentials": credentials }),
    );
    expect(usual.profile("lab")?.get("aws_access_key_id")).toBe("B");
    expect(usual.profile("lab")?.get("region")).toBe("eu-west-1");
    expect(usual.profile("default")?.get("aws_secret_access_key")).toBe("a=+/");
    expect(usual.profile("absent")).toBeUndefined();
    expect(usual.services("near")?.get("s3.endpoint_url")).toBe("http://127.0.0.1:7481");
    const environment = { HOME: "/h", AWS_CONFIG_FILE: "~/c", AWS_SHARED_CREDENTIALS_FILE: "/x" };
    const named = readAwsConfig(environment, files({ "/h/c": config, "/x": credentials }));
    expect(named.profile("lab")?.get("aws_access_key_id")).toBe("B");
    expect(readAwsConfig({}, files({})).profile("default")).toBeUndefined();
  });
});

describe("how a bucket is reached", () => {
  const site = (address: string, settings: S3Settings = {}) => {
    const { endpoint, provider, style, region, location } = resolveSite(parseS3Address(address), {
      environment: {},
      ...settings,
    });
    return { endpoint, provider, style, region, location };
  };

  test.each<[string, string, S3Settings, object]>([
    ["Amazon's own, by host", "s3://b-b/k", {}, { provider: "aws", style: "virtual", location: "s3://b-b/k" }],
    ["a name with dots, by path", "s3://b.c/k", {}, { style: "path" }],
    ["a name of capitals, by path", "s3://Bc/k", {}, { style: "path" }],
    ["a path as asked for", "https://s3.amazonaws.com/bcd/k", {}, { style: "path", location: "s3://bcd/k" }],
    [
      "an endpoint that is set",
      "s3://b/k",
      { endpoint: "http://127.0.0.1:9/base/" },
      {
        endpoint: "http://127.0.0.1:9/base",
        provider: "other",
        style: "path",
        location: "http://127.0.0.1:9/base/b/k",
      },
    ],
    [
      "by host where that is set",
      "s3://b/k",
      { endpoint: "http://localhost:9", style: "virtual" },
      { style: "virtual" },
    ],
    [
      "no bucket before an IPv4 address",
      "s3://b/k",
      { endpoint: "http://127.0.0.1:9", style: "virtual" },
      { style: "path" },
    ],
    [
      "no bucket before an IPv6 address",
      "s3://b/k",
      { endpoint: "http://[::1]:9", style: "virtual" },
      { style: "path" },
    ],
    ["Google", "gs3://b/k", {}, { provider: "google", region: "auto", style: "path" }],
    [
      "the region of the address first",
      "https://b.s3.eu-west-1.amazonaws.com/k",
      { region: "x" },
      { region: "eu-west-1" },
    ],
    ["then of the settings", "s3://b/k", { region: "x", environment: { AWS_REGION: "y" } }, { region: "x" }],
    [
      "then of the environment",
      "s3://b/k",
      { environment: { AWS_REGION: "", AWS_DEFAULT_REGION: "y" } },
      { region: "y" },
    ],
    ["or none, to be found", "s3://b/k", {}, { region: undefined }],
    [
      "the endpoint of the environment, the service's before all others",
      "s3://b/k",
      { environment: { AWS_ENDPOINT_URL: "http://127.0.0.1:1", AWS_ENDPOINT_URL_S3: "http://127.0.0.1:2" } },
      { endpoint: "http://127.0.0.1:2" },
    ],
    [
      "unless it is to be ignored",
      "s3://b/k",
      { environment: { AWS_ENDPOINT_URL: "http://127.0.0.1:1", AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: "true" } },
      { endpoint: undefined },
    ],
    [
      "the endpoint of the address before that",
      "http://127.0.0.1:3/b/k",
      { environment: { AWS_ENDPOINT_URL: "http://127.0.0.1:1" } },
      { endpoint: "http://127.0.0.1:3" },
    ],
  ])("%s", (_, address, settings, wanted) => {
    expect(site(address, settings)).toMatchObject(wanted);
  });

  test.each<S3Settings>([
    { endpoint: "127.0.0.1:9" },
    { endpoint: "ftp://x" },
    { endpoint: "https://user:secret@host" },
    { endpoint: "https://host/?secret" },
    { region: "eu west 1" },
  ])("refuses %j", (settings) => {
    expect(() => site("s3://b/k", settings)).toThrow(/endpoint|region/);
    expect(() => site("s3://b/k", settings)).not.toThrow(/secret/);
  });
});

describe("netCDF's files", () => {
  test("entries, blanks, comments", () => {
    expect(parseRc("# no\nAWS.PROFILE = a b\n[https://h:1/p/] K=v=w\nFLAG\n[x\n\n")).toEqual([
      { url: undefined, key: "AWS.PROFILE", value: "ab" },
      { url: "h:1/p", key: "K", value: "v=w" },
      { url: undefined, key: "FLAG", value: "" },
    ]);
  });

  test("what names the address comes first, by host or by host and path", () => {
    const entries = parseRc("[http://h:1]K=host\nK=all\n[http://h:1/a]K=path\n[http://h]K=other");
    expect(rcValue(entries, "K", ["http://h:1/a"])).toBe("path");
    expect(rcValue(entries, "K", ["http://h:1/a/b"])).toBe("host");
    expect(rcValue(entries, "K", ["https://else/"])).toBe("all");
    expect(rcValue(entries, "k", ["https://else/"])).toBeUndefined();
  });

  test("home, then the working directory; the environment may name one file, or none", () => {
    const read = files({
      "/h/.ncrc": "A=1\nB=1",
      "/h/.dodsrc": "B=2",
      "/w/.daprc": "A=3",
      "/only": "A=4",
      "/n/.ncrc": "A=5",
    });
    const value = (environment: Record<string, string>, key: string) =>
      rcValue(readRcFiles(environment, "/w", read), key, []);
    expect([value({ HOME: "/h" }, "A"), value({ HOME: "/h" }, "B")]).toEqual(["3", "2"]);
    expect(value({ HOME: "/h", NCRCENV_RC: "/only" }, "A")).toBe("4");
    expect(value({ HOME: "/h", NCRCENV_IGNORE: "1" }, "A")).toBeUndefined();
    expect(rcValue(readRcFiles({ HOME: "/h", NCRCENV_HOME: "/n" }, undefined, read), "A", [])).toBe("5");
  });
});

describe("netCDF's choice", () => {
  const profiles = `[default]\naws_access_key_id=D\naws_secret_access_key=d\nregion=r-default\n[lab]\naws_access_key_id=L\naws_secret_access_key=l\naws_region=r-lab\n[sso]\nregion=r-sso\n`;
  const choose = (
    fragment: Record<string, string>,
    environment: Record<string, string> = {},
    more: Record<string, string> = { "/h/.aws/credentials": profiles },
    address = "s3://b/k",
  ): S3Settings =>
    netcdfS3Settings(Object.entries(fragment), parseS3Address(address), {
      address,
      environment: { HOME: "/h", ...environment },
      directory: "/w",
      readText: files(more),
    });
  const lab = { accessKeyId: "L", secretAccessKey: "l" };

  test("the profile of the fragment, whatever its capitals", () => {
    expect(choose({ mode: "zarr", "AWS.Profile": "lab" })).toEqual({ region: "r-lab", credentials: lab });
    expect(choose({ "aws.profile": "sso" })).toEqual({ region: "r-sso", profile: "sso" });
    expect(choose({ "aws.profile": "none" })).toEqual({ anonymous: true });
    expect(choose({ "aws.profile": "no", "aws.region": "x" })).toEqual({ anonymous: true, region: "x" });
  });

  test("then rc files, then AWS_PROFILE if there is one of this name, then default, then none", () => {
    const withRc = { "/h/.aws/credentials": profiles, "/w/.ncrc": "AWS.PROFILE=lab\nAWS.REGION=r-rc" };
    expect(choose({}, { AWS_PROFILE: "default" }, withRc)).toEqual({ region: "r-rc", credentials: lab });
    expect(choose({}, { AWS_PROFILE: "lab" })).toEqual({ region: "r-lab", credentials: lab });
    const standard = { region: "r-default", credentials: { accessKeyId: "D", secretAccessKey: "d" } };
    expect(choose({}, { AWS_PROFILE: "absent" })).toEqual(standard);
    expect(choose({})).toEqual(standard);
    expect(choose({}, {}, {})).toEqual({ anonymous: true });
    expect(choose({}, { AWS_REGION: "r-env" }, {})).toEqual({ anonymous: true, region: "r-env" });
  });

  test("keys of the environment count as the default profile", () => {
    const keys = { AWS_ACCESS_KEY_ID: "E", AWS_SECRET_ACCESS_KEY: "e" };
    expect(choose({}, keys, {})).toEqual({});
    expect(choose({ "aws.profile": "lab" }, keys)).toEqual({ region: "r-lab", credentials: lab });
  });

  test("an entry for the host alone, as it was written and as netCDF writes it", () => {
    const rc = {
      "/w/.dodsrc":
        "[https://s3.eu-west-1.amazonaws.com]AWS.REGION=x\n[https://b.s3.eu-west-1.amazonaws.com/k]AWS.PROFILE=no",
    };
    expect(choose({}, {}, rc, "https://b.s3.eu-west-1.amazonaws.com/k")).toEqual({ anonymous: true, region: "x" });
    expect(choose({}, {}, rc, "https://s3.eu-west-2.amazonaws.com/b/k")).toEqual({ anonymous: true });
  });

  test("the directory of its own tests", () => {
    const read = { "/t/.aws/config": profiles };
    expect(choose({ "aws.profile": "lab" }, { NC_TEST_AWS_DIR: "/t" }, read)).toEqual({
      region: "r-lab",
      credentials: lab,
    });
  });
});
