/** Prints locations as addresses, in the canonical form that `parseLocation` turns back into the same location. */
import { displayAddress, encodeEscapes } from "./address-text.ts";
import { printOptions } from "./options.ts";
import { parseLocation } from "./parse.ts";
import type { Location, LocationBase, LocationStep } from "./parts.ts";

/** `s3://bucket/x.zip|zip:inner|zarr3:a/b#aws.profile=me` */
export function printLocation({ base, steps, options }: Location): string {
  const fragment = options === undefined ? "" : `#${printOptions(options)}`;
  return withSteps(printBase(base), steps) + fragment;
}

/** For messages: without anything that may be secret. */
export function displayLocation({ base, steps }: Location): string {
  return withSteps(displayAddress(printBase(base)), steps);
}

/** The first part of an address alone. */
export function printBase(base: LocationBase): string {
  switch (base.scheme) {
    case "file":
      return isPlainPath(base.path) ? base.path : fileUrl(base.path);
    case "memory":
      return `memory:${encodeEscapes(base.path)}`;
    case "az":
      return `az://${base.container}@${base.account}${withSlash(encodeEscapes(base.key))}`;
    case "s3":
    case "gs3":
    case "gs":
      return `${base.scheme}://${base.bucket}${withSlash(encodeEscapes(base.key))}`;
    case "http":
    case "https":
      return printUrl(base.url);
  }
}

function withSlash(key: string): string {
  return key === "" ? "" : `/${key}`;
}

/** Returns whether the path is parsed back as the same path, even with a node after it. */
function isPlainPath(path: string): boolean {
  try {
    const { base, steps, options } = parseLocation(`${path}::x`);
    return base.scheme === "file" && base.path === path && steps.length === 1 && options === undefined;
  } catch {
    return false;
  }
}

/** `file:///a%7Cb`, `file:///C:/a%7Cb`, `file:a%7Cb`; a colon that does not follow a drive letter is escaped. */
function fileUrl(path: string): string {
  const drive = /^[a-z]:(?=[/\\])/i.exec(path)?.[0] ?? "";
  const encoded = drive + encodeEscapes(path.slice(drive.length));
  if (drive !== "") return `file:///${encoded}`;
  return path.startsWith("/") ? `file://${encoded}` : `file:${encoded}`;
}

/** Characters that would end the URL are escaped; the host may be an IPv6 address. */
function printUrl(url: string): string {
  const host = /^[a-z]+:\/\/\[[^\]/]*\]/i.exec(url)?.[0] ?? "";
  const rest = url.slice(host.length).replaceAll("|", "%7C").replaceAll("::", "%3A%3A").replaceAll("#", "%23");
  return host + rest;
}

/** A colon at the end of a URL would be mistaken for the first of a node's two. */
function withSteps(base: string, steps: readonly LocationStep[]): string {
  const marksNode = !base.endsWith(":");
  return base + steps.map((step, i) => printStep(step, marksNode || i > 0)).join("");
}

function printStep({ name, path }: LocationStep, marksNode: boolean): string {
  if (name === "node" && marksNode && !/\||#[a-z][\w.-]*=|::|^:|:$/i.test(path)) return `::${path}`;
  return `|${name}:${encodeEscapes(path)}`;
}
