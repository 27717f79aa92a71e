# SPDX-License-Identifier: GPL-3.0-or-later
# RQ's scheduler, which holds the lock of a queue while it runs. acquire scheduler NAME - WAIT | release|owner|tick
# KIND NAME. It asks for a lease of a minute: here for as long as the test says, in whole seconds.
import os
import sys
import threading

import lines
import redis
from rq.scheduler import RQScheduler

client = redis.Redis(host="127.0.0.1", port=int(sys.argv[1]))
schedulers = {}


# An interval of one second. RQ's lease is the interval and 60 s.
class Second(int):
    def __add__(self, other):
        return int(sys.argv[2]) // 1000


class Scheduler(RQScheduler):
    beats = 0
    failure = None

    def _install_signal_handlers(self):
        """Only the main thread may."""

    def heartbeat(self):
        super().heartbeat()
        self.beats += 1

    def run(self):
        try:
            self.work()
        except Exception as failure:
            self.failure = failure


def start(name):
    scheduler = Scheduler([name], connection=client, interval=Second(1))
    if not scheduler.acquire_locks():
        return None
    scheduler.thread = threading.Thread(target=scheduler.run, daemon=True)
    scheduler.thread.start()
    return scheduler


# Until it has renewed what it holds, or believes to hold.
def tick(scheduler):
    before = scheduler.beats
    while scheduler.thread.is_alive() and scheduler.beats < before + 2:
        scheduler.thread.join(0.05)
    return "ticked"


def answer(actor, words):
    key = (actor, words[2])
    if words[0] == "acquire":
        schedulers[key] = start(words[2])
        return schedulers[key] is not None
    scheduler = schedulers[key]
    if words[0] == "tick":
        return tick(scheduler)
    if words[0] == "owner":
        return getattr(scheduler, "name", None) or str(os.getpid())
    scheduler.request_stop()
    scheduler.thread.join()
    if scheduler.failure:
        raise scheduler.failure
    return "released"


lines.serve(answer)
