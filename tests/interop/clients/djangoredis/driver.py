# SPDX-License-Identifier: GPL-3.0-or-later
# The lock of Django's cache with django-redis. acquire KIND NAME LEASE WAIT | release|owner KIND NAME |
# renew KIND NAME LEASE. Times in ms.
import sys

import lines
from django.conf import settings

settings.configure(
    CACHES={"default": {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": f"redis://127.0.0.1:{sys.argv[1]}/0"}}
)
from django.core.cache import cache  # noqa: E402, it reads the settings

locks = {}


def answer(actor, words):
    key = (actor, words[2])
    if words[0] == "acquire":
        wait = int(words[4]) / 1000
        lock = cache.lock(words[2], timeout=int(words[3]) / 1000, thread_local=False)
        taken = lock.acquire(blocking=wait > 0, blocking_timeout=wait or None)
        if taken:
            locks[key] = lock
        return taken
    lock = locks[key]
    if words[0] == "renew":
        return lock.extend(int(words[3]) / 1000, replace_ttl=True)
    if words[0] == "owner":
        return lock.local.token.decode()
    lock.release()
    return "released"


lines.serve(answer)
