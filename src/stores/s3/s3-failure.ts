/** What an S3 server says when it refuses: a status, a code in XML, sometimes the region or the time that it expects. */
import { contentLength } from "../http/response-facts.ts";
import type { HttpResponse, ResponseHead } from "../http/transport.ts";
import { childText, parseXml, type XmlElement } from "./xml.ts";

export interface S3Failure {
  readonly status: number;
  /** `NoSuchKey`; "" where the answer has none. Messages are not kept: they quote requests. */
  readonly code: string;
  /** Where the bucket is, if the server tells. */
  readonly region: string | undefined;
  /** The server's clock, in milliseconds since 1970. */
  readonly time: number | undefined;
}

const LARGEST = 64 * 1024;

/** How much of the body of a refusal is of use. */
export function takeFailure(head: ResponseHead): number | undefined {
  return (contentLength(head) ?? 0) > LARGEST ? undefined : LARGEST;
}

export function readFailure(response: HttpResponse): S3Failure {
  const { status, body } = response;
  const error = errorElement(body);
  const code = error === undefined ? "" : (childText(error, "Code") ?? "");
  const time = Date.parse((error && childText(error, "ServerTime")) ?? response.header("date") ?? "");
  return {
    status,
    code: /^[A-Za-z0-9.]{1,64}$/.test(code) ? code : "",
    region: regionOf(response, error),
    time: Number.isNaN(time) ? undefined : time,
  };
}

/** Servers of other kinds answer with pages or nothing; then the status has to do. */
export function errorElement(body: Uint8Array): XmlElement | undefined {
  try {
    const root = parseXml(body, {});
    return root.name === "Error" ? root : undefined;
  } catch {
    return undefined;
  }
}

/** By a header of its own, by an element, or by the host that the server would rather be called by. */
function regionOf(response: HttpResponse, error: XmlElement | undefined): string | undefined {
  const host = /^https?:\/\/([^/]+)/i.exec(response.header("location") ?? "")?.[1];
  const told = [
    response.header("x-amz-bucket-region"),
    error && childText(error, "Region"),
    regionInHost(error && childText(error, "Endpoint")),
    regionInHost(host),
  ];
  return told.find((text) => text !== undefined && /^[a-z0-9-]{1,64}$/i.test(text));
}

function regionInHost(host: string | undefined): string | undefined {
  return /(?:^|\.)s3(?:\.dualstack)?[.-]([a-z]{2,}(?:-[a-z]+)+-\d+)\.amazonaws\.com(?:\.cn)?$/i.exec(host ?? "")?.[1];
}
