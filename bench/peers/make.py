"""Makes the benchmark's stores with zarr-python 3: make.py DIRECTORY [--size small|full]

Beside the stores: `field.f32` (the values, little-endian float32 in C order) and
`bench.json` (shapes, layouts, the points and the column every contestant reads).
"""

import argparse
import json
import shutil
from pathlib import Path

import zarr
from numcodecs import Blosc
from zarr.codecs import BloscCodec, GzipCodec, ZstdCodec

from stores import SIZES, STORES, column_of, field, layout_of, points_of, steps_of

COMPRESSORS = {
    "v2-blosc": [Blosc("lz4", 5, Blosc.SHUFFLE)],
    "v3-zstd": [ZstdCodec(level=3)],
    "v3-gzip": [GzipCodec(level=5)],
    "v3-raw": None,
    "v3-bitshuffle": [BloscCodec(cname="zstd", clevel=3, shuffle="bitshuffle")],
    "v3-shard": [BloscCodec(cname="lz4", clevel=5, shuffle="shuffle")],
    "v3-small": [ZstdCodec(level=3)],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--size", choices=SIZES, default="full")
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    values = field(SIZES[options.size]["shape"])
    values.astype("<f4").tofile(options.directory / "field.f32")
    described = {}
    for name in STORES:
        path = options.directory / f"{name}.zarr"
        shutil.rmtree(path, ignore_errors=True)
        part = values[: steps_of(name, options.size)]
        layout = layout_of(name, options.size)
        array = zarr.create_array(
            path,
            shape=part.shape,
            dtype=part.dtype,
            zarr_format=int(name[1]),
            compressors=COMPRESSORS[name],
            **layout,
        )
        array[...] = part
        described[name] = {"path": path.name, "shape": list(part.shape), "sum": float(part.sum(dtype="f8")), **layout}
    description = {
        "size": options.size,
        "shape": list(values.shape),
        "dtype": "float32",
        "stores": described,
        "points": points_of(options.size),
        "column": column_of(options.size),
    }
    (options.directory / "bench.json").write_text(json.dumps(description, indent=1))


main()
