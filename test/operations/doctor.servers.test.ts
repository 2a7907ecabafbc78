/** The doctor at real servers: as they come, and with what the doctor says to paste into their configuration. */
import { describe, expect, it } from "vitest";
import { create, doctor, memoryStore } from "../../src/index.ts";
import { type ServedFolder, serveFolder } from "../stores/web-server.ts";

const map = new Map<string, Uint8Array>();

async function entries(): Promise<ReadonlyMap<string, Uint8Array>> {
  if (map.size === 0) await create(memoryStore(map), { shape: [8], dtype: "int8" });
  return map;
}

async function withServer<T>(
  kind: "nginx" | "apache",
  configuration: string,
  run: (server: ServedFolder) => Promise<T>,
): Promise<T> {
  const server = await serveFolder(kind, configuration);
  try {
    return await run(server);
  } finally {
    await server.close();
  }
}

/** What to put where the tests can: the inside of what is shown, for all of the server. */
const settingsOf = {
  nginx: (text: string) => text.replace("location /data/", "location /"),
  // A module that is not part of the server of the tests.
  apache: (text: string) => text.replace(/^.*(?:Directory|SetEnv).*$/gm, ""),
};

describe.each(["nginx", "apache"] as const)("%s", (kind) => {
  it("needs headers for pages, and the fix that is shown is one", async () => {
    const found = await withServer(kind, "", async (server) => doctor(server.add(await entries())));
    const troubles = found.checks.filter(({ status }) => status !== "ok").map(({ name }) => name);
    expect([found.usable, troubles, found.fixes.length]).toEqual([true, ["cors"], 1]);
    expect(found.fixes[0]!.server.toLowerCase()).toBe(kind);
    const settings = settingsOf[kind](found.fixes[0]!.text);
    const mended = await withServer(kind, settings, async (server) => doctor(server.add(await entries())));
    expect(mended.checks.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(mended).toMatchObject({ usable: true, fixes: [] });
    const versions = mended.checks.find(({ name }) => name === "versions");
    expect(versions?.found).toMatch(/ETag; If-Match is honoured/);
  });
});

describe("nginx", () => {
  it("that compresses or serves a page for everything", async () => {
    const packed = await withServer("nginx", "gzip on; gzip_types *; gzip_min_length 1;", async (server) =>
      doctor(server.add(await entries())),
    );
    expect(packed.checks.find(({ name }) => name === "compression")?.status).toBe("ok");
    expect(packed.checks.find(({ name }) => name === "range")?.status).toBe("ok");
    const pages = await withServer("nginx", "location / { try_files $uri /1/app.html; }", async (server) =>
      doctor(server.add(new Map([...(await entries()), ["app.html", Buffer.from("<!doctype html><p>app</p>")]]))),
    );
    expect(pages.usable).toBe(true);
    expect(pages.checks.find(({ name }) => name === "absence")).toMatchObject({
      status: "warn",
      found: expect.stringContaining("web page"),
    });
  });
});
