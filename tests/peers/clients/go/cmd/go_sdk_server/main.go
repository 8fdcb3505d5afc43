// A server made with the official Go SDK: over stdio, or over HTTP at PEER_PORT.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"hub.service/peers/peer"
)

type none struct{}

type name struct {
	Name string `json:"name"`
}

type numbers struct {
	A int `json:"a"`
	B int `json:"b"`
}

type sum struct {
	Sum int `json:"sum"`
}

func text(value string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: value}}}
}

func create() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "peer", Version: "1"}, nil)
	tool := func(name string) *mcp.Tool { return &mcp.Tool{Name: name, Description: name} }
	mcp.AddTool(server, tool("greet"), func(_ context.Context, _ *mcp.CallToolRequest, in name) (*mcp.CallToolResult, any, error) {
		return text("Hello " + in.Name), nil, nil
	})
	mcp.AddTool(server, tool("add"), func(_ context.Context, _ *mcp.CallToolRequest, in numbers) (*mcp.CallToolResult, sum, error) {
		return nil, sum{in.A + in.B}, nil
	})
	mcp.AddTool(server, tool("fail"), func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		return nil, nil, errors.New("The well is dry")
	})
	mcp.AddTool(server, tool("picture"), func(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
		image := &mcp.ImageContent{Data: peer.Pixel(), MIMEType: "image/png"}
		return &mcp.CallToolResult{Content: []mcp.Content{image}}, nil, nil
	})
	mcp.AddTool(server, tool("steps"), func(ctx context.Context, request *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		for done := range 3 {
			if token := request.Params.GetProgressToken(); token != nil {
				params := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(done + 1), Total: 3}
				_ = request.Session.NotifyProgress(ctx, params)
			}
		}
		return text("three steps"), nil, nil
	})
	mcp.AddTool(server, tool("wait"), func(ctx context.Context, _ *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		peer.Wait(ctx)
		return text("waited"), nil, nil
	})
	mcp.AddTool(server, tool("ask"), func(_ context.Context, request *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		if answer, ok := request.Params.InputResponses["bed"].(*mcp.ElicitResult); ok {
			return text("answer: " + answer.Action), nil, nil
		}
		form := &mcp.ElicitParams{Message: "Which bed?", RequestedSchema: peer.BedSchema}
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"bed": form}}, nil, nil
	})
	return server
}

func main() {
	if port := os.Getenv("PEER_PORT"); port != "" {
		server := create()
		handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
		log.Fatal(http.ListenAndServe("127.0.0.1:"+port, handler))
	}
	log.Fatal(create().Run(context.Background(), &mcp.StdioTransport{}))
}
