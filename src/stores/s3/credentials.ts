/**
 * The credentials that sign requests, looked up in the order of AWS's own programs: a requested profile, the
 * environment, AWS_PROFILE or the default profile, then roles, single sign-on, processes, containers and instances.
 * Keys in files and in the environment are read here; for the rest, AWS's package is loaded.
 */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import type { Environment } from "../http/transport/proxy.ts";
import type { AwsConfig, ConfigSection } from "./aws-config.ts";
import { readLocalText } from "./aws-config.ts";
import type { S3Credentials } from "./sigv4.ts";

export interface CredentialSource {
  /** Returns undefined if requests are not signed. Credentials are renewed a few minutes before they expire. */
  get(): Promise<S3Credentials | undefined>;
  /** Replaces credentials that a server refused, if others can be found. */
  renew(refused: S3Credentials): Promise<S3Credentials | undefined>;
  /** Where they come from, for messages. */
  readonly from: string;
}

export interface CredentialOptions {
  readonly profile: string | undefined;
  readonly environment: Environment;
  readonly config: AwsConfig;
  /** Whether the keys of an Amazon instance may be used; only Amazon's servers accept them. */
  readonly amazon: boolean;
  readonly place: ErrorPlace;
}

/** Returns credentials; `forceRefresh` gets new ones. */
export type CredentialProvider = (options?: { readonly forceRefresh?: boolean }) => Promise<S3Credentials>;

export const unsigned: CredentialSource = {
  get: async () => undefined,
  renew: async () => undefined,
  from: "no credentials, as requested",
};

export function isUnsigned({ get }: CredentialSource): boolean {
  return get === unsigned.get;
}

/** `no` and `none` are netCDF's words for unsigned requests. */
export function findCredentials(options: CredentialOptions): CredentialSource {
  const { profile, environment, config } = options;
  if (profile === "no" || profile === "none") return unsigned;
  const named = profile ?? ambientProfile(environment);
  const fixed = profile === undefined ? environmentKeys(environment) : undefined;
  if (fixed !== undefined) return fixedSource(fixed, "the environment");
  const section = config.profile(named ?? "default");
  if (section === undefined && profile !== undefined) throw noProfile(profile, options.place);
  const keys = section === undefined ? undefined : profileKeys(section);
  if (keys !== undefined) return fixedSource(keys, `the profile ${JSON.stringify(named ?? "default")}`);
  if (named === undefined && section === undefined && !mayFindMore(options)) {
    return { ...unsigned, from: "no credentials, because none were found" };
  }
  return sharedChain(options, named, section);
}

/** The profile that the environment names. */
export function ambientProfile(environment: Environment): string | undefined {
  return environment["AWS_PROFILE"] || environment["AWS_DEFAULT_PROFILE"] || undefined;
}

/** What AWS's package finds, keyed by everything it looks at: stores that would find the same credentials share them. */
const chains = new Map<string, CredentialSource>();

function sharedChain(
  options: CredentialOptions,
  named: string | undefined,
  section: ConfigSection | undefined,
): CredentialSource {
  const { profile, environment } = options;
  const seen = Object.entries(environment).filter(([name]) => /^(AWS_|HOME$|USERPROFILE$)/.test(name));
  const name = JSON.stringify([profile, seen]);
  const from = named === undefined ? "AWS's chain of providers" : `the profile ${JSON.stringify(named)}`;
  const source = chains.get(name) ?? renewing(chain(options, named, section), from);
  chains.set(name, source);
  return source;
}

export function fixedSource(credentials: S3Credentials, from: string): CredentialSource {
  return { get: async () => credentials, renew: async () => undefined, from };
}

/** Renewed this long before they expire, as in AWS's own programs. */
const AHEAD = 5 * 60_000;

/** One request for credentials at a time. If renewal fails, credentials that are still valid are used. */
export function renewing(
  provide: (force: boolean) => Promise<S3Credentials | undefined>,
  from: string,
  now: () => number = Date.now,
): CredentialSource {
  let kept: { readonly value: S3Credentials | undefined } | undefined;
  let asking: Promise<S3Credentials | undefined> | undefined;
  const ask = (force: boolean): Promise<S3Credentials | undefined> => {
    asking ??= provide(force)
      .then((value) => {
        kept = { value };
        return value;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return {
    from,
    get: async () => {
      const end = kept?.value?.expiration ?? Number.POSITIVE_INFINITY;
      if (kept !== undefined && end - now() > AHEAD) return kept.value;
      const still = kept !== undefined && end > now() ? kept.value : undefined;
      return still === undefined ? ask(kept !== undefined) : ask(true).catch(() => still);
    },
    renew: async (refused) => {
      const value = kept?.value === refused ? await ask(true).catch(() => undefined) : kept?.value;
      return value === undefined || sameKeys(value, refused) ? undefined : value;
    },
  };
}

function sameKeys(a: S3Credentials, b: S3Credentials): boolean {
  return (
    a.accessKeyId === b.accessKeyId && a.secretAccessKey === b.secretAccessKey && a.sessionToken === b.sessionToken
  );
}

function environmentKeys(environment: Environment): S3Credentials | undefined {
  const accessKeyId = environment["AWS_ACCESS_KEY_ID"];
  const secretAccessKey = environment["AWS_SECRET_ACCESS_KEY"];
  return pair(accessKeyId, secretAccessKey, environment["AWS_SESSION_TOKEN"]);
}

/** A role to assume takes precedence over keys, which may be the ones to assume it with. */
function profileKeys(section: ConfigSection): S3Credentials | undefined {
  if (section.has("role_arn")) return undefined;
  return pair(section.get("aws_access_key_id"), section.get("aws_secret_access_key"), section.get("aws_session_token"));
}

function pair(
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
  sessionToken: string | undefined,
): S3Credentials | undefined {
  if (!accessKeyId || !secretAccessKey) return undefined;
  return sessionToken ? { accessKeyId, secretAccessKey, sessionToken } : { accessKeyId, secretAccessKey };
}

/** Returns whether AWS's package could find anything. It queries the network if nothing else is left. */
function mayFindMore({ environment, amazon }: CredentialOptions): boolean {
  const tells = [
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
  ];
  if (tells.some((name) => environment[name])) return true;
  if (!amazon || environment["AWS_EC2_METADATA_DISABLED"]?.toLowerCase() === "true") return false;
  return environment["AWS_EC2_METADATA_SERVICE_ENDPOINT"] !== undefined || mayBeInstance();
}

/** Querying an absent network takes a second; Amazon's machines identify themselves in their firmware. */
function mayBeInstance(): boolean {
  if (globalThis.process?.platform !== "linux") return globalThis.process?.getBuiltinModule !== undefined;
  try {
    const vendor = readLocalText("/sys/class/dmi/id/sys_vendor");
    return vendor === undefined || /amazon/i.test(vendor);
  } catch {
    return true;
  }
}

const PACKAGE = "@aws-sdk/credential-provider-node";

function chain(
  { profile, environment, place }: CredentialOptions,
  named: string | undefined,
  section: ConfigSection | undefined,
): (force: boolean) => Promise<S3Credentials | undefined> {
  let provider: Promise<CredentialProvider> | undefined;
  return async (force) => {
    try {
      provider ??= loadChain(profile, place);
      return await (await provider)(force ? { forceRefresh: true } : undefined);
    } catch (error) {
      provider = undefined;
      if (error instanceof HyperslabError) throw error;
      const isAsked = named !== undefined || environment["AWS_WEB_IDENTITY_TOKEN_FILE"] || section?.has("role_arn");
      if (!isAsked) return undefined;
      throw notProvided(named ?? "default", section, place);
    }
  };
}

/** Its errors are not passed on, because they may quote what a process or a server said. */
function notProvided(name: string, section: ConfigSection | undefined, place: ErrorPlace): HyperslabError {
  const isSignOn = section?.has("sso_session") === true || section?.has("sso_start_url") === true;
  const hint = isSignOn
    ? `Sign in first: aws sso login --profile ${name}.`
    : section === undefined
      ? "The profile is in neither ~/.aws/config nor ~/.aws/credentials."
      : `Check it with: aws sts get-caller-identity --profile ${name}.`;
  return new HyperslabError("not-allowed", `the profile ${JSON.stringify(name)} gives no credentials`, {
    ...place,
    hint,
    request: { kind: "credentials", transient: false },
  });
}

function noProfile(name: string, place: ErrorPlace): HyperslabError {
  return new HyperslabError("not-allowed", `there is no profile ${JSON.stringify(name)}`, {
    ...place,
    hint: "Profiles are sections of ~/.aws/config and ~/.aws/credentials (AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE).",
    request: { kind: "credentials", transient: false },
  });
}

/** The name is hidden from bundlers, as undici's is. */
async function loadChain(profile: string | undefined, place: ErrorPlace, name = PACKAGE): Promise<CredentialProvider> {
  const loaded: unknown = await import(/* @vite-ignore */ name).catch(() => undefined);
  if (!isChain(loaded)) {
    throw new HyperslabError("unsupported", `these credentials need the package ${PACKAGE}`, {
      ...place,
      hint: `Install it: npm install ${PACKAGE}. Or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      request: { kind: "credentials", transient: false },
    });
  }
  const provider = loaded.defaultProvider(profile === undefined ? {} : { profile });
  return async (options) => {
    const { accessKeyId, secretAccessKey, sessionToken, expiration } = await provider(options);
    return { accessKeyId, secretAccessKey, sessionToken, expiration: expiration?.getTime() };
  };
}

interface ProviderPackage {
  defaultProvider(options: { readonly profile?: string }): (options?: { readonly forceRefresh?: boolean }) => Promise<{
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
    readonly expiration?: Date;
  }>;
}

function isChain(loaded: unknown): loaded is ProviderPackage {
  return typeof loaded === "object" && loaded !== null && "defaultProvider" in loaded;
}
