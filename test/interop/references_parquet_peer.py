"""Reads Parquet reference sets as Python programs do, and prints what is in them as JSON.

    fsspec SET      every reference of `refs` in the request, by fsspec
    xarray SET      values by zarr-python and xarray
    virtualizarr SET
"""
import json
import sys

program, path, *given = sys.argv[1:]
result = {}
if program == "fsspec":
    import base64

    import fsspec
    from fsspec.implementations.reference import ReferenceFileSystem

    fs = ReferenceFileSystem(path, remote_protocol="file", lazy=True)
    for key in json.loads(given[0]):
        try:
            found = fs.references[key]
        except KeyError:
            result[key] = None
            continue
        if isinstance(found, bytes):
            result[key] = "base64:" + base64.b64encode(fs.cat_file(key)).decode()
        else:
            result[key] = [found[0], *(int(number) for number in found[1:])]
elif program == "xarray":
    import xarray

    options = dict(fo=path, remote_protocol="file")
    dataset = xarray.open_dataset("reference://", engine="zarr", mask_and_scale=False, backend_kwargs=dict(consolidated=False, storage_options=options))
    for name, variable in dataset.variables.items():
        result[name] = dict(dims=list(variable.dims), values=variable.values.tolist(), dtype=str(variable.dtype))
elif program == "virtualizarr":
    from obspec_utils.registry import ObjectStoreRegistry
    from obstore.store import LocalStore
    from virtualizarr.parsers import KerchunkParquetParser

    registry = ObjectStoreRegistry({"file://": LocalStore()})
    store = KerchunkParquetParser()(f"file://{path}", registry)
    group = getattr(store, "_group", None)
    for name, array in group.arrays.items():
        manifest = array.manifest.dict()
        result[name] = dict(shape=list(array.shape), chunks={key: [entry["path"], entry["offset"], entry["length"]] for key, entry in manifest.items()})
print(json.dumps(result))
