/**
 * Which profile and region netCDF would use for an address such as `https://host/b/k#mode=zarr&aws.profile=lab`.
 *
 *   profile   the fragment, AWS.PROFILE of an rc file, AWS_PROFILE if there is such a profile, `default` if there is
 *   one, `no`
 *   region    the host, the fragment, AWS.REGION of an rc file, the profile, AWS_REGION, AWS_DEFAULT_REGION
 *
 * Keys in the environment count as the default profile. Where netCDF would end up with us-east-1, the region is
 * detected.
 */
import type { Environment } from "../http/transport/proxy.ts";
import { type ConfigSection, homeOf, type ReadText, readAwsConfig, readLocalText } from "./aws-config.ts";
import type { S3Target } from "./s3-address.ts";
import type { S3Settings } from "./s3-settings.ts";

export interface NetcdfContext {
  /** The address as given, without its fragment: entries of rc files may apply to it alone. */
  readonly address?: string | undefined;
  readonly environment?: Environment | undefined;
  readonly directory?: string | undefined;
  readonly readText?: ReadText | undefined;
}

/** `fragment` holds names and values after the `#`, in order; if a name occurs twice, the first value counts. */
export function netcdfS3Settings(
  fragment: Iterable<readonly [string, string]>,
  target: S3Target,
  context: NetcdfContext = {},
): S3Settings {
  const environment = context.environment ?? globalThis.process?.env ?? {};
  const directory = context.directory ?? globalThis.process?.cwd?.();
  const readText = context.readText ?? readLocalText;
  const rc = readRcFiles(environment, directory, readText);
  const addresses = addressesOf(target, context.address);
  const pairs = [...fragment];
  const chosen = (name: string): string | undefined =>
    pairs.find(([key]) => key.toLowerCase() === name)?.[1] || rcValue(rc, name.toUpperCase(), addresses) || undefined;
  const asked = chosen("aws.profile");
  const config = netcdfConfig(environment, readText);
  const named = asked ?? [environment["AWS_PROFILE"], "default"].find((name) => name && config(name) !== undefined);
  const section = named === undefined || isNone(named) ? undefined : config(named);
  const variables = [environment["AWS_REGION"], environment["AWS_DEFAULT_REGION"]];
  const ambient = [section?.get("region"), section?.get("aws_region"), ...variables];
  const region = chosen("aws.region") ?? ambient.find((name) => !!name);
  return { ...(region === undefined ? {} : { region }), ...identity(asked, named, section, environment) };
}

function identity(
  asked: string | undefined,
  named: string | undefined,
  section: ConfigSection | undefined,
  environment: Environment,
): S3Settings {
  const hasKeys = environment["AWS_ACCESS_KEY_ID"] && environment["AWS_SECRET_ACCESS_KEY"];
  if (asked === undefined && hasKeys) return {};
  if (named === undefined || isNone(named)) return { anonymous: true };
  const accessKeyId = section?.get("aws_access_key_id");
  const secretAccessKey = section?.get("aws_secret_access_key");
  if (!accessKeyId || !secretAccessKey) return { profile: named };
  const sessionToken = section?.get("aws_session_token");
  return { credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) } };
}

function isNone(profile: string): boolean {
  return profile === "no" || profile === "none";
}

/** Like AWS's files, but NC_TEST_AWS_DIR replaces the home directory. */
function netcdfConfig(environment: Environment, readText: ReadText): (name: string) => ConfigSection | undefined {
  const home = environment["NC_TEST_AWS_DIR"];
  const config = readAwsConfig(home ? { ...environment, HOME: home } : environment, readText);
  return (name) => config.profile(name);
}

/** The same bucket as netCDF would write it, and as given. */
function addressesOf({ bucket, key, endpoint, region }: S3Target, given: string | undefined): readonly string[] {
  const path = key === "" ? bucket : `${bucket}/${key}`;
  const hosts = endpoint === undefined ? [`s3.${region ?? "us-east-1"}.amazonaws.com`, "s3.amazonaws.com"] : [endpoint];
  return [...(given === undefined ? [] : [given]), ...hosts.map((host) => `${host}/${path}`)];
}

export interface RcEntry {
  /** Host with port, optionally with a path, that the entry applies to; undefined if it applies to everything. */
  readonly url: string | undefined;
  readonly key: string;
  readonly value: string;
}

const NAMES = [".ncrc", ".daprc", ".dodsrc"];

/** Entries of all files, the later ones last. NCRCENV_RC names the only file; with NCRCENV_IGNORE there is none. */
export function readRcFiles(
  environment: Environment,
  directory: string | undefined,
  readText: ReadText = readLocalText,
): readonly RcEntry[] {
  if (environment["NCRCENV_IGNORE"] !== undefined) return [];
  const only = environment["NCRCENV_RC"];
  const homes = [environment["NCRCENV_HOME"] ?? homeOf(environment), directory];
  const paths = only ? [only] : homes.flatMap((home) => (home ? NAMES.map((name) => `${home}/${name}`) : []));
  return paths.flatMap((path) => parseRc(readText(path) ?? ""));
}

/** Whitespace is ignored anywhere in a line; malformed lines are skipped. */
export function parseRc(text: string): readonly RcEntry[] {
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const bare = line.replace(/\s+/g, "");
    const match = /^(?:\[([^\]]*)\])?([^#=[\]]+)(?:=(.*))?$/.exec(bare);
    if (bare.startsWith("#") || match === null) return [];
    const [, url, key = "", value = ""] = match;
    return [{ url: url === undefined || url === "" ? undefined : hostAndPath(url), key, value }];
  });
}

/** The value for an address: the last entry that names it, else the last that names none. Keys are case-sensitive. */
export function rcValue(entries: readonly RcEntry[], key: string, addresses: readonly string[]): string | undefined {
  const wanted = addresses.map(hostAndPath);
  const named = entries.findLast((entry) => entry.key === key && entry.url !== undefined && fits(entry.url, wanted));
  return (named ?? entries.findLast((entry) => entry.key === key && entry.url === undefined))?.value;
}

function fits(url: string, wanted: readonly string[]): boolean {
  return wanted.some((address) => address === url || (!url.includes("/") && address.split("/", 1)[0] === url));
}

function hostAndPath(url: string): string {
  return url
    .replace(/^[a-z0-9]+:\/\//i, "")
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "");
}
