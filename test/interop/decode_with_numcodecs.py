"""Decodes with numcodecs what Hyperslab encoded.

One JSON object a line on stdin: ``codec`` (numcodecs' configuration with its ``id``) and
``encoded`` (base64). Where ``input`` (base64) and ``dtype`` are given, numcodecs encodes
that too. One answer a line: ``decoded`` (base64; a list of base64 or of JSON for objects),
``encoded``, or ``error``.
"""

import base64
import json
import sys
import warnings

import numcodecs
import numpy as np

warnings.filterwarnings("ignore")


def text(data):
    return base64.b64encode(bytes(data)).decode()


def described(result):
    if not isinstance(result, np.ndarray) or result.dtype != object:
        return text(np.asarray(result).tobytes() if isinstance(result, np.ndarray) else result)
    items = result.ravel().tolist()
    if items and isinstance(items[0], np.ndarray):
        return [text(item.tobytes()) for item in items]
    return items


def answer(request):
    if request["codec"].get("prefix") is not None:
        request["codec"]["prefix"] = bytes(request["codec"]["prefix"])
    codec = numcodecs.get_codec(request["codec"])
    result = {"decoded": described(codec.decode(base64.b64decode(request["encoded"])))}
    if "input" in request:
        values = np.frombuffer(base64.b64decode(request["input"]), dtype=request["dtype"])
        encoded = codec.encode(values)
        result["encoded"] = text(encoded.tobytes() if isinstance(encoded, np.ndarray) else encoded)
    return result


for line in sys.stdin:
    try:
        print(json.dumps(answer(json.loads(line))))
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
