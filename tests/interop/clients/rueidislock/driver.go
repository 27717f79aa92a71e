// SPDX-License-Identifier: GPL-3.0-or-later

// rueidislock. acquire KIND NAME LEASE|- WAIT | release KIND NAME | owner KIND NAME, in hex | lost KIND NAME:
// answered once the lock's context has ended | force KIND NAME LEASE: takes it from its holder. Times in ms.
// KIND: lock (three keys, as by default), single (one, as the README of the library has it for one server), five,
// named (three under a prefix of the application's own).
package main

import (
	"context"
	"encoding/hex"
	"errors"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/redis/rueidis"
	"github.com/redis/rueidis/rueidislock"
)

var prefixes = map[string]string{"lock": "rueidislock", "single": "rueidislock", "five": "rueidislock", "named": "orders:1"}

// The library tells nobody the values that it writes: they are seen on their way to the server.
type overheard struct {
	rueidis.Client
	values *sync.Map // key -> the last value sent for it
}

func (client overheard) Do(ctx context.Context, command rueidis.Completed) rueidis.RedisResult {
	if words := command.Commands(); len(words) > 4 && words[2] == "1" { // EVALSHA sha1 1 key value time
		client.values.Store(words[3], words[4])
	}
	return client.Client.Do(ctx, command)
}

// An application has one locker, and all its locks one validity: here each actor has one for each lease.
type member struct {
	locker rueidislock.Locker
	values sync.Map
}

type hold struct {
	context context.Context
	cancel  context.CancelFunc
	owner   string
}

func ms(word string) time.Duration {
	count, _ := strconv.Atoi(word)
	return time.Duration(count) * time.Millisecond
}

func made(kind string, validity time.Duration) (*member, error) {
	made := &member{}
	options := rueidislock.LockerOption{
		ClientOption: rueidis.ClientOption{InitAddress: []string{"127.0.0.1:" + os.Args[1]}},
		ClientBuilder: func(option rueidis.ClientOption) (rueidis.Client, error) {
			client, failure := rueidis.NewClient(option)
			return overheard{client, &made.values}, failure
		},
		KeyPrefix:    prefixes[kind],
		KeyValidity:  validity,
		TryNextAfter: 5 * time.Second, // a busy machine is no reason to give up
	}
	switch kind {
	case "single":
		options.KeyMajority, options.NoLoopTracking = 1, true
	case "five":
		options.KeyMajority = 3
	}
	locker, failure := rueidislock.NewLocker(options)
	made.locker = locker
	return made, failure
}

func (owner *member) acquire(words []string) (*hold, error) {
	taken := &hold{}
	var failure error
	if name := words[2]; words[0] == "force" {
		taken.context, taken.cancel, failure = owner.locker.ForceWithContext(context.Background(), name)
	} else if words[4] == "0" {
		taken.context, taken.cancel, failure = owner.locker.TryWithContext(context.Background(), name)
	} else {
		// A context with a deadline would shorten the lease too.
		waiting, giveUp := context.WithCancel(context.Background())
		timer := time.AfterFunc(ms(words[4]), giveUp)
		taken.context, taken.cancel, failure = owner.locker.WithContext(waiting, name)
		timer.Stop()
	}
	if value, found := owner.values.Load(prefixes[words[1]] + ":0:" + words[2]); found {
		taken.owner = value.(string)
	}
	return taken, failure
}

func (lock *hold) release() (string, error) {
	if failure := lock.context.Err(); failure != nil {
		return "", failure
	}
	lock.cancel()
	return "released", nil
}

func main() {
	var members, holds sync.Map
	serve(func(actor string, words []string) (string, error) {
		if words[0] == "acquire" || words[0] == "force" {
			lease, place := words[3], actor+words[1]+words[3]
			if lease == "-" {
				lease = os.Args[2]
			}
			found, known := members.Load(place)
			if !known {
				locker, failure := made(words[1], ms(lease))
				if failure != nil {
					return "", failure
				}
				members.Store(place, locker)
				found = locker
			}
			lock, failure := found.(*member).acquire(words)
			if errors.Is(failure, rueidislock.ErrNotLocked) || errors.Is(failure, context.Canceled) {
				return "false", nil
			}
			holds.Store(actor+words[2], lock)
			return strconv.FormatBool(failure == nil), failure
		}
		found, _ := holds.Load(actor + words[2])
		lock := found.(*hold)
		switch words[0] {
		case "owner":
			return hex.EncodeToString([]byte(lock.owner)), nil
		case "lost":
			<-lock.context.Done()
			return "lost", nil
		}
		return lock.release()
	})
}
