"""Makes a netCDF-3 file of more than 4 GiB, mostly holes, with a few values at its ends; prints them as JSON."""

import json
import sys

import netCDF4
import numpy as np

path, form = sys.argv[1:]
nc = netCDF4.Dataset(path, "w", format=form)
nc.set_fill_off()
nc.createDimension("time", None)
nc.createDimension("row", 3)
nc.createDimension("x", 2**28 + 12345)
large = nc.createVariable("large", "f8", ("row", "x")) if form == "NETCDF3_64BIT_DATA" else None
half = nc.createVariable("half", "i4", ("row", "x")) if large is None else None
first = large if large is not None else half
first[2, -5:] = [1, 2, 3, 4, 5]
first[0, :3] = [7, 8, 9]
after = nc.createVariable("after", "i2", ("time", "row"))
after[0:2] = np.arange(6).reshape(2, 3)
other = nc.createVariable("other", "f4", ("time",))
other[0:2] = [0.5, 1.5]
nc.close()
name = "large" if form == "NETCDF3_64BIT_DATA" else "half"
print(json.dumps({"shape": [3, 2**28 + 12345], "name": name}))
