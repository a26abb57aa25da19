package dev.graspd.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The information document of a relay (NIP-11). */
record RelayInformation(Map<?, ?> fields, HttpResponse<String> response) {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  static RelayInformation of(SharedServer server) {
    return of(server.uri());
  }

  static RelayInformation of(URI relay) {
    HttpResponse<String> response =
        http(relay, "", "GET", Map.of("Accept", "application/nostr+json"));
    assertThat(response.statusCode()).isEqualTo(200);
    return new RelayInformation(JsonTree.object(response.body()), response);
  }

  /** Sends an HTTP request to a path below the service's own. */
  static HttpResponse<String> http(
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

  @Nullable Object field(String name) {
    return fields.get(name);
  }

  List<?> supportedNips() {
    return JsonTree.asArray(fields.get("supported_nips"));
  }

  Map<?, ?> limitations() {
    return JsonTree.asObject(fields.get("limitation"));
  }

  long limitation(String name) {
    return (Long) limitations().get(name);
  }
}
