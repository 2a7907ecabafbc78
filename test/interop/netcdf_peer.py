"""netCDF-C itself, the one in the netCDF4 wheel: reads and writes whole datasets, one JSON line per request.

{"op": "read", "url": ...} answers the dataset, {"op": "write", "url": ..., "dataset": ...} makes one. Each request runs in a
child process with a memory limit and a time limit: netCDF-C crashes and loops on data of its other versions.
"""

import base64
import ctypes
import glob
import json
import os
import resource
import signal
import sys

import netCDF4
import numpy

MEMORY = 4 << 30
SECONDS = 30
TYPES = ["", "byte", "char", "short", "int", "float", "double", "ubyte", "ushort", "uint", "int64", "uint64", "string"]
NUMPY = {
    "byte": "i1", "char": "u1", "short": "i2", "int": "i4", "float": "f4", "double": "f8",
    "ubyte": "u1", "ushort": "u2", "uint": "u4", "int64": "i8", "uint64": "u8",
}  # fmt: skip
GLOBAL = -1
NC_NETCDF4 = 0x1000
UNLIMITED = 0


def library():
    beside = os.path.join(os.path.dirname(os.path.dirname(netCDF4.__file__)), "netCDF4.libs", "libnetcdf*.so*")
    for found in [*glob.glob(beside), *glob.glob(os.path.join(os.path.dirname(netCDF4.__file__), "*.so"))]:
        loaded = ctypes.CDLL(found)
        if hasattr(loaded, "nc_inq_libvers"):
            return loaded
    raise RuntimeError("no netCDF-C in this wheel")


nc = library()
nc.nc_strerror.restype = ctypes.c_char_p
nc.nc_inq_libvers.restype = ctypes.c_char_p


class Failed(Exception):
    pass


def check(status):
    if status != 0:
        raise Failed(nc.nc_strerror(status).decode())


def text_of(raw):
    return raw.decode("utf-8", "surrogateescape")


def bytes_of(text):
    return text.encode("utf-8", "surrogateescape")


def integer():
    return ctypes.c_int()


def read_values(kind, count, get):
    if kind == "string":
        texts = (ctypes.c_char_p * max(count, 1))()
        check(get(texts))
        return [None if text is None else text_of(text) for text in texts[:count]]
    values = numpy.zeros(count, NUMPY[kind])
    check(get(values.ctypes.data_as(ctypes.c_void_p)))
    return base64.b64encode(values.tobytes()).decode()


def read_attributes(group, variable, count):
    attributes = []
    for number in range(count):
        name = ctypes.create_string_buffer(257)
        check(nc.nc_inq_attname(group, variable, number, name))
        kind, length = integer(), ctypes.c_size_t()
        check(nc.nc_inq_att(group, variable, name, ctypes.byref(kind), ctypes.byref(length)))
        values = read_values(
            TYPES[kind.value], length.value, lambda out, name=name: nc.nc_get_att(group, variable, name, out)
        )
        attributes.append({"name": text_of(name.value), "type": TYPES[kind.value], "values": values})
    return attributes


def ids_of(call, group):
    count = integer()
    check(call(group, ctypes.byref(count), None))
    ids = (ctypes.c_int * max(count.value, 1))()
    check(call(group, ctypes.byref(count), ids))
    return list(ids[: count.value])


def read_group(group, path, dimensions):
    count = integer()
    check(nc.nc_inq_dimids(group, ctypes.byref(count), None, 0))
    ids = (ctypes.c_int * max(count.value, 1))()
    check(nc.nc_inq_dimids(group, ctypes.byref(count), ids, 0))
    unlimited = ids_of(nc.nc_inq_unlimdims, group)
    declared = []
    for dimension in ids[: count.value]:
        name, length = ctypes.create_string_buffer(257), ctypes.c_size_t()
        check(nc.nc_inq_dim(group, dimension, name, ctypes.byref(length)))
        dimensions[dimension] = (f"{path}/{text_of(name.value)}", length.value)
        declared.append({"name": text_of(name.value), "length": length.value, "unlimited": dimension in unlimited})
    variables = [read_variable(group, variable, dimensions) for variable in ids_of(nc.nc_inq_varids, group)]
    number = integer()
    check(nc.nc_inq_natts(group, ctypes.byref(number)))
    groups = []
    for inner in ids_of(nc.nc_inq_grps, group):
        name = ctypes.create_string_buffer(257)
        check(nc.nc_inq_grpname(inner, name))
        own = text_of(name.value)
        groups.append({"name": own, **read_group(inner, f"{path}/{own}", dimensions)})
    return {
        "dimensions": declared,
        "variables": variables,
        "attributes": read_attributes(group, GLOBAL, number.value),
        "groups": groups,
    }


def read_variable(group, variable, dimensions):
    name, kind, rank, number = ctypes.create_string_buffer(257), integer(), integer(), integer()
    ids = (ctypes.c_int * 1024)()
    check(nc.nc_inq_var(group, variable, name, ctypes.byref(kind), ctypes.byref(rank), ids, ctypes.byref(number)))
    used = [dimensions[dimension] for dimension in ids[: rank.value]]
    count = int(numpy.prod([length for _, length in used], dtype="i8"))
    kind = TYPES[kind.value]
    values = [] if kind == "string" else ""
    if count > 0:
        values = read_values(kind, count, lambda out: nc.nc_get_var(group, variable, out))
    return {
        "name": text_of(name.value),
        "type": kind,
        "dimensions": [path for path, _ in used],
        "attributes": read_attributes(group, variable, number.value),
        "values": values,
    }


def read(url):
    dataset = integer()
    check(nc.nc_open(url.encode(), 0, ctypes.byref(dataset)))
    return read_group(dataset.value, "", {})


def as_pointer(kind, values):
    """The values in memory: a pointer, their count, and what keeps them alive."""
    if kind == "string":
        texts = (ctypes.c_char_p * max(len(values), 1))(*[None if text is None else bytes_of(text) for text in values])
        return texts, len(values), texts
    array = numpy.frombuffer(base64.b64decode(values), NUMPY[kind]).copy()
    return array.ctypes.data_as(ctypes.c_void_p), len(array), array


def write_attributes(group, variable, attributes):
    for attribute in attributes:
        pointer, count, _alive = as_pointer(attribute["type"], attribute["values"])
        kind = TYPES.index(attribute["type"])
        name = bytes_of(attribute["name"])
        check(nc.nc_put_att(group, variable, name, kind, ctypes.c_size_t(count), pointer))


def define_group(group, path, model, dimensions, variables):
    for dimension in model["dimensions"]:
        identity = integer()
        length = UNLIMITED if dimension["unlimited"] else dimension["length"]
        name = bytes_of(dimension["name"])
        check(nc.nc_def_dim(group, name, ctypes.c_size_t(length), ctypes.byref(identity)))
        dimensions[f"{path}/{dimension['name']}"] = (identity.value, dimension["length"])
    write_attributes(group, GLOBAL, model["attributes"])
    for variable in model["variables"]:
        used = [dimensions[path] for path in variable["dimensions"]]
        ids = (ctypes.c_int * max(len(used), 1))(*[identity for identity, _ in used])
        identity = integer()
        kind = TYPES.index(variable["type"])
        check(nc.nc_def_var(group, bytes_of(variable["name"]), kind, len(used), ids, ctypes.byref(identity)))
        if variable.get("chunks"):
            chunks = (ctypes.c_size_t * len(used))(*variable["chunks"])
            check(nc.nc_def_var_chunking(group, identity, 0, chunks))
        write_attributes(group, identity, variable["attributes"])
        variables.append((group, identity.value, variable, [length for _, length in used]))
    for inner in model["groups"]:
        identity = integer()
        check(nc.nc_def_grp(group, bytes_of(inner["name"]), ctypes.byref(identity)))
        define_group(identity.value, f"{path}/{inner['name']}", inner, dimensions, variables)


def write(url, model):
    dataset = integer()
    check(nc.nc_create(url.encode(), NC_NETCDF4, ctypes.byref(dataset)))
    variables = []
    define_group(dataset.value, "", model, {}, variables)
    check(nc.nc_enddef(dataset))
    for group, variable, described, shape in variables:
        if 0 in shape:
            continue
        pointer, _count, _alive = as_pointer(described["type"], described["values"])
        rank = max(len(shape), 1)
        start, count = (ctypes.c_size_t * rank)(), (ctypes.c_size_t * rank)(*(shape or [1]))
        check(nc.nc_put_vara(group, variable, start, count, pointer))
    check(nc.nc_close(dataset))
    return {}


def answer(request):
    try:
        if request["op"] == "read":
            return read(request["url"])
        if request["op"] == "write":
            return write(request["url"], request["dataset"])
        return {"version": nc.nc_inq_libvers().decode().split(" ")[0]}
    except Failed as error:
        return {"error": str(error)}


def limited(request):
    """The answer of a child process, or how that died."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(SECONDS)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with os.fdopen(writer, "w") as out:
            json.dump(answer(request), out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as source:
        said = source.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return {"error": f"netCDF-C died of {signal.Signals(os.WTERMSIG(status)).name}"}
    return json.loads(said) if said else {"error": f"netCDF-C ended with {status}"}


for line in sys.stdin:
    print(json.dumps(limited(json.loads(line))), flush=True)
