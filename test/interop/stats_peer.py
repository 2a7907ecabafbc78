"""What xarray counts of an array: one JSON line per request."""

import json
import sys
import warnings

import xarray as xr

warnings.simplefilter("ignore")


def part(text):
    return slice(*[int(number) if number else None for number in text.strip().split(":")])


def counted(asked):
    dataset = xr.open_dataset(asked["path"], engine="zarr", consolidated=False, mask_and_scale=asked["decode"])
    rows, columns = [part(text) for text in asked["selection"].split(",")]
    values = dataset[asked["name"]].isel(y=rows, x=columns).astype("float64")
    count = int(values.count())
    names = ["min", "max", "sum", "mean", "std", "median"]
    return {"count": count} | {name: float(getattr(values, name)(skipna=True)) if count > 0 else None for name in names}


for line in sys.stdin:
    try:
        answer = counted(json.loads(line))
    except Exception as error:
        answer = {"error": repr(error)}
    print(json.dumps(answer), flush=True)
