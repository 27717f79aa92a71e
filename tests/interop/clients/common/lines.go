// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
)

// The lines of tests/interop/README.md: each actor is a goroutine of its own.
func serve(answer func(actor string, words []string) (string, error)) {
	var output sync.Mutex
	actors := map[string]chan []string{}
	act := func(commands chan []string) {
		for words := range commands {
			said, failure := "ready", error(nil)
			if words[2] != "ready" {
				said, failure = answer(words[1], words[2:])
			}
			if failure != nil {
				fmt.Fprintln(os.Stderr, failure)
				said = "error " + named(failure)
			}
			output.Lock()
			fmt.Println(words[0], said)
			output.Unlock()
		}
	}
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		words := strings.Fields(input.Text())
		if actors[words[1]] == nil {
			actors[words[1]] = make(chan []string, 16)
			go act(actors[words[1]])
		}
		actors[words[1]] <- words
	}
	os.Exit(0) // a goroutine may still wait for a lock
}

// The text of a plain error, else the name of its type.
func named(failure error) string {
	if name := strings.TrimPrefix(reflect.TypeOf(failure).String(), "*"); name != "errors.errorString" {
		if inner := errors.Unwrap(failure); inner != nil && name == "fmt.wrapError" {
			return named(inner)
		}
		return name
	}
	return failure.Error()
}
