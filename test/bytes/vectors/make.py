"""Makes the vectors beside this file: checksums by zlib, google-crc32c and numcodecs; JSON texts by Python's json module
and by zarr-python. Deterministic. Run with each peer environment that has the packages:

    .peers/zarr3/bin/python test/bytes/vectors/make.py
    .peers/zarr2/bin/python test/bytes/vectors/make.py
"""

import json
import random
import struct
import warnings
import zlib
from pathlib import Path

import numpy
import zarr

HERE = Path(__file__).parent
VERSION = int(zarr.__version__.split(".")[0])


def save(name, rows):
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (HERE / f"{name}.jsonl").write_text(text)


def patterned(kind, length):
    """Bytes that the tests make again by themselves."""
    if kind == "ones":
        return b"\xff" * length
    state, out = length + 1, bytearray()
    for _ in range(length):
        state = (state * 1103515245 + 12345) % 2**31
        out.append(state >> 16 & 255)
    return bytes(out)


def checksums():
    import google_crc32c
    from numcodecs.fletcher32 import Fletcher32
    from numcodecs.jenkins import jenkins_lookup3

    lengths = [*range(0, 40), 719, 720, 721, 722, 1001, 3799, 3800, 3801, 5552, 5553, 65536, 100003]
    for kind in ("random", "ones"):
        for length in lengths:
            data = patterned(kind, length)
            fletcher = bytes(Fletcher32().encode(data))[length:] if length > 0 else None
            yield {
                "kind": kind,
                "length": length,
                "crc32": zlib.crc32(data),
                "crc32c": google_crc32c.value(data),
                "adler32": zlib.adler32(data),
                "fletcher32": None if fletcher is None else struct.unpack("<I", fletcher)[0],
                "jenkins": int(jenkins_lookup3(data, 0)),
                "jenkinsSeeded": int(jenkins_lookup3(data, 0x9E3779B9)),
            }


def jenkins_prefixes():
    from numcodecs.checksum32 import JenkinsLookup3

    for length in (1, 5, 12, 30):
        for prefix in (b"\x00", b"prefix", bytes(range(13))):
            codec = JenkinsLookup3(initval=7, prefix=numpy.frombuffer(prefix, "u1"))
            encoded = bytes(codec.encode(patterned("random", length)))
            yield {"length": length, "prefix": list(prefix), "jenkins": struct.unpack("<I", encoded[-4:])[0]}


ALPHABET = ["a", "Z", "0", " ", '"', "\\", "/", "\b", "\f", "\n", "\r", "\t", "\0", "\x1f", "\x7f", "\x80", "é", "°"]
ALPHABET += ["\u2028", "\ud800", "\udfff", "\ue000", "\uffff", "\ufeff", "世", "😀", "\U00010000", "\U0010ffff"]


def random_text(source):
    return "".join(source.choice(ALPHABET) for _ in range(source.randrange(7)))


def random_float(source):
    while True:
        (value,) = struct.unpack("<d", source.randbytes(8))
        if value == value and abs(value) != float("inf"):
            return source.choice([value, float(f"{value:.3g}"), source.uniform(-1e3, 1e3), float(source.randrange(99))])


def random_value(source, depth):
    kind = source.randrange(8 if depth > 0 else 6)
    if kind == 0:
        return source.choice([None, True, False])
    if kind == 1:
        return source.randrange(-(2**65), 2**65) >> source.randrange(66)
    if kind == 2:
        return random_float(source)
    if kind < 6:
        return random_text(source)
    count = source.randrange(5)
    if kind == 6:
        return [random_value(source, depth - 1) for _ in range(count)]
    return {random_text(source): random_value(source, depth - 1) for _ in range(count)}


def json_texts():
    source = random.Random(20)
    edges = [[], {}, [[]], [{}], {"": {}}, {"b": 1, "a": 2}, {"10": 1, "9": 2}, {"\ue000": 1, "😀": 2, "\ud83d": 3}]
    for value in edges + [random_value(source, 4) for _ in range(300)]:
        yield {
            "python": json.dumps(value),
            "zarr-python-2": json.dumps(value, indent=4, sort_keys=True, ensure_ascii=True, separators=(",", ": ")),
            "zarr-python-3": json.dumps(value, indent=2),
        }


def floats():
    source = random.Random(21)
    edges = [0.0, -0.0, 1.0, -1.5, 1e-4, 9.999e-5, 1e-5, 1e15, 1e16, 1.5e16, 9999999999999998.0, 1e21, 1e22, 1e100]
    edges += [5e-324, 1.7976931348623157e308, 0.1, 1 / 3, 2.0**53, 123456789.125, 1e-7, -1e-10]
    for value in edges + [random_float(source) for _ in range(300)]:
        yield {"bits": struct.pack("<d", value).hex(), "text": repr(value)}


ATTRIBUTES = {"units": "°C", "z": [1, 2.0, 1e20, -0.0], "a": {"nested": {}, "list": []}, "𝛼": None, "\x7f": True}


def documents_3():
    for zarr_format in (2, 3):
        store = {}
        memory = zarr.storage.MemoryStore(store)
        group = zarr.create_group(memory, zarr_format=zarr_format, attributes=ATTRIBUTES)
        array = group.create_array("x", shape=(6, 4), chunks=(3, 2), dtype="f4", fill_value=0.5)
        array.attrs.update(ATTRIBUTES)
        group.create_array("n", shape=(), dtype="i8", fill_value=-(2**63), attributes={})
        zarr.consolidate_metadata(memory)
        for key, value in sorted(store.items()):
            yield {"key": key, "style": "python" if key == ".zmetadata" else "zarr-python-3", "text": text_of(value)}


def documents_2():
    store = {}
    group = zarr.open_group(store, mode="w")
    group.attrs.put(ATTRIBUTES)
    array = group.create_dataset("x", shape=(6, 4), chunks=(3, 2), dtype="f4", fill_value=0.5)
    array.attrs.put(ATTRIBUTES)
    zarr.consolidate_metadata(store)
    for key, value in sorted(store.items()):
        yield {"key": key, "style": "zarr-python-2", "text": bytes(value).decode()}


def text_of(value):
    return value.to_bytes().decode()


warnings.simplefilter("ignore")
if VERSION == 3:
    save("checksums", checksums())
    save("jenkins-prefixes", jenkins_prefixes())
    save("json-texts", json_texts())
    save("floats", floats())
    save("documents-3", documents_3())
else:
    save("documents-2", documents_2())
