/** The doctor at a real S3 server, Ceph's gateway: as it comes, and with the CORS rule that the doctor shows. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ceph, startCeph } from "../../scripts/ceph.mjs";
import { create, type DoctorReport, doctor } from "../../src/index.ts";
import { parseS3Address } from "../../src/stores/s3/s3-address.ts";
import { S3Client } from "../../src/stores/s3/s3-client.ts";
import { resolveSite, type S3Settings } from "../../src/stores/s3/s3-settings.ts";

let ceph: Ceph;
const kept = { ...process.env };
beforeAll(async () => {
  ceph = await startCeph();
  process.env["AWS_ACCESS_KEY_ID"] = ceph.accessKeyId;
  process.env["AWS_SECRET_ACCESS_KEY"] = ceph.secretAccessKey;
  await sent({ method: "PUT" });
  await create("s3://doctored/data.zarr", { shape: [4], dtype: "int8", store: store() });
}, 600_000);
afterAll(async () => {
  process.env = kept;
  await ceph?.stop();
});

const store = (): { endpoint: string; region: string } => ({ endpoint: ceph.endpoint, region: "us-east-1" });

async function sent(call: Parameters<S3Client["request"]>[0]): Promise<void> {
  const settings: S3Settings = store();
  const client = new S3Client(resolveSite(parseS3Address("s3://doctored"), settings), settings);
  const reply = await client.request(call);
  if (reply.failure !== undefined) throw reply.error();
}

function troubles({ checks }: DoctorReport): readonly string[] {
  return checks.filter(({ status }) => status !== "ok").map(({ name }) => name);
}

it("works but for pages, and the rule that is shown mends that", async () => {
  const report = await doctor("s3://doctored/data.zarr", { store: store(), write: true });
  expect([report.usable, troubles(report), report.fixes.length]).toEqual([true, ["cors"], 1]);
  expect(report.checks.find(({ name }) => name === "write")?.found).toBe("all work");
  const [rule] = JSON.parse(report.fixes[0]!.text);
  const elements = Object.entries<string | string[]>(rule).map(([name, value]) => {
    const tag = name.replace(/s$/, "").replace("MaxAgeSecond", "MaxAgeSeconds");
    return [value].flat().map((word) => `<${tag}>${word}</${tag}>`);
  });
  const body = Buffer.from(`<CORSConfiguration><CORSRule>${elements.flat().join("")}</CORSRule></CORSConfiguration>`);
  const headers = { "content-md5": createHash("md5").update(body).digest("base64") };
  await sent({ method: "PUT", query: [["cors", ""]], body, headers });
  const mended = await doctor("s3://doctored/data.zarr", { store: store() });
  expect([mended.usable, troubles(mended), mended.fixes]).toEqual([true, [], []]);
});
