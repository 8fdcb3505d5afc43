package peer

// Session is a connection from an MCP client to the Hub.
type Session interface {
	Tools() (any, error)
	// Call returns the text, the kinds of blocks, and whether the result is an error. Nil requests no progress notifications.
	Call(name string, arguments map[string]any, progress func(float64)) (any, error)
	// Cancel calls a tool, and cancels the call after the delay Start.
	Cancel(name string, arguments map[string]any) error
	Prompts() (any, error)
	Resources() (any, error)
	Close()
}

// Result is the result of a call.
type Result struct {
	Text    string   `json:"text"`
	Kinds   []string `json:"kinds"`
	IsError bool     `json:"is_error"`
}

// TryMCP tries all features of MCP clients.
func TryMCP(connect func(key string) (Session, error), signIn func() (Session, error)) {
	with := func(key string, use func(Session) (any, error)) func() (any, error) {
		return func() (any, error) {
			session, err := connect(key)
			if err != nil {
				return nil, err
			}
			defer session.Close()
			return use(session)
		}
	}
	call := func(key, name string, arguments map[string]any) func() (any, error) {
		return with(key, func(session Session) (any, error) { return session.Call(name, arguments, nil) })
	}
	fern := map[string]any{"text": "fern"}
	none := map[string]any{}
	Try("tools", with(Key, Session.Tools))
	Try("call", call(Key, "echo", fern))
	Try("failing-tool", call(Key, "failing", none))
	Try("unknown-tool", call(Key, "no_such_tool", none))
	Try("file", call(Key, "save", none))
	Try("picture", call(Key, "draw", none))
	Try("progress", with(Key, func(session Session) (any, error) {
		seen := []float64{}
		_, err := session.Call("steps", none, func(done float64) { seen = append(seen, done) })
		return seen, err
	}))
	Try("cancel", with(Key, func(session Session) (any, error) {
		return nil, session.Cancel("slow", map[string]any{"id": Name + "-cancel"})
	}))
	Try("prompts", with(Key, Session.Prompts))
	Try("resources", with(Key, Session.Resources))
	Try("refused", call(Key, "open_gate", map[string]any{"id": Name + "-refused"}))
	Try("granted", call(GrantedKey, "open_gate", map[string]any{"id": Name + "-granted"}))
	Try("wrong-key", call(WrongKey, "echo", fern))
	Try("sign-in", func() (any, error) {
		session, err := signIn()
		if err != nil {
			return nil, err
		}
		defer session.Close()
		return session.Call("echo", fern, nil)
	})
}
