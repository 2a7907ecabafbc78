"""Times numcodecs as a contestant of bench/codecs.mjs: codecs.py FOLDER ROWS.json

A line of JSON in, {row, op, seconds}, a line out, {seconds, length, sum}: see bench/codec-peer.mjs. One thread.
"""

import json
import re
import sys
import time
import zlib
from pathlib import Path

import numcodecs
import numpy as np
from numcodecs import blosc

CHUNK = 2**20
CHUNKS = 4


def repeat(inputs, action, seconds):
    """The best time of one input, and the result of the first."""
    end = time.perf_counter() + seconds
    best, count = float("inf"), 0
    while count <= len(inputs) or time.perf_counter() < end:
        start = time.perf_counter()
        action(inputs[count % len(inputs)])
        best = min(best, time.perf_counter() - start)
        count += 1
    return best, action(inputs[0])


READ = {"texts": str, "blobs": bytes, "ragged": lambda row: np.array(row, "<i2"), "objects": lambda value: value}


def objects(items):
    array = np.empty(len(items), object)
    for index, item in enumerate(items):
        array[index] = item
    return array


def as_bytes(values):
    if isinstance(values, np.ndarray) and values.dtype == object:
        items = [list(item) if isinstance(item, bytes) else item for item in values]
        items = [item.tolist() if isinstance(item, np.ndarray) else item for item in items]
        return json.dumps(items, separators=(",", ":"), ensure_ascii=False).encode()
    return bytes(values) if isinstance(values, (bytes, bytearray)) else np.ascontiguousarray(values).tobytes()


def peak_memory():
    """Of this process; what getrusage() says begins with the peak of whoever started it."""
    return 1024 * int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1])


class Rows:
    def __init__(self, folder, rows):
        self.folder = folder
        self.rows = {row["name"]: row for row in rows}
        self.codecs = {}

    def codec(self, row):
        if row["name"] not in self.codecs:
            self.codecs[row["name"]] = numcodecs.get_codec(dict(row["numcodecs"]))
        return self.codecs[row["name"]]

    def chunks(self, row):
        if row.get("numpy") is None:
            lists = json.loads((self.folder / f"{row['data']}.json").read_text())
            return [objects([READ[row["data"]](item) for item in items]) for items in lists]
        whole = np.fromfile(self.folder / f"{row['data']}.bin", row["numpy"])
        return np.split(whole, CHUNKS)

    def room(self, row):
        if row.get("numpy") is None:
            return np.empty(CHUNK // 16, object)
        return np.empty(CHUNK // np.dtype(row["numpy"]).itemsize, row["numpy"])

    def path(self, row, index):
        return self.folder / f"{row['name']}-{index}.encoded"

    def perform(self, name, op, seconds):
        row = self.rows[name]
        codec = self.codec(row)
        if op == "prepare":
            for index, chunk in enumerate(self.chunks(row)):
                self.path(row, index).write_bytes(as_bytes(codec.encode(chunk)))
            return {}
        if op == "encode":
            best, last = repeat(self.chunks(row), codec.encode, seconds)
            return {"seconds": best, "length": len(as_bytes(last))}
        inputs = [self.path(row, index).read_bytes() for index in range(CHUNKS)]
        out = self.room(row) if op == "into" else None
        decode = codec.decode if out is None else lambda data: codec.decode(data, out=out)
        best, last = repeat(inputs, decode, seconds)
        return {"seconds": best, "length": len(inputs[0]), "sum": zlib.crc32(as_bytes(last if out is None else out))}


def main():
    blosc.set_nthreads(1)
    rows = Rows(Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text()))
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if asked["op"] == "memory":
                answer = {"bytes": peak_memory()}
            else:
                answer = rows.perform(asked["row"], asked["op"], asked["seconds"])
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(answer), flush=True)


main()
