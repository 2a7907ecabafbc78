"""Reads chunks by HDF5's own filters: a line of JSON in, {dtype, shape, filter, options, encoded}, a line out."""

import base64
import json
import sys

import h5py
import hdf5plugin
import numpy as np


def read(dtype, shape, filter, options, encoded):
    """The elements of a dataset whose only chunk is these bytes."""
    with h5py.File.in_memory() as file:
        filters = getattr(hdf5plugin, filter)(**options)
        dataset = file.create_dataset("x", shape, dtype, chunks=tuple(shape), compression=filters)
        dataset.id.write_direct_chunk((0,) * len(shape), base64.b64decode(encoded))
        return base64.b64encode(np.ascontiguousarray(dataset[...]).tobytes()).decode()


for line in sys.stdin:
    print(json.dumps(read(**json.loads(line))), flush=True)
