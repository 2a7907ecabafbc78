"""Makes datasets with xarray, and compares datasets as xarray reads them.

    make FOLDER      writes FOLDER/NAME.v2 and FOLDER/NAME.v3; prints a JSON object: name -> {formats, groups, kinds}
    archive FILE     the same in an archive: fixtures/xarray-copies/datasets.tar.gz
    compare          reads a JSON line {before, after, groups} per request, answers {"difference": text or null};
                     to {missing: path} the number of missing elements by variable
"""

import contextlib
import gzip
import io
import json
import pathlib
import shutil
import sys
import tarfile
import tempfile
import warnings

import cftime
import numpy as np
import pandas as pd
import xarray as xr

warnings.simplefilter("ignore")

rng = np.random.default_rng(16)


def floats(dtype="f8", missing=True):
    values = rng.normal(280, 10, (4, 6)).astype(dtype)
    if missing:
        values[1, 2] = np.nan
    return values


def grid(values, attrs=None, **encoding):
    """A variable over y and x with coordinates, and its encoding."""
    ds = xr.Dataset(
        {"a": (("y", "x"), values, attrs or {"units": "K", "long_name": "temperature"})},
        coords={"y": ("y", np.linspace(50, 47, 4), {"units": "degrees_north"}), "x": np.arange(6, dtype="f4")},
        attrs={"Conventions": "CF-1.8", "history": "made"},
    )
    return ds, {"a": {"chunks": (2, 3), **encoding}}


def line(values, attrs=None, **encoding):
    return xr.Dataset({"a": ("x", values, attrs or {})}), {"a": encoding}


packed = {"scale_factor": 0.01, "add_offset": 273.15}
cases = {}


def case(name, made, encode3=None, sparse=False, kinds=""):
    """encode3: what is encoded in Zarr v3 only. sparse: the files of some chunks are removed."""
    cases[name] = (made, encode3 or {}, sparse, kinds)


# Floats: the mask is NaN, another number, or none.
for dtype in ["f2", "f4", "f8"]:
    kinds = "plain" if dtype == "f2" else ""
    case(f"{dtype}-nan", grid(floats(dtype)), kinds=kinds)
    case(f"{dtype}-number", grid(floats(dtype), _FillValue=np.dtype(dtype).type(-999.9)), kinds=kinds)
    case(f"{dtype}-none", grid(floats(dtype), _FillValue=None), kinds=kinds)
case("f4-infinite-mask", grid(floats("f4"), _FillValue=np.float32(np.inf)))
case("f8-missing-value", grid(floats(), missing_value=-9999.0, _FillValue=-9999.0))
case("f4-scaled-no-mask", grid(floats("f4"), _FillValue=None, scale_factor=2.0, add_offset=1.0))
case("f4-sparse", grid(floats("f4"), _FillValue=np.float32(-1.5)), sparse=True)
case("f8-zero-fill", grid(np.zeros((4, 6)), _FillValue=-1.0), encode3={"fill_value": 0.0}, sparse=True)
# Packed integers.
case("i2-packed", grid(floats(), dtype="i2", _FillValue=-32768, **packed))
case("i2-packed-sparse", grid(floats(), dtype="i2", _FillValue=-32768, **packed), sparse=True)
case("i2-packed-no-mask", grid(floats(missing=False), dtype="i2", **packed))
case("u1-packed", grid(floats(), dtype="u1", _FillValue=255, scale_factor=0.5, add_offset=200.0))
case("i4-packed-f4", grid(floats(), dtype="i4", _FillValue=-(2**31), scale_factor=np.float32(0.001), add_offset=np.float32(270)))
case("i1-unsigned", grid(floats(), dtype="i1", _FillValue=-1, _Unsigned="true", scale_factor=0.5, add_offset=200.0))
case("i2-packed-other-fill", grid(floats(), dtype="i2", _FillValue=-32768, **packed), encode3={"fill_value": 7}, sparse=True)
# Integers with and without masks. Zeros must stay zeros.
for dtype in ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]:
    case(f"{dtype}-zeros", grid(np.arange(24).reshape(4, 6).astype(dtype)), sparse=dtype in ("i2", "u4"))
case("i8-mask", line(np.array([1, 2, np.nan]), dtype="i8", _FillValue=-(2**63)))
case("u8-mask", line(np.array([1.0, 2, 3]), dtype="u8", _FillValue=2**64 - 1))
case("i4-zero-mask", line(np.array([1.0, np.nan, 3]), dtype="i4", _FillValue=0), sparse=True)
case("i2-flags", grid(np.ones((4, 6), "i2"), {"flag_values": [1, 2], "flag_meanings": "land sea", "valid_range": [0, 9]}))
# Booleans, complex numbers, texts.
case("bool", line(np.array([True, False, True])), kinds="plain")
case("bool-mask", line(np.array([True, False, True]), _FillValue=True), kinds="plain")
case("c8", line(np.array([1 + 2j, 0, 3j], "c8")), kinds="plain")
case("c16-mask", line(np.array([1 + 2j, 0, 3j], "c16"), _FillValue=3j), kinds="plain")
case("text-fixed", line(np.array(["a", "bc", ""])), kinds="plain")
case("text", line(np.array(["a", "bc", "défg"], dtype=object)), kinds="plain")
case("bytes", line(np.array([b"ab", b"abc", b""])), kinds="bytes")
# Times, encoded.
days = pd.date_range("2001-01-30", periods=5, freq="37h")
case("times", line(days.values))
case("times-mask", line(np.array(["2001-01-01", "NaT", "2003-01-01"], "M8[ns]"), dtype="i4", units="days since 2000-01-01", _FillValue=-1))
case("times-float", line(days.values, dtype="f8", units="days since 1970-01-01", calendar="standard"))
case("times-noleap", line(np.array([cftime.DatetimeNoLeap(2000, 2, 28 - k) for k in range(3)])))
case("timedelta", line(np.array([1, 2, 3], "m8[D]").astype("m8[ns]")))
# Datasets.
weather = xr.Dataset(
    {
        "t2m": (("time", "y", "x"), rng.normal(280, 5, (5, 3, 4)), {"grid_mapping": "crs", "cell_methods": "time: mean"}),
        "count": (("time",), np.array([0, 3, 0, 4, 5])),
        "crs": ((), 0, {"grid_mapping_name": "latitude_longitude", "earth_radius": 6371229.0}),
    },
    coords={
        "time": days,
        "lat": (("y", "x"), rng.normal(50, 1, (3, 4))),
        "lon": (("y", "x"), rng.normal(8, 1, (3, 4))),
        "height": 2.0,
        "step": ((), 0),
    },
    attrs={"title": "weather", "version": 3, "levels": [1, 2.5, 3]},
)
weather["t2m"][1, 1, 1] = np.nan
case("weather", (weather, {"t2m": {"dtype": "i2", "_FillValue": -32768, "scale_factor": 0.01, "add_offset": 280.0}}))
case("bounds", (
    xr.Dataset(
        {"time_bnds": (("time", "nv"), np.stack([days.values, days.values + np.timedelta64(1, "h")], 1))},
        coords={"time": ("time", days.values, {"bounds": "time_bnds"})},
    ), {}))
case("scalars", (xr.Dataset({"f": 2.5, "g": np.float32(np.nan), "a": ("x", [1, 0, 2])}, coords={"when": np.datetime64("2001-02-03", "ns")}), {}))
case("empty", (xr.Dataset({"a": (("t", "x"), np.zeros((0, 3), "i2"))}), {}))
inner = {"": cases["weather"], "inner": cases["i2-packed"], "inner/deep": cases["i4-zero-mask"]}
case("groups", ({path: made for path, ((made, _), *_) in inner.items()}, {path: e for path, ((_, e), *_) in inner.items()}))


def write(path, ds, encoding, version):
    shutil.rmtree(path, ignore_errors=True)
    groups = ds if isinstance(ds, dict) else {"": ds}
    for group, inner in groups.items():
        own = encoding[group] if isinstance(ds, dict) else encoding
        inner.to_zarr(path, group=group or None, zarr_format=version, encoding=own, consolidated=False, mode="a")


def remove_chunks(path, version):
    """Every second chunk of a."""
    folder = path / "a"
    files = sorted(f for f in (folder / "c" if version == 3 else folder).rglob("*") if f.is_file() and not f.name.startswith("."))
    for file in files[::2]:
        file.unlink()


def make(folder):
    told = {}
    for name, ((ds, encoding), encode3, sparse, kinds) in cases.items():
        formats = []
        for version in (2, 3):
            path = pathlib.Path(folder) / f"{name}.v{version}"
            full = encoding
            if version == 3 and encode3:
                full = {**encoding, "a": {**encoding["a"], **encode3}}
            write(path, ds, full, version)
            if sparse:
                remove_chunks(path, version)
            formats.append(f"v{version}")
        groups = list(ds) if isinstance(ds, dict) else [""]
        told[name] = {"formats": formats, "groups": groups, "kinds": kinds}
    print(json.dumps(told))


def opened(path, group):
    # Whatever writes NCZarr gives scalars this dimension.
    ds = xr.open_dataset(path, engine="zarr", consolidated=False, group=group or None, decode_timedelta=True).load()
    return ds.squeeze("_scalar_") if "_scalar_" in ds.dims else ds


KEPT = ["units", "calendar", "scale_factor", "add_offset", "_Unsigned", "dtype"]


known = {}


def difference(before, after, group):
    try:
        if (before, group) not in known:
            known[before, group] = opened(before, group)
        a = known[before, group]
    except Exception as error:
        return f"before: {type(error).__name__} {error}"
    try:
        b = opened(after, group)
    except Exception as error:
        return f"after: {type(error).__name__} {error}"
    try:
        xr.testing.assert_identical(a, b)
    except AssertionError as error:
        return str(error)
    if set(a.coords) != set(b.coords):
        return f"coordinates {sorted(a.coords)} and {sorted(b.coords)}"
    for name, variable in a.variables.items():
        other = b.variables[name]
        if variable.dtype != other.dtype:
            return f"{name}: {variable.dtype} and {other.dtype}"
        for key in KEPT:
            if str(variable.encoding.get(key)) != str(other.encoding.get(key)):
                return f"{name}: encoding {key} {variable.encoding.get(key)} and {other.encoding.get(key)}"
    return None


def compare():
    for text in sys.stdin:
        asked = json.loads(text)
        if "missing" in asked:
            ds = opened(asked["missing"], "")
            print(json.dumps({name: int(v.isnull().sum()) for name, v in ds.variables.items()}), flush=True)
            continue
        found = [difference(asked["before"], asked["after"], group) for group in asked["groups"]]
        print(json.dumps({"difference": next((d for d in found if d), None)}), flush=True)


def archive(file):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        with open(folder / "cases.json", "w") as told, contextlib.redirect_stdout(told):
            make(scratch)
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for path in sorted(folder.rglob("*")):
                info = tarfile.TarInfo(str(path.relative_to(folder)))
                if path.is_file():
                    info.size = path.stat().st_size
                    tar.addfile(info, io.BytesIO(path.read_bytes()))
        pathlib.Path(file).write_bytes(gzip.compress(out.getvalue(), 9, mtime=0))


if sys.argv[1] == "make":
    make(sys.argv[2])
elif sys.argv[1] == "archive":
    archive(sys.argv[2])
else:
    compare()
