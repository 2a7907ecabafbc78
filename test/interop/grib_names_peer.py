"""Reads questions as JSON (centre, numbers, surface, level, statistics) and prints what ecCodes calls each parameter, or null."""

import json
import sys

import eccodes as ec

handles = {}


def handle(centre, statistics):
    key = (centre, statistics is None)
    if key not in handles:
        one = ec.codes_grib_new_from_samples("GRIB2")
        ec.codes_set(one, "centre", centre)
        ec.codes_set(one, "tablesVersion", 36)
        if statistics is not None:
            ec.codes_set(one, "productDefinitionTemplateNumber", 8)
        handles[key] = one
    return handles[key]


def answer(centre, numbers, surface, level, statistics):
    one = handle(centre, statistics)
    names = ["discipline", "parameterCategory", "parameterNumber"]
    values = dict(zip(names, map(int, numbers.split("."))), typeOfFirstFixedSurface=surface)
    values["scaleFactorOfFirstFixedSurface"] = 255 if level is None else 0
    values["scaledValueOfFirstFixedSurface"] = 0 if level is None else level
    if statistics is not None:
        values["typeOfStatisticalProcessing"] = statistics
    for key, value in values.items():
        ec.codes_set(one, key, value)
    if ec.codes_get(one, "paramId") == 0:
        return None
    return [ec.codes_get_string(one, key) for key in ("shortName", "name", "units", "paramId")]


print(json.dumps([answer(*question) for question in json.load(sys.stdin)]))
