"""Prints the variables of netCDF-4 files, one JSON object per file: path -> {"shape", "values"}.

Numbers and characters are little-endian bytes in Base64, strings are lists. HDF5 itself reads, not netCDF-C.
"""

import base64
import json
import sys

import h5py
import numpy as np


def values_of(dataset):
    if h5py.check_string_dtype(dataset.dtype) is not None and dataset.dtype.kind == "O":
        found = dataset.asstr()[()]
        return [str(text) for text in np.ravel(found)]
    values = np.asarray(dataset[()])
    return base64.b64encode(values.astype(values.dtype.newbyteorder("<")).tobytes()).decode()


def variables_of(path):
    found = {}

    def visit(name, node):
        # Dimensions without a variable are datasets too.
        label = node.attrs.get("NAME", b"")
        if isinstance(node, h5py.Dataset) and not label.startswith(b"This is a netCDF dimension but not"):
            found[name] = {"shape": list(node.shape), "values": values_of(node)}

    with h5py.File(path, "r") as file:
        file.visititems(visit)
    return found


for path in sys.argv[1:]:
    print(json.dumps(variables_of(path)))
