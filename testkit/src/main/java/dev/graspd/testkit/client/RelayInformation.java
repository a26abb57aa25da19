package dev.graspd.testkit.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The information document of a relay (NIP-11). */
public record RelayInformation(Map<?, ?> fields, HttpResponse<String> response) {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  public static RelayInformation of(URI relay) {
    HttpResponse<String> response =
        http(relay, "", "GET", Map.of("Accept", "application/nostr+json"));
    assertThat(response.statusCode()).isEqualTo(200);
    return new RelayInformation(JsonTree.object(response.body()), response);
  }

  /** Sends an HTTP request to a path below the service's own. */
  public static HttpResponse<String> http(
      URI relay, String below, String method, Map<String, String> headers) {
    URI http = URI.create("http" + relay.toString().substring("ws".length()) + below);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(http).method(method, HttpRequest.BodyPublishers.noBody());
    headers.forEach(request::header);
    try {
      return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while reading " + http, e);
    }
  }

  public @Nullable Object field(String name) {
    return fields.get(name);
  }

  public List<?> supportedNips() {
    return JsonTree.asArray(fields.get("supported_nips"));
  }

  public Map<?, ?> limitations() {
    return JsonTree.asObject(fields.get("limitation"));
  }

  public long limitation(String name) {
    return (Long) Objects.requireNonNull(limitations().get(name), name);
  }
}
