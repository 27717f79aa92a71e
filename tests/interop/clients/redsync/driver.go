// SPDX-License-Identifier: GPL-3.0-or-later

// redsync over one server, or several (ports with commas). acquire KIND NAME LEASE WAIT | release|owner|ttl KIND NAME
// renew KIND NAME LEASE. Times in ms.
package main

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
	servers "github.com/go-redsync/redsync/v4/redis"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	"github.com/redis/go-redis/v9"
)

func ms(word string) time.Duration {
	count, _ := strconv.Atoi(word)
	return time.Duration(count) * time.Millisecond
}

func acquire(locks *redsync.Redsync, name string, lease, wait time.Duration) (*redsync.Mutex, error) {
	const pause = 100 * time.Millisecond
	mutex := locks.NewMutex(name, redsync.WithExpiry(lease), redsync.WithRetryDelay(pause),
		redsync.WithTries(int(wait/pause)+1))
	return mutex, mutex.Lock()
}

func main() {
	var pools []servers.Pool
	for _, port := range strings.Split(os.Args[1], ",") {
		pools = append(pools, goredis.NewPool(redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + port})))
	}
	locks := redsync.New(pools...)
	var held sync.Map
	serve(func(actor string, words []string) (string, error) {
		if words[0] == "acquire" {
			mutex, failure := acquire(locks, words[2], ms(words[3]), ms(words[4]))
			var taken *redsync.ErrTaken
			if errors.As(failure, &taken) || errors.Is(failure, redsync.ErrFailed) {
				return "false", nil
			}
			held.Store(actor+words[2], mutex)
			return strconv.FormatBool(failure == nil), failure
		}
		found, _ := held.Load(actor + words[2])
		mutex := found.(*redsync.Mutex)
		switch words[0] {
		case "owner":
			return mutex.Value(), nil
		case "ttl":
			return strconv.FormatInt(time.Until(mutex.Until()).Milliseconds(), 10), nil
		case "renew":
			extended, failure := mutex.Extend()
			return strconv.FormatBool(extended), failure
		}
		done, failure := mutex.Unlock()
		if errors.Is(failure, redsync.ErrLockAlreadyExpired) {
			return "false", redsync.ErrLockAlreadyExpired
		}
		if failure != nil || !done {
			return "false", failure
		}
		return "released", nil
	})
}
