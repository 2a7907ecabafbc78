// Servers that close in the middle, change what they have, refuse from some request on, and report wrong lengths: a
// read returns correct values or a typed error, never fill values for existing data. Once the server recovers, new
// handles work.
import { forbidden, staticServer } from "./static-server.mjs";
import { drawPart, drawVersioned, isAmong, versionOf, versionsIn, wholeObject } from "./versions.mjs";
import { orTyped, Wrong } from "./wrong.mjs";

export const name = "servers";
export const weight = 2;

/** Few and quick retries: these servers do not recover by waiting. */
const RETRY = { attempts: 2, delay: 1, budget: 1000 };
const IDLE_TIMEOUT = 300;
const READS = 8;

const nothing = (answer) => answer;
const cut = (random, body) => body.subarray(0, random.below(Math.max(1, body.byteLength)));
const withBody = (answer, body) => ({
  ...answer,
  body,
  headers: { ...answer.headers, "content-length": body.byteLength },
});
const isValue = ({ status }) => status === 200 || status === 206;

/** What a server may do wrong. Each fault may change a response; `values: true` leaves absent keys alone. */
const FAULTS = {
  close:
    (random) =>
    (answer, { response }) => {
      response.writeHead(answer.status, answer.headers);
      response.write(cut(random, answer.body));
      setImmediate(() => response.destroy());
    },
  reset:
    () =>
    (_, { response }) => {
      response.destroy();
    },
  hang:
    () =>
    (_, { response }) => {
      setTimeout(() => response.destroy(), 4 * IDLE_TIMEOUT).unref();
    },
  truncated: (random) => (answer) => withBody(answer, cut(random, answer.body)),
  empty: () => (answer) => withBody(answer, Buffer.alloc(0)),
  total: (random) => {
    const more = random.pick([-1, 1, 1000]);
    return (answer) => {
      const range = answer.headers["content-range"];
      if (range === undefined) return answer;
      const total = Number(range.slice(range.indexOf("/") + 1)) + more;
      return { ...answer, headers: { ...answer.headers, "content-range": range.replace(/\d+$/, String(total)) } };
    };
  },
  shifted: (random) => (answer) => {
    if (answer.whole === undefined) return answer;
    const start = random.below(answer.whole.byteLength);
    const end = Math.min(answer.whole.byteLength, start + answer.body.byteLength);
    const headers = { ...answer.headers, "content-range": `bytes ${start}-${end - 1}/${answer.whole.byteLength}` };
    return withBody({ ...answer, headers }, answer.whole.subarray(start, end));
  },
  "no ranges": () => (answer) => {
    if (answer.whole === undefined) return answer;
    const { "content-range": _, ...headers } = answer.headers;
    return withBody({ status: 200, headers }, answer.whole);
  },
  longer: (random) => (answer) => withBody(answer, Buffer.concat([answer.body, random.bytes(random.between(1, 20))])),
};
FAULTS[403] = () => forbidden;
for (const status of [401, 429, 500, 503]) {
  FAULTS[status] = () => () => ({ status, headers: { "content-length": 0 }, body: Buffer.alloc(0) });
}

export async function run(context) {
  const { random, tell } = context;
  const layout = drawVersioned(random, { fills: false });
  const present = Array.from({ length: layout.objects }, () => random.often(70));
  const protocol = random.often(70) ? "http" : "s3";
  const validators = random.pick(["etag", "etag", "modified", "none"]);
  const fault = random.often(30) ? "change" : random.pick(Object.keys(FAULTS));
  tell(`${JSON.stringify(layout)}, present ${present}, ${protocol}, ${validators}, fault ${fault}`);
  const versions = [await storedAs(context, layout, present, 1), await storedAs(context, layout, present, 2)];
  // A single 403 among good responses is how a bucket without listing reports an absent key, so this fault cannot be detected.
  const once = fault !== "403" && random.often(30);
  const server = { versions, now: 0, asked: 0, from: random.below(20), once, change: nothing };
  const detectable = fault !== "change" || validators === "etag" || lengthsDiffer(...versions);
  const absent = protocol === "s3" || random.often(25) ? 403 : 404;
  const { origin, close } = await staticServer((key) => versions[server.now].get(key), {
    absent,
    validators: detectable ? validators : "etag",
    change: (answer, request) => misbehave(server, answer, request),
  });
  const state = { ...context, layout, present, absent, protocol, origin, allowed: fault === "change" ? [1, 2] : [1] };
  try {
    begin(server, fault, random);
    await readSeveral(state, await orTyped(() => openAt(state)), server, "during it");
    Object.assign(server, { change: nothing, changes: false });
    state.allowed = [server.now + 1];
    await readSeveral(state, { value: await openAt(state) }, server, "after it", true);
  } finally {
    await close();
  }
}

/** Lets the fault begin with request `from`; a change of the objects happens then, for good. */
function begin(server, fault, random) {
  server.change = fault === "change" ? nothing : FAULTS[fault](random);
  server.changes = fault === "change";
}

function misbehave(server, answer, request) {
  const at = server.asked++;
  if (server.changes && at >= server.from) server.now = 1;
  const begun = server.once ? at === server.from : at >= server.from;
  if (!begun) return answer;
  // Lies about values: what is absent stays absent.
  return isValue(answer) || server.change !== nothing ? server.change(answer, request) : answer;
}

async function storedAs({ library }, layout, present, version) {
  const map = new Map();
  const array = await library.create(map, layout.options);
  for (let object = 0; object < layout.objects; object++) {
    if (present[object]) await array.write(wholeObject(layout, object), versionOf(layout, object, version));
  }
  return new Map([...map].map(([key, value]) => [key.replace(/^\//, ""), Buffer.from(value)]));
}

/** Without entity tags, a change of equal length in the same second cannot be detected. */
function lengthsDiffer(one, two) {
  return [...one].every(([key, value]) => /zarr\.json$|\.z/.test(key) || value.byteLength !== two.get(key)?.byteLength);
}

async function openAt({ library, layout, protocol, origin }) {
  // Nothing that may be absent is requested: a 403 for it would be ambiguous.
  const options = { format: layout.options.format, consolidated: false };
  if (protocol === "http") {
    return library.openArray(library.httpStore(origin, { retry: RETRY, idleTimeout: IDLE_TIMEOUT }), options);
  }
  const settings = { endpoint: origin, anonymous: true, region: "us-east-1", retry: RETRY, idleTimeout: IDLE_TIMEOUT };
  return library.openArray(await library.s3Store({ bucket: "bucket", key: "" }, settings), options);
}

async function readSeveral(state, { value: array }, server, when, strict = false) {
  if (array === undefined) {
    state.counts.refused += 1;
    return;
  }
  const { random, layout } = state;
  for (let i = 0; i < READS; i += 2) {
    const parts = [drawPart(random, layout), drawPart(random, layout)];
    await Promise.all(parts.map((part) => readPart(state, array, part, `${when}, request ${server.asked}`, strict)));
  }
}

async function readPart({ layout, present, absent, allowed, counts }, array, part, what, strict) {
  const { value, error } = await orTyped(() => array.read(part));
  counts.reads += 1;
  if (error !== undefined) {
    // Whether a 403 stands for an absent object is not always known.
    const maybeAbsent = absent === 403 && present.includes(false);
    if (strict && !maybeAbsent) throw new Wrong(`${what}: ${error.message}`);
    counts.refused += 1;
    return;
  }
  for (const [object, seen] of versionsIn(layout, part, value.data, what)) {
    if (isAmong(layout, seen, present[object] ? allowed : [0])) continue;
    throw new Wrong(
      `${what}: object ${object} is of version ${seen}, not ${present[object] ? allowed.join(" or ") : "absent"}`,
    );
  }
}
