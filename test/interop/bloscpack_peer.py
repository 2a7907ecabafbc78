"""Reads requests as JSON from stdin, one a line, and answers each with bloscpack."""
import hashlib
import json
import sys

import blosc
import bloscpack
import numpy
from bloscpack import BloscArgs, BloscpackArgs, pack_bytes_to_file, unpack_bytes_from_file
from bloscpack.append import append
from bloscpack.numpy_io import pack_ndarray_to_file, unpack_ndarray_from_file

blosc.set_nthreads(1)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def values(array):
    """The elements in C order, little-endian."""
    ordered = numpy.ascontiguousarray(array)
    return ordered.astype(ordered.dtype.newbyteorder("<")).tobytes()


def blosc_args(request):
    return BloscArgs(typesize=request["typesize"], clevel=request["clevel"], shuffle=request["shuffle"], cname=request["codec"])


def unpack(request):
    data, metadata = unpack_bytes_from_file(request["file"])
    return {"sha256": sha256(data), "size": len(data), "metadata": metadata}


def unpack_array(request):
    array = unpack_ndarray_from_file(request["file"])
    return {
        "dtype": array.dtype.str if array.dtype.names is None else str(array.dtype.descr),
        "shape": array.shape,
        "fortran": bool(array.flags.f_contiguous and not array.flags.c_contiguous),
        "sha256": sha256(values(array)),
    }


def pack(request):
    with open(request["raw"], "rb") as file:
        data = file.read()
    pack_bytes_to_file(
        data,
        request["file"],
        chunk_size=request["chunk_size"],
        metadata=request.get("metadata"),
        blosc_args=blosc_args(request),
        bloscpack_args=BloscpackArgs(offsets=request["offsets"], checksum=request["checksum"]),
    )
    return {}


def pack_array(request):
    array = numpy.arange(numpy.prod(request["shape"]), dtype="i4").astype(request["dtype"]).reshape(request["shape"])
    if request["order"] == "F":
        array = numpy.asfortranarray(array)
    pack_ndarray_to_file(array, request["file"], chunk_size=request["chunk_size"])
    return {"sha256": sha256(values(array))}


def append_file(request):
    append(request["file"], request["raw"], blosc_args=blosc_args(request))
    return {}


VERBS = {"unpack": unpack, "unpack-array": unpack_array, "pack": pack, "pack-array": pack_array, "append": append_file}

for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = VERBS[request["verb"]](request)
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
