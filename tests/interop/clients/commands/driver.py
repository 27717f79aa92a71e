# SPDX-License-Identifier: GPL-3.0-or-later
# Locks of libraries that no test has: their commands, as their sources have them (core/formats names those).
# make KIND NAME N | acquire KIND NAME LEASE|- WAIT | release|owner KIND NAME. Times in ms. One actor, one connection.
import hashlib
import os
import random
import socket
import sys
import threading
import time
import uuid

import lines

COMPARE_AND_DELETE = "if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end"
local = threading.local()
held = {}


# A connection that broke is made anew, as clients do.
def call(*words):
    data = b"*%d\r\n" % len(words)
    for word in words:
        word = word if isinstance(word, bytes) else str(word).encode()
        data += b"$%d\r\n%s\r\n" % (len(word), word)
    for attempt in range(3):
        try:
            if not hasattr(local, "file"):
                local.file = socket.create_connection(("127.0.0.1", int(sys.argv[1]))).makefile("rwb")
            local.file.write(data)
            local.file.flush()
            return reply(local.file)
        except OSError:
            del local.file
            if attempt == 2:
                raise


def reply(file):
    line = file.readline().rstrip()
    if not line:
        raise ConnectionError("the server closed the connection")
    sort, rest = line[:1], line[1:]
    if sort == b"-":
        raise RuntimeError(rest.decode())
    if sort == b":":
        return int(rest)
    if sort == b"$":
        return None if rest == b"-1" else file.read(int(rest) + 2)[:-2]
    if sort == b"*":
        return None if rest == b"-1" else [reply(file) for _ in range(int(rest))]
    return rest


def letters(count):
    return "".join(random.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") for _ in range(count))


def machine():
    return f"WEB-1_{os.getpid()}_{uuid.uuid4().hex}"


TOKENS = {
    "redlocknet": lambda: str(uuid.uuid4()),
    "redlockrb": lambda: str(uuid.uuid4()),
    "redispp": lambda: letters(20),
    "rslock": lambda: os.urandom(20),
    "stackexchange": lambda: f"{socket.gethostname()}-{uuid.uuid4()}",
    "hangfire": lambda: str(uuid.uuid4()),
    "dapr": lambda: f"worker-{uuid.uuid4()}",
    "gitlab": lambda: str(uuid.uuid4()),
    "uniqueness": lambda: str(uuid.uuid4()),
    "sentry": lambda: uuid.uuid4().hex,
    "mutex": machine,
    "writer": machine,
    "setnxexpire": lambda: "1",
}


def key_of(kind, name):
    return {"redlocknet": f"redlock:{name}", "writer": f"{name}.writer",
            "gitlab": f"gitlab:exclusive_lease:{name}", "uniqueness": f"activejob_uniqueness:mail_job:{name}",
            "sentry": f"l:{name}", "reader": f"{name}.readers", "gem": f"SEMAPHORE:{name}",
            "sidekiq6": digest(name), "sidekiq8": digest(name), "sidekiq9": digest(name)}.get(kind, name)


def digest(name):
    return "uniquejobs:" + hashlib.md5(name.encode()).hexdigest()


# The server's time in ms.
def server_ms():
    seconds, micros = call("TIME")
    return int(seconds) * 1000 + int(micros) // 1000


def take(kind, key, lease):
    if kind in TOKENS:
        value = TOKENS[kind]()
        return value if call("SET", key, value, "NX", "PX", lease) else None
    if kind == "setnx":
        return "1" if call("SETNX", key, "1") else None
    if kind == "incr":
        return "1" if call("INCR", key) == 1 else None
    if kind == "timestamp":
        now = server_ms()
        if call("SETNX", key, now + lease):
            return str(now + lease)
        if int(call("GET", key) or 0) >= now or int(call("GETSET", key, now + lease)) >= now:
            return None
        return str(now + lease)
    if kind == "reader":
        value = machine()
        call("SADD", key, value)
        call("PEXPIRE", key, lease)
        return value
    if kind == "places":
        value = machine()
        call("ZADD", key, server_ms() + lease, value)
        call("PEXPIRE", key, 3 * lease)
        return value
    if kind == "gem":
        token = call("LPOP", key + ":AVAILABLE")
        if token:
            call("HSET", key + ":GRABBED", token, f"{time.time():.6f}")
        return token.decode() if token else None
    return lock_job(kind, key)


def lock_job(kind, key):
    job = uuid.uuid4().hex[:24]
    now = f"{time.time():.3f}"
    if kind == "sidekiq6":
        if not call("SETNX", key + ":EXISTS", job):
            return None
        call("SET", key + ":VERSION", "1")
        call("HSET", key + ":GRABBED", job, now)
        call("SADD", "unique:keys", key)
        return job
    if call("EXISTS", key + ":LOCKED"):
        return None
    if kind == "sidekiq8":
        call("SET", key, job)
        call("HSET", key + ":LOCKED", job, now)
    else:
        call("HSET", key + ":LOCKED", job,
             '{"worker":"MailJob","queue":"mailers","limit":1,"type":"until_executed","time":' + now + "}")
    call("ZADD", "uniquejobs:digests", now, key)
    return job


def give_back(kind, key, value):
    if kind in TOKENS:
        return call("EVAL", COMPARE_AND_DELETE, 1, key, value) == 1
    if kind in ("setnx", "incr", "timestamp"):
        return call("DEL", key) == 1
    if kind == "reader":
        return call("SREM", key, value) == 1
    if kind == "places":
        return call("ZREM", key, value) == 1
    if kind == "gem":
        gone = call("HDEL", key + ":GRABBED", value) == 1
        if gone:
            call("LPUSH", key + ":AVAILABLE", value)
        return gone
    gone = call("HDEL", key + (":GRABBED" if kind == "sidekiq6" else ":LOCKED"), value) == 1
    call("DEL", key, key + ":EXISTS", key + ":VERSION")
    call("ZREM", "uniquejobs:digests", key)
    call("SREM", "unique:keys", key)
    return gone


def acquire(actor, kind, name, lease, wait):
    deadline = time.time() + int(wait) / 1000
    while True:
        value = take(kind, key_of(kind, name), 60000 if lease == "-" else int(lease))
        if value is not None or time.time() >= deadline:
            break
        time.sleep(0.1)
    if value is not None:
        held[actor, name] = value
    return value is not None


def answer(actor, words):
    verb, kind, name = words[:3]
    if verb == "make":
        call("SET", f"SEMAPHORE:{name}:EXISTS", "1")
        call("SET", f"SEMAPHORE:{name}:VERSION", "1")
        call("RPUSH", f"SEMAPHORE:{name}:AVAILABLE", *range(int(words[3])))
        return "made"
    if verb == "acquire":
        return acquire(actor, kind, name, *words[3:5])
    value = held[actor, name]
    if verb == "owner":
        return value.hex() if isinstance(value, bytes) else value
    return "released" if give_back(kind, key_of(kind, name), value) else "false"


lines.serve(answer)
