// The official OpenAI client, with its defaults.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"
	"hub.service/peers/peer"
)

var ctx = context.Background()

func hub(key string) openai.Client {
	return openai.NewClient(option.WithBaseURL(peer.API), option.WithAPIKey(key))
}

func body(content string) openai.ChatCompletionNewParams {
	messages := []openai.ChatCompletionMessageParamUnion{openai.UserMessage(content)}
	return openai.ChatCompletionNewParams{Model: peer.Model, Messages: messages}
}

func send(client openai.Client, params openai.ChatCompletionNewParams) (any, error) {
	answer, err := client.Chat.Completions.New(ctx, params)
	if err != nil {
		return nil, err
	}
	return answer.Choices[0].Message.Content, nil
}

func ask(content string) func() (any, error) {
	return func() (any, error) { return send(hub(peer.Key), body(content)) }
}

func models() (any, error) {
	var ids []string
	client := hub(peer.Key)
	pages := client.Models.ListAutoPaging(ctx)
	for pages.Next() {
		ids = append(ids, pages.Current().ID)
	}
	return ids, pages.Err()
}

func stream() (any, error) {
	var pieces []string
	client := hub(peer.Key)
	events := client.Chat.Completions.NewStreaming(ctx, body("say one two three four"))
	for events.Next() {
		if choices := events.Current().Choices; len(choices) > 0 && choices[0].Delta.Content != "" {
			pieces = append(pieces, choices[0].Delta.Content)
		}
	}
	return map[string]any{"text": strings.Join(pieces, ""), "pieces": len(pieces)}, events.Err()
}

var weather = map[string]any{
	"type":       "object",
	"properties": map[string]any{"place": map[string]any{"type": "string"}},
	"required":   []string{"place"},
}

func ownTool() (any, error) {
	params := body(peer.Order("call weather", map[string]any{"place": "Oslo"}))
	function := shared.FunctionDefinitionParam{Name: "weather", Parameters: weather}
	params.Tools = []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(function)}
	client := hub(peer.Key)
	answer, err := client.Chat.Completions.New(ctx, params)
	if err != nil {
		return nil, err
	}
	message := answer.Choices[0].Message
	if len(message.ToolCalls) == 0 {
		return nil, errors.New("no tool call: " + message.Content)
	}
	result := "21 degrees in " + placeIn(message.ToolCalls[0].Function.Arguments)
	params.Messages = append(params.Messages, message.ToParam(), openai.ToolMessage(result, message.ToolCalls[0].ID))
	return send(client, params)
}

func placeIn(arguments string) string {
	var given struct{ Place string }
	_ = json.Unmarshal([]byte(arguments), &given)
	return given.Place
}

var plant = map[string]any{
	"type":                 "object",
	"properties":           map[string]any{"plant": map[string]any{"type": "string"}, "beds": map[string]any{"type": "integer"}},
	"required":             []string{"plant", "beds"},
	"additionalProperties": false,
}

func structured() (any, error) {
	params := body("plant")
	schema := shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "plant", Schema: plant, Strict: openai.Bool(true)}
	params.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{JSONSchema: schema}
	text, err := send(hub(peer.Key), params)
	if err != nil {
		return nil, err
	}
	return json.RawMessage(text.(string)), nil
}

func cancel() (any, error) {
	stopping, stop := context.WithTimeout(ctx, peer.Start)
	defer stop()
	client := hub(peer.Key)
	_, err := client.Chat.Completions.New(stopping, body(peer.Order("call slow", map[string]any{"id": peer.Name + "-cancel"})))
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return nil, errors.New("the call was not cancelled")
}

func respond(content string) func() (any, error) {
	return func() (any, error) {
		client := hub(peer.Key)
		answer, err := client.Responses.New(ctx, inputOf(content))
		if err != nil {
			return nil, err
		}
		return answer.OutputText(), nil
	}
}

func inputOf(content string) responses.ResponseNewParams {
	input := responses.ResponseNewParamsInputUnion{OfString: param.NewOpt(content)}
	return responses.ResponseNewParams{Model: peer.Model, Input: input}
}

func responsesStream() (any, error) {
	var pieces []string
	client := hub(peer.Key)
	events := client.Responses.NewStreaming(ctx, inputOf("say one two three four"))
	for events.Next() {
		if event := events.Current(); event.Type == "response.output_text.delta" {
			pieces = append(pieces, event.Delta)
		}
	}
	return map[string]any{"text": strings.Join(pieces, ""), "pieces": len(pieces)}, events.Err()
}

func statusOf(err error) int {
	var failure *openai.Error
	if errors.As(err, &failure) {
		return failure.StatusCode
	}
	return 0
}

func main() {
	id := func(what string) map[string]any { return map[string]any{"id": peer.Name + what} }
	unknown := body("say hi")
	unknown.Model = peer.Unknown
	granted := body(peer.Order("call open_gate", id("-granted")))
	tries := []struct {
		name string
		run  func() (any, error)
	}{
		{"models", models},
		{"chat", ask("say Good morning")},
		{"stream", stream},
		{"tool", ask(peer.Order("call echo", map[string]any{"text": "fern"}))},
		{"own-tool", ownTool},
		{"structured", structured},
		{"file", ask("call save {}")},
		{"failing-tool", ask("call failing {}")},
		{"cancel", cancel},
		{"wrong-key", func() (any, error) { return send(hub(peer.WrongKey), body("say hi")) }},
		{"unknown-model", func() (any, error) { return send(hub(peer.Key), unknown) }},
		{"model-fails", ask("fail " + peer.Name + "-fails")},
		{"tool-then-fails", ask(peer.Order("call-then-fail count", id("-count")))},
		{"refused", ask(peer.Order("call open_gate", id("-refused")))},
		{"granted", func() (any, error) { return send(hub(peer.GrantedKey), granted) }},
		{"responses", respond("say Good morning")},
		{"responses-stream", responsesStream},
		{"responses-tool", respond(peer.Order("call echo", map[string]any{"text": "fern"}))},
	}
	for _, try := range tries {
		peer.Try(try.name, try.run, statusOf)
	}
}
