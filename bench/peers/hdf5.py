"""The Python peers of bench/scan.mjs. `make MANY BIG` makes the files, the other words time one thing several times."""
import json
import sys
import time

import h5py
import numpy as np

what, *args = sys.argv[1:]
# What it takes to load them is not counted.
if what == "kerchunk":
    from kerchunk.hdf import SingleHdf5ToZarr
if what == "virtualizarr":
    from obspec_utils.registry import ObjectStoreRegistry
    from obstore.store import LocalStore
    from virtualizarr.parsers import HDFParser


def make(many, latest, big, megabytes):
    # 20 000 chunks, in a B-tree of version 1 and in a fixed array.
    for path, libver in ((many, "earliest"), (latest, "latest")):
        with h5py.File(path, "w", libver=libver) as f:
            d = f.create_dataset("v", shape=(200, 400, 400), chunks=(1, 40, 40), dtype="f4", shuffle=True, compression=1)
            values = np.arange(160000, dtype="f4").reshape(400, 400)
            for step in range(200):
                d[step] = values + step
    # A netCDF-4 file of float32 as weather models write it: smooth fields with noise in the last digits.
    import netCDF4

    steps = int(megabytes)
    y, x = np.mgrid[0:512, 0:512].astype("f4")
    with netCDF4.Dataset(big, "w") as f:
        for name, length in (("time", steps), ("lat", 512), ("lon", 512)):
            f.createDimension(name, length)
        v = f.createVariable(
            "t", "f4", ("time", "lat", "lon"), zlib=True, complevel=4, shuffle=True, chunksizes=(1, 512, 512)
        )
        random = np.random.default_rng(1)
        for step in range(steps):
            field = 280 + 20 * np.sin(x / 90 + step / 20) * np.cos(y / 70) + random.normal(0, 0.05, x.shape)
            v[step] = np.round(field, 2)


def kerchunk(path):
    refs = SingleHdf5ToZarr(path, inline_threshold=0).translate()["refs"]
    return sum(1 for value in refs.values() if isinstance(value, list))


def virtualizarr(path):
    registry = ObjectStoreRegistry({"file://": LocalStore()})
    store = HDFParser()(url=f"file://{path}", registry=registry)
    return len(store._group.arrays["v"].manifest.dict())


def read(path):
    with h5py.File(path, "r") as f:
        return float(f["t"][...].sum(dtype="f8"))


if what == "make":
    make(*args)
else:
    operation = {"kerchunk": kerchunk, "virtualizarr": virtualizarr, "h5py": read}[what]
    times, cpu = [], []
    for _ in range(int(args[1])):
        start, used = time.perf_counter(), time.process_time()
        answer = operation(args[0])
        times.append(time.perf_counter() - start)
        cpu.append(time.process_time() - used)
    print(json.dumps({"times": times, "cpu": cpu, "answer": answer}))
