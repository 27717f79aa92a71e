# SPDX-License-Identifier: GPL-3.0-or-later
# redis-py's Lock as bench_cycles asks it; see run.
import os
import sys
import threading
import time

import redis

LEASE = 30
HOLD = 0.005
client = redis.Redis(host="127.0.0.1", port=int(sys.argv[1]), max_connections=256)


def in_threads(workers, work):
    def guarded(worker):
        try:
            work(worker)
        except Exception as failure:
            print(repr(failure), file=sys.stderr, flush=True)
            os._exit(1)

    threads = [threading.Thread(target=guarded, args=(worker,)) for worker in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def cycles(workers, ms):
    done = [0] * workers
    begin = time.monotonic()
    end = begin + ms / 1000

    def work(worker):
        lock = client.lock("lock:redispy:%d" % worker, timeout=LEASE)
        while time.monotonic() < end:
            if not lock.acquire(blocking=False):
                raise RuntimeError("not acquired")
            lock.release()  # raises where it is not held
            done[worker] += 1

    in_threads(workers, work)
    return "%d %d" % (sum(done), (time.monotonic() - begin) * 1e6)


def hand_over(workers, ms):
    changed = threading.Condition()
    times = []
    state = {"released": None, "entries": 0}
    end = time.monotonic() + ms / 1000

    def work(worker):
        lock = client.lock("lock:redispy:one", timeout=LEASE)
        while time.monotonic() < end:
            if not lock.acquire(blocking_timeout=1):
                continue
            with changed:
                if state["released"]:
                    times.append(int((time.monotonic() - state["released"]) * 1e6))
                state["entries"] += 1
                mine = state["entries"]
                changed.notify_all()
            time.sleep(HOLD)
            state["released"] = time.monotonic()
            lock.release()
            with changed:  # the next one shall be another
                changed.wait_for(lambda: state["entries"] != mine, timeout=1)

    in_threads(workers, work)
    return " ".join(map(str, times))


for line in sys.stdin:
    what, workers, ms = line.split()
    print((cycles if what == "cycles" else hand_over)(int(workers), int(ms)), flush=True)
