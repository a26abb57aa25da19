package dev.graspd.testkit.client;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Checks each document that a test gets from the API against the description that its server gives
 * of it. Thread-safe.
 */
final class ApiAnswers {
  private static final String API = "/api/v1/";
  private static final String DESCRIPTION = "openapi.json";
  private static final int UNCHANGED = 304;

  private final Function<String, Optional<String>> fetching;
  private final Map<String, Optional<ApiDescription>> descriptions = new ConcurrentHashMap<>();

  /**
   * Knows no server yet.
   *
   * @param fetching returns the document at a URL, if there is one
   */
  ApiAnswers(Function<String, Optional<String>> fetching) {
    this.fetching = fetching;
  }

  /** Throws if the description does not foresee an answer; other answers are not looked at. */
  void check(String method, URI uri, HttpResponse<byte[]> answer) {
    String whole = uri.toString().replaceFirst("\\?.*", "");
    int api = whole.indexOf(API);
    String type = answer.headers().firstValue("content-type").orElse("");
    boolean isDocument =
        api >= 0
            && method.equals("GET")
            && answer.statusCode() != UNCHANGED
            && type.contains("json")
            && !whole.endsWith(DESCRIPTION);
    if (!isDocument) {
      return;
    }
    String base = whole.substring(0, api) + API;
    List<String> faults =
        descriptions
            .computeIfAbsent(
                base, one -> fetching.apply(one + DESCRIPTION).map(ApiDescription::parse))
            .map(one ->
                one.faults(
                    whole.substring(api),
                    answer.statusCode(),
                    type,
                    new String(answer.body(), StandardCharsets.UTF_8)))
            .orElse(List.of());
    if (!faults.isEmpty()) {
      throw new AssertionError("the API describes another answer of " + uri + ": " + faults);
    }
  }
}
