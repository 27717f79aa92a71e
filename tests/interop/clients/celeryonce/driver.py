# SPDX-License-Identifier: GPL-3.0-or-later
# celery-once's Redis backend, as its task class calls it. acquire KIND NAME LEASE WAIT | release|owner KIND NAME.
# Times in ms. It shows no token, so owner is what is in Redis; and it clears any lock.
import sys

import lines
import redis
from celery_once import AlreadyQueued
from celery_once.backends.redis import Redis
from celery_once.helpers import queue_once_key

url = f"redis://127.0.0.1:{sys.argv[1]}/0"
backend = Redis({"url": url})
client = redis.Redis.from_url(url)


def answer(actor, words):
    key = queue_once_key(words[2], {})
    if words[0] == "acquire":
        try:
            backend.raise_or_lock(key, timeout=int(words[3]) / 1000)
        except AlreadyQueued:
            return False
        return True
    if words[0] == "owner":
        return client.get(key).decode()
    backend.clear_lock(key)
    return "released"


lines.serve(answer)
