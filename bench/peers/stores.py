"""The stores of the benchmark: one field of rounded, noisy temperatures in several layouts."""

import numpy as np

# Time, y, x of the field and the number of steps that the slow or many-filed stores hold.
SIZES = {
    "full": {"shape": (64, 1024, 1024), "gzip_steps": 16, "small_steps": 8},  # 256 MiB
    "small": {"shape": (16, 512, 512), "gzip_steps": 4, "small_steps": 8},  # 16 MiB
}

STORES = ["v2-blosc", "v3-zstd", "v3-gzip", "v3-raw", "v3-bitshuffle", "v3-shard", "v3-small"]


def steps_of(name, size):
    """How many steps of the field a store holds."""
    sizes = SIZES[size]
    return {"v3-gzip": sizes["gzip_steps"], "v3-small": sizes["small_steps"]}.get(name, sizes["shape"][0])


def layout_of(name, size):
    """Chunks and shards of a store: 1 MiB chunks; 128 KiB in 16 MiB shards; 8 KiB."""
    shape = SIZES[size]["shape"]
    if name == "v3-shard":
        return {"chunks": (1, 128, 256), "shards": (8, 512, min(1024, shape[2]))}
    if name == "v3-small":
        return {"chunks": (1, 32, 64)}
    return {"chunks": (1, 512, 512)}


def points_of(size):
    """200 single elements, the same for every contestant."""
    generator = np.random.default_rng(7)
    shape = SIZES[size]["shape"]
    return [[int(index) for index in generator.integers(0, shape)] for _ in range(200)]


def column_of(size):
    """y and x of the column read along time."""
    return [500, 500] if size == "full" else [250, 250]


def field(shape):
    """Waves, a trend and noise, rounded to 0.01: compresses as measured data does."""
    steps, height, width = shape
    generator = np.random.default_rng(1)
    rows = np.sin(np.linspace(0, 9, height, dtype="f4"))[:, None]
    columns = np.cos(np.linspace(0, 17, width, dtype="f4"))[None, :]
    values = np.empty(shape, "f4")
    for step in range(steps):
        noise = generator.standard_normal((height, width), dtype="f4")
        values[step] = np.round(280 + 20 * rows * columns + step * 0.05 + noise * 0.2, 2)
    return values
