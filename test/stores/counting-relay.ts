/** A relay on the loopback interface before a server that keeps no log: notes each request, and passes it on as it came. */
import { createServer, request } from "node:http";
import { listen, stop } from "./object-server.ts";

export interface CountingRelay {
  readonly origin: string;
  /** What was asked since this was last called, `METHOD /path range` each. */
  requests(): string[];
  close(): Promise<void>;
}

/** Headers pass unchanged, `host` too: signatures are made for the name of the relay. */
export async function countingRelay(target: string): Promise<CountingRelay> {
  const { hostname, port } = new URL(target);
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url} ${incoming.headers.range ?? "-"}`);
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const own = await listen(server);
  return {
    origin: `http://127.0.0.1:${own}`,
    requests: () => seen.splice(0),
    close: () => stop(server),
  };
}
