"""Runs blpk, the program of bloscpack, once per line of arguments: {"argv": [...]} is answered by its status and stdout.

Each run is a process of its own, forked when everything is imported: importing takes a second, most runs none.
"""
import json
import os
import sys
import tempfile

from bloscpack.cli import main


def run(argv, output):
    os.dup2(output, 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.stdout = open(1, "w", encoding="utf8", closefd=False)
    sys.argv = ["blpk", *argv]
    try:
        main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        status = 1
    sys.stdout.flush()
    os._exit(status)


for line in sys.stdin:
    argv = json.loads(line)["argv"]
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            run(argv, output.fileno())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        output.seek(0)
        answer = {"status": status, "stdout": output.read().decode("utf8")}
    print(json.dumps(answer), flush=True)
