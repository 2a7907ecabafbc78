"""Times one peer on the stores of make.py:

    run.py DIRECTORY zarr|zarr-fused|zarrs|tensorstore|memcpy [--rounds 3] [--ops TEXT ...]

One JSON line per operation: {"peer", "op", "seconds" (best of the rounds), "sum" (of what
was read, or read back), "peakRssBytes"}. Operations: "read NAME" and "write NAME" for each
store, "points v3-shard", "column v3-shard". --ops keeps those whose name contains one of
the texts. Each runs in a process of its own, so that its peak of memory is its own.
"""

import argparse
import json
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

PEERS = ["zarr", "zarr-fused", "zarrs", "tensorstore", "memcpy"]


PIPELINES = {"zarr-fused": "zarr.core.codec_pipeline.FusedCodecPipeline", "zarrs": "zarrs.ZarrsCodecPipeline"}


class ZarrPython:
    """zarr-python 3, with its default codec pipeline, the fused one that 3.4 brought, or the Rust engine."""

    def __init__(self, engine):
        import zarr

        self.zarr = zarr
        if engine in PIPELINES:
            zarr.config.set({"codec_pipeline.path": PIPELINES[engine]})
        if engine == "zarrs":
            zarr.config.set({"codec_pipeline.strict": True})

    def open(self, path, mode="r"):
        return self.zarr.open_array(path, mode=mode)

    def read(self, array, selection=...):
        return array[selection]

    def write(self, array, values):
        array[...] = values


class TensorStore:
    """TensorStore; like the others here it does not wait for the disk after a write."""

    def __init__(self):
        import tensorstore

        self.tensorstore = tensorstore

    def open(self, path, mode="r"):
        driver = "zarr3" if (path / "zarr.json").exists() else "zarr"
        spec = {"driver": driver, "kvstore": {"driver": "file", "path": f"{path}/"}, "context": {"file_io_sync": False}}
        return self.tensorstore.open(spec, read=True, write=mode != "r").result()

    def read(self, array, selection=...):
        return array[selection].read().result()

    def write(self, array, values):
        array.write(values).result()


def operations(bench, peer):
    if peer == "memcpy":
        return ["memcpy reused", "memcpy fresh"]
    names = list(bench["stores"])
    reads = [f"read {name}" for name in names]
    return [*reads, "points v3-shard", "column v3-shard", *(f"write {name}" for name in names)]


first_peak = None


def best_of(rounds, action, prepare=lambda: None):
    """Also notes the peak of memory after the first round: what one call takes, while no earlier result is held."""
    global first_peak
    best, result = float("inf"), None
    for _ in range(rounds):
        prepared = prepare()
        start = time.perf_counter()
        result = action() if prepared is None else action(prepared)
        best = min(best, time.perf_counter() - start)
        first_peak = first_peak or peak()
    return best, result


def total(values):
    return float(np.asarray(values).sum(dtype="f8"))


def run_operation(directory, bench, peer, op, rounds):
    """Seconds, sum and the peak of memory of the first round."""
    verb, name = op.split(" ")
    if peer == "memcpy":
        seconds, result = copy_memory(directory, bench, name, rounds)
        return seconds, result, first_peak
    engine = TensorStore() if peer == "tensorstore" else ZarrPython(peer)
    path = directory / f"{name}.zarr"
    if verb == "write":
        return write(directory, bench, engine, peer, name, rounds)
    array = engine.open(path)
    if verb == "read":
        seconds, values = best_of(rounds, lambda: engine.read(array))
    elif verb == "points":
        points = [tuple(point) for point in bench["points"]]
        seconds, values = best_of(rounds, lambda: [float(np.asarray(engine.read(array, point))) for point in points])
    else:
        y, x = bench["column"]
        seconds, values = best_of(rounds, lambda: engine.read(array, (slice(None), y, x)))
    return seconds, total(values), first_peak


def write(directory, bench, engine, peer, name, rounds):
    values = load_field(directory, bench)[: bench["stores"][name]["shape"][0]]
    target = directory / f"out-{peer}.zarr"

    def prepare():
        """An empty array with the very metadata of the store that was read."""
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        for document in ("zarr.json", ".zarray", ".zattrs"):
            source = directory / f"{name}.zarr" / document
            if source.exists():
                shutil.copy(source, target / document)
        return engine.open(target, mode="r+")

    seconds, _ = best_of(rounds, lambda array: engine.write(array, values), prepare)
    result = total(engine.read(engine.open(target)))
    shutil.rmtree(target)
    return seconds, result, first_peak


def copy_memory(directory, bench, kind, rounds):
    values = load_field(directory, bench)
    if kind == "fresh":
        seconds, copied = best_of(rounds, values.copy)
    else:
        copied = np.empty_like(values)
        seconds, _ = best_of(rounds, lambda: np.copyto(copied, values))
    return seconds, total(copied)


def load_field(directory, bench):
    return np.fromfile(directory / "field.f32", "<f4").reshape(bench["shape"])


def peak():
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=Path)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ops", nargs="*", default=[])
    parser.add_argument("--size", choices=["small", "full"], help="checked against the stores found")
    parser.add_argument("--alone", metavar="OP", help=argparse.SUPPRESS)
    options = parser.parse_args()
    bench = json.loads((options.directory / "bench.json").read_text())
    if options.size and options.size != bench["size"]:
        sys.exit(f"the stores in {options.directory} are of size {bench['size']}: run make.py --size {options.size}")
    if options.alone:
        seconds, result, highest = run_operation(options.directory, bench, options.peer, options.alone, options.rounds)
        line = {"peer": options.peer, "op": options.alone, "seconds": seconds, "sum": result, "peakRssBytes": highest}
        print(json.dumps(line), flush=True)
        return
    for op in operations(bench, options.peer):
        if not options.ops or any(text in op for text in options.ops):
            command = [sys.executable, __file__, str(options.directory), options.peer]
            subprocess.run([*command, "--rounds", str(options.rounds), "--alone", op], check=True)


main()
