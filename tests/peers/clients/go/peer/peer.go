// Package peer prints a JSON line with the result of each try.
package peer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"
)

var (
	API        = os.Getenv("HUB_API")
	MCP        = os.Getenv("HUB_MCP")
	SignIn     = os.Getenv("HUB_SIGN_IN")
	Model      = os.Getenv("HUB_MODEL")
	Key        = os.Getenv("HUB_KEY")
	GrantedKey = os.Getenv("HUB_GRANTED_KEY")
	Name       = os.Getenv("PEER")
	WrongKey   = "sk-wrong-" + Name
	Unknown    = "unknown-" + Name
)

// Start is the time between the start of a call and its cancellation.
const Start = 2500 * time.Millisecond

// Slow is the duration of the slow tool. Closing the client earlier would also end the call.
const Slow = 6 * time.Second

const tryTimeout = 40 * time.Second

// Statused is a library's error with an HTTP status.
type Statused func(error) int

// Try runs a try, and prints its result or error.
func Try(name string, run func() (any, error), statusOf ...Statused) {
	type outcome struct {
		got any
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		got, err := run()
		done <- outcome{got, err}
	}()
	var result outcome
	select {
	case result = <-done:
	case <-time.After(tryTimeout):
		result.err = errors.New("timed out")
	}
	line := map[string]any{"try": name}
	if result.err == nil {
		line["got"] = result.got
	} else {
		described := map[string]any{"type": fmt.Sprintf("%T", result.err), "message": result.err.Error()}
		for _, status := range statusOf {
			described["status"] = status(result.err)
		}
		line["error"] = described
	}
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

// Order is an instruction for the Hub's model: `call echo {...}`.
func Order(verb string, arguments map[string]any) string {
	text, _ := json.Marshal(arguments)
	return verb + " " + string(text)
}

// OpenBrowser returns the query of the address to which the authorization page redirects the browser after *Allow*.
func OpenBrowser(page string) (url.Values, error) {
	answer, err := http.Get(os.Getenv("HUB_BROWSER") + "/?url=" + url.QueryEscape(page))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the authorization page refused: %s", text)
	}
	target, err := url.Parse(string(text))
	if err != nil {
		return nil, err
	}
	return target.Query(), nil
}

// Bearer sends a key with each request.
type Bearer struct{ Key string }

func (b Bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+b.Key)
	return http.DefaultTransport.RoundTrip(request)
}
