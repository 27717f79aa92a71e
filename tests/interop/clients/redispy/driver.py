# SPDX-License-Identifier: GPL-3.0-or-later
# redis-py's Lock. node | acquire KIND NAME LEASE|- WAIT | release|owner|owned|reacquire KIND NAME
#   renew KIND NAME LEASE. Times in ms.
import sys
import uuid

import lines
import redis

client = redis.Redis(host="127.0.0.1", port=int(sys.argv[1]))
locks = {}


def acquire(key, name, lease, wait):
    timeout = None if lease == "-" else int(lease) / 1000
    lock = client.lock(name, timeout=timeout, thread_local=False)
    taken = lock.acquire(blocking=wait != "0", blocking_timeout=int(wait) / 1000 or None)
    if taken:
        locks[key] = lock
    return taken


def answer(actor, words):
    if words[0] == "node":
        return "%012x" % uuid.getnode()
    key = (actor, words[2])
    if words[0] == "acquire":
        return acquire(key, words[2], words[3], words[4])
    lock = locks[key]
    if words[0] == "renew":
        return lock.extend(int(words[3]) / 1000, replace_ttl=True)
    if words[0] == "reacquire":
        return lock.reacquire()
    if words[0] == "owned":
        return lock.owned()
    if words[0] == "owner":
        return lock.local.token.decode()
    lock.release()
    return "released"


lines.serve(answer)
