// Verifies the requests that the suites have logged with the Go code of docs/webhooks.md, which .ci/webhooks puts beside
// this file.
//
// Usage: verify LOG. Every request must be accepted with one of its secrets, and refused with one byte changed, with
// another secret, and five minutes later.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
)

type request struct {
	Body      string
	ID        string
	Secrets   []string
	Signature string
	Timestamp string
}

func check(holds bool, message string) {
	if !holds {
		fmt.Fprintln(os.Stderr, message)
		os.Exit(1)
	}
}

func main() {
	log, err := os.Open(os.Args[1])
	check(err == nil, "the log cannot be read")
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<20)
	other := "whsec_" + base64.StdEncoding.EncodeToString(make([]byte, 32))
	requests, withTwo := 0, 0
	for lines.Scan() {
		var sent request
		check(json.Unmarshal(lines.Bytes(), &sent) == nil, "a line is not JSON")
		timestamp, err := strconv.ParseInt(sent.Timestamp, 10, 64)
		check(err == nil, "a timestamp is not a number")
		accepts := func(secret, body string, now int64) bool {
			return isGenuine(secret, sent.ID, timestamp, sent.Signature, []byte(body), now)
		}
		accepted := 0
		for _, secret := range sent.Secrets {
			if !accepts(secret, sent.Body, timestamp) {
				continue
			}
			accepted++
			check(!accepts(secret, sent.Body[1:], timestamp), "a changed body is accepted: "+sent.ID)
			check(!accepts(secret, sent.Body, timestamp+301), "an old request is accepted: "+sent.ID)
		}
		check(accepted > 0, "no secret verifies "+sent.ID)
		check(!accepts(other, sent.Body, timestamp), "another secret verifies "+sent.ID)
		requests++
		if accepted == 2 {
			withTwo++
		}
	}
	check(lines.Err() == nil && requests > 0 && withTwo > 0, "the log has no requests, or none signed with two secrets")
	fmt.Printf("%d requests verified in Go, %d of them signed with two secrets\n", requests, withTwo)
}
