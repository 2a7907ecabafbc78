/** All settings of how a bucket is reached, and what follows from them, the environment and the profile. */
import { HyperslabError } from "../../errors.ts";
import type { HttpStoreOptions } from "../http/http-store.ts";
import type { Environment } from "../http/transport/proxy.ts";
import { checkEndpoint, type StoreSettings } from "../location/settings.ts";
import { type AwsConfig, readAwsConfig } from "./aws-config.ts";
import {
  ambientProfile,
  type CredentialSource,
  findCredentials,
  fixedSource,
  renewing,
  unsigned,
} from "./credentials.ts";
import type { S3Style, S3Target } from "./s3-address.ts";
import type { S3Credentials } from "./sigv4.ts";

/** Which key the server uses to encrypt the objects it stores. */
export type S3Encryption =
  | { readonly kind: "AES256" }
  | { readonly kind: "aws:kms" | "aws:kms:dsse"; readonly keyId?: string | undefined }
  /** 32 bytes that the server does not keep, so they are sent with every request. */
  | { readonly kind: "customer"; readonly key: Uint8Array };

/** Settings of requests, as for `httpStore`. */
type Network = Pick<
  HttpStoreOptions,
  | "transport"
  | "connectTimeout"
  | "idleTimeout"
  | "certificates"
  | "retry"
  | "concurrency"
  | "coalescing"
  | "cache"
  | "checkChanges"
  | "wholeObjectLimit"
>;

/** Settings of S3 stores, beyond those of all stores. */
export interface S3Settings extends StoreSettings, Network {
  /** Replaces the credentials found in the environment. A function is called again before they expire. */
  readonly credentials?: S3Credentials | (() => Promise<S3Credentials>) | undefined;
  /** Whether the bucket is part of the path or of the host; by default, whatever suits the server. */
  readonly style?: S3Style | undefined;
  /** How the server encrypts the objects it stores. */
  readonly encryption?: S3Encryption | undefined;
  /** Values of at least this many bytes are sent in parts; default 32 MiB. */
  readonly multipartFrom?: number | undefined;
  /** Bytes per part, at least 5 MiB, as S3 requires; default 16 MiB. */
  readonly partSize?: number | undefined;
  /** Replaces the environment of the process. */
  readonly environment?: Environment | undefined;
}

export interface S3Site {
  readonly target: S3Target;
  /** Without a trailing slash; undefined for AWS's own server of the region. */
  readonly endpoint: string | undefined;
  readonly provider: S3Target["provider"];
  readonly style: S3Style;
  /** undefined if not known yet. */
  readonly region: string | undefined;
  readonly credentials: CredentialSource;
  /** Its name in messages. */
  readonly location: string;
}

export function resolveSite(target: S3Target, settings: S3Settings): S3Site {
  const environment = settings.environment ?? globalThis.process?.env ?? {};
  const config = readAwsConfig(environment);
  const section = profileSection(settings, environment, config);
  const given = settings.endpoint ?? target.endpoint ?? ambientEndpoint(environment, config, section);
  const endpoint = given === undefined ? undefined : checkEndpoint(given);
  const provider = endpoint === undefined ? "aws" : providerOf(endpoint);
  const ambient = [
    environment["AWS_REGION"],
    environment["AWS_DEFAULT_REGION"],
    section?.get("region"),
    section?.get("aws_region"),
  ];
  const region = target.region ?? settings.region ?? (provider === "google" ? "auto" : ambient.find((name) => !!name));
  const wanted = settings.style ?? target.style ?? configuredStyle(section?.get("s3.addressing_style"));
  const location = locationOf(endpoint, target);
  return {
    target,
    endpoint,
    provider,
    style: styleFor(target.bucket, endpoint, wanted),
    region: checkedRegion(region),
    location,
    credentials: credentialsFor(settings, environment, config, provider === "aws", location),
  };
}

/** Profiles that request nothing have no section. */
function profileSection(settings: S3Settings, environment: Environment, config: AwsConfig) {
  const name = settings.profile ?? ambientProfile(environment) ?? "default";
  return name === "no" || name === "none" ? undefined : config.profile(name);
}

/** The environment takes precedence over the profile, and the variable for this service over the general one. */
function ambientEndpoint(
  environment: Environment,
  config: AwsConfig,
  section: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const isIgnored = [
    environment["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"],
    section?.get("ignore_configured_endpoint_urls"),
  ];
  if (isIgnored.some((text) => text?.toLowerCase() === "true")) return undefined;
  const services = section?.get("services");
  const found = [
    environment["AWS_ENDPOINT_URL_S3"],
    environment["AWS_ENDPOINT_URL"],
    services === undefined ? undefined : config.services(services)?.get("s3.endpoint_url"),
    section?.get("s3.endpoint_url"),
    section?.get("endpoint_url"),
  ];
  return found.find((text) => !!text);
}

function checkedRegion(region: string | undefined): string | undefined {
  if (region === undefined || /^[A-Za-z0-9-]{1,64}$/.test(region)) return region;
  throw new HyperslabError("invalid-request", `not a valid region: ${JSON.stringify(region.slice(0, 80))}`, {
    hint: "Regions are names like eu-west-1.",
  });
}

function providerOf(endpoint: string): S3Target["provider"] {
  const { hostname } = new URL(endpoint);
  if (/\.amazonaws\.com(\.cn)?$/.test(hostname)) return "aws";
  return hostname === "storage.googleapis.com" ? "google" : "other";
}

function configuredStyle(text: string | undefined): S3Style | undefined {
  return text === "path" || text === "virtual" ? text : undefined;
}

/** Names with dots do not match wildcard certificates, and some names cannot be part of a host; nor do IP addresses take one. */
function styleFor(bucket: string, endpoint: string | undefined, wanted: S3Style | undefined): S3Style {
  const fitsHost = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket);
  if (endpoint === undefined || endpoint.includes(".amazonaws.com")) {
    return fitsHost && wanted !== "path" ? "virtual" : "path";
  }
  if (wanted !== "virtual" || /^(\[|[0-9.]+$)/.test(new URL(endpoint).hostname)) return "path";
  return /^[a-z0-9][a-z0-9.-]*$/.test(bucket) ? "virtual" : "path";
}

function locationOf(endpoint: string | undefined, { bucket, key }: S3Target): string {
  const path = key === "" ? bucket : `${bucket}/${key}`;
  return endpoint === undefined ? `s3://${path}` : `${endpoint}/${path}`;
}

function credentialsFor(
  settings: S3Settings,
  environment: Environment,
  config: AwsConfig,
  amazon: boolean,
  location: string,
): CredentialSource {
  const { credentials, profile } = settings;
  if (settings.anonymous === true) return unsigned;
  if (typeof credentials === "function") return renewing(() => credentials(), "the caller");
  if (credentials !== undefined) return fixedSource(credentials, "the caller");
  return findCredentials({ profile, environment, config, amazon, place: { location } });
}
