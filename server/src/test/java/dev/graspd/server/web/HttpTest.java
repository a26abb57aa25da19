package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.web.http.WebTimes;
import dev.graspd.testkit.RawWebSocket;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpTest {
  private static TestServer server;
  private static HttpClient http;

  @BeforeAll
  static void start() {
    server = TestServer.start();
    http = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    http.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/, 200, <p>home page</p>",
    "/?x=1, 200, <p>home page</p>",
    "/healthz, 200, health page",
    "/readyz, 503, ready page",
    "/metrics, 200, metrics page",
    "/status, 200, <p>status page</p>",
    "/api/v1/sync, 200, {}",
    "/nothing, 404, there is nothing here",
    "/healthz/, 404, there is nothing here"
  })
  void pagesAreWhereTheyBelong(String path, int status, String body) throws Exception {
    HttpResponse<String> answer = get(path);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body().strip()).isEqualTo(body);
  }

  @Test
  void relayInformationIsAskedForByTheAcceptHeader() throws Exception {
    HttpResponse<String> answer =
        send(request("/").header("Accept", "application/nostr+json").build());

    assertThat(answer.body()).isEqualTo("{\"name\":\"test\"}");
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/nostr+json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/nothing", "/a/b/c.git", "/readyz"})
  void everyAnswerCarriesTheCorsHeadersOnce(String path) throws Exception {
    for (String method : new String[] {"GET", "POST", "OPTIONS", "DELETE"}) {
      HttpResponse<String> answer =
          send(request(path).method(method, HttpRequest.BodyPublishers.noBody()).build());

      assertThat(answer.headers().allValues("Access-Control-Allow-Origin")).containsExactly("*");
      assertThat(answer.headers().allValues("Access-Control-Allow-Methods"))
          .containsExactly("GET, POST, OPTIONS, HEAD");
      assertThat(answer.headers().allValues("Access-Control-Allow-Headers"))
          .containsExactly(
              "Content-Type, Authorization, Git-Protocol, Accept, Content-Encoding, User-Agent,"
                  + " X-Requested-With");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/nothing", "/a/b/c.git"})
  void optionsIsAnsweredWith204OnEveryPath(String path) throws Exception {
    HttpResponse<String> answer =
        send(request(path).method("OPTIONS", HttpRequest.BodyPublishers.noBody()).build());

    assertThat(answer.statusCode()).isEqualTo(204);
  }

  @Test
  void headHasTheHeadersOfGetAndNoBody() throws Exception {
    HttpResponse<String> answer =
        send(request("/").method("HEAD", HttpRequest.BodyPublishers.noBody()).build());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Length")).hasValue("16");
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void otherMethodsOnPagesAreRefused() throws Exception {
    HttpResponse<String> answer =
        send(request("/").POST(HttpRequest.BodyPublishers.ofString("hello")).build());

    assertThat(answer.statusCode()).isEqualTo(405);
  }

  @Test
  void aBodyThatNobodyWantsDoesNotDisturbTheNextRequest() throws Exception {
    String body = "x".repeat(200_000);
    String requests =
        "POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body
            + "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

    assertThat(raw(requests)).contains("404 Not Found").contains("health page");
  }

  @Test
  void upgradeElsewhereIsNotFound() {
    assertThatThrownBy(() -> RawWebSocket.connect(server.uri("/elsewhere")))
        .isInstanceOfSatisfying(
            RawWebSocket.Refused.class,
            refused -> {
              assertThat(refused.status()).isEqualTo(404);
              assertThat(refused.headers()).containsEntry("access-control-allow-origin", "*");
            });
  }

  @Test
  void upgradeWithoutKeyIsRefusedWithTheVersionSpokenHere() throws Exception {
    String request =
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

    assertThat(raw(request))
        .contains("400 Bad Request")
        .containsIgnoringCase("sec-websocket-version: 13");
  }

  @Test
  void garbageGets400WithCors() throws Exception {
    assertThat(raw("\u0001\u0002\u0003 garbage\r\n\r\n"))
        .contains("400 Bad Request")
        .containsIgnoringCase("access-control-allow-origin: *");
  }

  @Test
  void anAddressThatIsTooLongGets414() throws Exception {
    assertThat(raw("GET /" + "a".repeat(10_000) + " HTTP/1.1\r\n\r\n"))
        .contains("414 ")
        .containsIgnoringCase("access-control-allow-origin: *");
  }

  @Test
  void headersThatAreTooLongGet431() throws Exception {
    assertThat(raw("GET / HTTP/1.1\r\nX: " + "a".repeat(20_000) + "\r\n\r\n"))
        .contains("431 ")
        .containsIgnoringCase("access-control-allow-origin: *");
  }

  @Test
  void everythingLivesBelowTheBasePath() throws Exception {
    WebSettings web = TestServer.WEB;
    WebSettings below =
        new WebSettings(
            web.bind(),
            "/grasp/",
            web.trustedProxies(),
            web.maxConnections(),
            web.maxConnectionsPerAddress(),
            web.maxMessageBytes(),
            web.maxFragments(),
            web.maxOutputQueueBytes(),
            web.maxOutputQueueTotalBytes(),
            web.loopbackIsOperator(),
            web.requests());
    try (TestServer based = TestServer.builder().web(below).start();
        RawWebSocket withSlash = RawWebSocket.connect(based.uri("/grasp/"));
        RawWebSocket without = RawWebSocket.connect(based.uri("/grasp"))) {
      assertThat(withSlash.receiveText()).startsWith("[\"AUTH\"");
      assertThat(without.receiveText()).startsWith("[\"AUTH\"");
      assertThat(send(HttpRequest.newBuilder(based.http("/grasp/healthz")).build()).body())
          .isEqualTo("health page");
      assertThat(send(HttpRequest.newBuilder(based.http("/healthz")).build()).statusCode())
          .isEqualTo(404);
      assertThatThrownBy(() -> RawWebSocket.connect(based.uri("/")))
          .isInstanceOf(RawWebSocket.Refused.class);
    }
  }

  @Test
  void aRequestThatNeverEndsIsCut() throws Exception {
    WebTimes times = TestServer.TIMES;
    WebTimes shorter =
        new WebTimes(
            Duration.ofMillis(300),
            times.keepAlive(),
            times.pingAfter(),
            times.pongWithin(),
            times.message(),
            times.stalledOutput(),
            times.closing());
    try (TestServer hasty = TestServer.builder().times(shorter).start();
        Socket socket =
            new Socket(InetAddress.getLoopbackAddress(), hasty.web().boundAddress().getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));

      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("408 ");
    }
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return send(request(path).build());
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.http(path)).timeout(Duration.ofSeconds(60));
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** Sends bytes and returns everything until the server hangs up. */
  private static String raw(String request) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), server.web().boundAddress().getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
