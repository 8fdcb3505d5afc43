// The official Go SDK.
package main

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"hub.service/peers/peer"
)

var ctx = context.Background()

type session struct {
	*mcp.ClientSession
	progress *func(float64)
}

func open(transport *mcp.StreamableClientTransport) (peer.Session, error) {
	progress := func(float64) {}
	client := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, request *mcp.ProgressNotificationClientRequest) {
			progress(request.Params.Progress)
		},
	})
	connected, err := client.Connect(ctx, transport, nil)
	if err != nil {
		return nil, err
	}
	return session{connected, &progress}, nil
}

func (s session) Tools() (any, error) {
	listed, err := s.ListTools(ctx, nil)
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	return names, nil
}

func (s session) Call(name string, arguments map[string]any, progress func(float64)) (any, error) {
	params := &mcp.CallToolParams{Name: name, Arguments: arguments}
	if progress != nil {
		*s.progress = progress
		params.SetProgressToken("steps")
	}
	result, err := s.CallTool(ctx, params)
	if err != nil {
		return nil, err
	}
	return resultOf(result), nil
}

func resultOf(result *mcp.CallToolResult) peer.Result {
	var texts, kinds []string
	for _, content := range result.Content {
		switch block := content.(type) {
		case *mcp.TextContent:
			texts, kinds = append(texts, block.Text), append(kinds, "text")
		case *mcp.ImageContent:
			kinds = append(kinds, "image")
		case *mcp.ResourceLink:
			kinds = append(kinds, "resource_link")
		case *mcp.EmbeddedResource:
			kinds = append(kinds, "resource")
		}
	}
	return peer.Result{Text: strings.Join(texts, "\n"), Kinds: kinds, IsError: result.IsError}
}

func (s session) Cancel(name string, arguments map[string]any) error {
	stopping, stop := context.WithTimeout(ctx, peer.Start)
	defer stop()
	_, err := s.CallTool(stopping, &mcp.CallToolParams{Name: name, Arguments: arguments})
	time.Sleep(peer.Slow)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return errors.New("the call was not cancelled")
}

func (s session) Prompts() (any, error) {
	listed, err := s.ListPrompts(ctx, nil)
	if err != nil {
		return nil, err
	}
	name := listed.Prompts[0].Name
	prompt, err := s.GetPrompt(ctx, &mcp.GetPromptParams{Name: name})
	if err != nil {
		return nil, err
	}
	text := prompt.Messages[0].Content.(*mcp.TextContent).Text
	return map[string]any{"names": []string{name}, "text": text}, nil
}

func (s session) Resources() (any, error) {
	listed, err := s.ListResources(ctx, nil)
	if err != nil {
		return nil, err
	}
	uri := listed.Resources[0].URI
	read, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	if err != nil {
		return nil, err
	}
	return map[string]any{"uris": []string{uri}, "text": read.Contents[0].Text}, nil
}

func (s session) Close() { _ = s.ClientSession.Close() }

func signIn() (peer.Session, error) {
	handler, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{
			Metadata: &oauthex.ClientRegistrationMetadata{
				ClientName:   "Peer",
				RedirectURIs: []string{"http://127.0.0.1:33418/callback"},
			},
		},
		AuthorizationCodeFetcher: func(_ context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			query, err := peer.OpenBrowser(args.URL)
			if err != nil {
				return nil, err
			}
			return &auth.AuthorizationResult{Code: query.Get("code"), State: query.Get("state"), Iss: query.Get("iss")}, nil
		},
	})
	if err != nil {
		return nil, err
	}
	return open(&mcp.StreamableClientTransport{Endpoint: peer.SignIn, OAuthHandler: handler})
}

func main() {
	peer.TryMCP(func(key string) (peer.Session, error) {
		client := &http.Client{Transport: peer.Bearer{Key: key}}
		return open(&mcp.StreamableClientTransport{Endpoint: peer.MCP, HTTPClient: client})
	}, signIn)
}
