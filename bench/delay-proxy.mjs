// A proxy that makes a nearby server distant: what clients send arrives a round trip later, responses come back at
// once, and a new connection costs a round trip before its first byte, as the handshake of TCP would. Bandwidth is not
// limited.
//   node bench/delay-proxy.mjs TARGET_PORT MILLISECONDS     prints its own port
import { connect, createServer } from "node:net";
import { pathToFileURL } from "node:url";

/** Listens on a free port of the loopback; returns the port. `close()` ends it with all its connections. */
export async function delayProxy(targetPort, milliseconds) {
  const sockets = new Set();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: targetPort, host: "127.0.0.1", noDelay: true, onread: straightTo(near) });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => {});
    }
    delay(near, far, milliseconds);
    far.on("end", () => near.end());
    far.on("close", () => near.destroy());
  });
  await new Promise((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve));
  return {
    port: server.address().port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Reuses one buffer as long as the other side takes all of it at once: fresh memory is slow. */
function straightTo(socket) {
  let buffer = Buffer.allocUnsafeSlow(256 * 1024);
  return {
    buffer: () => buffer,
    callback: (length, read) => {
      socket.write(read.subarray(0, length));
      if (socket.writableLength > 0) buffer = Buffer.allocUnsafeSlow(buffer.length);
      return true;
    },
  };
}

/** What comes from one side goes to the other later, the first of it later still. */
function delay(from, to, milliseconds) {
  const waiting = [];
  const opened = performance.now() + milliseconds;
  let scheduled = false;
  const schedule = () => {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    setTimeout(flush, Math.max(1, waiting[0].due - performance.now()));
  };
  const flush = () => {
    scheduled = false;
    const now = performance.now();
    to.cork();
    while (waiting.length > 0 && waiting[0].due <= now) waiting.shift().send();
    to.uncork();
    schedule();
  };
  const later = (send) => {
    waiting.push({ due: Math.max(opened, performance.now()) + milliseconds, send });
    schedule();
  };
  from.on("data", (data) => later(() => to.write(data)));
  from.on("end", () => later(() => to.end()));
  from.on("close", () => later(() => to.destroy()));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [target, milliseconds] = process.argv.slice(2).map(Number);
  console.log((await delayProxy(target, milliseconds)).port);
}
