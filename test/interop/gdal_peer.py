"""Reads arrays with GDAL, through the C interface of the library that a wheel carries.

    gdal_peer.py rasterio    GDAL with zstd, Blosc and LZMA
    gdal_peer.py pyogrio     GDAL with ADBC, through which it reads Parquet: by DuckDB, which the duckdb wheel carries

One JSON request per line ({"path", "names"}), one answer per line. numpy only unpacks the bytes that GDAL fills in. With "digests" each
array is answered alone: the SHA-256 of its elements, or why GDAL does not read it.
"""

import ctypes
import glob
import hashlib
import importlib
import importlib.util
import json
import os
import sys
import traceback

import numpy

SITE = os.path.dirname(os.path.dirname(numpy.__file__))


def with_duckdb():
    """GDAL looks for libduckdb.so where the linker does, which is decided when a process starts: so it starts again."""
    folder = os.path.join(sys.prefix, "duckdb")
    if os.environ.get("LD_LIBRARY_PATH") == folder:
        return
    os.makedirs(folder, exist_ok=True)
    try:
        os.symlink(importlib.util.find_spec("_duckdb").origin, os.path.join(folder, "libduckdb.so"))
    except FileExistsError:
        pass
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "LD_LIBRARY_PATH": folder})


with_duckdb()

MULTIDIM_RASTER, VERBOSE_ERROR = 0x10, 0x40
# GDALDataType: gdal.h
TYPES = {1: "u1", 2: "u2", 3: "i2", 4: "u4", 5: "i4", 6: "f4", 7: "f8", 10: "c8", 11: "c16", 12: "u8", 13: "i8", 14: "i1", 15: "f2"}

importlib.import_module(sys.argv[1])
library = ctypes.CDLL(glob.glob(os.path.join(SITE, sys.argv[1] + ".libs", "libgdal-*"))[0])
Handle, Size = ctypes.c_void_p, ctypes.c_size_t


def function(name, result, *arguments):
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    return found


open_dataset = function("GDALOpenEx", Handle, ctypes.c_char_p, ctypes.c_uint, Handle, Handle, Handle)
close_dataset = function("GDALClose", ctypes.c_int, Handle)
root_group = function("GDALDatasetGetRootGroup", Handle, Handle)
release_group = function("GDALGroupRelease", None, Handle)
open_array = function("GDALGroupOpenMDArrayFromFullname", Handle, Handle, ctypes.c_char_p, Handle)
release_array = function("GDALMDArrayRelease", None, Handle)
dimensions = function("GDALMDArrayGetDimensions", ctypes.POINTER(Handle), Handle, ctypes.POINTER(Size))
release_dimensions = function("GDALReleaseDimensions", None, ctypes.POINTER(Handle), Size)
dimension_size = function("GDALDimensionGetSize", ctypes.c_uint64, Handle)
type_of = function("GDALMDArrayGetDataType", Handle, Handle)
numeric_type = function("GDALExtendedDataTypeGetNumericDataType", ctypes.c_int, Handle)
release_type = function("GDALExtendedDataTypeRelease", None, Handle)
read_array = function(
    "GDALMDArrayRead", ctypes.c_int, Handle, ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(Size),
    ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_ssize_t), Handle, Handle, Handle, Size,
)
last_error = function("CPLGetLastErrorMsg", ctypes.c_char_p)
reset_error = function("CPLErrorReset", None)
function("GDALAllRegister", None)()
function("CPLSetErrorHandler", Handle, Handle)(ctypes.cast(library.CPLQuietErrorHandler, Handle))


def checked(result, what):
    message = last_error().decode()
    if not result or message:
        raise ValueError(f"{what}: {message or 'nothing'}")
    return result


def read(array):
    count = Size()
    found = dimensions(array, ctypes.byref(count))
    shape = [dimension_size(found[axis]) for axis in range(count.value)]
    if found:
        release_dimensions(found, count)
    data_type = type_of(array)
    try:
        values = numpy.zeros(shape, "<" + TYPES[numeric_type(data_type)])
        rank = max(len(shape), 1)
        start, counts = (ctypes.c_uint64 * rank)(), (Size * rank)(*shape)
        checked(
            read_array(array, start, counts, None, None, data_type, values.ctypes.data, values.ctypes.data, values.nbytes),
            "values",
        )
    finally:
        release_type(data_type)
    return values


def plain(values):
    return {"shape": list(values.shape), "values": values.ravel().tolist()}


def digest(values):
    return {"shape": list(values.shape), "sha256": hashlib.sha256(values.tobytes()).hexdigest()}


def read_named(root, name, describe):
    array = checked(open_array(root, ("/" + name).encode(), None), name)
    try:
        return describe(read(array))
    finally:
        release_array(array)


def read_or_why(root, name):
    reset_error()
    try:
        return read_named(root, name, digest)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]


def arrays_of(path, names, digests=False):
    reset_error()
    dataset = checked(open_dataset(path.encode(), MULTIDIM_RASTER | VERBOSE_ERROR, None, None, None), path)
    try:
        root = checked(root_group(dataset), "the root group")
        try:
            if digests:
                return {name: read_or_why(root, name) for name in names}
            return {name: read_named(root, name, plain) for name in names}
        finally:
            release_group(root)
    finally:
        close_dataset(dataset)


for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = {"arrays": arrays_of(**request)}
    except Exception as error:
        answer = {"error": type(error).__name__ + ": " + str(error), "trace": traceback.format_exc()}
    print(json.dumps(answer), flush=True)
