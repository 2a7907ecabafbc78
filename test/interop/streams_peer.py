"""Decodes and encodes: a line of JSON in, {codec, configuration, data, encoded}, a line out.

The answer is {decoded, written}: what each peer decodes ``encoded`` to, and what each writes
of ``data``.
"""

import base64
import json
import sys
import zlib

import cramjam
import lz4.frame


def deflated(data, level):
    engine = zlib.compressobj(level, zlib.DEFLATED, -15)
    return engine.compress(data) + engine.flush()


def lz4_frames(data):
    """Linked and independent blocks, with all checksums and with none; and Rust's binding of the same library."""
    for linked in [True, False]:
        for checked in [True, False]:
            options = {"block_linked": linked, "content_checksum": checked, "block_checksum": checked}
            yield lz4.frame.compress(data, store_size=checked, block_size=lz4.frame.BLOCKSIZE_MAX64KB, **options)
    yield cramjam.lz4.compress(data)


PEERS = {
    "lz4f": ([lz4.frame.decompress, cramjam.lz4.decompress], lz4_frames),
    "snappy": ([cramjam.snappy.decompress_raw], lambda data: [cramjam.snappy.compress_raw(data)]),
    "snappy framed": ([cramjam.snappy.decompress], lambda data: [cramjam.snappy.compress(data)]),
    "deflate-raw": (
        [lambda data: zlib.decompress(data, -15), cramjam.deflate.decompress],
        lambda data: [deflated(data, 6), cramjam.deflate.compress(data)],
    ),
    "brotli": ([cramjam.brotli.decompress], lambda data: [cramjam.brotli.compress(data, level=5)]),
}


def text(data):
    return base64.b64encode(bytes(data)).decode()


for line in sys.stdin:
    job = json.loads(line)
    framed = " framed" if job["configuration"].get("framed") else ""
    readers, write = PEERS[job["codec"] + framed]
    encoded = base64.b64decode(job["encoded"])
    answer = {
        "decoded": [text(read(encoded)) for read in readers],
        "written": [text(made) for made in write(base64.b64decode(job["data"]))],
    }
    print(json.dumps(answer), flush=True)
