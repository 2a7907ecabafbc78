"""Writes npy.jsonl: .npy files as NumPy saves them, and texts of floats as NumPy prints them.

Run with an environment of `node scripts/peers/environments.mjs`: python test/operations/vectors/npy.py
"""

import base64
import io
import json
import pathlib

import numpy as np

SHAPES = [[], [0], [1], [5], [2, 3], [3, 0, 2], [2, 1, 2, 1]]
STRUCT = {"fields": [{"name": "x", "dtype": "int16"}, {"name": "it's \\ 東", "dtype": "float64"}]}
TYPES = [
    ("bool", "?"), ("int8", "i1"), ("int16", "<i2"), ("int32", "<i4"), ("int64", "<i8"),
    ("uint8", "u1"), ("uint16", "<u2"), ("uint32", "<u4"), ("uint64", "<u8"),
    ("float16", "<f2"), ("float32", "<f4"), ("float64", "<f8"), ("complex64", "<c8"), ("complex128", "<c16"),
    ("r24", "V3"), ("S5", "S5"), ("U4", "<U4"),
    ("datetime64[ns]", "<M8[ns]"), ("datetime64[25s]", "<M8[25s]"), ("datetime64[D]", "<M8[D]"),
    ("datetime64[generic]", "<M8"), ("timedelta64[us]", "<m8[us]"), ("timedelta64[10m]", "<m8[10m]"),
    (STRUCT, np.dtype([("x", "<i2"), ("it's \\ 東", "<f8")])),
    (
        {"fields": [{"name": "a", "dtype": "float32", "shape": [2, 3]}, {"name": "b", "dtype": "S3"}]},
        np.dtype([("a", "<f4", (2, 3)), ("b", "S3")]),
    ),
    (
        {"fields": [{"name": "id", "dtype": "uint8"}, {"name": "at", "dtype": STRUCT}, {"name": "n", "dtype": "int32", "shape": [4]}]},
        np.dtype([("id", "u1"), ("at", [("x", "<i2"), ("it's \\ 東", "<f8")]), ("n", "<i4", (4,))]),
    ),
]


def sample(dtype, shape):
    """Any bytes are elements, but for booleans and text."""
    count = int(np.prod(shape, dtype=int))
    random = np.random.default_rng(7)
    if dtype.kind == "b":
        return random.integers(0, 2, shape).astype(bool)
    if dtype.kind in "SU":
        words = ["", "a", "ab", "abcd", "0"]
        return np.array([words[i % 5] for i in range(count)], dtype).reshape(shape)
    raw = random.integers(0, 256, count * dtype.itemsize, dtype=np.uint8).tobytes()
    return np.frombuffer(raw, dtype).reshape(shape)


def saved(array):
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return base64.b64encode(file.getvalue()).decode()


def main():
    lines = []
    for name, dtype in TYPES:
        for shape in SHAPES:
            lines.append({"kind": "npy", "dtype": name, "shape": shape, "file": saved(sample(np.dtype(dtype), shape))})
    texts = ["a", "", "ünï", "東京 😀", "0"]
    lines.append({"kind": "npy", "dtype": "string", "shape": [5], "values": texts, "file": saved(np.array(texts))})
    random = np.random.default_rng(11)
    bits = random.integers(0, 2**32, 400, dtype=np.uint64).astype(np.uint32)
    special = np.array([0.1, 273.15, 1e10, 16777216, 3.4028235e38, 1e-45, 1.17549435e-38, -2.5, 1 / 3], np.float32)
    for value in [*special, *bits.view(np.float32)]:
        if np.isfinite(value):
            lines.append({"kind": "float32", "bits": int(value.view(np.uint32)), "text": repr(value)[11:-1]})
    path = pathlib.Path(__file__).with_name("npy.jsonl")
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


main()
