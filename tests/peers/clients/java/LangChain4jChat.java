import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** LangChain4j, with its defaults. */
public final class LangChain4jChat {
  private static final String MODEL = Peer.variable("HUB_MODEL");

  private static OpenAiChatModel hub(String key, String model) {
    return OpenAiChatModel.builder().baseUrl(Peer.variable("HUB_API")).apiKey(key).modelName(model).build();
  }

  private static String ask(String content) {
    return hub(Peer.KEY, MODEL).chat(content);
  }

  private static Object stream() throws Exception {
    var model = OpenAiStreamingChatModel.builder()
        .baseUrl(Peer.variable("HUB_API")).apiKey(Peer.KEY).modelName(MODEL).build();
    var pieces = new ArrayList<String>();
    var ended = new CompletableFuture<Void>();
    model.chat("say one two three four", new StreamingChatResponseHandler() {
      @Override
      public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
        pieces.add(piece.text());
      }

      @Override
      public void onCompleteResponse(ChatResponse response) {
        ended.complete(null);
      }

      @Override
      public void onError(Throwable error) {
        ended.completeExceptionally(error);
      }
    });
    ended.get();
    return Map.of("text", String.join("", pieces), "pieces", pieces.size());
  }

  private static Object ownTool() throws Exception {
    var parameters = JsonObjectSchema.builder().addStringProperty("place").required("place").build();
    var tool = ToolSpecification.builder().name("weather").description("Weather").parameters(parameters).build();
    var model = hub(Peer.KEY, MODEL);
    var messages = new ArrayList<ChatMessage>();
    messages.add(UserMessage.from(Peer.order("call weather", Map.of("place", "Oslo"))));
    var asked = model.chat(ChatRequest.builder().messages(messages).toolSpecifications(tool).build()).aiMessage();
    var call = asked.toolExecutionRequests().get(0);
    var place = Peer.JSON.readTree(call.arguments()).get("place").asText();
    messages.addAll(List.of(asked, ToolExecutionResultMessage.from(call, "21 degrees in " + place)));
    return model.chat(ChatRequest.builder().messages(messages).toolSpecifications(tool).build()).aiMessage().text();
  }

  private static Object structured() throws Exception {
    var plant = JsonObjectSchema.builder()
        .addStringProperty("plant").addIntegerProperty("beds").required("plant", "beds").build();
    var format = ResponseFormat.builder().type(ResponseFormatType.JSON)
        .jsonSchema(JsonSchema.builder().name("plant").rootElement(plant).build()).build();
    var request = ChatRequest.builder().messages(UserMessage.from("plant")).responseFormat(format).build();
    var got = Peer.JSON.readTree(hub(Peer.KEY, MODEL).chat(request).aiMessage().text());
    var ordered = new LinkedHashMap<String, Object>();
    for (var name : List.of("plant", "beds")) ordered.put(name, got.get(name));
    return ordered;
  }

  public static void main(String[] args) throws Exception {
    Peer.attempt("chat", () -> ask("say Good morning"));
    Peer.attempt("stream", LangChain4jChat::stream);
    Peer.attempt("tool", () -> ask(Peer.order("call echo", Map.of("text", "fern"))));
    Peer.attempt("own-tool", LangChain4jChat::ownTool);
    Peer.attempt("structured", LangChain4jChat::structured);
    Peer.attempt("file", () -> ask("call save {}"));
    Peer.attempt("failing-tool", () -> ask("call failing {}"));
    Peer.attempt("wrong-key", () -> hub(Peer.WRONG_KEY, MODEL).chat("say hi"));
    Peer.attempt("unknown-model", () -> hub(Peer.KEY, "unknown-" + Peer.NAME).chat("say hi"));
    Peer.attempt("model-fails", () -> ask("fail " + Peer.NAME + "-fails"));
    Peer.attempt("tool-then-fails", () -> ask(Peer.order("call-then-fail count", Map.of("id", Peer.NAME + "-count"))));
    Peer.attempt("refused", () -> ask(Peer.order("call open_gate", Map.of("id", Peer.NAME + "-refused"))));
    var granted = Peer.order("call open_gate", Map.of("id", Peer.NAME + "-granted"));
    Peer.attempt("granted", () -> hub(Peer.GRANTED_KEY, MODEL).chat(granted));
    System.exit(0); // the library keeps threads that wait
  }
}
