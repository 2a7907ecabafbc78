"""Reads stores of Zarr 1 or Zarr 0.4 that Hyperslab wrote: `legacy_peer.py zarr1|zarr0 PATH ...`.

Zarr 1 is migrated in place by zarr-python 2.18.7's own `migrate_1to2` and read by it. No release that reads Zarr 0.4
runs on today's Python: it is read as its description says, with json, NumPy and c-blosc. Prints one JSON object a
store.
"""

import base64
import itertools
import json
import os
import sys

import numpy as np


def read_v1(path):
    import zarr

    store = zarr.DirectoryStore(path)
    zarr.storage.migrate_1to2(store)
    array = zarr.open_array(store, mode="r")
    return array[...], dict(array.attrs)


def read_v0(path):
    from numcodecs import blosc

    with open(os.path.join(path, "__zmeta__")) as file:
        meta = json.load(file)
    descr = meta["dtype"]
    dtype = np.dtype(descr if isinstance(descr, str) else [tuple(field) for field in descr])
    shape, chunks = meta["shape"], meta["chunks"]
    result = np.zeros(shape, dtype)
    for index in itertools.product(*(range(-(-length // chunk)) for length, chunk in zip(shape, chunks))):
        file = os.path.join(path, "__zdata__", ".".join(map(str, index)) + ".blosc")
        block = np.empty(chunks, dtype)
        if os.path.exists(file):
            with open(file, "rb") as stream:
                block = np.frombuffer(blosc.decompress(stream.read()), dtype).reshape(chunks)
        elif meta["fill_value"] is not None:
            block.fill(meta["fill_value"])
        starts = [i * chunk for i, chunk in zip(index, chunks)]
        place = tuple(slice(start, start + chunk) for start, chunk in zip(starts, chunks))
        part = tuple(slice(0, length - start) for start, length in zip(starts, shape))
        result[place] = block[part]
    attributes = os.path.join(path, "__zattr__")
    return result, json.load(open(attributes)) if os.path.exists(attributes) else {}


read = {"zarr1": read_v1, "zarr0": read_v0}[sys.argv[1]]
for place in sys.argv[2:]:
    values, attributes = read(place)
    little = values.astype(values.dtype.newbyteorder("<"), order="C")
    print(json.dumps({"values": base64.b64encode(little.tobytes()).decode(), "attributes": attributes}))
