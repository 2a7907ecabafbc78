"""Decodes a million times with xarray and cftime; one JSON line of seconds per line of input."""

import json
import sys
import time
import warnings

import numpy as np
from xarray.coding.times import decode_cf_datetime

warnings.simplefilter("ignore")
COUNT = 1_000_000
counts = np.arange(COUNT) % 30000
rows = json.loads(sys.argv[1])
data = [(counts * 0.25 if row["dtype"] == "float64" else counts).astype(row["dtype"]) for row in rows]

for line in sys.stdin:
    seconds = []
    for row, values in zip(rows, data):
        start = time.perf_counter()
        decode_cf_datetime(values, row["units"], row["calendar"])
        seconds.append(time.perf_counter() - start)
    print(json.dumps(seconds), flush=True)
