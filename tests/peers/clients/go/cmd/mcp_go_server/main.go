// A server made with mcp-go: over stdio, or over HTTP at PEER_PORT.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"hub.service/peers/peer"
)

type handler = func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error)

type sum struct {
	Sum int `json:"sum"`
}

func create() *server.MCPServer {
	made := server.NewMCPServer("peer", "1", server.WithElicitation())
	add := func(name string, run handler, options ...mcp.ToolOption) {
		made.AddTool(mcp.NewTool(name, append(options, mcp.WithDescription(name))...), run)
	}
	add("greet", func(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("Hello " + request.GetString("name", "")), nil
	}, mcp.WithString("name", mcp.Required()))
	add("add", func(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		total := sum{request.GetInt("a", 0) + request.GetInt("b", 0)}
		return mcp.NewToolResultStructured(total, fmt.Sprintf(`{"sum":%d}`, total.Sum)), nil
	}, mcp.WithNumber("a", mcp.Required()), mcp.WithNumber("b", mcp.Required()), mcp.WithOutputSchema[sum]())
	add("fail", func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New("The well is dry")
	})
	add("picture", func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultImage("a picture", peer.PixelBase64, "image/png"), nil
	})
	add("steps", func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for done := range 3 {
			if meta := request.Params.Meta; meta != nil && meta.ProgressToken != nil {
				params := map[string]any{"progressToken": meta.ProgressToken, "progress": done + 1, "total": 3}
				_ = made.SendNotificationToClient(ctx, "notifications/progress", params)
			}
		}
		return mcp.NewToolResultText("three steps"), nil
	})
	add("wait", func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		peer.Wait(ctx)
		return mcp.NewToolResultText("waited"), nil
	})
	add("ask", func(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if answer := server.ElicitationResponse(request.Params.InputResponses, "bed"); answer != nil {
			return mcp.NewToolResultText("answer: " + string(answer.Action)), nil
		}
		form := mcp.ElicitationParams{Message: "Which bed?", RequestedSchema: peer.BedSchema}
		return server.NewInputRequestBuilder("").Elicit("bed", form).ToolResult(), nil
	})
	return made
}

func main() {
	if port := os.Getenv("PEER_PORT"); port != "" {
		log.Fatal(server.NewStreamableHTTPServer(create()).Start("127.0.0.1:" + port))
	}
	log.Fatal(server.ServeStdio(create()))
}
