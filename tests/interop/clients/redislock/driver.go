// SPDX-License-Identifier: GPL-3.0-or-later

// bsm/redislock. acquire KIND NAME LEASE WAIT | release|owner|ttl KIND NAME | renew KIND NAME LEASE. Times in ms.
package main

import (
	"context"
	"errors"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

func ms(word string) time.Duration {
	count, _ := strconv.Atoi(word)
	return time.Duration(count) * time.Millisecond
}

func acquire(locks *redislock.Client, name string, lease, wait time.Duration) (*redislock.Lock, error) {
	const pause = 100 * time.Millisecond
	retry := redislock.LimitRetry(redislock.LinearBackoff(pause), int(wait/pause))
	return locks.Obtain(context.Background(), name, lease, &redislock.Options{RetryStrategy: retry})
}

func main() {
	locks := redislock.New(redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + os.Args[1]}))
	var held sync.Map
	serve(func(actor string, words []string) (string, error) {
		if words[0] == "acquire" {
			lock, failure := acquire(locks, words[2], ms(words[3]), ms(words[4]))
			if errors.Is(failure, redislock.ErrNotObtained) {
				return "false", nil
			}
			held.Store(actor+words[2], lock)
			return strconv.FormatBool(failure == nil), failure
		}
		found, _ := held.Load(actor + words[2])
		lock := found.(*redislock.Lock)
		switch words[0] {
		case "owner":
			return lock.Token(), nil
		case "ttl":
			left, failure := lock.TTL(context.Background())
			return strconv.FormatInt(left.Milliseconds(), 10), failure
		case "renew":
			failure := lock.Refresh(context.Background(), ms(words[3]), nil)
			return strconv.FormatBool(failure == nil), failure
		}
		return "released", lock.Release(context.Background())
	})
}
