// A reference set of one array, for the benchmarks of references: as many chunks as asked for, a hundred per file, with URLs of 116 characters.
import { once } from "node:events";
import { createWriteStream } from "node:fs";

/** Writes the set as JSON, a mebibyte at a time. */
export async function makeReferenceSet(path, count) {
  const out = createWriteStream(path);
  const zarray = `{"zarr_format":2,"shape":[${count}],"chunks":[1],"dtype":"<f4","compressor":null,"fill_value":null,"order":"C","filters":null}`;
  let text = `{"version":1,"refs":{".zgroup":"{\\"zarr_format\\":2}","data/.zarray":${JSON.stringify(zarray)}`;
  for (let i = 0; i < count; i++) {
    const url = `s3://bucket/a/long/path/${"x".repeat(72)}/file-${String(Math.floor(i / 100)).padStart(9, "0")}.nc`;
    text += `,"data/${i}":["${url}",${20_000 + (i % 100) * 4096},${4000 + (i % 96)}]`;
    if (text.length > 1 << 20) {
      if (!out.write(text)) await once(out, "drain");
      text = "";
    }
  }
  out.end(`${text}}}`);
  await once(out, "finish");
}
