import { describe, expect, test } from "vitest";
import { isHyperslabError } from "../../../src/errors.ts";
import { isS3Address, parseS3Address } from "../../../src/stores/s3/s3-address.ts";

const google = { provider: "google", endpoint: "https://storage.googleapis.com", style: "path" };

describe("addresses of S3", () => {
  const forms: readonly [string, object, boolean][] = [
    ["s3://b/k/l", { provider: "aws", bucket: "b", key: "k/l" }, true],
    ["S3://b", { provider: "aws", bucket: "b", key: "" }, true],
    ["s3://b//", { provider: "aws", bucket: "b", key: "" }, true],
    ["s3://my.bucket/k/", { provider: "aws", bucket: "my.bucket", key: "k" }, true],
    ["s3://b/a%20b%23%3F%25", { provider: "aws", bucket: "b", key: "a b#?%" }, true],
    ["gs3://b/k", { ...google, bucket: "b", key: "k" }, true],
    ["https://storage.googleapis.com/b/k", { ...google, bucket: "b", key: "k" }, true],
    ["https://b.storage.googleapis.com/k", { ...google, bucket: "b", key: "k" }, true],
    [
      "https://b.s3.eu-west-1.amazonaws.com/k",
      { provider: "aws", region: "eu-west-1", style: "virtual", bucket: "b", key: "k" },
      true,
    ],
    ["https://b.s3.amazonaws.com/k", { provider: "aws", style: "virtual", bucket: "b", key: "k" }, true],
    ["https://a.b.s3.amazonaws.com/k", { provider: "aws", style: "virtual", bucket: "a.b", key: "k" }, true],
    [
      "https://S3.us-gov-west-1.amazonaws.com/B/k",
      { provider: "aws", region: "us-gov-west-1", style: "path", bucket: "B", key: "k" },
      true,
    ],
    ["https://s3.amazonaws.com/b/k", { provider: "aws", style: "path", bucket: "b", key: "k" }, true],
    [
      "https://s3-eu-west-1.amazonaws.com/b/k",
      { provider: "aws", region: "eu-west-1", style: "path", bucket: "b", key: "k" },
      true,
    ],
    [
      "https://b.s3-external-1.amazonaws.com/k",
      { provider: "aws", region: "us-east-1", style: "virtual", bucket: "b", key: "k" },
      true,
    ],
    [
      "s3://s3.us-west-1.amazonaws.com/b",
      { provider: "aws", region: "us-west-1", style: "path", bucket: "b", key: "" },
      true,
    ],
    [
      "s3://b.s3.eu-west-1.amazonaws.com/k",
      { provider: "aws", region: "eu-west-1", style: "virtual", bucket: "b", key: "k" },
      true,
    ],
    [
      "https://b.s3.dualstack.eu-west-1.amazonaws.com/k",
      {
        provider: "aws",
        endpoint: "https://s3.dualstack.eu-west-1.amazonaws.com",
        region: "eu-west-1",
        style: "virtual",
        bucket: "b",
        key: "k",
      },
      true,
    ],
    [
      "https://s3.cn-north-1.amazonaws.com.cn/b/k",
      { provider: "aws", region: "cn-north-1", style: "path", bucket: "b", key: "k" },
      true,
    ],
    [
      "http://127.0.0.1:7480/b/k%20l",
      { provider: "other", endpoint: "http://127.0.0.1:7480", style: "path", bucket: "b", key: "k l" },
      false,
    ],
    [
      "http://[::1]:7480/b",
      { provider: "other", endpoint: "http://[::1]:7480", style: "path", bucket: "b", key: "" },
      false,
    ],
    [
      "https://b.s3.example.org/k",
      { provider: "other", endpoint: "https://s3.example.org", style: "virtual", bucket: "b", key: "k" },
      false,
    ],
    [
      "https://s3.eu-west-1.example.org/b/k",
      {
        provider: "other",
        endpoint: "https://s3.eu-west-1.example.org",
        region: "eu-west-1",
        style: "path",
        bucket: "b",
        key: "k",
      },
      false,
    ],
  ];
  test.each(forms)("%s", (text, target, isKnown) => {
    expect(parseS3Address(text)).toEqual(target);
    expect(isS3Address(text)).toBe(isKnown);
  });

  test("a signed address is one of HTTP", () => {
    expect(isS3Address("https://b.s3.eu-west-1.amazonaws.com/k?X-Amz-Signature=0")).toBe(false);
    expect(isS3Address("http://b.s3-website-eu-west-1.amazonaws.com/k")).toBe(false);
    expect(isS3Address("http://b.s3-website.eu-west-1.amazonaws.com/k")).toBe(false);
    expect(isS3Address("data/s3")).toBe(false);
    expect(isS3Address("https://example.org/s3://b")).toBe(false);
  });
});

describe("what is none is pointed at", () => {
  const bad: readonly [string, number, RegExp][] = [
    ["s3:/b", 1, /not an S3 address/],
    ["s3://", 6, /does not name a bucket/],
    ["s3:///k", 6, /does not name a bucket/],
    ["https://host", 13, /does not name a bucket/],
    ["https://s3.amazonaws.com/", 26, /does not name a bucket/],
    ["s3://b/k?x=1", 9, /"\?" part/],
    ["s3://b/k#mode=zarr", 9, /"#" part/],
    ["s3://b/a//b", 10, /empty segment/],
    ["s3://b/../b", 8, /".." segment/],
    ["s3://b/a/.", 10, /"." segment/],
    ["s3://key:secret@b/k", 6, /user or password/],
    ["https://ec2.amazonaws.com/b", 9, /not an S3 address/],
    ["ftp://b/k", 1, /scheme "ftp:"/],
    ["s3://b c/k", 7, /invalid bucket name/],
    ["s3://arn:aws:s3:us-east-1:123456789012:accesspoint:ap/k", 6, /ARN/],
    ["s3://b/%zz", 8, /percent sign/],
    ["s3://b/%00", 8, /NUL/],
    ["s3://b/%ff", 8, /UTF-8/],
  ];
  test.each(bad)("%s", (text, column, message) => {
    const failure = (): unknown => {
      try {
        return parseS3Address(text);
      } catch (error) {
        return error;
      }
    };
    const error = failure();
    expect(isHyperslabError(error, "invalid-request") && error.place.column).toBe(column);
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain("secret");
  });
});
