# SPDX-License-Identifier: GPL-3.0-or-later
# pottery's Redlock over one server, or several (ports with commas). acquire KIND NAME LEASE WAIT
#   release|owner|ttl KIND NAME | renew KIND NAME LEASE (to the lease it was taken with). Times in ms.
import sys

import lines
import redis
from pottery import Redlock

masters = {redis.Redis(host="127.0.0.1", port=int(port)) for port in sys.argv[1].split(",")}
locks = {}


def acquire(key, lease, wait):
    lock = Redlock(key=key[1], masters=masters, auto_release_time=int(lease) / 1000)
    taken = lock.acquire(blocking=wait != "0", timeout=int(wait) / 1000 if wait != "0" else -1)
    if taken:
        locks[key] = lock
    return taken


def answer(actor, words):
    key = (actor, words[2])
    if words[0] == "acquire":
        return acquire(key, words[3], words[4])
    if words[0] == "owner":
        return locks[key]._uuid  # what it wrote; some nodes may have been asked and not answered
    if words[0] == "ttl":
        return int(locks[key].locked() * 1000)
    if words[0] == "renew":
        locks[key].extend()
        return True
    locks[key].release()
    return "released"


lines.serve(answer)
