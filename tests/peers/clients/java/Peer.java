import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.exception.HttpException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Prints a JSON line with the result of each try. */
final class Peer {
  private static final int TRY_TIMEOUT_S = 40;

  static final String KEY = variable("HUB_KEY");
  static final String GRANTED_KEY = variable("HUB_GRANTED_KEY");
  static final String NAME = variable("PEER");
  static final String WRONG_KEY = "sk-wrong-" + NAME;
  static final ObjectMapper JSON = new ObjectMapper();

  interface Run {
    Object run() throws Exception;
  }

  static String variable(String name) {
    return System.getenv().getOrDefault(name, "");
  }

  /** An instruction for the Hub's model: `call echo {...}`. */
  static String order(String verb, Map<String, ?> arguments) throws Exception {
    return verb + " " + JSON.writeValueAsString(arguments);
  }

  /** Runs a try, and prints its result or error. */
  static void attempt(String name, Run run) throws Exception {
    var line = new LinkedHashMap<String, Object>();
    line.put("try", name);
    var result = new CompletableFuture<Object>();
    var thread = new Thread(() -> {
      try {
        result.complete(run.run());
      } catch (Throwable error) {
        result.completeExceptionally(error);
      }
    });
    thread.setDaemon(true);
    thread.start();
    try {
      line.put("got", result.get(TRY_TIMEOUT_S, TimeUnit.SECONDS));
    } catch (ExecutionException failed) {
      line.put("error", describe(failed.getCause()));
    } catch (Exception error) {
      line.put("error", describe(error));
    }
    System.out.println(JSON.writeValueAsString(line));
  }

  /** Prints a try that the library does not support. */
  static void missing(String name) throws Exception {
    System.out.println(JSON.writeValueAsString(Map.of("try", name, "missing", true)));
  }

  private static Map<String, Object> describe(Throwable error) {
    var described = new LinkedHashMap<String, Object>();
    described.put("type", error.getClass().getSimpleName());
    described.put("message", String.valueOf(error.getMessage()));
    for (var cause = error; cause != null; cause = cause.getCause())
      if (cause instanceof HttpException http) described.put("status", http.statusCode());
    return described;
  }

  private Peer() {}
}
