"""Writes folders of netCDF files with xarray and reads each as one dataset with open_mfdataset.

    combine_peer.py FOLDER

Prints, by case, the names of its files in order, and by variable the dimensions, the values and, of times, the dates.
"""

import json
import os
import sys

import cftime
import numpy as np
import xarray as xr

FOLDER = sys.argv[1]
CALENDARS = ["standard", "proleptic_gregorian", "noleap", "all_leap", "360_day", "julian"]
UNITS = ["days since 2000-01-01", "hours since 2000-02-25 12:00:00", "minutes since 1999-12-30"]
answer = {}


def dataset(first, count, seed, name="t", lats=4):
    rng = np.random.default_rng(seed)
    values = np.round(rng.normal(280, 10, (count, lats)), 3).astype("f4")
    return xr.Dataset(
        {name: (("time", "lat"), values, {"units": "K"})},
        {"time": first + np.arange(count), "lat": np.linspace(-30, 30, lats)},
        {"title": "made for a test"},
    )


def combined(case, parts, encoding, engine_format, **how):
    """Writes the parts and opens them together."""
    folder = os.path.join(FOLDER, case)
    os.makedirs(folder)
    files = []
    for index, part in enumerate(parts):
        files.append(os.path.join(folder, f"part-{index:02d}.nc"))
        own = encoding(index) if encoding else {}
        part.to_netcdf(files[-1], format=engine_format, encoding=own)
    with xr.open_mfdataset(files, data_vars="minimal" if how.get("combine") != "nested" else "all", **how) as found:
        variables = {}
        for name, variable in found.variables.items():
            values = variable.values
            entry = {"dims": list(variable.dims)}
            if values.dtype == object or values.dtype.kind == "M":
                if values.dtype.kind == "M":
                    values = np.array([cftime.num2date(int(v) // 1000, "microseconds since 1970-01-01", "proleptic_gregorian") for v in values.astype("M8[ns]").astype("i8").ravel()])
                entry["dates"] = [date.strftime("%Y-%m-%dT%H:%M:%S") for date in values.ravel()]
            else:
                entry["values"] = values.tolist()
            variables[name] = entry
    answer[case] = {"files": [os.path.basename(file) for file in files], "variables": variables}


for calendar in CALENDARS:
    dates = xr.date_range("2000-02-26", periods=9, freq="12h", calendar=calendar, use_cftime=True)
    parts = []
    for index, (start, end) in enumerate([(0, 4), (4, 8), (8, 9)]):
        part = dataset(0, end - start, index)
        parts.append(part.assign_coords(time=dates[start:end]))
    # Several dates of one file are one chunk each; the last file is shorter.
    combined(
        f"calendar-{calendar}",
        parts,
        lambda index: {"time": {"units": UNITS[index], "calendar": calendar, "dtype": "f8"}, "t": {"zlib": True, "chunksizes": (1, 4)}},
        "NETCDF4",
        decode_times=xr.coders.CFDatetimeCoder(use_cftime=True),
    )

for kind in ("NETCDF3_CLASSIC", "NETCDF3_64BIT", "NETCDF4"):
    combined(f"numbers-{kind}", [dataset(3.0 * at, 3, at) for at in range(4)], None, kind)

# Contiguous values of 31, 28 and 30 steps.
combined("uneven", [dataset(float(first), count, first) for first, count in ((0, 31), (31, 28), (59, 30))], None, "NETCDF4")

# One step per file, whose names are not in the order of time.
combined("reversed", [dataset(float(at), 1, at) for at in (3, 1, 2, 0)], None, "NETCDF4")

# A new dimension.
members = [dataset(0.0, 3, at) for at in range(3)]
combined("members", members, None, "NETCDF4", combine="nested", concat_dim="member", coords="minimal", compat="override", join="override")

# Variables of one dataset in files of their own.
combined("merged", [dataset(0.0, 3, at, name) for at, name in enumerate(["t", "q", "u"])], None, "NETCDF4")
# And both at once.
both = [dataset(3.0 * step, 3, 10 * step + at, name) for at, name in enumerate(["t", "q"]) for step in range(2)]
combined("both", both, None, "NETCDF4")

print(json.dumps(answer))
