/** Every refusal of a server of S3 is an error of its own that says what to do, and none tells a secret. */
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type HyperslabError, isHyperslabError } from "../../../src/errors.ts";
import { parseS3Address } from "../../../src/stores/s3/s3-address.ts";
import type { S3Settings } from "../../../src/stores/s3/s3-settings.ts";
import { plainS3Store, s3Store } from "../../../src/stores/s3/s3-store.ts";
import type { Store } from "../../../src/stores/store.ts";
import { withTrace } from "../../../src/stores/wrappers/with-trace.ts";
import { allTextOf, refuseSecrets } from "../../secrets.ts";
import {
  type Answer,
  accessKeyId,
  refusal,
  type S3Server,
  type S3ServerOptions,
  s3Server,
  secretAccessKey,
  sessionToken,
} from "./s3-server.ts";
import { s3Client, testSettings } from "./s3-subjects.ts";

const servers: S3Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: S3ServerOptions = {}): Promise<S3Server> {
  const server = await s3Server(options);
  servers.push(server);
  server.buckets.get("bucket")?.set("k", Uint8Array.of(1, 2, 3));
  return server;
}

/** All that a failure says, for the search for secrets. */
const said: string[] = [];

async function failureOf(run: () => Promise<unknown>): Promise<HyperslabError> {
  const error = await run().then(
    (value) => new Error(`it succeeded: ${String(value)}`),
    (caught: unknown) => caught,
  );
  if (!isHyperslabError(error)) throw error;
  said.push(allTextOf(error));
  return error;
}

function plain(server: S3Server, settings: S3Settings = testSettings, bucket = "bucket"): Store {
  return withTrace(plainS3Store(s3Client(`${server.origin}/${bucket}`, settings), settings), (request) =>
    said.push(allTextOf(request)),
  );
}

const quick = { attempts: 3, delay: 1 };

describe("refusals", () => {
  const rows: [string, Answer, string, string, boolean, RegExp][] = [
    ["NoSuchBucket", refusal(404, "NoSuchBucket"), "io", "no-bucket", false, /name of the bucket/],
    ["AccessDenied", refusal(403, "AccessDenied"), "not-allowed", "forbidden", false, /came from the caller/],
    [
      "InvalidAccessKeyId",
      refusal(403, "InvalidAccessKeyId"),
      "not-allowed",
      "unknown-key",
      false,
      /came from the caller/,
    ],
    [
      "SignatureDoesNotMatch",
      refusal(403, "SignatureDoesNotMatch"),
      "not-allowed",
      "bad-signature",
      false,
      /secret key/,
    ],
    ["ExpiredToken", refusal(400, "ExpiredToken"), "not-allowed", "expired-credentials", false, /came from the caller/],
    ["InvalidToken", refusal(400, "InvalidToken"), "not-allowed", "bad-token", false, /came from the caller/],
    ["InvalidObjectState", refusal(403, "InvalidObjectState"), "unsupported", "archived", false, /Restore/],
    ["SlowDown", refusal(503, "SlowDown"), "io", "too-many-requests", true, /lower concurrency/],
    ["ServiceUnavailable", refusal(503, "ServiceUnavailable"), "io", "too-many-requests", true, /Try again/],
    ["RequestTimeout", refusal(400, "RequestTimeout"), "io", "server-error", true, /server/],
    ["InternalError", refusal(500, "InternalError"), "io", "server-error", true, /server/],
    ["a page", { status: 500, body: "<html><p>sorry" }, "io", "server-error", true, /server/],
    ["nothing", { status: 502 }, "io", "server-error", true, /server/],
    ["PermanentRedirect", refusal(301, "PermanentRedirect"), "io", "wrong-region", false, /region/],
    [
      "a redirect",
      { status: 307, headers: { location: "https://example.org/" } },
      "io",
      "wrong-region",
      false,
      /endpoint/,
    ],
    ["NotImplemented", refusal(501, "NotImplemented"), "unsupported", "not-implemented", false, /cannot do this/],
    ["a code nobody knows", refusal(400, "Whatever"), "io", "status", false, /Whatever/],
    ["a code that is none", refusal(403, "<b>secret</b>"), "not-allowed", "forbidden", false, /403/],
  ];
  test.each(rows)("%s", async (_, answer, code, kind, transient, message) => {
    const server = await serve({ answer: () => answer });
    const store = plain(server);
    const error = await failureOf(() => store.get("k"));
    expect([error.code, error.request?.kind, error.request?.transient]).toEqual([code, kind, transient]);
    expect(error.request?.status).toBe(answer.status);
    expect(error.message).toMatch(message);
    expect(error.place).toEqual({ location: `${server.origin}/bucket`, key: "k" });
    const written = await failureOf(() => store.set!("k", Uint8Array.of(1)));
    expect([written.code, written.request?.kind]).toEqual([code, kind]);
    const listed = await failureOf(() => store.listDirectory!(""));
    expect([listed.code, listed.request?.kind]).toEqual([code, kind]);
  });

  test("a head without a body is asked about", async () => {
    const server = await serve();
    expect((await failureOf(() => plain(server, testSettings, "absent").head!("k"))).request?.kind).toBe("no-bucket");
    expect(server.seen.map(({ method }) => method)).toEqual(["HEAD", "GET"]);
    const wrong = { ...testSettings, credentials: { accessKeyId, secretAccessKey: `${secretAccessKey}x` } };
    expect((await failureOf(() => plain(server, wrong).head!("k"))).request?.kind).toBe("bad-signature");
    const store = plain(server);
    expect(await store.head!("absent")).toBeUndefined();
    expect((await store.head!("k"))?.size).toBe(3);
    const before = server.seen.length;
    expect(await store.head!("absent")).toBeUndefined();
    expect(server.seen.length).toBe(before + 1);
  });

  test("a wrong key, a wrong secret, none", async () => {
    const server = await serve();
    const keys = { accessKeyId: "AKIDNOBODYKNOWSTHIS0", secretAccessKey };
    expect((await failureOf(() => plain(server, { ...testSettings, credentials: keys }).get("k"))).request?.kind).toBe(
      "unknown-key",
    );
    const secret = { accessKeyId, secretAccessKey: "AnotherSecretOfTheTestsSecretOfTheTests0" };
    expect(
      (await failureOf(() => plain(server, { ...testSettings, credentials: secret }).get("k"))).request?.kind,
    ).toBe("bad-signature");
    const none = await failureOf(() => plain(server, { environment: {}, anonymous: true }).set!("k", Uint8Array.of(1)));
    expect([none.request?.kind, none.hint]).toEqual([
      "forbidden",
      expect.stringMatching(/no credentials, as requested/),
    ]);
  });

  test("what may pass is tried again, what will not is not", async () => {
    const shaky = await serve({ answer: (_, count) => (count < 3 ? refusal(503, "SlowDown") : undefined) });
    const store = await s3Store(parseS3Address(`${shaky.origin}/bucket`), { ...testSettings, retry: quick });
    expect(await store.get("k")).toEqual(Uint8Array.of(1, 2, 3));
    expect(shaky.seen).toHaveLength(3);
    const down = await serve({ answer: () => refusal(500, "InternalError") });
    const other = await s3Store(parseS3Address(`${down.origin}/bucket`), { ...testSettings, retry: quick });
    expect((await failureOf(() => other.get("k"))).request?.attempts).toBe(3);
    const denied = await serve({ answer: () => refusal(403, "AccessDenied") });
    const third = await s3Store(parseS3Address(`${denied.origin}/bucket`), { ...testSettings, retry: quick });
    await failureOf(() => third.get("k"));
    expect(denied.seen).toHaveLength(1);
  });

  test("listings that make no sense", async () => {
    const page = (inner: string): Answer => ({ status: 200, body: `<ListBucketResult>${inner}</ListBucketResult>` });
    const listings: [string, Answer, RegExp][] = [
      ["nothing", { status: 200 }, /not valid S3 XML/],
      ["a page", { status: 200, body: "<html></html>" }, /<html>/],
      ["no size", page("<Contents><Key>p/k</Key></Contents>"), /no size/],
      ["a size that is none", page("<Contents><Key>p/k</Key><Size>-1</Size></Contents>"), /no size/],
      ["no way on", page("<IsTruncated>true</IsTruncated>"), /next page begins/],
      [
        "an escape that is none",
        page("<EncodingType>url</EncodingType><Contents><Key>%zz</Key><Size>1</Size></Contents>"),
        /not requested/,
      ],
      ["another one's keys", page("<Contents><Key>other</Key><Size>1</Size></Contents>"), /not requested/],
    ];
    for (const [what, answer, message] of listings) {
      const server = await serve({ answer: () => answer });
      const error = await failureOf(() => plain(server, testSettings, "bucket/p").listDirectory!(""));
      expect([what, error.code]).toEqual([what, "io"]);
      expect(error.message).toMatch(message);
    }
    const loop = page("<IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>");
    const server = await serve({ answer: () => loop });
    expect((await failureOf(() => plain(server).listDirectory!(""))).message).toMatch(/next page begins/);
    expect(server.seen).toHaveLength(2);
  });
});

describe("answers that make no sense", () => {
  const part = { headers: { etag: '"1"' }, body: Uint8Array.of(1, 2, 3) };
  const rows: [string, Answer, string, string][] = [
    [
      "another part",
      { status: 206, ...part, headers: { "content-range": "bytes 1-3/9" } },
      "io",
      "wrong-content-range",
    ],
    ["a part of no place", { status: 206, ...part }, "io", "wrong-content-range"],
    ["less than the part", { status: 206, ...part, headers: { "content-range": "bytes 0-3/9" } }, "io", "short-body"],
    [
      "an encoding that nobody knows",
      { status: 200, ...part, headers: { "content-encoding": "x-odd" } },
      "unsupported",
      "content-encoding",
    ],
    ["nothing new", { status: 304 }, "io", "status"],
  ];
  test.each(rows)("%s", async (_, answer, code, kind) => {
    const server = await serve({ answer: () => answer });
    const range = answer.status === 206 ? { range: { offset: 0, length: 4 } } : {};
    const error = await failureOf(() => plain(server).get("k", range));
    expect([error.code, error.request?.kind]).toEqual([code, kind]);
  });

  test("all in place of a part is cut", async () => {
    const server = await serve({ answer: () => ({ status: 200, ...part }) });
    expect(await plain(server).get("k", { range: { offset: 1, length: 1 } })).toEqual(Uint8Array.of(2));
  });
});

describe("what only had to be said differently", () => {
  test("the region, told by a header or by an element, found once for all stores of the bucket", async () => {
    const server = await serve({ region: "ap-south-9" });
    expect(await plain(server).get("k")).toEqual(Uint8Array.of(1, 2, 3));
    expect(server.seen).toHaveLength(2);
    expect(await plain(server).get("k")).toEqual(Uint8Array.of(1, 2, 3));
    expect(server.seen).toHaveLength(3);
    const silent = await serve({ region: "ap-south-9", tellsRegion: false });
    expect((await failureOf(() => plain(silent).get("k"))).request?.kind).toBe("wrong-region");
    expect(silent.seen).toHaveLength(1);
  });

  test("a server that contradicts itself is not asked for ever", async () => {
    let count = 0;
    const server = await serve({
      answer: () => refusal(301, "PermanentRedirect", "", { "x-amz-bucket-region": `r-${++count}` }),
    });
    expect((await failureOf(() => plain(server).get("k"))).request?.kind).toBe("wrong-region");
    expect(server.seen.length).toBeLessThanOrEqual(5);
  });

  test.each([-86_400_000, 3_600_000])("a clock that is %i ms off", async (ahead) => {
    const server = await serve({ ahead });
    const store = plain(server);
    expect(await store.get("k")).toEqual(Uint8Array.of(1, 2, 3));
    expect(server.seen).toHaveLength(2);
    expect(await store.get("k")).toEqual(Uint8Array.of(1, 2, 3));
    expect(server.seen).toHaveLength(3);
  });

  test("a clock that nothing can put right", async () => {
    const server = await serve({ answer: () => refusal(403, "RequestTimeTooSkewed") });
    const error = await failureOf(() => plain(server).get("k"));
    expect([error.request?.kind, error.hint]).toEqual(["clock", "Set the clock of this machine."]);
    expect(server.seen).toHaveLength(2);
  });

  test("tokens that have expired, renewed once", async () => {
    let token = `old-${sessionToken}`;
    let asked = 0;
    const server = await serve({ tokens: () => [`new-${sessionToken}`] });
    const credentials = async () => {
      asked += 1;
      return { accessKeyId, secretAccessKey, sessionToken: token };
    };
    const store = plain(server, { environment: {}, credentials });
    expect((await failureOf(() => store.get("k"))).request?.kind).toBe("expired-credentials");
    token = `new-${sessionToken}`;
    expect(await store.get("k")).toEqual(Uint8Array.of(1, 2, 3));
    const before = asked;
    expect(await store.get("k")).toEqual(Uint8Array.of(1, 2, 3));
    expect(asked).toBe(before);
  });
});

test("connections that fail fail as those of HTTP do", async () => {
  const server = await s3Server();
  const { origin } = server;
  await server.close();
  const error = await failureOf(() => plainS3Store(s3Client(`${origin}/bucket`)).get("k"));
  expect([error.code, error.request?.kind]).toEqual(["io", "connection-refused"]);
  expect(error.place).toEqual({ location: `${origin}/bucket`, key: "k" });
});

afterAll(() => {
  expect(said.length).toBeGreaterThan(50);
  const all = said.join("\n");
  refuseSecrets(all);
  for (const secret of ["Signature=", "AWS4-HMAC", "secret words", "AnotherSecret", "AKIDNOBODY"]) {
    expect(all).not.toContain(secret);
  }
});
