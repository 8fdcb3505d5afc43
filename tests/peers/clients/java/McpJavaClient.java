import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/** The official Java SDK. */
public final class McpJavaClient {
  private interface Use {
    Object with(McpAsyncClient session) throws Exception;
  }

  private static final int POLL_INTERVAL_MS = 50;
  private static final List<Double> PROGRESS = Collections.synchronizedList(new ArrayList<>());

  private static Object connected(String key, Use use) throws Exception {
    var address = URI.create(Peer.variable("HUB_MCP"));
    var transport = HttpClientStreamableHttpTransport.builder(address.resolve("/").toString())
        .endpoint(address.getPath())
        .httpRequestCustomizer((request, method, uri, body, context) ->
            request.header("Authorization", "Bearer " + key))
        .build();
    var session = McpClient.async(transport)
        .progressConsumer(progress -> Mono.fromRunnable(() -> PROGRESS.add(progress.progress())))
        .build();
    try {
      session.initialize().block();
      return use.with(session);
    } finally {
      session.closeGracefully().block();
    }
  }

  private static Map<String, Object> described(CallToolResult result) {
    var texts = new ArrayList<String>();
    var kinds = new ArrayList<String>();
    for (Content block : result.content()) {
      kinds.add(block.type());
      if (block instanceof TextContent text) texts.add(text.text());
    }
    return Map.of("text", String.join("\n", texts), "kinds", kinds, "is_error", Boolean.TRUE.equals(result.isError()));
  }

  private static Peer.Run call(String key, String name, Map<String, Object> input) {
    var request = CallToolRequest.builder(name).arguments(input).build();
    return () -> connected(key, session -> described(session.callTool(request).block()));
  }

  private static Object progress(McpAsyncClient session) {
    session.callTool(CallToolRequest.builder("steps").arguments(Map.of()).progressToken("steps").build()).block();
    return PROGRESS.stream().map(Double::intValue).toList();
  }

  /** The SDK sends no `notifications/cancelled`: disposing the call and closing the client ends its connections. */
  private static Object cancel(McpAsyncClient session) throws Exception {
    PROGRESS.clear();
    Map<String, Object> input = Map.of("id", Peer.NAME + "-cancel");
    var request = CallToolRequest.builder("slow").arguments(input).progressToken("slow").build();
    var call = session.callTool(request).subscribe(result -> {}, error -> {});
    while (PROGRESS.isEmpty()) Thread.sleep(POLL_INTERVAL_MS);
    call.dispose();
    return "cancelled";
  }

  private static Object prompts(McpAsyncClient session) {
    var name = session.listPrompts().block().prompts().get(0).name();
    var prompt = session.getPrompt(GetPromptRequest.builder(name).build()).block();
    return Map.of("names", List.of(name), "text", ((TextContent) prompt.messages().get(0).content()).text());
  }

  private static Object resources(McpAsyncClient session) {
    var resource = session.listResources().block().resources().get(0);
    var read = (TextResourceContents) session.readResource(resource).block().contents().get(0);
    return Map.of("uris", List.of(resource.uri()), "text", read.text());
  }

  public static void main(String[] args) throws Exception {
    Map<String, Object> fern = Map.of("text", "fern");
    Peer.attempt("tools", () -> connected(Peer.KEY,
        session -> session.listTools().block().tools().stream().map(tool -> tool.name()).toList()));
    Peer.attempt("call", call(Peer.KEY, "echo", fern));
    Peer.attempt("failing-tool", call(Peer.KEY, "failing", Map.of()));
    Peer.attempt("unknown-tool", call(Peer.KEY, "no_such_tool", Map.of()));
    Peer.attempt("file", call(Peer.KEY, "save", Map.of()));
    Peer.attempt("picture", call(Peer.KEY, "draw", Map.of()));
    Peer.attempt("progress", () -> connected(Peer.KEY, McpJavaClient::progress));
    Peer.attempt("cancel", () -> connected(Peer.KEY, McpJavaClient::cancel));
    Peer.attempt("prompts", () -> connected(Peer.KEY, McpJavaClient::prompts));
    Peer.attempt("resources", () -> connected(Peer.KEY, McpJavaClient::resources));
    Peer.attempt("refused", call(Peer.KEY, "open_gate", Map.of("id", Peer.NAME + "-refused")));
    Peer.attempt("granted", call(Peer.GRANTED_KEY, "open_gate", Map.of("id", Peer.NAME + "-granted")));
    Peer.attempt("wrong-key", call(Peer.WRONG_KEY, "echo", fern));
    Peer.missing("sign-in"); // the SDK has hooks for a refused request, but no OAuth client
    System.exit(0); // the library keeps threads that wait
  }
}
