/** Unpacks the tar archives of the fixtures, so that the tests need no program for it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const BLOCK = 512;
/** Type flags: files, folders, and the long path of the entry that follows (GNU, POSIX). */
const [FILE, OLD_FILE, FOLDER, LONG_NAME, EXTENDED] = ["0", "\0", "5", "L", "x"];

export function untar(archive: Uint8Array, folder: string): void {
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + BLOCK);
    const length = Number.parseInt(text(header, 124, 12), 8);
    const body = archive.subarray(at + BLOCK, at + BLOCK + length);
    const flag = String.fromCharCode(header[156]!);
    const prefix = text(header, 345, 155);
    const name = longName ?? (prefix === "" ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`);
    longName = undefined;
    if (flag === LONG_NAME) longName = text(body, 0, length);
    else if (flag === EXTENDED) longName = extendedPath(body);
    else if (flag === FOLDER) mkdirSync(join(folder, name), { recursive: true });
    else if (flag === FILE || flag === OLD_FILE) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), body);
    } else throw new Error(`${name} has type ${JSON.stringify(flag)}, which untar does not know`);
    at += BLOCK + Math.ceil(length / BLOCK) * BLOCK;
  }
}

function text(bytes: Uint8Array, start: number, length: number): string {
  const field = Buffer.from(bytes.subarray(start, start + length));
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? field.length : end);
}

/** Lines of `LENGTH KEY=VALUE`. */
function extendedPath(body: Uint8Array): string | undefined {
  return /^\d+ path=(.*)$/m.exec(Buffer.from(body).toString("utf8"))?.[1];
}
