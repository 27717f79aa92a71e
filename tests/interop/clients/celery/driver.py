# SPDX-License-Identifier: GPL-3.0-or-later
# Celery's locks. acquire KIND NAME LEASE|- WAIT | release|owner KIND NAME | lost beat NAME. Times in ms.
# beat: redbeat's scheduler, in celery's beat service. mutex: that of workers which return lost messages; it shows no
# token, so owner is what is in Redis.
import sys
import threading
import time

import lines
import redis
from celery import Celery
from celery.beat import Service
from celery.signals import beat_init
from kombu.transport.redis import Mutex, MutexHeld
from redbeat import RedBeatScheduler

url = f"redis://127.0.0.1:{sys.argv[1]}/0"
lease = int(sys.argv[2]) / 1000
client = redis.Redis.from_url(url)
held = {}


class Beat:
    def __init__(self, name):
        app = Celery(broker="memory://", set_as_current=False)
        app.conf.update(redbeat_redis_url=url, redbeat_key_prefix=name, redbeat_lock_timeout=lease, result_expires=None)
        self.service = Service(app, max_interval=lease / 3, scheduler_cls=RedBeatScheduler)
        self.service.beat = self
        self.token = self.failure = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        try:
            self.service.start()
        except Exception as failure:
            self.failure = failure

    # It waits without a limit, and asks as often as it ticks.
    def has_lock(self, wait):
        end = time.time() + max(wait, 2 * lease / 3)
        while self.token is None and time.time() < end:
            time.sleep(0.02)
        return self.token is not None

    def release(self):
        self.service.stop()
        self.thread.join()
        if self.failure:
            raise self.failure
        return "released"


@beat_init.connect  # after redbeat, which acquires its lock here
def note(sender, **_):
    sender.beat.token = sender.scheduler.lock.local.token.decode()


def acquire(key, kind, name, lease_ms, wait):
    if kind == "beat":
        held[key] = Beat(name)
        return held[key].has_lock(wait)
    mutex = Mutex(client, name, lease_ms / 1000)
    try:
        mutex.__enter__()
    except MutexHeld:
        return False
    held[key] = mutex
    return True


def answer(actor, words):
    verb, kind, name = words[:3]
    key = (actor, name)
    if verb == "acquire":
        return acquire(key, kind, name, lease if words[3] == "-" else int(words[3]), int(words[4]) / 1000)
    if kind == "mutex":
        if verb == "owner":
            return client.get(name).decode()
        held[key].__exit__(None, None, None)
        return "released"
    if verb == "owner":
        return held[key].token
    if verb == "lost":
        held[key].thread.join()
        return "lost"
    return held[key].release()


lines.serve(answer)
