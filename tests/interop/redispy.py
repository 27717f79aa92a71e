# SPDX-License-Identifier: GPL-3.0-or-later
# A redis-py client on standard input: one command a line, one answer a line.
#   version | node | acquire NAME TIMEOUT|- WAIT | extend SECONDS | reacquire | owned | token | release
import sys
import uuid

import redis

client = redis.Redis(host="127.0.0.1", port=int(sys.argv[1]))
lock = None


def answer(words):
    global lock
    if words[0] == "version":
        return redis.__version__
    if words[0] == "node":
        return "%012x" % uuid.getnode()
    if words[0] == "acquire":
        timeout = None if words[2] == "-" else float(words[2])
        lock = client.lock(words[1], timeout=timeout, blocking_timeout=float(words[3]), thread_local=False)
        return str(lock.acquire())
    if words[0] == "extend":
        return str(lock.extend(float(words[1]), replace_ttl=True))
    if words[0] == "reacquire":
        return str(lock.reacquire())
    if words[0] == "owned":
        return str(lock.owned())
    if words[0] == "token":
        return lock.local.token.decode()
    lock.release()
    return "released"


for line in sys.stdin:
    try:
        print(answer(line.split()), flush=True)
    except redis.exceptions.LockError as error:
        print(type(error).__name__, flush=True)
