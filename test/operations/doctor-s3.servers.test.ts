/** The doctor at a real S3 server, Ceph's gateway: as it comes, and with the CORS rule that the doctor shows. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { create, type DoctorReport, doctor } from "../../src/index.ts";
import { cephBucket } from "../stores/ceph-bucket.ts";

const bucket = cephBucket("doctored");
const store = (): object => ({ ...bucket.settings(), region: "us-east-1" });

function troubles({ checks }: DoctorReport): readonly string[] {
  return checks.filter(({ status }) => status !== "ok").map(({ name }) => name);
}

it("works but for pages, and the rule that is shown mends that", async () => {
  await create("s3://doctored/data.zarr", { shape: [4], dtype: "int8", store: store() });
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
  await bucket.send({ method: "PUT", query: [["cors", ""]], body, headers });
  const mended = await doctor("s3://doctored/data.zarr", { store: store() });
  expect([mended.usable, troubles(mended), mended.fixes]).toEqual([true, [], []]);
});
