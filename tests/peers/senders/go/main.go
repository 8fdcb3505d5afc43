// Prints requests that the libraries sign. Argument: a secret that begins with whsec_.
package main

import (
	"encoding/json"
	"os"
	"strconv"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	svix "github.com/svix/svix-webhooks/go"
)

type request struct {
	Library  string            `json:"library"`
	Endpoint string            `json:"endpoint"`
	Headers  map[string]string `json:"headers"`
	Body     string            `json:"body"`
}

type signer interface {
	Sign(id string, at time.Time, payload []byte) (string, error)
}

func main() {
	secret := os.Args[1]
	standard, err := standardwebhooks.NewWebhook(secret)
	check(err)
	own, err := svix.NewWebhook(secret)
	check(err)
	check(json.NewEncoder(os.Stdout).Encode([]request{
		signed("standardwebhooks (Go)", "webhook", standard),
		signed("svix (Go)", "svix", own),
	}))
}

func signed(library, family string, by signer) request {
	now := time.Now()
	id := "msg_" + library
	body := `{"by":"` + library + `"}`
	signature, err := by.Sign(id, now, []byte(body))
	check(err)
	return request{library, "standard", map[string]string{
		family + "-id":        id,
		family + "-timestamp": strconv.FormatInt(now.Unix(), 10),
		family + "-signature": signature,
		"content-type":        "application/json",
	}, body}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
