"""Reads what Hyperslab wrote through a peer: read_with.py zarr|zarr2|tensorstore|zarrs

One JSON request per line on standard input, one JSON answer per line:

    {"path": "store directory or .zip", "node": "a/b" (default ""), "selection": "1:3, ::2",
     "consolidated": true}
 -> {"kind": "array", "shape", "dtype", "values", "fill", "chunks", "shards", "attributes", "dims"}
 -> {"kind": "group", "attributes", "children": {name: "array" | "group"}}
 -> {"error": "..."}

Types and values are written as scripts/peers/canonical.py says; a struct has "fields" too.
"selection" and "consolidated" are optional (zarr, zarrs and zarr2 only for the latter).
"""

import json
import sys
import warnings
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts" / "peers"))

import canonical

warnings.simplefilter("ignore")


def zarr3_opener(engine):
    import zarr

    if engine == "zarrs":
        zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline", "codec_pipeline.strict": True})
    kinds = {"VariableLengthUTF8": "string", "VariableLengthBytes": "bytes"}

    def read(request):
        path, node = request["path"], request.get("node") or None
        store = zarr.storage.ZipStore(path, mode="r") if path.endswith(".zip") else zarr.storage.LocalStore(path, read_only=True)
        try:
            consolidated = {"use_consolidated": True} if request.get("consolidated") else {}
            found = open_node(store, node, consolidated)
            if isinstance(found, zarr.Group):
                children = {name: kind_of(child) for name, child in found.members()}
                return group_answer(dict(found.attrs), children)
            metadata = found.metadata
            zdtype = metadata.data_type if metadata.zarr_format == 3 else metadata.dtype
            attributes = dict(found.attrs)
            dims = getattr(metadata, "dimension_names", None) or attributes.get("_ARRAY_DIMENSIONS")
            return array_answer(
                select(found, request),
                found.dtype,
                fill=found.fill_value,
                chunks=regular(found, "chunks"),
                shards=regular(found, "shards"),
                attributes=attributes,
                dims=dims,
                objects=kinds.get(type(zdtype).__name__),
            )
        finally:
            store.close()

    def open_node(store, node, consolidated):
        if not consolidated:
            return zarr.open(store=store, path=node, mode="r")
        group = zarr.open_group(store=store, mode="r", **consolidated)
        return group[node] if node else group

    def regular(array, name):
        try:
            return getattr(array, name)
        except NotImplementedError:  # other grids have no one shape of chunks
            return None

    def kind_of(child):
        return "group" if isinstance(child, zarr.Group) else "array"

    return read


def zarr2_opener():
    import zarr

    kinds = {"vlen-utf8": "string", "vlen-bytes": "bytes", "vlen-array": "vlen-array", "categorize": "string"}

    def read(request):
        path, node = request["path"], request.get("node") or None
        store = zarr.ZipStore(path, mode="r") if path.endswith(".zip") else zarr.DirectoryStore(path)
        if request.get("consolidated"):
            root = zarr.open_consolidated(store, mode="r")
            found = root[node] if node else root
        else:
            found = zarr.open(store, path=node, mode="r")
        attributes = found.attrs.asdict()
        if isinstance(found, zarr.Group):
            children = {name: "group" if isinstance(child, zarr.Group) else "array" for name, child in found.items()}
            return group_answer(attributes, children)
        codecs = [codec.codec_id for codec in found.filters or []]
        return array_answer(
            select(found, request),
            found.dtype,
            fill=found.fill_value,
            chunks=found.chunks,
            shards=None,
            attributes=attributes,
            dims=attributes.get("_ARRAY_DIMENSIONS"),
            objects=next((kinds[codec] for codec in codecs if codec in kinds), "object"),
        )

    return read


def tensorstore_opener():
    import tensorstore

    def kvstore_of(path, node):
        base = {"driver": "file", "path": path}
        inside = f"{node}/" if node else ""
        if path.endswith(".zip"):
            return {"driver": "zip", "base": base, "path": inside}
        return {"driver": "file", "path": f"{path.rstrip('/')}/{inside}"}

    def document(kvstore, name):
        answer = tensorstore.KvStore.open(kvstore).result().read(name).result()
        return json.loads(answer.value) if answer.state == "value" else None

    def read(request):
        kvstore = kvstore_of(request["path"], request.get("node"))
        v3 = document(kvstore, "zarr.json")
        if v3 is not None:
            attributes, dims = v3.get("attributes", {}), v3.get("dimension_names")
            array, values = read_v3(kvstore, v3, request)
        else:
            v2 = document(kvstore, ".zarray")
            if v2 is None:
                raise FileNotFoundError("no array here")
            attributes = document(kvstore, ".zattrs") or {}
            dims = attributes.get("_ARRAY_DIMENSIONS")
            array, values = read_v2(kvstore, v2, request)
        if values.dtype.itemsize == 0:
            raise TypeError("TensorStore gives numpy no bytes of its types byte and char")
        layout = array.chunk_layout
        shards, chunks = layout.write_chunk.shape or (), layout.read_chunk.shape or ()
        return array_answer(
            values,
            values.dtype,
            fill=None if values.dtype.fields is not None else array.fill_value,
            chunks=chunks,
            shards=shards if shards != chunks else None,
            attributes=attributes,
            dims=dims,
        )

    def open_array(driver, kvstore, **more):
        return tensorstore.open({"driver": driver, "kvstore": kvstore, **more}, read=True).result()

    def read_v2(kvstore, document, request):
        if isinstance(document["dtype"], list):
            return read_fields("zarr", kvstore, [field[0] for field in document["dtype"]], request)
        array = open_array("zarr", kvstore)
        return array, select_lazily(array, request)

    def read_v3(kvstore, document, request):
        kind = document["data_type"]
        if isinstance(kind, dict) and kind["name"] in ("struct", "structured"):
            fields = kind["configuration"]["fields"]
            names = [field["name"] if isinstance(field, dict) else field[0] for field in fields]
            return read_fields("zarr3", kvstore, names, request)
        array = open_array("zarr3", kvstore)
        return array, select_lazily(array, request)

    def read_fields(driver, kvstore, names, request):
        """A structure, put together from its fields: the peer opens one at a time."""
        columns = {}
        for name in names:
            array = open_array(driver, kvstore, field=name)
            columns[name] = select_lazily(array, request)
        shape = columns[names[0]].shape
        values = np.zeros(shape, [(name, column.dtype) for name, column in columns.items()])
        for name, column in columns.items():
            values[name] = column
        return array, values

    def select_lazily(array, request):
        text = request.get("selection")
        return np.asarray((eval(f"array[{text}]") if text else array).read().result())

    return read


def select(array, request):
    text = request.get("selection")
    return eval(f"array[{text}]") if text else array[...]


def array_answer(values, dtype, *, fill, chunks, shards, attributes, dims, objects=None):
    if isinstance(values, (str, bytes)):
        box = np.empty((), object)
        box[()] = values
        values = box
    values = np.asarray(values)
    name = canonical.dtype_name(dtype, values)
    if dtype.kind == "O" and objects:
        name = objects
    answer = {
        "kind": "array",
        "shape": list(values.shape),
        "dtype": name,
        "values": canonical.encode_values(values, name),
        "fill": canonical.encode_fill(fill, dtype, name),
        "chunks": list(chunks) if chunks is not None else None,
        "shards": list(shards) if shards is not None else None,
        "attributes": canonical.plain(attributes),
        "dims": list(dims) if dims is not None else None,
    }
    fields = canonical.fields_of(dtype)
    return {**answer, "fields": fields} if fields else answer


def group_answer(attributes, children):
    return {"kind": "group", "attributes": canonical.plain(attributes), "children": children}


def main():
    peer = sys.argv[1]
    openers = {
        "zarr": lambda: zarr3_opener("zarr"),
        "zarrs": lambda: zarr3_opener("zarrs"),
        "zarr2": zarr2_opener,
        "tensorstore": tensorstore_opener,
    }
    if peer not in openers:
        sys.exit(f"no peer {peer!r}: choose one of {', '.join(openers)}")
    read = openers[peer]()
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            answer = read(json.loads(line))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a panic of the Rust engine is no Exception
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
