"""What numcodecs makes of our frames, and how it cuts its own: blosc_peer.py < request.json

``frames``: per frame ``codec`` (``blosc``, ``lz4`` or ``shuffle``), its ``configuration``
and base64 ``bytes``; answered by the SHA-256 of what numcodecs decodes, or its error.
``headers``: arguments of ``blosc.compress`` for that many zeros; answered by the first 16
bytes of the frame in hex, the length of the frame left out.
"""

import base64
import hashlib
import json
import sys

from numcodecs import LZ4, Shuffle, blosc

SHUFFLES = ("noshuffle", "shuffle", "bitshuffle")


def decode(frame):
    data = base64.b64decode(frame["bytes"])
    try:
        if frame["codec"] == "lz4":
            decoded = LZ4().decode(data)
        elif frame["codec"] == "shuffle":
            decoded = Shuffle(**frame["configuration"]).decode(bytearray(data))
        else:
            decoded = blosc.decompress(data)
    except Exception as error:
        return repr(error)
    return hashlib.sha256(bytes(decoded)).hexdigest()


def header(wanted):
    cname, clevel, shuffle, typesize, blocksize, length = wanted
    frame = blosc.compress(bytes(length), cname.encode(), clevel, SHUFFLES.index(shuffle), blocksize, typesize)
    return frame[:12].hex()


blosc.use_threads = False
request = json.load(sys.stdin)
json.dump(
    {
        "frames": [decode(frame) for frame in request["frames"]],
        "headers": [header(wanted) for wanted in request["headers"]],
    },
    sys.stdout,
)
