# SPDX-License-Identifier: GPL-3.0-or-later
# The lines of tests/interop/README.md: each actor is a thread of its own.
import os
import queue
import sys
import threading


def _answered(answer, actor, words):
    if words[0] == "ready":
        return "ready"
    try:
        return answer(actor, words)
    except Exception as failure:  # told to the test, by its name
        print(repr(failure), file=sys.stderr, flush=True)
        return "error " + type(failure).__name__


def _act(answer, actor, commands):
    while True:
        number, words = commands.get()
        said = _answered(answer, actor, words)
        if isinstance(said, bool):
            said = "true" if said else "false"
        os.write(1, f"{number} {said}\n".encode())


def serve(answer):
    actors = {}
    for line in sys.stdin:
        number, actor, *words = line.split()
        if actor not in actors:
            actors[actor] = queue.Queue()
            threading.Thread(target=_act, args=(answer, actor, actors[actor]), daemon=True).start()
        actors[actor].put((number, words))
    os._exit(0)  # a thread may still wait for a lock
