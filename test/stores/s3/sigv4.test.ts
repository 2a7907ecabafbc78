/** Signatures against the examples that AWS publishes, and against AWS's own signer. */
import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodySha256, platformHashes, portableHashes, toHex } from "../../../src/stores/s3/hashes.ts";
import {
  authorization,
  EMPTY_PAYLOAD,
  encodePath,
  encodeQuery,
  presignedQuery,
  type RequestToSign,
  signingDate,
  uriEncode,
} from "../../../src/stores/s3/sigv4.ts";

/** Examples of "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)". */
describe("the examples of S3's documentation", () => {
  const credentials = {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  const scope = { region: "us-east-1", service: "s3", date: "20130524T000000Z" };
  const host = "examplebucket.s3.amazonaws.com";
  const signed = (
    method: string,
    path: string,
    query: readonly (readonly [string, string])[],
    headers: Record<string, string> = {},
    payload = EMPTY_PAYLOAD,
  ): string => {
    const all = { host, "x-amz-content-sha256": payload, "x-amz-date": scope.date, ...headers };
    return authorization({ method, path, query: encodeQuery(query), headers: all, payload }, credentials, scope);
  };

  test("a part of an object", () => {
    const { accessKeyId } = credentials;
    expect(signed("GET", "/test.txt", [], { range: "bytes=0-9" })).toBe(
      `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
    );
  });

  test("an object with a storage class", () => {
    const headers = { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" };
    const payload = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";
    expect(toHex(portableHashes.sha256(new TextEncoder().encode("Welcome to Amazon S3.")))).toBe(payload);
    expect(signed("PUT", `/${encodePath("test$file.text")}`, [], headers, payload)).toMatch(
      /Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
    );
  });

  test("a query without a value", () => {
    expect(signed("GET", "/", [["lifecycle", ""]])).toMatch(
      /Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543$/,
    );
  });

  test("a listing, whatever the order of its query", () => {
    const wanted = /Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/;
    const query = [
      ["prefix", "J"],
      ["max-keys", "2"],
    ] as const;
    expect(signed("GET", "/", query)).toMatch(wanted);
    expect(signed("GET", "/", [...query].reverse())).toMatch(wanted);
  });

  test("an address that is signed", () => {
    const request = { method: "GET", path: "/test.txt", host, seconds: 86400 };
    expect(presignedQuery(request, credentials, scope)).toBe(
      "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
    );
  });
});

/** `get-vanilla` of AWS's suite for makers of signers. */
test("the plainest request of the suite", () => {
  const credentials = {
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  };
  const date = "20150830T123600Z";
  const headers = { host: "example.amazonaws.com", "x-amz-date": date };
  const request: RequestToSign = { method: "GET", path: "/", query: "", headers, payload: EMPTY_PAYLOAD };
  expect(authorization(request, credentials, { region: "us-east-1", service: "service", date })).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  );
});

class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bufferOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bufferOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}

function bufferOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}

describe("AWS's own signer agrees", () => {
  const credentials = { accessKeyId: "AKID", secretAccessKey: "secret", sessionToken: "to/ken+==" };
  const signer = new SignatureV4({
    credentials,
    region: "eu-west-1",
    service: "s3",
    sha256: Sha256,
    uriEscapePath: false,
  });
  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
  const token = fc.stringMatching(/^[ -~]{1,12}$/);

  test("about any key, query and header", async () => {
    const inputs = [name, fc.dictionary(name, name, { maxKeys: 3 }), token, fc.integer({ min: 0, max: 4e12 })] as const;
    const compare = async (key: string, query: Record<string, string>, value: string, time: number): Promise<void> => {
      const date = signingDate(time);
      const path = `/${encodePath(key)}`;
      const headers: Record<string, string> = { host: "b.example.org", "x-amz-meta-a": value };
      headers["x-amz-content-sha256"] = EMPTY_PAYLOAD;
      const theirs = await signer.sign(
        { method: "PUT", protocol: "https:", hostname: "b.example.org", path, query, headers },
        { signingDate: new Date(time) },
      );
      const ours: RequestToSign = {
        method: "PUT",
        path,
        query: encodeQuery(Object.entries(query)),
        headers: { ...headers, "x-amz-date": date, "x-amz-security-token": credentials.sessionToken },
        payload: EMPTY_PAYLOAD,
      };
      const scope = { region: "eu-west-1", service: "s3", date };
      expect(authorization(ours, credentials, scope)).toBe(theirs.headers["authorization"]);
    };
    await fc.assert(fc.asyncProperty(...inputs, compare), { numRuns: 200 });
  });
});

test("escapes are those of RFC 3986, of all but letters, digits and -._~", () => {
  expect(uriEncode("AZaz09-._~")).toBe("AZaz09-._~");
  expect(uriEncode(" !*'()/+%é😀")).toBe("%20%21%2A%27%28%29%2F%2B%25%C3%A9%F0%9F%98%80");
  expect(encodePath("a b/c+d//e")).toBe("a%20b/c%2Bd//e");
});

test("hashes of our own are those of Node, for any length of key and text", async () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(bytes, bytes, async (key, data) => {
      const { sha256, hmac } = portableHashes;
      expect(toHex(sha256(data))).toBe(createHash("sha256").update(data).digest("hex"));
      expect(toHex(hmac(key, data))).toBe(createHmac("sha256", key).update(data).digest("hex"));
      expect(toHex(platformHashes().hmac(key, data))).toBe(toHex(hmac(key, data)));
      expect(toHex(await bodySha256(data))).toBe(toHex(sha256(data)));
    }),
  );
});
