/** Passes HTTP on to a server, and counts what was asked and how much was answered. */
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface CountingProxy {
  readonly origin: string;
  /** In the order of their answers. */
  readonly calls: { readonly method: string; readonly range: string; readonly bytes: number }[];
  stop(): Promise<void>;
}

/** Headers go through as they are, so that signatures stay good: the host is the proxy's own. */
export async function countingProxy(target: string): Promise<CountingProxy> {
  const calls: CountingProxy["calls"] = [];
  const { hostname, port } = new URL(target);
  const server = createServer((asked, answer) => {
    const { method = "", url, headers } = asked;
    const passed = request({ hostname, port, method, path: url, headers }, (found) => {
      // Before the client can know of it; an answer that does not tell its length is counted as endless.
      const bytes = Number(found.headers["content-length"] ?? Number.POSITIVE_INFINITY);
      calls.push({ method, range: headers.range ?? "", bytes });
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    passed.once("error", () => answer.destroy());
    asked.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${own}`,
    calls,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
