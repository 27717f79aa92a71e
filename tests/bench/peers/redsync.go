// SPDX-License-Identifier: GPL-3.0-or-later

// redsync over one server or several (ports with commas) as bench_cycles asks it; see run.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-redsync/redsync/v4"
	servers "github.com/go-redsync/redsync/v4/redis"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	"github.com/redis/go-redis/v9"
)

func work(locks *redsync.Redsync, worker int, end time.Time) (done int64) {
	mutex := locks.NewMutex(fmt.Sprint("lock:redsync:", worker), redsync.WithExpiry(30*time.Second), redsync.WithTries(1))
	for ; time.Now().Before(end); done++ {
		if failure := mutex.Lock(); failure != nil {
			log.Fatal(failure)
		}
		if released, failure := mutex.Unlock(); !released {
			log.Fatal(failure)
		}
	}
	return done
}

func main() {
	var pools []servers.Pool
	for _, port := range strings.Split(os.Args[1], ",") {
		options := &redis.Options{Addr: "127.0.0.1:" + port, PoolSize: 256}
		pools = append(pools, goredis.NewPool(redis.NewClient(options)))
	}
	locks := redsync.New(pools...)
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		var workers, ms int
		fmt.Sscanf(strings.TrimPrefix(input.Text(), "cycles "), "%d %d", &workers, &ms)
		var done atomic.Int64
		var all sync.WaitGroup
		begin := time.Now()
		for worker := 0; worker < workers; worker++ {
			all.Add(1)
			go func(worker int) {
				defer all.Done()
				done.Add(work(locks, worker, begin.Add(time.Duration(ms)*time.Millisecond)))
			}(worker)
		}
		all.Wait()
		fmt.Println(done.Load(), time.Since(begin).Microseconds())
	}
}
