package dev.graspd.conformance.grasp01;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages of other origins may read every answer, refusals too; and what NIP-11 tells them. */
class Grasp01BrowserTest extends HostingSuite {
  private static final int TIMEOUT_MILLIS = 30_000;

  @ParameterizedTest
  @CsvSource({
    "GET, /, 200",
    "HEAD, /, 200",
    "GET, /healthz, 200",
    "GET, /readyz, 200",
    "GET, /metrics, 200",
    "GET, /errors/push-unsigned, 200",
    "GET, /nothing/here, 404",
    "GET, REPO, 200",
    "GET, REPO/info/refs?service=git-upload-pack, 200",
    "HEAD, REPO/info/refs?service=git-upload-pack, 200",
    "GET, REPO/info/refs?service=git-receive-pack, 200",
    "GET, REPO/info/refs, 403",
    "GET, REPO/info/refs?service=git-nothing, 403",
    "GET, REPO/git-upload-pack, 405",
    "PUT, REPO/git-receive-pack, 405",
    "DELETE, /, 405",
    "GET, REPO.git/info/refs?service=git-upload-pack, 404",
  })
  @Claims({"G01-4", "C-11"})
  void everyAnswerIsOpenToOtherOrigins(String method, String path, int status) {
    HostedRepo repo = filled().repo();
    String url =
        path.startsWith("/")
            ? "http://" + repo.service() + path
            : path.replace("REPO", repo.cloneUrl());
    HttpResponse<byte[]> response =
        GitHttp.send(method, url, new byte[0], "Origin", "https://example.com");
    assertThat(response.statusCode()).isEqualTo(status);
    assertIsOpen(response);
  }

  @ParameterizedTest
  @CsvSource({"git-upload-pack", "git-receive-pack"})
  @Claims({"G01-4", "C-11"})
  void answersOfGitAreOpenToo(String service) {
    HttpResponse<byte[]> response = GitHttp.post(filled().repo(), service, "this is no pkt-line");
    assertIsOpen(response);
  }

  @ParameterizedTest
  @CsvSource({
    "/",
    "/nothing/here",
    "/metrics",
    "REPO",
    "REPO/info/refs?service=git-upload-pack",
    "REPO/git-upload-pack",
    "REPO/git-receive-pack"
  })
  @Claims({"G01-4", "C-11"})
  void aBrowserMayAskInAdvanceEverywhere(String path) {
    HostedRepo repo = newRepo();
    String url =
        path.startsWith("/")
            ? "http://" + repo.service() + path
            : path.replace("REPO", repo.cloneUrl());
    HttpResponse<byte[]> response =
        GitHttp.send(
            "OPTIONS",
            url,
            new byte[0],
            "Origin",
            "https://example.com",
            "Access-Control-Request-Method",
            "POST",
            "Access-Control-Request-Headers",
            "content-type,git-protocol");
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.body()).isEmpty();
    assertIsOpen(response);
  }

  @Test
  @Claims("G01-4")
  void evenWhatIsNoHttpIsAnsweredOpenly() throws IOException {
    URI server = SharedServer.HOSTING.uri();
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write("GET nonsense\r\n\r\n".getBytes(ISO_8859_1));
      String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      assertThat(answer).startsWith("HTTP/1.1 400");
      assertThat(answer.lines())
          .filteredOn(
              line -> line.toLowerCase(Locale.ROOT).startsWith("access-control-allow-origin:"))
          .hasSize(1);
    }
  }

  @Test
  @Claims("G01-3")
  void theInformationNamesWhatIsInForce() {
    RelayInformation hosting = RelayInformation.of(SharedServer.HOSTING.uri());
    assertThat(hosting.field("supported_grasps")).isEqualTo(List.of("GRASP-01", "GRASP-06"));
    assertThat(hosting.field("repo_acceptance_criteria"))
        .asString()
        .contains("30617")
        .contains("clone")
        .contains("relays");
    assertThat(hosting.fields().containsKey("curation")).isFalse();
  }

  @Test
  @Claims("G01-3")
  void aRelayThatHostsNothingSaysSo() {
    RelayInformation plain = RelayInformation.of(SharedServer.PLAIN.uri());
    assertThat(plain.field("supported_grasps")).isEqualTo(List.of());
    assertThat(plain.field("repo_acceptance_criteria")).asString().isNotBlank();
  }

  @Test
  @Claims("G01-3")
  void aChoiceOfTheOperatorIsTold() {
    RelayInformation chosen = RelayInformation.of(SharedServer.CHOSEN.uri());
    assertThat(chosen.field("curation")).asString().isNotBlank();
    assertThat(chosen.field("repo_acceptance_criteria"))
        .isNotEqualTo(
            RelayInformation.of(SharedServer.HOSTING.uri()).field("repo_acceptance_criteria"));
  }

  private static void assertIsOpen(HttpResponse<byte[]> response) {
    Map<String, List<String>> headers = response.headers().map();
    assertThat(headers.get("access-control-allow-origin")).containsExactly("*");
    assertThat(headers.get("access-control-allow-methods"))
        .containsExactly("GET, POST, OPTIONS, HEAD");
    assertThat(headers.get("access-control-allow-headers"))
        .containsExactly(
            "Content-Type, Authorization, Git-Protocol, Accept, Content-Encoding, User-Agent,"
                + " X-Requested-With");
  }
}
