"""Writes selections.jsonl: what NumPy 2.4 (basic indexing) and zarr-python 3.1 (orthogonal lists) give for selection texts.

Run with an environment of `node scripts/peers/environments.mjs`: python test/model/vectors/selections.py
"""

import json
import pathlib

import numpy
import zarr

SHAPES = [[], [1], [5], [4, 3], [2, 3, 4], [3, 0, 2], [2, 3, 2, 2]]

BASIC = """
|...|:|::|::1|::2|::-1|1:|:1|-2:|:-1|1:-1|-1:1|3:1|3:1:-1|-1::-2|:0:-1|:1:-1|0::-1|100:|:100|-100:|-100:100|100::-1
|:-100:-1|::100|::-100|2:2|4:0:-3|0|-1|1|4|5|-5|-6|0,0|0, -1|1,1:|:,0|:,::-1|...,0|0,...|..., ::2|::-1, ...
|0,...,0|...,0,0|:,:,0|0,:,0|0,0,0|1,2,3|-1,-1,-1|0,0,0,0|:,:,:,:|:,:,:,:,:|newaxis|newaxis,...|...,newaxis
|:,newaxis|0,newaxis|newaxis,0,newaxis|:,newaxis,0|0,newaxis,:,newaxis,...|..., newaxis, 0|newaxis,:,newaxis,:
|0:9223372036854775807|-9223372036854775808:|::9223372036854775807|9223372036854775807|1::9223372036854775807
|...,...|::0|0,|0:1,|+1|- 1| 1 : 2 , ...|1 : : 2|: : -1
"""

ORTHOGONAL = [
    "[0]", "[1, 0]", "[0, 0, 1]", "[-1, 0]", "[5]", "[-6]", "[0, 1], [1, 0]", "[1], :, [2, 0]", "0, [2, 1]",
    "[1, 1], 0", ":, [2, 0, 2]", "0:1, [1], [0, 1]", "[1, 0], [2, 2], [3, 0, 1]",
    "1, [0], -1", "[2], :, 1:",
]  # fmt: skip


def outcome(evaluate):
    try:
        result = numpy.asarray(evaluate())
    except (IndexError, ValueError, OverflowError) as error:
        return {"error": type(error).__name__}
    return {"result_shape": list(result.shape), "values": result.ravel().tolist()}


cases = []
for shape in SHAPES:
    values = numpy.arange(int(numpy.prod(shape)), dtype="int32").reshape(shape)
    names = {"a": values, "newaxis": numpy.newaxis}
    for text in BASIC.replace("\n", "").split("|"):
        found = outcome(lambda: eval(f"a[{text or '()'}]", names))
        cases.append({"by": "numpy", "text": text, "shape": shape, **found})
    if 0 in shape or not shape:
        continue
    array = zarr.array(values, store={}, chunks=tuple(max(1, n // 2) for n in shape))
    for text in ORTHOGONAL:
        found = outcome(lambda: eval(f"z.oindex[{text}]", {"z": array}))
        cases.append({"by": "zarr-python", "text": text, "shape": shape, **found})

lines = [json.dumps(case) + "\n" for case in cases]
pathlib.Path(__file__).with_name("selections.jsonl").write_text("".join(lines))
