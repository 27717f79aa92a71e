# SPDX-License-Identifier: GPL-3.0-or-later
# python-redis-lock. acquire KIND NAME LEASE|- WAIT | release|owner|reset KIND NAME | renew KIND NAME LEASE.
# Times in ms. KIND: lock, or renewed (a thread extends the lease while it is held; LEASE -: the watchdog's).
import sys

import lines
import redis
import redis_lock

client = redis.Redis(host="127.0.0.1", port=int(sys.argv[1]))
locks = {}


def acquire(key, kind, lease, wait):
    if kind == "renewed" and lease == "-":
        lease = sys.argv[2]
    expire = None if lease == "-" else int(lease) // 1000
    lock = redis_lock.Lock(client, key[1], expire=expire, auto_renewal=kind == "renewed")
    if wait == "0":
        taken = lock.acquire(blocking=False)
    else:
        taken = lock.acquire(timeout=int(wait) // 1000)
    if taken:
        locks[key] = lock
    return taken


def answer(actor, words):
    key = (actor, words[2])
    if words[0] == "acquire":
        return acquire(key, words[1], words[3], words[4])
    if words[0] == "reset":
        redis_lock.Lock(client, words[2]).reset()
        return "reset"
    lock = locks[key]
    if words[0] == "renew":
        lock.extend(int(words[3]) // 1000)
        return True
    if words[0] == "owner":
        return lock.id
    lock.release()
    return "released"


lines.serve(answer)
