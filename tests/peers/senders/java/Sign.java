import com.google.gson.Gson;
import com.slack.api.app_backend.SlackSignature;
import com.stripe.net.Webhook.Util;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Prints requests that the libraries sign. Arguments: a secret that begins with whsec_, another secret, the address. */
final class Sign {
  private static final String JSON = "application/json";
  private static final long NOW = Instant.now().getEpochSecond();

  record Request(String library, String endpoint, Map<String, String> headers, String body) {}

  interface Signer {
    String sign(String id, long at, String body) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    String standard = arguments[0];
    String secret = arguments[1];
    var own = new com.svix.Webhook(standard);
    var common = new com.standardwebhooks.Webhook(standard);
    System.out.println(
        new Gson()
            .toJson(
                List.of(
                    signed("standardwebhooks (Maven)", "webhook", common::sign),
                    signed("svix (Maven)", "svix", own::sign),
                    stripe(secret),
                    slack(secret))));
  }

  private static Request signed(String library, String family, Signer by) throws Exception {
    String id = "msg_" + library;
    String body = bodyOf(library);
    var headers = new HashMap<>(Map.of("content-type", JSON));
    headers.put(family + "-id", id);
    headers.put(family + "-timestamp", Long.toString(NOW));
    headers.put(family + "-signature", by.sign(id, NOW, body));
    return new Request(library, "standard", headers, body);
  }

  private static Request stripe(String secret) throws Exception {
    String body = bodyOf("stripe-java (Maven)");
    String signature = Util.computeHmacSha256(secret, NOW + "." + body);
    String header = "t=" + NOW + ",v1=" + signature;
    return new Request(
        "stripe-java (Maven)", "stripe", Map.of("content-type", JSON, "stripe-signature", header), body);
  }

  private static Request slack(String secret) {
    String at = Long.toString(NOW);
    String body = "command=%2Fhub&text=" + URLEncoder.encode("slack (Maven)", StandardCharsets.UTF_8);
    var headers =
        Map.of(
            "content-type", "application/x-www-form-urlencoded",
            "x-slack-request-timestamp", at,
            "x-slack-signature", new SlackSignature.Generator(secret).generate(at, body));
    return new Request("slack-app-backend (Maven)", "slack", headers, body);
  }

  private static String bodyOf(String library) {
    return new Gson().toJson(Map.of("by", library));
  }
}
