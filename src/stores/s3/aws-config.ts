/**
 * The configuration that AWS's programs share: `~/.aws/config` and `~/.aws/credentials`.
 *
 *   [profile work]                 [work] in the credentials; netCDF accepts that in both, and so do we
 *   region = eu-west-1
 *   s3 =
 *     addressing_style = path      becomes "s3.addressing_style"
 *   services = lab                 [services lab] has "s3.endpoint_url"
 */

import { HyperslabError } from "../../errors.ts";
import type { Environment } from "../http/transport/proxy.ts";

export type ConfigSection = ReadonlyMap<string, string>;

export interface AwsConfig {
  /** Both files combined; the credentials take precedence. */
  profile(name: string): ConfigSection | undefined;
  services(name: string): ConfigSection | undefined;
}

export function readAwsConfig(environment: Environment, readText: ReadText = readLocalText): AwsConfig {
  const home = homeOf(environment);
  const read = (variable: string, name: string): ReadonlyMap<string, ConfigSection> => {
    const path = environment[variable] || (home === undefined ? undefined : `${home}/.aws/${name}`);
    const expanded = path?.startsWith("~/") === true && home !== undefined ? `${home}${path.slice(1)}` : path;
    return parseSections((expanded === undefined ? undefined : readText(expanded)) ?? "");
  };
  const config = read("AWS_CONFIG_FILE", "config");
  const credentials = read("AWS_SHARED_CREDENTIALS_FILE", "credentials");
  return {
    profile: (name) => {
      const general = config.get(`profile ${name}`) ?? config.get(name);
      const secret = credentials.get(name);
      if (general === undefined || secret === undefined) return general ?? secret;
      return new Map([...general, ...secret]);
    },
    services: (name) => config.get(`services ${name}`),
  };
}

/**
 * Sections by name, with whitespace collapsed. Sections of the same name are merged; malformed lines are skipped, as
 * AWS does.
 */
export function parseSections(text: string): ReadonlyMap<string, ConfigSection> {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  let outer = "";
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n?|\n/)) {
    const bare = line.replace(/(^|\s)[#;].*$/, "").trimEnd();
    const heading = /^\s*\[\s*([^\]]*?)\s*\]/.exec(bare)?.[1];
    if (heading !== undefined) {
      const name = heading.replace(/\s+/g, " ").replace(/["']/g, "");
      section = sections.get(name) ?? new Map();
      sections.set(name, section);
      outer = "";
      continue;
    }
    const [, indent = "", key = "", value = ""] = /^(\s*)([^=\s][^=]*?)\s*=\s*(.*)$/.exec(bare) ?? [];
    if (section === undefined || key === "") continue;
    if (indent === "") outer = value === "" ? key : "";
    if (indent === "" && value === "") continue;
    section.set(indent !== "" && outer !== "" ? `${outer}.${key}` : key, value);
  }
  return sections;
}

/** The text of a file; undefined if it does not exist. */
export type ReadText = (path: string) => string | undefined;

/** Configuration files are a few kilobytes; a far larger file is refused. */
const LARGEST = 4 * 1024 * 1024;

export function readLocalText(path: string): string | undefined {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (fs === undefined) return undefined;
  try {
    const { size } = fs.statSync(path);
    if (size <= LARGEST) return fs.readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new HyperslabError("not-allowed", `a configuration file cannot be read: ${code ?? "no reason is given"}`, {
      location: path,
    });
  }
  throw new HyperslabError("invalid-request", "a configuration file is far too large", { location: path });
}

/** The user's home directory, if the environment names it. */
export function homeOf(environment: Environment): string | undefined {
  return environment["HOME"] || environment["USERPROFILE"] || undefined;
}
