"""How tests write down what a peer has read: names of data types and values as JSON.

Data types: ``bool``, ``int8`` ... ``uint64``, ``int2``, ``uint4``, ``float16`` ...,
``bfloat16``, ``float8_e5m2``, ``complex64``, ``r24`` (raw bits), ``S5``, ``U5`` (code
points), ``string``, ``bytes``, ``datetime64[ns]``, ``timedelta64[25s]``, ``struct``,
``vlen-array`` (each element an array of its own) and ``object`` (any JSON value).

Values, in C order: base64 of the little-endian bytes for every type of fixed size (a
struct packed, each field little-endian; 2- and 4-bit integers one byte each, sign
extended); a list of strings for ``string``; a list of base64 for ``bytes`` and
``vlen-array``; a list of JSON values for ``object``.
"""

import base64
import math

import numpy as np

SMALL_INTEGERS = ("int2", "int4", "uint2", "uint4")


def dtype_name(dtype, values=None):
    """Canonical name; ``values`` decide what an object array holds."""
    dtype = np.dtype(dtype) if not isinstance(dtype, np.dtype) else dtype
    if dtype.fields is not None:
        return "struct"
    if dtype.kind == "T":
        return "string"
    if dtype.kind == "O":
        return object_name(values)
    if dtype.kind == "b":
        return "bool"
    if dtype.kind == "S":
        return f"S{dtype.itemsize}"
    if dtype.kind == "U":
        return f"U{dtype.itemsize // 4}"
    if dtype.kind in "mM":
        return time_name(dtype)
    if dtype.type is np.void:
        return f"r{dtype.itemsize * 8}"
    return dtype.name


def time_name(dtype):
    unit, count = np.datetime_data(dtype)
    stem = "datetime64" if dtype.kind == "M" else "timedelta64"
    return f"{stem}[{'' if count == 1 else count}{unit}]"


def object_name(values):
    items = [] if values is None else [item for item in np.asarray(values, dtype=object).ravel()]
    if items and all(isinstance(item, str) for item in items):
        return "string"
    if items and all(isinstance(item, bytes) for item in items):
        return "bytes"
    if items and all(isinstance(item, np.ndarray) for item in items):
        return "vlen-array"
    return "object"


def fields_of(dtype):
    """Fields of a struct: [{"name", "dtype", "shape"?, "fields"?}], else None."""
    if dtype.fields is None:
        return None
    fields = []
    for name in dtype.names:
        member = dtype.fields[name][0]
        base, shape = member.subdtype if member.subdtype else (member, ())
        field = {"name": name, "dtype": dtype_name(base)}
        if shape:
            field["shape"] = list(shape)
        if base.fields is not None:
            field["fields"] = fields_of(base)
        fields.append(field)
    return fields


def little_packed(dtype):
    """The same type, every part little-endian and without padding."""
    if dtype.subdtype:
        base, shape = dtype.subdtype
        return np.dtype((little_packed(base), shape))
    if dtype.fields is not None:
        return np.dtype([(name, little_packed(dtype.fields[name][0])) for name in dtype.names])
    return dtype.newbyteorder("<")


def pack(array):
    """C-order little-endian bytes of an array of a fixed-size type."""
    array = np.asarray(array)
    if array.dtype.name in SMALL_INTEGERS:
        array = array.astype("i1")
    if array.dtype.fields is None:
        return np.asarray(array, dtype=array.dtype.newbyteorder("<"), order="C").tobytes()
    packed = np.zeros(array.shape, dtype=little_packed(array.dtype))
    copy_fields(array, packed)
    return packed.tobytes()


def copy_fields(source, target):
    """Field by field and bit by bit: numpy's own cast would drop NaN payloads."""
    for name in source.dtype.names:
        member = source.dtype.fields[name][0]
        base = member.subdtype[0] if member.subdtype else member
        if base.fields is not None:
            copy_fields(source[name], target[name])
        else:
            target[name] = source[name]


def base64_text(data):
    return base64.b64encode(bytes(data)).decode("ascii")


def encode_values(array, name=None):
    """Values of an array (or scalar) as JSON, see above."""
    array = np.asarray(array)
    name = name or dtype_name(array.dtype, array)
    if name == "string":
        return [str(item) for item in array.ravel().tolist()]
    if name == "bytes":
        return [base64_text(item) for item in array.ravel().tolist()]
    if name == "vlen-array":
        return [base64_text(pack(item)) for item in array.ravel()]
    if name == "object":
        return [plain(item) for item in array.ravel().tolist()]
    return base64_text(pack(array))


def encode_fill(fill, dtype, name):
    """One element in the encoding of values; None where the store defines none.

    Any fill value of strings that is not a string (zarr-python 2 writes 0) means the empty one.
    """
    if fill is None or name in ("object", "vlen-array"):
        return None
    if name in ("string", "bytes"):
        box = np.empty((1,), object)
        box[0] = fill if isinstance(fill, (str, bytes)) else "" if name == "string" else b""
        return encode_values(box, name)
    return encode_values(np.asarray(fill, dtype=dtype).reshape((1,)), name)


def item_name(array):
    """Type of the elements of a ``vlen-array``."""
    return dtype_name(np.asarray(array, dtype=object).ravel()[0].dtype)


def plain(value):
    """JSON that any parser reads without loss: odd numbers become {"$number": text}."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else {"$number": str(value)}
    if isinstance(value, float):
        if math.isnan(value):
            return {"$number": "NaN"}
        if math.isinf(value):
            return {"$number": "Infinity" if value > 0 else "-Infinity"}
        return value
    raise TypeError(f"no JSON for {type(value).__name__}")
