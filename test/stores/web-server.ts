/** A folder served by a real web server, to put values into. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type ServerKind, startServer } from "../../scripts/web-servers.mjs";

export interface ServedFolder {
  readonly origin: string;
  /** Writes entries below a new directory and gives its URL. */
  add(entries: Iterable<readonly [string, Uint8Array]>): string;
  /** nginx: what was asked since this was last called, `METHOD /path range` each. */
  requests(): Promise<string[]>;
  close(): Promise<void>;
}

/** `folder`: serve this one in place of a new one. */
export async function serveFolder(kind: ServerKind, settings = "", folder?: string): Promise<ServedFolder> {
  const root = folder ?? mkdtempSync(join(tmpdir(), "hyperslab-served-"));
  if (folder === undefined) chmodSync(root, 0o755);
  const server = await startServer(kind, { root, settings });
  let count = 0;
  let seen = 0;
  const requests = async (): Promise<string[]> => {
    // A line is written when its answer has been sent, which the client may know first: one more request marks the end.
    const mark = `/mark-${seen}`;
    await fetch(server.origin + mark);
    let text = "";
    while (!(text.includes(`${mark} `) && text.endsWith("\n"))) {
      await setTimeout(2);
      text = readFileSync(server.log, "utf8").slice(seen);
    }
    seen += text.length;
    return text
      .trim()
      .split("\n")
      .filter((line) => !line.includes(mark));
  };
  return {
    origin: server.origin,
    add: (entries) => {
      count += 1;
      mkdirSync(join(root, String(count)));
      for (const [key, value] of entries) {
        const file = join(root, String(count), key);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, value);
      }
      return `${server.origin}/${count}`;
    },
    requests,
    close: async () => {
      await server.stop();
      if (folder === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}
