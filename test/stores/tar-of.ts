/** A tar archive of these values, with every name in a POSIX record, as long and odd as it may be. */
const BLOCK = 512;

export function tarOf(entries: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [key, value] of entries) {
    const record = recordOf("path", key);
    parts.push(headerOf("x", record.byteLength), padded(record), headerOf("0", value.byteLength), padded(value));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return new Uint8Array(Buffer.concat(parts));
}

/** `LENGTH KEY=VALUE\n`, where the length counts itself. */
function recordOf(key: string, value: string): Uint8Array {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function headerOf(kind: string, length: number): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  header.write("member", 0);
  header.write("0000644\0", 100);
  header.write(length.toString(8).padStart(11, "0"), 124);
  header.write("        ", 148);
  header.write(kind, 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

function padded(bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(Math.ceil(bytes.byteLength / BLOCK) * BLOCK);
  block.set(bytes);
  return block;
}
