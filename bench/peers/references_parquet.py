"""fsspec and kerchunk with a set of references: prints one line of JSON per task. Imports are not counted.

    python bench/peers/references_parquet.py write refs.json target.parq RECORD_SIZE
    python bench/peers/references_parquet.py lookup target.parq KEY
"""
import json
import resource
import sys
import time

import fastparquet  # noqa: F401
import fsspec
import kerchunk.df
import pandas  # noqa: F401
from fsspec.implementations.reference import ReferenceFileSystem

task, *given = sys.argv[1:]
if task == "write":
    source, target, size = given
    # What kerchunk has in memory when it begins: references as a dictionary.
    with open(source) as file:
        refs = json.load(file)
    start = time.perf_counter()
    kerchunk.df.refs_to_dataframe(refs, target, record_size=int(size))
    result = {"seconds": time.perf_counter() - start}
else:
    path, key = given
    fsspec.filesystem("file")
    start, used = time.perf_counter(), time.process_time()
    fs = ReferenceFileSystem(path, remote_protocol="file", lazy=True)
    found = fs.references[key]
    result = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - used, "found": [found[0], int(found[1]), int(found[2])]}
result["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps(result))
