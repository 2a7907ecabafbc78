/**
 * The secrets of all tests. Each holds one mark, so that a single search finds any of them in whatever is printed; the
 * forms that they take on the way (base64, percent escapes) are looked for too. `secret-watch.ts` looks at all that
 * tests print, `run-cli.ts` and `spawn-cli.ts` at all that the program prints.
 */
import { inspect } from "node:util";

const MARK = "hush-4f1b";

type SecretName = "user" | "password" | "token" | "apiKey" | "signature" | "proxyPassword";

export const secrets: Readonly<Record<SecretName, string>> = {
  user: `user-${MARK}`,
  password: `p@ss:${MARK}`,
  token: `token-${MARK}`,
  apiKey: `key-${MARK}`,
  /** In the query of an address. */
  signature: `signature/${MARK}=`,
  proxyPassword: `proxy-${MARK}`,
};

/** As they would be seen. */
const spellings: readonly string[] = [
  MARK,
  // Of the user of the S3 server that tests start, and of the examples that AWS gives.
  "testsecret0000",
  "wJalrXUtnFEMI",
  ...[
    ...Object.values(secrets),
    `${secrets.user}:${secrets.password}`,
    `${secrets.user}:${secrets.proxyPassword}`,
    `proxy:${secrets.proxyPassword}`,
  ].flatMap((secret) => [
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(secret).toString("hex"),
  ]),
];

/** The first secret in a text, if there is one. */
export function findSecret(text: string): string | undefined {
  return spellings.find((spelling) => text.includes(spelling));
}

/** All that can be seen of a value: what it prints as, in every way; of an error its stack and causes too. */
export function allTextOf(value: unknown): string {
  const parts = [String(value), inspect(value, { depth: 20, showHidden: true }), jsonOf(value)];
  if (value instanceof Error) parts.push(value.message, value.stack ?? "", allTextOf(value.cause ?? ""));
  return parts.join("\n");
}

export function refuseSecrets(...values: readonly unknown[]): void {
  for (const value of values) {
    const text = typeof value === "string" ? value : allTextOf(value);
    const found = findSecret(text);
    if (found === undefined) continue;
    const at = text.indexOf(found);
    throw new Error(`a secret is shown: ...${text.slice(Math.max(0, at - 100), at)}<here>`);
  }
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)) ?? "";
  } catch {
    return "";
  }
}
