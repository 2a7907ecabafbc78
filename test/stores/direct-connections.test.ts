/** Connections of our own: answers cut anywhere, answers that are none, and what is done with a connection afterwards. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sharedRoom } from "../../src/bytes/source/byte-room.ts";
import { directConnections } from "../../src/stores/http/transport/direct-connections.ts";
import { parseHead } from "../../src/stores/http/transport/response-head.ts";
import { ResponseReader } from "../../src/stores/http/transport/response-reader.ts";
import { type HttpRequest, type HttpResponse, TransportError } from "../../src/stores/http/transport/transport.ts";

interface Told {
  status: number | undefined;
  body: string;
  used: number;
  isDone: boolean;
}

/** Reads an answer that arrives in pieces of these lengths, the last of them over and over; then perhaps its end. */
function read(text: string, lengths: readonly number[], { bodyless = false, ends = false } = {}): Told {
  const bytes = Buffer.from(text, "latin1");
  // One buffer for all pieces, as connections have it: whatever is kept of a piece is overwritten.
  const buffer = Buffer.alloc(bytes.byteLength);
  const told: Told = { status: undefined, body: "", used: 0, isDone: false };
  const sink = {
    begin: (status: number) => void (told.status = status),
    add: (part: Uint8Array) => void (told.body += Buffer.from(part).toString("latin1")),
  };
  const reader = new ResponseReader(sink, bodyless);
  for (let at = 0, i = 0; at < bytes.byteLength && !reader.isDone; i++) {
    const length = Math.min(lengths[Math.min(i, lengths.length - 1)]!, bytes.byteLength - at);
    bytes.copy(buffer, 0, at, at + length);
    told.used += reader.feed(buffer.subarray(0, length));
    at += length;
    buffer.fill(88);
  }
  told.isDone = ends ? reader.close() : reader.isDone;
  return told;
}

const LENGTH = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: "a"\r\n\r\nabcde';
const CHUNKED = "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2 ; x=y\r\nde\r\n0\r\nX-Sum: 1\r\n\r\n";
const INTERIM = `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${LENGTH}`;

describe("an answer", () => {
  test.each([
    ["of known length", LENGTH],
    ["in chunks", CHUNKED],
    ["after interim ones", INTERIM],
  ])("%s is the same wherever it is cut", (_, text) => {
    for (let first = 1; first < text.length; first++) {
      for (const rest of [1, 2, 3, 1000]) {
        expect(read(`${text}HTTP`, [first, rest])).toMatchObject({ status: 200, body: "abcde", isDone: true });
      }
      expect(read(`${text}HTTP`, [first, 1000]).used).toBe(text.length);
    }
  });

  test("without a length ends with the connection, and no other does", () => {
    const text = "HTTP/1.0 200 OK\r\n\r\nabc";
    expect(read(text, [7])).toMatchObject({ body: "abc", isDone: false });
    expect(read(text, [7], { ends: true })).toMatchObject({ body: "abc", isDone: true });
    for (const whole of [LENGTH, CHUNKED]) {
      for (let end = 1; end < whole.length; end++)
        expect(read(whole.slice(0, end), [9], { ends: true }).isDone).toBe(false);
    }
  });

  test("has no body where it cannot have one", () => {
    expect(read(LENGTH, [1000], { bodyless: true })).toMatchObject({ body: "", isDone: true });
    for (const status of [204, 304]) {
      const text = `HTTP/1.1 ${status} Nothing\r\nContent-Length: 5\r\n\r\n`;
      expect(read(text, [1000])).toMatchObject({ status, body: "", isDone: true });
    }
  });

  test.each([
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["HTTP/2", "HTTP/2 200\r\n\r\n"],
    ["a protocol that was not asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"],
    ["no status", "HTTP/1.1 OK\r\n\r\n"],
    ["lines that end as none does", "HTTP/1.1 200 OK\nContent-Length: 5\n\n\r\n\r\nabcde"],
    ["a folded line", "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n"],
    ["a space before the colon", "HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nabcde"],
    ["no colon", "HTTP/1.1 200 OK\r\nContent-Length\r\n\r\n"],
    ["a zero byte", "HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nabcde"],
    ["a length below zero", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabcde"],
    ["a length with a sign", "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nabcde"],
    ["a length too long to be one", `HTTP/1.1 200 OK\r\nContent-Length: ${"9".repeat(20)}\r\n\r\n`],
    ["a length and chunks", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a coding that was not asked for", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"],
    ["a chunk without a size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"],
    ["a chunk below zero", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n"],
    ["a chunk that is too long", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n"],
    ["a size line that ends as none does", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\nab\r\n0\r\n\r\n"],
    ["a head without end", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}`],
    ["a size line without end", `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}`],
    ["trailers without end", `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${"X: y\r\n".repeat(4000)}`],
  ])("is refused: %s", (_, text) => {
    for (const length of [1, 5, 100_000]) {
      expect(() => read(text, [length])).toThrow(TransportError);
    }
  });

  test("has headers by any spelling, joined where they are several, in UTF-8", () => {
    const name = Buffer.from("caf\u00e9", "utf8").toString("latin1");
    const { header, keepsAlive } = parseHead(`HTTP/1.1 200 OK\r\nX-A:1\r\nx-a:  2 \r\nY: X-A: 3\r\nLocation: /${name}`);
    expect([header("x-a"), header("y"), header("location"), header("a"), header("z")]).toEqual([
      "1, 2",
      "X-A: 3",
      "/caf\u00e9",
      undefined,
      undefined,
    ]);
    expect(keepsAlive).toBe(true);
  });

  test.each([
    ["HTTP/1.1 200", true],
    ["HTTP/1.0 200", false],
    ["HTTP/1.1 200\r\nConnection: close", false],
    ["HTTP/1.1 200\r\nConnection: Keep-Alive, Close", false],
    ["HTTP/1.0 200\r\nConnection: Keep-Alive", true],
    ["HTTP/1.0 200\r\nConnection: keep-alive", true],
  ])("%j tells whether the connection is kept: %s", (text, isKept) => {
    expect(parseHead(text).keepsAlive).toBe(isKept);
  });
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that answers the n-th request of a connection so. */
async function serving(answer: (socket: Socket, count: number) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    let count = 0;
    socket.on("data", () => answer(socket, count++));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connections = directConnections(origin, { connectTimeout: 60_000, idleTimeout: 60_000 });
  const get = (more: Partial<HttpRequest> = {}): Promise<HttpResponse> => {
    const request = { method: "GET", url: new URL("/x", origin), headers: {}, secret: false, take: () => 1000 };
    const asked = connections.request({ ...request, ...more });
    if (asked === undefined) throw new Error("not taken");
    return asked;
  };
  return { sockets, connections, get, origin };
}

describe("a connection", () => {
  test("is used again, unless the server says no more or says too little time", async () => {
    for (const [headers, connections] of [
      ["", 1],
      ["Keep-Alive: timeout=5\r\n", 1],
      ["Keep-Alive: timeout=2\r\n", 3],
      ["Connection: close\r\n", 3],
    ] as const) {
      const { sockets, get } = await serving((socket) =>
        socket.write(`HTTP/1.1 200\r\n${headers}Content-Length: 1\r\n\r\na`),
      );
      for (let i = 0; i < 3; i++) expect(Buffer.from((await get()).body).toString()).toBe("a");
      expect(sockets.length, headers).toBe(connections);
    }
  });

  test("is not reused after its time is up, even if that went unnoticed", async () => {
    const { sockets, get } = await serving((socket) => socket.write("HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na"));
    await get();
    // As after a long computation: the clock has gone on, and no timer has run.
    const { now } = performance;
    const later = vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 11_000);
    try {
      const second = get();
      later.mockRestore();
      expect(Buffer.from((await second).body).toString()).toBe("a");
    } finally {
      later.mockRestore();
    }
    expect(sockets.length).toBe(2);
    await get();
    expect(sockets.length).toBe(2);
  });

  test("is not used again when more came than was promised, at once or later", async () => {
    const surplus = "HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nb";
    const head = "HTTP/1.1 200\r\nContent-Length: 1\r\n";
    const lying = await serving((socket) => socket.write(`${head}Connection: keep-alive\r\n\r\na${surplus}`));
    await expect(lying.get()).rejects.toMatchObject({ problem: "too-long" });
    const { get, sockets } = await serving((socket) => socket.write(`${head}\r\na${surplus}`));
    for (let i = 0; i < 2; i++) expect(Buffer.from((await get()).body).toString()).toBe("a");
    expect(sockets.length).toBe(2);
    const late = await serving((socket, count) => {
      socket.write("HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na");
      if (count === 0) setTimeout(() => socket.write(surplus), 20);
    });
    await late.get();
    await new Promise((resolve) => late.sockets[0]!.on("close", resolve));
    expect(Buffer.from((await late.get()).body).toString()).toBe("a");
    expect(late.sockets.length).toBe(2);
  });

  test("many at once do not mix what they get, in memory of the caller's or their own", async () => {
    const { get, origin } = await serving((socket) => {
      // Two pieces, so that answers of many connections lie between them.
      const body = Buffer.alloc(5000, socket.remotePort! & 255);
      socket.write(`HTTP/1.1 200\r\nX-Port: ${socket.remotePort}\r\nContent-Length: 5000\r\n\r\n`);
      socket.write(body.subarray(0, 2000));
      setTimeout(() => socket.write(body.subarray(2000)), 5);
    });
    for (const room of [undefined, sharedRoom]) {
      const asked = Array.from({ length: 50 }, () => get({ url: new URL("/y", origin), take: () => 5000, room }));
      for (const { body, header } of await Promise.all(asked)) {
        expect(new Set(body)).toEqual(new Set([Number(header("x-port")) & 255]));
        expect(body.byteLength).toBe(5000);
      }
    }
  });

  test("is left to others where a request is more than a question", async () => {
    const { connections, origin } = await serving(() => {});
    const request = { method: "GET", url: origin, headers: {}, secret: false, take: () => 1 };
    const refused: Partial<HttpRequest>[] = [
      { method: "PUT" },
      { body: new Uint8Array(1) },
      { headers: { host: "other" } },
      { headers: { "transfer-encoding": "chunked" } },
      { headers: { "x-a": "b\r\nx-b: c" } },
      { headers: { "x a": "b" } },
      { headers: { "x-a": "caf\u00e9" } },
    ];
    for (const more of refused) expect(connections.request({ ...request, ...more })).toBeUndefined();
  });
});
