"""The other side of the differential runs: zarr-python, TensorStore, and a NumPy array that says what must be read.

One JSON request per line on standard input, one JSON answer per line: {"ok": ...} or {"error": "..."}.

    begin   {spec}                          the model: an array of the fill value
    create  {by}                            the store, by "zarr" or "tensorstore"
    set     {selection, values}             the model alone (Hyperslab wrote)
    write   {by, selection, values}         the model and the store
    resize  {by?, shape}                    the model, and the store if a peer is named
    get     {selection}                  -> {shape, values} of the model
    check   {by, selection?, path?}      -> null, or what differs between the store and the model

Values are {"bytes": base64 of C-order little-endian elements}, or {"items": [...]} for strings.
A selection is {"axes": [{"i": index} | {"s": [start, stop, step]} | {"l": [...]} | {"m": [...]}, ...]}, one per
dimension, or {"points": [[...], ...]}.
"""

import base64
import json
import os
import sys
import warnings

import numpy as np
import tensorstore
import zarr
from numcodecs import BZ2, Blosc, GZip, Zlib, Zstd

warnings.simplefilter("ignore")

spec = None
model = None
dtype = None


def numpy_type(name):
    if name == "struct":
        return np.dtype([("id", "<u2"), ("x", "<f8")])
    return np.dtype(object if name == "string" else name).newbyteorder("<")


def values_of(given, shape=None):
    if "items" in given:
        flat = np.array(given["items"], dtype=object)
    else:
        flat = np.frombuffer(base64.b64decode(given["bytes"]), dtype=dtype).copy()
    return flat if shape is None else flat.reshape(shape)


def answer_values(array):
    if dtype == object:
        return {"items": [str(item) for item in array.reshape(-1)]}
    return {"bytes": base64.b64encode(in_c_order(array)).decode()}


def in_c_order(array):
    return np.ascontiguousarray(np.asarray(array).astype(dtype, copy=False)).tobytes()


def begin(request):
    global spec, model, dtype
    spec = request["spec"]
    dtype = numpy_type(spec["dtype"])
    model = np.empty(spec["shape"], dtype)
    model[...] = fill_value()


def fill_value():
    return values_of(spec["fill"])[0]


# Selections ------------------------------------------------------------------------------------------------------------


def indices(selection):
    """The indices of each dimension, as lists."""
    chosen = []
    for item, length in zip(selection["axes"], model.shape):
        everything = np.arange(length)
        if "i" in item:
            chosen.append(everything[[item["i"]]])
        elif "s" in item:
            chosen.append(everything[slice(*item["s"])])
        elif "l" in item:
            chosen.append(everything[np.array(item["l"], dtype=int)])
        else:
            chosen.append(everything[np.array(item["m"], dtype=bool)])
    return chosen


def counts(selection):
    return [len(list) for list in indices(selection)]


def result_shape(selection):
    return [n for n, item in zip(counts(selection), selection["axes"]) if "i" not in item]


def select(selection):
    if "points" in selection:
        points = np.array(selection["points"], dtype=int).reshape(-1, model.ndim)
        return model[tuple(points[:, axis] for axis in range(model.ndim))].reshape(len(points))
    if model.ndim == 0:
        return model
    return model[np.ix_(*indices(selection))].reshape(result_shape(selection))


def set_model(selection, given):
    if model.ndim == 0:
        model[()] = values_of(given)[0]
        return
    model[np.ix_(*indices(selection))] = values_of(given, counts(selection))


def basic(selection):
    """As an index of Python: integers and slices only."""
    return tuple(item["i"] if "i" in item else slice(*item["s"]) for item in selection["axes"])


# Stores ----------------------------------------------------------------------------------------------------------------


def open_zarr(mode, path=None):
    if path is None:
        return zarr.open_array(store=spec["path"], mode=mode, zarr_format=spec["format"])
    store = zarr.storage.ZipStore(path, mode="r") if path.endswith(".zip") else path
    return zarr.open_array(store=store, mode=mode)


def open_tensorstore(path=None, **more):
    # A copy may have another format.
    v3 = spec["format"] == 3 if path is None else os.path.exists(f"{path}/zarr.json")
    driver = "zarr3" if v3 else "zarr"
    request = {"driver": driver, "kvstore": {"driver": "file", "path": f"{path or spec['path']}/"}, **more}
    return tensorstore.open(request, context=tensorstore.Context(), **({"open": True} if not more else {})).result()


def create(request):
    if request["by"] == "tensorstore":
        metadata = v3_metadata() if spec["format"] == 3 else v2_metadata()
        open_tensorstore(metadata=metadata, create=True)
        return
    common = dict(
        store=spec["path"], shape=spec["shape"], chunks=spec["chunks"], fill_value=fill_value(), zarr_format=spec["format"]
    )
    if spec["format"] == 2:
        zarr.create_array(
            **common,
            dtype=v2_dtype(),
            compressors=v2_compressor(),
            filters=None if dtype != object else "auto",
            order=spec["order"],
            chunk_key_encoding={"name": "v2", "separator": spec["separator"]},
        )
        return
    chain = spec["chain"]
    at = next(i for i, codec in enumerate(chain) if codec["name"] in ("bytes", "sharding_indexed", "vlen-utf8"))
    serializer = chain[at] if chain[at]["name"] != "vlen-utf8" else "auto"
    zarr.create_array(
        **common,
        dtype=str if dtype == object else dtype,
        filters=chain[:at],
        serializer=serializer,
        compressors=chain[at + 1 :],
        chunk_key_encoding={"name": "default", "separator": spec["separator"]},
    )


def v2_dtype():
    if dtype == object:
        return str
    return dtype.newbyteorder(">") if spec["endian"] == "big" else dtype


def v2_compressor():
    makers = {"zlib": Zlib, "gzip": GZip, "bz2": BZ2, "zstd": Zstd, "blosc": Blosc}
    given = spec["compressor"]
    if given is None:
        return None
    return makers[given["id"]](**{name: value for name, value in given.items() if name != "id"})


def v2_metadata():
    return {
        "zarr_format": 2,
        "shape": spec["shape"],
        "chunks": spec["chunks"],
        "dtype": v2_dtype().str,
        "compressor": spec["compressor"],
        "fill_value": json_fill(),
        "filters": None,
        "order": spec["order"],
        "dimension_separator": spec["separator"],
    }


def v3_metadata():
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": spec["shape"],
        "data_type": spec["dtype"],
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": spec["chunks"]}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": spec["separator"]}},
        "codecs": spec["chain"],
        "fill_value": json_fill(),
    }


def json_fill():
    value = fill_value()
    if dtype.kind == "b":
        return bool(value)
    if dtype.kind in "iu":
        return int(value)
    if dtype.kind == "c":
        return [json_float(value.real), json_float(value.imag)]
    return json_float(value)


def json_float(value):
    if np.isnan(value):
        return "NaN"
    if np.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return float(value)


def write(request):
    selection, given = request["selection"], request["values"]
    values = values_of(given, result_shape(selection))
    if request["by"] == "tensorstore":
        array = open_tensorstore()
        (array[basic(selection)] if model.ndim else array).write(values).result()
    else:
        array = open_zarr("r+")
        if dtype == object:
            values = values.astype(str) if values.size else values
        array[basic(selection) if model.ndim else ...] = values if values.ndim else values[()]
    set_model(selection, given)


def resize(request):
    global model
    shape = request["shape"]
    if request.get("by") == "tensorstore":
        open_tensorstore().resize(exclusive_max=shape, resize_metadata_only=False).result()
    elif request.get("by") == "zarr":
        open_zarr("r+").resize(tuple(shape))
    resized = np.empty(shape, dtype)
    resized[...] = fill_value()
    kept = tuple(slice(0, min(old, new)) for old, new in zip(model.shape, shape))
    resized[kept] = model[kept]
    model = resized


def get(request):
    chosen = select(request["selection"])
    return {"shape": list(chosen.shape), "values": answer_values(chosen)}


def check(request):
    path = request.get("path")
    selection = request.get("selection")
    expected = select(selection) if selection else model
    if request["by"] == "tensorstore":
        array = open_tensorstore(path)
        found = (array[basic(selection)] if selection and model.ndim else array).read().result()
    else:
        array = open_zarr("r", path)
        found = array[basic(selection) if selection and model.ndim else ...]
    if dtype == object:
        found, expected = ([str(item) for item in np.asarray(values, object).reshape(-1)] for values in (found, expected))
        return None if found == expected else difference(found, expected)
    found = np.asarray(found)
    if found.shape != expected.shape:
        return f"shape {list(found.shape)}, not {list(expected.shape)}"
    if in_c_order(found) == in_c_order(expected):
        return None
    return difference(found.astype(dtype, copy=False).reshape(-1), expected.reshape(-1))


def difference(found, expected):
    # Elements by their bytes, so that a NaN equals itself.
    as_bytes = lambda value: value.tobytes() if hasattr(value, "tobytes") else value
    wrong = [i for i in range(len(expected)) if as_bytes(found[i]) != as_bytes(expected[i])]
    first = wrong[0]
    return f"{len(wrong)} of {len(expected)} elements differ, first {first}: {found[first]!r}, not {expected[first]!r}"


OPERATIONS = {
    "begin": begin,
    "create": create,
    "set": lambda request: set_model(request["selection"], request["values"]),
    "write": write,
    "resize": resize,
    "get": get,
    "check": check,
}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"ok": OPERATIONS[request["op"]](request)}
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # the asking process is gone
        os._exit(0)
