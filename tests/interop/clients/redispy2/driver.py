# SPDX-License-Identifier: GPL-3.0-or-later
# The Lock of redis-py before 2.10, whose value is a time. acquire KIND NAME LEASE|- WAIT, which waits for ever or not at
# all | release|owner KIND NAME. Times in ms.
import sys

import lines
import redis

client = redis.StrictRedis(host="127.0.0.1", port=int(sys.argv[1]))
locks = {}


def answer(actor, words):
    key = (actor, words[2])
    if words[0] == "acquire":
        lock = client.lock(words[2], timeout=None if words[3] == "-" else int(words[3]) / 1000)
        taken = lock.acquire(blocking=words[4] != "0")
        if taken:
            locks[key] = lock
            lock.end = lock.acquired_until
        return taken
    if words[0] == "owner":
        return repr(locks[key].end)
    locks[key].release()
    return "released"


lines.serve(answer)
