// The client of mcp-go.
package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"hub.service/peers/peer"
)

var ctx = context.Background()

type session struct{ *client.Client }

func start(connected *client.Client) (peer.Session, error) {
	if err := connected.Start(ctx); err != nil {
		return nil, err
	}
	request := mcp.InitializeRequest{}
	request.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	request.Params.ClientInfo = mcp.Implementation{Name: "peer", Version: "1"}
	if _, err := connected.Initialize(ctx, request); err != nil {
		return nil, err
	}
	return session{connected}, nil
}

func (s session) Tools() (any, error) {
	listed, err := s.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	return names, nil
}

func callOf(name string, arguments map[string]any) mcp.CallToolRequest {
	request := mcp.CallToolRequest{}
	request.Params.Name = name
	request.Params.Arguments = arguments
	return request
}

func (s session) Call(name string, arguments map[string]any, progress func(float64)) (any, error) {
	request := callOf(name, arguments)
	if progress != nil {
		request.Params.Meta = &mcp.Meta{ProgressToken: "steps"}
		s.OnNotification(func(notification mcp.JSONRPCNotification) {
			if done, ok := notification.Params.AdditionalFields["progress"].(float64); ok {
				progress(done)
			}
		})
	}
	result, err := s.CallTool(ctx, request)
	if err != nil {
		return nil, err
	}
	return resultOf(result), nil
}

func resultOf(result *mcp.CallToolResult) peer.Result {
	var texts, kinds []string
	for _, content := range result.Content {
		switch block := content.(type) {
		case mcp.TextContent:
			texts, kinds = append(texts, block.Text), append(kinds, "text")
		case mcp.ImageContent:
			kinds = append(kinds, "image")
		case mcp.ResourceLink:
			kinds = append(kinds, "resource_link")
		case mcp.EmbeddedResource:
			kinds = append(kinds, "resource")
		}
	}
	return peer.Result{Text: strings.Join(texts, "\n"), Kinds: kinds, IsError: result.IsError}
}

func (s session) Cancel(name string, arguments map[string]any) error {
	stopping, stop := context.WithTimeout(ctx, peer.Start)
	defer stop()
	_, err := s.CallTool(stopping, callOf(name, arguments))
	time.Sleep(peer.Slow)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return errors.New("the call was not cancelled")
}

func (s session) Prompts() (any, error) {
	listed, err := s.ListPrompts(ctx, mcp.ListPromptsRequest{})
	if err != nil {
		return nil, err
	}
	request := mcp.GetPromptRequest{}
	request.Params.Name = listed.Prompts[0].Name
	prompt, err := s.GetPrompt(ctx, request)
	if err != nil {
		return nil, err
	}
	text := prompt.Messages[0].Content.(mcp.TextContent).Text
	return map[string]any{"names": []string{request.Params.Name}, "text": text}, nil
}

func (s session) Resources() (any, error) {
	listed, err := s.ListResources(ctx, mcp.ListResourcesRequest{})
	if err != nil {
		return nil, err
	}
	request := mcp.ReadResourceRequest{}
	request.Params.URI = listed.Resources[0].URI
	read, err := s.ReadResource(ctx, request)
	if err != nil {
		return nil, err
	}
	text := read.Contents[0].(mcp.TextResourceContents).Text
	return map[string]any{"uris": []string{request.Params.URI}, "text": text}, nil
}

func (s session) Close() { _ = s.Client.Close() }

func signIn() (peer.Session, error) {
	connected, err := client.NewOAuthStreamableHttpClient(peer.SignIn, client.OAuthConfig{
		RedirectURI: "http://127.0.0.1:33418/callback",
		TokenStore:  client.NewMemoryTokenStore(),
		PKCEEnabled: true,
	})
	if err != nil {
		return nil, err
	}
	opened, err := start(connected)
	if !client.IsOAuthAuthorizationRequiredError(err) {
		return opened, err
	}
	handler := client.GetOAuthHandler(err)
	verifier, _ := client.GenerateCodeVerifier()
	state, _ := client.GenerateState()
	if err := handler.RegisterClient(ctx, "Peer"); err != nil {
		return nil, err
	}
	page, err := handler.GetAuthorizationURL(ctx, state, client.GenerateCodeChallenge(verifier))
	if err != nil {
		return nil, err
	}
	query, err := peer.OpenBrowser(page)
	if err != nil {
		return nil, err
	}
	if err := handler.ProcessAuthorizationResponse(ctx, query.Get("code"), query.Get("state"), verifier); err != nil {
		return nil, err
	}
	return start(connected)
}

func main() {
	peer.TryMCP(func(key string) (peer.Session, error) {
		headers := map[string]string{"Authorization": "Bearer " + key}
		connected, err := client.NewStreamableHttpClient(peer.MCP, transport.WithHTTPHeaders(headers))
		if err != nil {
			return nil, err
		}
		return start(connected)
	}, signIn)
}
