"""Opens a dataset with xarray and prints its variables as JSON: dimensions, type, values, attributes."""

import json
import sys

import xarray

path, group, consolidated = sys.argv[1], sys.argv[2] or None, sys.argv[3] == "consolidated"
dataset = xarray.open_dataset(path, engine="zarr", group=group, consolidated=consolidated, decode_cf=False)


def plain(value):
    return value.tolist() if hasattr(value, "tolist") else value


print(
    json.dumps(
        {
            "attributes": {name: plain(value) for name, value in dataset.attrs.items()},
            "variables": {
                name: {
                    "dims": list(variable.dims),
                    "dtype": str(variable.dtype),
                    "values": variable.values.tolist(),
                    "attributes": {key: plain(value) for key, value in variable.attrs.items() if key != "_FillValue"},
                }
                for name, variable in dataset.variables.items()
            },
        }
    )
)
