"""Count, minimum, maximum, mean and deviation of an array, by xarray and by zarr-python with NumPy; one name per line."""

import json
import sys
import time

import numpy as np
import xarray as xr
import zarr

folder = sys.argv[1]
for line in sys.stdin:
    name = line.strip()
    start = time.perf_counter()
    array = xr.open_dataset(folder, engine="zarr", decode_times=False)[name].load()
    found = [array.count(), array.min(), array.max(), array.mean(dtype="float64"), array.std(dtype="float64")]
    seconds = time.perf_counter() - start
    del array
    start = time.perf_counter()
    values = zarr.open_array(folder, path=name, mode="r")[...]
    [values.size, values.min(), values.max(), values.mean(dtype="float64"), values.std(dtype="float64")]
    plain = time.perf_counter() - start
    del values
    print(json.dumps({"xarray": seconds, "numpy": plain, "count": int(found[0]), "mean": float(found[3])}), flush=True)
