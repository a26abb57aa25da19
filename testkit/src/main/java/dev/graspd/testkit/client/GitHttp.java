package dev.graspd.testkit.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Git's smart HTTP by hand, for what no git client does. */
public final class GitHttp {
  public static final String UPLOAD = "git-upload-pack";
  public static final String RECEIVE = "git-receive-pack";

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static final ApiAnswers API = new ApiAnswers(GitHttp::document);

  private GitHttp() {}

  /** Returns the advertisement of version 0, or of what the header asks for. */
  public static HttpResponse<byte[]> infoRefs(HostedRepo repo, String service, String... headers) {
    return send("GET", repo.cloneUrl() + "/info/refs?service=" + service, new byte[0], headers);
  }

  /** Returns the lines of an advertisement that must be there. */
  public static List<String> advertised(HostedRepo repo, String service, String... headers) {
    HttpResponse<byte[]> response = infoRefs(repo, service, headers);
    if (response.statusCode() != 200) {
      throw new AssertionError("info/refs was answered by " + response.statusCode());
    }
    return Pkts.read(response.body());
  }

  public static HttpResponse<byte[]> post(
      HostedRepo repo, String service, byte[] body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(repo.cloneUrl() + "/" + service))
            .header("Content-Type", "application/x-" + service + "-request")
            .POST(BodyPublishers.ofByteArray(body));
    return send(request, headers);
  }

  public static HttpResponse<byte[]> post(
      HostedRepo repo, String service, String body, String... headers) {
    return post(repo, service, body.getBytes(StandardCharsets.UTF_8), headers);
  }

  /** Sends anything anywhere; header names and values in turn. */
  public static HttpResponse<byte[]> send(
      String method, String url, byte[] body, String... headers) {
    HttpRequest.BodyPublisher publisher =
        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
    return send(HttpRequest.newBuilder(URI.create(url)).method(method, publisher), headers);
  }

  public static HttpResponse<byte[]> get(String url, String... headers) {
    return send("GET", url, new byte[0], headers);
  }

  public static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  public static HttpResponse<byte[]> send(HttpRequest.Builder request, String... headers) {
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    HttpRequest asked = request.version(HttpClient.Version.HTTP_1_1).build();
    HttpResponse<byte[]> answer = answer(asked);
    API.check(asked.method(), asked.uri(), answer);
    return answer;
  }

  private static Optional<String> document(String url) {
    HttpResponse<byte[]> answer = answer(HttpRequest.newBuilder(URI.create(url)).build());
    return answer.statusCode() == 200 ? Optional.of(text(answer)) : Optional.empty();
  }

  private static HttpResponse<byte[]> answer(HttpRequest request) {
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
