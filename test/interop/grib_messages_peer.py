"""Makes a message of edition 2 for each set of keys, given as JSON, and prints it with what ecCodes calls it."""

import json
import sys

import eccodes as ec

TOLD = ("shortName", "name", "units", "paramId", "typeOfLevel", "stepType", "endStep")


def made(keys):
    message = ec.codes_grib_new_from_samples("regular_ll_sfc_grib2")
    for key, value in keys.items():
        set_key = ec.codes_set_array if isinstance(value, list) else ec.codes_set
        set_key(message, key, value)
    told = [ec.codes_get_string(message, key) for key in TOLD]
    return [ec.codes_get_message(message).hex(), *told]


print(json.dumps([made(keys) for keys in json.load(sys.stdin)]))
