"""What VirtualiZarr reads through DMR++ documents: for each line {"path": ...} a line {array: {shape, sha256}}."""

import hashlib
import json
import sys
import warnings

import numpy as np
from obstore.store import LocalStore
from obspec_utils.registry import ObjectStoreRegistry
from virtualizarr.parsers import DMRPPParser
import xarray as xr

warnings.simplefilter("ignore")

for line in sys.stdin:
    path = json.loads(line)["path"]
    registry = ObjectStoreRegistry({"file://": LocalStore()})
    found = {}
    for group in [None, "g/h"]:
        try:
            store = DMRPPParser(group=group)(url=f"file://{path}", registry=registry)
            dataset = xr.open_zarr(store, consolidated=False, zarr_format=3, decode_cf=False, chunks=None)
        except Exception as error:
            found[f"error {group}"] = repr(error)
            continue
        for name, variable in dataset.variables.items():
            key = name if group is None else f"{group}/{name}"
            try:
                values = np.ascontiguousarray(variable.values)
                found[key] = {"shape": list(values.shape), "sha256": hashlib.sha256(values.tobytes()).hexdigest()}
            except Exception as error:
                found[key] = repr(error)
    print(json.dumps(found), flush=True)
