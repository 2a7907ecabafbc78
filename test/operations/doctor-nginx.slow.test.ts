/** The doctor at a real nginx: as it comes, and with what the doctor says to paste into its configuration. */
import { describe, expect, it } from "vitest";
import { create, doctor, memoryStore } from "../../src/index.ts";
import { type ServedFolder, serveFolder } from "../stores/web-server.ts";

const map = new Map<string, Uint8Array>();

async function entries(): Promise<ReadonlyMap<string, Uint8Array>> {
  if (map.size === 0) await create(memoryStore(map), { shape: [8], dtype: "int8" });
  return map;
}

async function withNginx<T>(configuration: string, run: (server: ServedFolder) => Promise<T>): Promise<T> {
  const server = await serveFolder("nginx", configuration);
  try {
    return await run(server);
  } finally {
    await server.close();
  }
}

describe("nginx", () => {
  it("needs headers for pages, and the fix that is shown is one", async () => {
    const found = await withNginx("", async (server) => doctor(server.add(await entries())));
    const troubles = found.checks.filter(({ status }) => status !== "ok").map(({ name }) => name);
    expect([found.usable, troubles, found.fixes.map(({ server }) => server)]).toEqual([true, ["cors"], ["nginx"]]);
    const fix = found.fixes[0]!.text.replace("location /data/", "location /");
    const mended = await withNginx(fix, async (server) => doctor(server.add(await entries())));
    expect(mended.checks.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(mended).toMatchObject({ usable: true, fixes: [] });
    const honours = mended.checks.find(({ name }) => name === "versions");
    expect(honours?.found).toBe("ETag; If-Match is honoured");
  });

  it("that compresses or serves a page for everything", async () => {
    const packed = await withNginx("gzip on; gzip_types *; gzip_min_length 1;", async (server) =>
      doctor(server.add(await entries())),
    );
    expect(packed.checks.find(({ name }) => name === "compression")?.status).toBe("ok");
    expect(packed.checks.find(({ name }) => name === "range")?.status).toBe("ok");
    const pages = await withNginx("location / { try_files $uri /1/app.html; }", async (server) =>
      doctor(server.add(new Map([...(await entries()), ["app.html", Buffer.from("<!doctype html><p>app</p>")]]))),
    );
    expect(pages.usable).toBe(true);
    expect(pages.checks.find(({ name }) => name === "absence")).toMatchObject({
      status: "warn",
      found: expect.stringContaining("web page"),
    });
  });
});
