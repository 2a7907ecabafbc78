"""Reads arrays over HTTP with zarr-python, xarray and TensorStore: one JSON line a request, one an answer."""

import base64
import json
import sys

import fsspec
import numpy
import tensorstore
import xarray
import zarr


def answer(request):
    url, path, reader = request["url"].rstrip("/"), request["path"], request["reader"]
    node = f"{url}/{path}".rstrip("/")
    if reader == "zarr":
        root = zarr.open(url, mode="r")
        values = (root[path] if path else root)[...]
    elif reader == "xarray":
        values = xarray.open_zarr(url, consolidated=True, mask_and_scale=False, decode_times=False)[path].values
    elif reader == "list":
        return {"names": sorted(name.rstrip("/").rsplit("/", 1)[1] for name in fsspec.filesystem("http").ls(node + "/", detail=False))}
    elif reader == "consolidated":
        group = zarr.open_group(url, mode="r", use_consolidated=True)
        return {"names": sorted(name for name, _ in group.members(max_depth=None))}
    else:
        driver = {"zarr2": "zarr", "zarr3": "zarr3"}[request["format"]]
        store = tensorstore.open({"driver": driver, "kvstore": node + "/"}, open=True, read=True).result()
        values = store.read().result()
    values = numpy.ascontiguousarray(values)
    return {"shape": values.shape, "dtype": values.dtype.str, "values": base64.b64encode(values.tobytes()).decode()}


for line in sys.stdin:
    try:
        found = answer(json.loads(line))
    except Exception as error:
        found = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(found), flush=True)
