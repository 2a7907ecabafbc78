"""Counts missing elements as netCDF4-python reads them, masked ones and NaN: prints a JSON object per dataset of NCZarr, variable -> count."""

import json
import sys

import netCDF4
import numpy as np


def missing(values):
    masked = np.ma.asarray(values)
    nan = np.isnan(masked.compressed()).sum() if masked.dtype.kind == "f" else 0
    return int(np.ma.count_masked(masked) + nan)


for path in sys.argv[1:]:
    with netCDF4.Dataset(f"file://{path}#mode=nczarr,file") as dataset:
        print(json.dumps({name: missing(variable[...]) for name, variable in dataset.variables.items()}))
