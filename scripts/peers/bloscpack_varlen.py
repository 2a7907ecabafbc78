"""Files of variable-length objects, as the proposal for Bloscpack draws them, written and read by plain Python.

An independent judge of Hyperslab's reader and writer: nothing here knows how Hyperslab does it. Blosc frames are made
and undone by c-blosc (the package `blosc`).

    bloscpack_varlen.py fixtures DIRECTORY   write the golden files and expected.json
    bloscpack_varlen.py read                 one path a line on stdin, one JSON line with what is in it on stdout
"""

import base64
import hashlib
import json
import os
import struct
import sys
import zlib

import blosc

HEADER = struct.Struct("<4sBBBBiiqII")
OFFSETS, METADATA, VARIABLE_LENGTH = 1, 2, 4
CHECKSUMS = ["None", "adler32", "crc32", "md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
DIGEST_SIZES = [0, 4, 4, 16, 20, 28, 32, 48, 64]


def digest(code, data):
    name = CHECKSUMS[code]
    if name == "None":
        return b""
    if name in ("adler32", "crc32"):
        return struct.pack("<I", getattr(zlib, name)(data) & 0xFFFFFFFF)
    return hashlib.new(name, data).digest()


def compress(data, codec="blosclz", level=7):
    return blosc.compress(data, typesize=1, clevel=level, shuffle=blosc.SHUFFLE, cname=codec)


def monolithic(objects, metadata=None, version=4, checksum=1, codec="blosclz", level=7, sizes=(-1, -1), slack=0,
               gap=0, trailing=b"", finished=True, chunks_written=None):
    text = b"" if metadata is None else json.dumps(metadata).encode("utf-8")
    options = OFFSETS | VARIABLE_LENGTH | (METADATA if text else 0)
    head = HEADER.pack(b"blpk", version, options, checksum, 1, *sizes, len(objects), len(text), 0) + text
    at = len(head) + 8 * len(objects) + gap
    offsets, chunks = [], b""
    for data in objects[:chunks_written]:
        frame = compress(data, codec, level)
        offsets.append(at + len(chunks))
        chunks += frame + digest(checksum, frame) + b"\0" * slack
    if not finished:
        offsets = [-1] * len(objects)
    table = struct.pack("<%dq" % len(offsets), *offsets)
    return head + table + b"\xff" * gap + chunks + trailing


def index(count, metadata, checksum=1):
    text = json.dumps(metadata).encode("utf-8")
    return HEADER.pack(b"blpk", 4, METADATA | VARIABLE_LENGTH, checksum, 1, -1, -1, count, len(text), 0) + text


# Reading.


def read_monolithic(data):
    magic, version, options, checksum, typesize, chunk, last, count, meta_size, reserved = HEADER.unpack_from(data)
    assert magic == b"blpk" and options & VARIABLE_LENGTH and options & OFFSETS and not options & ~7 and reserved == 0
    assert bool(options & METADATA) == (meta_size > 0)
    text = data[HEADER.size:HEADER.size + meta_size]
    offsets = struct.unpack_from("<%dq" % count, data, HEADER.size + meta_size)
    objects = []
    for offset in offsets:
        frame_length = struct.unpack_from("<I", data, offset + 12)[0]
        frame = data[offset:offset + frame_length]
        assert digest(checksum, frame) == data[offset + frame_length:offset + frame_length + DIGEST_SIZES[checksum]]
        objects.append(blosc.decompress(frame))
    fields = {"version": version, "checksum": CHECKSUMS[checksum], "typesize": typesize, "chunk_size": chunk,
              "last_chunk": last, "count": count}
    return fields, (json.loads(text) if meta_size else None), objects


def read_directory(path):
    data = open(os.path.join(path, "index.blp"), "rb").read()
    magic, version, options, checksum, typesize, chunk, last, count, meta_size, reserved = HEADER.unpack_from(data)
    assert magic == b"blpk" and options == METADATA | VARIABLE_LENGTH and len(data) == HEADER.size + meta_size
    metadata = json.loads(data[HEADER.size:])
    each, objects = metadata["superchunk"], []
    for number in range((count + each - 1) // each):
        _, none, part = read_monolithic(open(os.path.join(path, "%d.blp" % number), "rb").read())
        wanted = min(each, count - number * each)
        assert none is None and len(part) >= wanted
        objects += part[:wanted]
    fields = {"version": version, "checksum": CHECKSUMS[checksum], "typesize": typesize, "chunk_size": chunk,
              "last_chunk": last, "count": count}
    return fields, metadata, objects


def read(path):
    if os.path.isdir(path):
        return read_directory(path)
    return read_monolithic(open(path, "rb").read())


def answer(path):
    try:
        fields, metadata, objects = read(path)
        return {"header": fields, "metadata": metadata, "objects": [base64.b64encode(o).decode() for o in objects]}
    except Exception as error:
        return {"error": repr(error)}


# The golden files.

TEXTS = ["", "a", "grüße, 世界 🌍", "\0", "word " * 400, "last"]
BLOBS = [b"", bytes(range(256)) * 3, b"\xff\xfe", b"\0" * 5000]
VALUES = [None, True, -1.5, "text", [], {}, {"b": [1, {"a": "ü"}], "a": None}, [[1, 2], [3]]]


def utf8(texts):
    return [text.encode("utf-8") for text in texts]


def seed_metadata(dtype, count):
    """Just like the example in the text."""
    return {"dtype": dtype, "shape": [count], "others": []}


def fixtures(directory):
    os.makedirs(directory, exist_ok=True)
    texts, values = utf8(TEXTS), [json.dumps(value).encode() for value in VALUES]
    described = seed_metadata("varchar", len(texts))
    files = {}

    def put(name, objects, dtype, note=None, metadata=None, shape=None, attributes=None, error=None, **options):
        data = monolithic(objects, metadata, **options)
        files[name] = {"dtype": dtype, "shape": shape or [len(objects)], "attributes": attributes or {},
                       "objects": [base64.b64encode(o).decode() for o in objects], "note": note, "error": error}
        with open(os.path.join(directory, name + ".blp"), "wb") as file:
            file.write(data)

    put("varchar", texts, "string", metadata=described)
    put("varbinary", BLOBS, "bytes", metadata=seed_metadata("varbinary", len(BLOBS)))
    put("json", values, "object", metadata=seed_metadata("json", len(values)))
    put("no-metadata", BLOBS, "bytes")
    put("no-objects", [], "string", metadata=seed_metadata("varchar", 0))
    put("no-shape", texts, "string", metadata={"dtype": "varchar"})
    put("matrix", texts, "string", metadata={"dtype": "varchar", "shape": [2, 3], "others": []}, shape=[2, 3])
    put("attributes", texts, "string", attributes={"units": "m", "level": 3},
        metadata={"dtype": "varchar", "shape": [len(texts)], "others": [["units", "m"]], "level": 3})
    put("other-others", texts, "string", attributes={"others": ["x"]},
        metadata={"dtype": "varchar", "shape": [len(texts)], "others": ["x"]})
    put("unknown-dtype", texts, "bytes", "read as bytes", attributes={"dtype": "varfoo"},
        metadata=seed_metadata("varfoo", len(texts)))
    for version in (2, 3):
        put("version-%d" % version, texts, "string", metadata=described, version=version)
    for code, name in enumerate(CHECKSUMS):
        put("checksum-" + name, texts, "string", metadata=described, checksum=code)
    for codec in ("blosclz", "lz4", "lz4hc", "zlib", "zstd"):
        put("codec-" + codec, texts, "string", metadata=described, codec=codec, level=9)
    put("stored", texts, "string", metadata=described, level=0)
    put("uniform", [b"abcd", b"efgh", b"ij"], "bytes", sizes=(4, 2))
    put("slack", texts, "string", metadata=described, slack=7)
    put("gap", texts, "string", metadata=described, gap=80)
    put("trailing", texts, "string", metadata=described, trailing=b"what an append left behind")
    put("aborted-whole", texts, "string", "never filled in", metadata=described, finished=False)
    put("aborted-half", texts, "string", metadata=described, finished=False, chunks_written=3, error="truncated")
    put("aborted-at-once", [b""] * 6, "string", "no object was written", metadata=described, finished=False,
        chunks_written=0)
    put("bad-utf8", [b"good", b"b\xc3\x28d"], "string", metadata=seed_metadata("varchar", 2), error="object 1 at byte")
    put("bad-json", [b"{}", b"{"], "object", metadata=seed_metadata("json", 2), error="object 1 at byte")

    path = os.path.join(directory, "directory.blpd")
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, "index.blp"), "wb") as file:
        file.write(index(len(texts), {"dtype": "varchar", "shape": [len(texts)], "superchunk": 4, "others": []}))
    for number in range(2):
        # One more than is told, as an interrupted append leaves it.
        part = texts[4 * number:4 * number + 4] + ([b"more"] if number == 1 else [])
        with open(os.path.join(path, "%d.blp" % number), "wb") as file:
            file.write(monolithic(part))
    files["directory.blpd"] = {"dtype": "string", "shape": [len(texts)], "attributes": {}, "note": None, "error": None,
                               "objects": [base64.b64encode(o).decode() for o in texts]}
    with open(os.path.join(directory, "expected.json"), "w") as file:
        json.dump(files, file, indent=1, sort_keys=True)
        file.write("\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["fixtures"]:
        fixtures(sys.argv[2])
    elif sys.argv[1:2] == ["read"]:
        for line in sys.stdin:
            print(json.dumps(answer(line.rstrip("\n"))), flush=True)
    else:
        sys.exit(__doc__)
