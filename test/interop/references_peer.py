"""Reads reference sets with fsspec + zarr-python, xarray and VirtualiZarr, and makes sets with kerchunk, VirtualiZarr and
tifffile. One JSON request per line, one answer per line."""

import json
import os
import sys
import traceback
import warnings

import numpy

warnings.filterwarnings("ignore")


def plain(values):
    values = numpy.asarray(values)
    return {"shape": list(values.shape), "dtype": values.dtype.str.lstrip("<>|="), "values": values.ravel().tolist()}


def with_fsspec(path, names):
    import zarr
    from kerchunk.utils import refs_as_store

    with open(path) as file:
        refs = json.load(file)
    group = zarr.open_group(refs_as_store(refs, remote_protocol="file"), mode="r")
    return {name: plain(group[name][...]) for name in names}


def with_xarray(path, names):
    import xarray

    with xarray.open_dataset(path, engine="kerchunk", mask_and_scale=False, decode_times=False) as dataset:
        return {name: plain(dataset[name].values) for name in names}


def registry():
    from obspec_utils.registry import ObjectStoreRegistry
    from obstore.store import LocalStore

    return ObjectStoreRegistry({"file://": LocalStore()})


def with_virtualizarr(path, names):
    import zarr
    from virtualizarr.parsers import KerchunkJSONParser

    store = KerchunkJSONParser()(url="file://" + path, registry=registry())
    group = zarr.open_group(store, mode="r", zarr_format=3)
    return {name: plain(group[name][...]) for name in names}


READERS = {"fsspec": with_fsspec, "xarray": with_xarray, "virtualizarr": with_virtualizarr}


def hdf5_file(path):
    import h5py

    with h5py.File(path, "w") as file:
        air = file.create_dataset("air", data=numpy.arange(600, dtype="<f4").reshape(20, 30) / 7, chunks=(6, 8),
                                  compression="gzip", shuffle=True)
        flat = file.create_dataset("flat", data=numpy.arange(40, dtype=">i2").reshape(4, 10))
        text = file.create_dataset("tiny", data=numpy.arange(5, dtype="u1") + 97)
        names = {}
        for name, length in {"y": 20, "x": 30, "a": 4, "b": 10, "n": 5}.items():
            names[name] = file.create_dataset(name, data=numpy.arange(length, dtype="<i4"))
            names[name].make_scale(name)
        for array, dims in ((air, "yx"), (flat, "ab"), (text, "n")):
            for axis, dim in enumerate(dims):
                array.dims[axis].attach_scale(names[dim])
        return {name: plain(file[name][...]) for name in ("air", "flat", "tiny", "y", "x")}


def make_kerchunk(folder, version):
    from kerchunk.hdf import SingleHdf5ToZarr

    source, target = os.path.join(folder, "k.h5"), os.path.join(folder, "kerchunk%d.json" % version)
    expected = hdf5_file(source)
    refs = SingleHdf5ToZarr(source, source, spec=version, inline_threshold=100).translate()
    with open(target, "w") as file:
        json.dump(refs, file)
    return target, expected


def make_virtualizarr(folder, zarr_format):
    from virtualizarr import open_virtual_dataset
    from virtualizarr.parsers import HDFParser

    source, target = os.path.join(folder, "v.h5"), os.path.join(folder, "virtualizarr%d.json" % zarr_format)
    expected = hdf5_file(source)
    dataset = open_virtual_dataset("file://" + source, registry=registry(), parser=HDFParser())
    # Versions before 2.8 write Zarr v2 only, and have no such argument.
    options = {"zarr_format": 3} if zarr_format == 3 else {}
    dataset.vz.to_kerchunk(target, format="json", **options)
    return target, expected


def make_tifffile(folder, version):
    import tifffile

    source, target = os.path.join(folder, "t.tif"), os.path.join(folder, "tifffile%d.json" % version)
    values = (numpy.arange(3000, dtype="<u2") * 7).reshape(50, 60)
    tifffile.imwrite(source, values, tile=(16, 32), compression="zlib", photometric="minisblack")
    with tifffile.imread(source, aszarr=True) as store:
        options = {"templatename": "u"} if version == 1 else {}
        store.write_fsspec(target, url="file://" + folder + "/", version=version, **options)
    return target, {"": plain(values)}


MAKERS = {"kerchunk": make_kerchunk, "virtualizarr": make_virtualizarr, "tifffile": make_tifffile}

for line in sys.stdin:
    request = json.loads(line)
    try:
        if "read" in request:
            answer = {"arrays": READERS[request["read"]](request["path"], request["names"])}
        else:
            path, expected = MAKERS[request["make"]](request["folder"], request["version"])
            answer = {"path": path, "arrays": expected}
    except Exception as error:
        answer = {"error": type(error).__name__ + ": " + str(error), "trace": traceback.format_exc()}
    print(json.dumps(answer), flush=True)
